// SPDX-License-Identifier: MIT

package geofile

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// composed returns s as valid UTF-8 in NFC, without NUL.
func composed(s string) string {
	const replacement = "\uFFFD"
	s = strings.ToValidUTF8(s, replacement)
	if strings.IndexByte(s, 0) >= 0 {
		s = strings.ReplaceAll(s, "\x00", replacement)
	}
	return norm.NFC.String(s)
}
