// SPDX-License-Identifier: MIT

// Package tcvn3 decodes texts in the encoding of Vietnam before Unicode, "ABC" to its users.
package tcvn3

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// letters are the characters of TCVN 5712:1993 VN3 from byte 0xA0; U+FFFD
// where it has none. It has no capital letters with tones: fonts drew them.
var letters = [...]rune{
	'\u00a0', 'Ă', 'Â', 'Ê', 'Ô', 'Ơ', 'Ư', 'Đ', 'ă', 'â', 'ê', 'ô', 'ơ', 'ư', 'đ', no,
	'\u0300', '\u0309', '\u0303', '\u0301', '\u0323', 'à', 'ả', 'ã', 'á', 'ạ', no, 'ằ', 'ẳ', 'ẵ', 'ắ', no,
	no, no, no, no, no, no, 'ặ', 'ầ', 'ẩ', 'ẫ', 'ấ', 'ậ', 'è', no, 'ẻ', 'ẽ',
	'é', 'ẹ', 'ề', 'ể', 'ễ', 'ế', 'ệ', 'ì', 'ỉ', no, no, no, 'ĩ', 'í', 'ị', 'ò',
	no, 'ỏ', 'õ', 'ó', 'ọ', 'ồ', 'ổ', 'ỗ', 'ố', 'ộ', 'ờ', 'ở', 'ỡ', 'ớ', 'ợ', 'ù',
	no, 'ủ', 'ũ', 'ú', 'ụ', 'ừ', 'ử', 'ữ', 'ứ', 'ự', 'ỳ', 'ỷ', 'ỹ', 'ý', 'ỵ', no,
}

const no = '\ufffd'

// Decode decodes a text. A byte without a letter becomes U+FFFD.
func Decode(raw string) string {
	var b strings.Builder
	for _, c := range []byte(raw) {
		switch {
		case c < 0x80:
			b.WriteByte(c)
		case c < 0xa0:
			b.WriteRune(no)
		default:
			b.WriteRune(letters[c-0xa0])
		}
	}
	return norm.NFC.String(b.String())
}
