// SPDX-License-Identifier: MIT

package search

import "slices"

// shortWords are abbreviations in names and queries, and what they stand for. Both are
// compared in full.
var shortWords = map[string][]string{
	"bv": {"benh", "vien"}, "dh": {"dai", "hoc"}, "cd": {"cao", "dang"}, "ubnd": {"uy", "ban", "nhan", "dan"},
	"kcn": {"khu", "cong", "nghiep"}, "kcx": {"khu", "che", "xuat"}, "kdc": {"khu", "dan", "cu"}, "kdt": {"khu", "do", "thi"},
	"sb": {"san", "bay"}, "bx": {"ben", "xe"}, "cv": {"cong", "vien"}, "ks": {"khach", "san"},
	"tttm": {"trung", "tam", "thuong", "mai"}, "cmt8": {"cach", "mang", "thang", "8"}, "xvnt": {"xo", "viet", "nghe", "tinh"},
	"ntmk": {"nguyen", "thi", "minh", "khai"}, "hcm": {"ho", "chi", "minh"}, "tphcm": {"thanh", "pho", "ho", "chi", "minh"},
	"th": {"tieu", "hoc"}, "gtvt": {"giao", "thong", "van", "tai"}, "tdtt": {"the", "duc", "the", "thao"},
}

// monthWords are the names of months that stand for numbers in names of streets: Cách
// Mạng Tháng Tám.
var monthWords = map[string]string{
	"gieng": "1", "hai": "2", "ba": "3", "tu": "4", "nam": "5", "sau": "6", "bay": "7", "tam": "8", "chin": "9", "muoi": "10",
}

// full returns words with abbreviations written out and months as numbers.
func full(words []string) []string {
	for i := 0; i < len(words); i++ {
		if long, short := shortWords[words[i]]; short {
			words = slices.Replace(words, i, i+1, long...)
			i += len(long) - 1
		} else if month, named := monthWords[words[i]]; named && i > 0 && words[i-1] == "thang" {
			words[i] = month
		}
	}
	return words
}

// dates returns words with the month of a day written out, as in names of streets: 3
// thang 2 for 3/2. It returns words if there is none.
func dates(words []string) []string {
	number := func(i, most int) bool {
		if i < 0 || i >= len(words) || len(words[i]) > 2 {
			return false
		}
		n := 0
		for _, c := range []byte(words[i]) {
			if isLetter(c) {
				return false
			}
			n = 10*n + int(c-'0')
		}
		return n >= 1 && n <= most
	}
	for i := range words {
		if number(i, 31) && number(i+1, 12) {
			return slices.Insert(slices.Clone(words), i+1, "thang")
		}
	}
	return words
}
