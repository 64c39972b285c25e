// SPDX-License-Identifier: MIT

package trace

import (
	"strings"

	"golang.org/x/text/encoding/charmap"
)

// singleBytes returns the bytes of a name that was written in an encoding before Unicode and read as
// that of Windows, "" if it was not: if it is ASCII, or has a letter that Windows has not.
func singleBytes(name string) string {
	var b strings.Builder
	old := false
	for _, r := range name {
		c, ok := charmap.Windows1252.EncodeRune(r)
		if !ok {
			c, ok = charmap.Windows1258.EncodeRune(r)
		}
		if !ok {
			return ""
		}
		old = old || c >= 0x80
		b.WriteByte(c)
	}
	if !old {
		return ""
	}
	return b.String()
}

// VNI writes a vowel and, if it has any, one byte for its marks. Some letters are one byte.
const vniMarks = "\xf8\xf9\xfb\xf5\xef\xe2\xe0\xe1\xe5\xe3\xe4\xea\xe8\xe9\xfa\xfc\xeb"

var vniLetters = map[byte]byte{
	0xf4: 'o', 0xf6: 'u', 0xf1: 'd', // ơ ư đ
	0xec: 'i', 0xed: 'i', 0xe6: 'i', 0xf3: 'i', 0xf2: 'i', 0xee: 'y', // ì í ỉ ĩ ị ỵ
}

// plainVNI returns a text in VNI in lower case and without marks.
func plainVNI(raw string) string {
	plain := make([]byte, 0, len(raw))
	vowel := false // the byte before is one
	for _, c := range []byte(raw) {
		if c >= 0xc0 && c < 0xe0 || c >= 'A' && c <= 'Z' {
			c += 0x20
		}
		if vowel && strings.IndexByte(vniMarks, c) >= 0 {
			vowel = false
			continue
		}
		if letter, ok := vniLetters[c]; ok {
			c = letter
		}
		vowel = strings.IndexByte("aeouy", c) >= 0
		plain = append(plain, c)
	}
	return string(plain)
}
