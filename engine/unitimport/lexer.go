// SPDX-License-Identifier: MIT

package unitimport

import (
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

const (
	bufferSize = 1 << 18 // size of a lexer's buffer (bytes)
	maxDepth   = 64      // nesting of arrays and objects
	maxNumber  = 256     // characters
	maxKey     = 256     // bytes of a member's name; longer names are unknown
	maxValue   = 1024    // bytes of a property; longer values are neither names nor codes
)

// lexer parses JSON as a stream, with one buffer of the file. It keeps the first
// error and is then at the end of its input.
type lexer struct {
	in       io.Reader
	buf      []byte
	pos, end int   // unread part of buf
	base     int64 // offset of buf in the file
	eof      bool
	depth    int
	word     []byte // of the current string
	err      error
}

func newLexer(in io.Reader) *lexer { return &lexer{in: in, buf: make([]byte, bufferSize)} }

// offset returns the number of bytes read from the file.
func (l *lexer) offset() int64 { return l.base + int64(l.pos) }

// stop ends reading with err, unless there was an error before.
func (l *lexer) stop(err error) {
	if l.err == nil {
		l.err = fmt.Errorf("byte %d: %w", l.offset(), err)
	}
	l.base += int64(l.end)
	l.pos, l.end, l.eof = 0, 0, true
}

// fill reads more of the file after the unread part of buf, and reports whether there
// was more.
func (l *lexer) fill() bool {
	if l.eof {
		return false
	}
	copy(l.buf, l.buf[l.pos:l.end])
	l.base += int64(l.pos)
	l.pos, l.end = 0, l.end-l.pos
	for range 100 {
		n, err := l.in.Read(l.buf[l.end:])
		l.end += n
		switch {
		case errors.Is(err, io.EOF):
			l.eof = true
			return n > 0
		case err != nil:
			l.stop(err)
			return false
		case n > 0:
			return true
		}
	}
	l.stop(io.ErrNoProgress)
	return false
}

// peek returns the next byte that is not space, 0 at the end.
func (l *lexer) peek() byte {
	for {
		for l.pos < l.end {
			switch c := l.buf[l.pos]; c {
			case ' ', '\t', '\n', '\r':
				l.pos++
			default:
				return c
			}
		}
		if !l.fill() {
			return 0
		}
	}
}

// accept reads c if it is next, and reports whether it was.
func (l *lexer) accept(c byte) bool {
	if l.peek() != c || l.pos == l.end {
		return false
	}
	l.pos++
	return true
}

// expect reads c, which must be next.
func (l *lexer) expect(c byte) {
	if !l.accept(c) {
		l.unexpected()
	}
}

// unexpected stops at an unexpected byte or end.
func (l *lexer) unexpected() {
	if l.pos == l.end && !l.fill() {
		l.stop(corruptf("the file ends too early; copy or download it again"))
		return
	}
	l.stop(corruptf("unexpected %q", l.buf[l.pos]))
}

// object reads an object and calls member before the value of each member.
func (l *lexer) object(member func(key string)) {
	l.within('{', '}', func() {
		key, _ := l.text(maxKey)
		l.expect(':')
		member(key)
	})
}

// array reads an array and calls element before each element.
func (l *lexer) array(element func()) { l.within('[', ']', element) }

func (l *lexer) within(open, shut byte, item func()) {
	l.expect(open)
	if l.depth++; l.depth > maxDepth {
		l.stop(corruptf("values are nested more than %d deep", maxDepth))
	}
	if !l.accept(shut) {
		for l.err == nil {
			if item(); l.accept(',') {
				continue
			}
			l.expect(shut)
			break
		}
	}
	l.depth--
}

// skip skips a value.
func (l *lexer) skip() {
	switch l.peek() {
	case '{':
		l.object(func(string) { l.skip() })
	case '[':
		l.array(l.skip)
	case '"':
		l.text(0)
	case 't':
		l.literal("true")
	case 'f':
		l.literal("false")
	case 'n':
		l.literal("null")
	default:
		l.number()
	}
}

func (l *lexer) literal(word string) {
	l.peek()
	for i := range len(word) {
		if l.take() != word[i] {
			l.stop(corruptf("invalid literal, want %q", word))
		}
	}
}

// take reads one byte, space or not; 0 at the end.
func (l *lexer) take() byte {
	if l.pos == l.end && !l.fill() {
		return 0
	}
	l.pos++
	return l.buf[l.pos-1]
}

// text reads a string. If the string is longer than limit (bytes), text returns ""
// and whole is false.
func (l *lexer) text(limit int) (s string, whole bool) {
	l.expect('"')
	l.word, whole = l.word[:0], true
	keep := func(b ...byte) {
		if whole = whole && len(l.word)+len(b) <= limit; whole {
			l.word = append(l.word, b...)
		}
	}
	for l.err == nil {
		i := l.pos
		for i < l.end && l.buf[i] >= ' ' && l.buf[i] != '"' && l.buf[i] != '\\' {
			i++
		}
		keep(l.buf[l.pos:i]...)
		if l.pos = i; i == l.end {
			if !l.fill() {
				l.unexpected()
			}
			continue
		}
		switch l.take() {
		case '"':
			if !whole {
				return "", false
			}
			if !utf8.Valid(l.word) {
				return string([]rune(string(l.word))), true
			}
			return string(l.word), true
		case '\\':
			keep(l.escape()...)
		default:
			l.stop(corruptf("a string contains a control character"))
		}
	}
	return "", false
}
