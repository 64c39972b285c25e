// SPDX-License-Identifier: MIT

package unitimport

import (
	"unicode/utf16"
	"unicode/utf8"
)

// escape reads the rest of an escape sequence after the backslash and returns its
// value in UTF-8. An unpaired surrogate becomes U+FFFD.
func (l *lexer) escape() []byte {
	switch c := l.take(); c {
	case '"', '\\', '/':
		return []byte{c}
	case 'b':
		return []byte{'\b'}
	case 'f':
		return []byte{'\f'}
	case 'n':
		return []byte{'\n'}
	case 'r':
		return []byte{'\r'}
	case 't':
		return []byte{'\t'}
	case 'u':
		return l.codePoint()
	}
	l.stop(corruptf("a string contains an invalid escape"))
	return nil
}

// codePoint reads the four digits after \u and, if they are the first half of a
// surrogate pair, the second half.
func (l *lexer) codePoint() []byte {
	var out []byte
	for r := l.hex4(); l.err == nil; {
		if !utf16.IsSurrogate(r) {
			return utf8.AppendRune(out, r)
		}
		if !l.comes(`\u`) {
			return utf8.AppendRune(out, utf8.RuneError)
		}
		l.pos += 2
		second := l.hex4()
		if both := utf16.DecodeRune(r, second); both != utf8.RuneError {
			return utf8.AppendRune(out, both)
		}
		out = utf8.AppendRune(out, utf8.RuneError)
		r = second
		if len(out) > maxValue { // longer than any text that is kept
			out = out[:maxValue]
		}
	}
	return nil
}

// comes reports whether the next bytes are s.
func (l *lexer) comes(s string) bool {
	for l.end-l.pos < len(s) && l.fill() {
	}
	return l.end-l.pos >= len(s) && string(l.buf[l.pos:l.pos+len(s)]) == s
}

func (l *lexer) hex4() (r rune) {
	for range 4 {
		c := l.take()
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 | rune(c-'0')
		case c >= 'a' && c <= 'f':
			r = r<<4 | rune(c-'a'+10)
		case c >= 'A' && c <= 'F':
			r = r<<4 | rune(c-'A'+10)
		default:
			l.stop(corruptf("\\u without four hexadecimal digits"))
			return 0
		}
	}
	return r
}
