package unitimport

import (
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

const (
	bufferSize = 1 << 18 // bytes that a lexer holds of its file
	maxDepth   = 64      // of arrays and objects within each other
	maxNumber  = 256     // characters
	maxKey     = 256     // bytes of a member's name; longer ones are none that is wanted
	maxValue   = 1024    // bytes of a property; longer ones are no names and no codes
)

// lexer takes JSON apart, as a stream: it holds one buffer of the file. After
// the first error, which it keeps, it is at the end of its input.
type lexer struct {
	in       io.Reader
	buf      []byte
	pos, end int   // what is not yet read of buf
	base     int64 // where in the file buf begins
	eof      bool
	depth    int
	word     []byte // of the string that is read
	err      error
}

func newLexer(in io.Reader) *lexer { return &lexer{in: in, buf: make([]byte, bufferSize)} }

// offset returns how many bytes of the file were read.
func (l *lexer) offset() int64 { return l.base + int64(l.pos) }

// stop ends reading.
func (l *lexer) stop(err error) {
	if l.err == nil {
		l.err = fmt.Errorf("byte %d: %w", l.offset(), err)
	}
	l.base += int64(l.end)
	l.pos, l.end, l.eof = 0, 0, true
}

// fill reads more of the file behind what is not yet read, and reports whether
// there was more.
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

// accept reads c if it comes next.
func (l *lexer) accept(c byte) bool {
	if l.peek() != c || l.pos == l.end {
		return false
	}
	l.pos++
	return true
}

// expect reads c, which must come next.
func (l *lexer) expect(c byte) {
	if !l.accept(c) {
		l.unexpected()
	}
}

// unexpected stops at what cannot stand where it does.
func (l *lexer) unexpected() {
	if l.pos == l.end && !l.fill() {
		l.stop(corruptf("it ends in the middle; copy or download it again"))
		return
	}
	l.stop(corruptf("%q cannot stand there", l.buf[l.pos]))
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
		l.stop(corruptf("values stand more than %d deep in each other", maxDepth))
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

// skip reads over a value.
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
			l.stop(corruptf("it is not %q", word))
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

// text reads a string. Of one that is longer than limit, in bytes, it returns
// nothing, and whole is false.
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
			l.stop(corruptf("a control character stands in a string"))
		}
	}
	return "", false
}
