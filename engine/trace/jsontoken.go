// SPDX-License-Identifier: MIT

package trace

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// recordSeparator precedes every text of a JSON text sequence (RFC 7464), which
// may hold GeoJSON (RFC 8142).
const recordSeparator = 0x1e

// jsonTokens reads JSON token by token and tracks the line. Decoding into types
// would be shorter, but its errors have no line, and a position of one number
// would get latitude 0.
type jsonTokens struct {
	c     *collector
	dec   *json.Decoder
	lines lineReader
	depth int
	end   place // where the last token ends
	cut   bool  // the text ends early, or is no longer JSON

	nothing *Error // of the first object without a position
}

func newJSONTokens(c *collector, r io.Reader) *jsonTokens {
	t := &jsonTokens{c: c, lines: lineReader{r: r}}
	t.dec = json.NewDecoder(&t.lines)
	t.dec.UseNumber()
	return t
}

// next returns the next token, or io.EOF after a complete text.
func (t *jsonTokens) next() (json.Token, error) {
	tok, err := t.dec.Token()
	t.end = t.lines.place(t.dec.InputOffset())
	if err != nil {
		return nil, t.explain(err)
	}
	switch d, _ := tok.(json.Delim); d {
	case '{', '[':
		if t.depth++; t.depth > maxDepth {
			return nil, t.fault(ErrFormat, "values are nested too deep", "export the file again")
		}
	case '}', ']':
		t.depth--
	}
	return tok, nil
}

func (t *jsonTokens) explain(err error) error {
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		t.cut = true
		at := t.lines.place(max(syntax.Offset, t.dec.InputOffset()))
		return t.c.fault(ErrFormat, at.line, at.column, "not well-formed JSON: "+syntax.Error(), "export the file again")
	case errors.Is(err, errBlankLines):
		return t.fault(ErrFormat, err.Error(), "export the file again")
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF) && t.depth > 0:
		return t.truncated()
	}
	return err
}

// truncated returns the error for a text that ends early.
func (t *jsonTokens) truncated() error {
	t.cut = true
	return t.fault(ErrFormat, "the file is truncated", "copy it again from where it came")
}

// fault returns an *Error at the last token.
func (t *jsonTokens) fault(err error, msg, remedy string) *Error {
	return t.c.fault(err, t.end.line, t.end.column, msg, remedy)
}

// inner is like next, but returns an error at the end of the file.
func (t *jsonTokens) inner() (json.Token, error) {
	tok, err := t.next()
	if errors.Is(err, io.EOF) {
		return nil, t.truncated()
	}
	return tok, err
}

// object calls member for each member of the object whose "{" was just read.
// member must read exactly the member's value.
func (t *jsonTokens) object(member func(name string) error) error {
	for {
		tok, err := t.inner()
		if err != nil {
			return err
		}
		name, ok := tok.(string)
		if !ok { // "}"
			return nil
		}
		if err := member(name); err != nil {
			return err
		}
	}
}

// array calls element with the first token of each element of the array whose
// "[" was just read.
func (t *jsonTokens) array(element func(first json.Token) error) error {
	for {
		tok, err := t.inner()
		if err != nil {
			return err
		}
		if tok == json.Delim(']') {
			return nil
		}
		if err := element(tok); err != nil {
			return err
		}
	}
}

// rest skips the rest of the value that began with tok.
func (t *jsonTokens) rest(tok json.Token) error {
	if d, ok := tok.(json.Delim); !ok || d != '{' && d != '[' {
		return nil
	}
	for outside := t.depth - 1; t.depth > outside; {
		if _, err := t.inner(); err != nil {
			return err
		}
	}
	return nil
}

// skip skips the next value.
func (t *jsonTokens) skip() error {
	tok, err := t.inner()
	if err != nil {
		return err
	}
	return t.rest(tok)
}

// scalar returns the next value as text: "" for null, true and false, and for
// an array or object, which it skips.
func (t *jsonTokens) scalar() (string, error) {
	tok, err := t.inner()
	if err != nil {
		return "", err
	}
	return scalarText(tok), t.rest(tok)
}

func scalarText(tok json.Token) string {
	switch v := tok.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	}
	return ""
}

// number returns the next value as a number; ok is false if it is not one.
func (t *jsonTokens) number() (x float64, ok bool, err error) {
	text, err := t.scalar()
	if err != nil || text == "" {
		return 0, false, err
	}
	x, ok = parseNumber(text)
	return x, ok, nil
}

// list calls element for each element of the next value if it is an array, and
// skips any other value.
func (t *jsonTokens) list(element func(first json.Token) error) error {
	tok, err := t.inner()
	if err != nil {
		return err
	}
	if tok != json.Delim('[') {
		return t.rest(tok)
	}
	return t.array(element)
}

// texts appends the scalars of the array whose "[" was just read to dst. Nested
// arrays are flattened.
func (t *jsonTokens) texts(dst *[]string) error {
	return t.array(func(tok json.Token) error {
		if tok == json.Delim('[') {
			return t.texts(dst)
		}
		if len(*dst) >= t.c.opt.MaxPoints {
			return t.fault(ErrTooLarge, fmt.Sprintf("the list has more than %d entries", t.c.opt.MaxPoints), "split the file")
		}
		*dst = append(*dst, scalarText(tok))
		return t.rest(tok)
	})
}

// lineReader records the line ends in the data read ahead, and replaces record
// separators by spaces.
type lineReader struct {
	r    io.Reader
	read int64   // bytes returned
	ends []int64 // offsets after line feeds; place has not passed ends[next:] yet
	next int

	line  int   // lines passed
	start int64 // offset of the current line
}

// maxLinesAhead is the maximum number of lines between two tokens. It bounds
// lineReader.ends, because the decoder reads ahead over blank lines without
// limit.
const maxLinesAhead = 1 << 20

var errBlankLines = errors.New("too many blank lines")

func (l *lineReader) Read(p []byte) (int, error) {
	if len(l.ends)-l.next > maxLinesAhead {
		return 0, errBlankLines
	}
	if 2*l.next > len(l.ends) {
		l.ends = append(l.ends[:0], l.ends[l.next:]...)
		l.next = 0
	}
	n, err := l.r.Read(p)
	for i, b := range p[:n] {
		switch b {
		case '\n':
			l.ends = append(l.ends, l.read+int64(i)+1)
		case recordSeparator:
			p[i] = ' '
		}
	}
	l.read += int64(n)
	return n, err
}

// place returns the line and column of offset, which must not be smaller than
// in an earlier call.
func (l *lineReader) place(offset int64) place {
	for l.next < len(l.ends) && l.ends[l.next] <= offset {
		l.start = l.ends[l.next]
		l.next++
		l.line++
	}
	return place{line: l.line + 1, column: int(max(offset-l.start, 1))}
}
