// SPDX-License-Identifier: MIT

package trace

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// jsonTokens reads JSON token by token and tracks the line. Decoding into types
// would be shorter, but its errors have no line, and a position of one number
// would get latitude 0. encoding/json.Decoder takes three times as long for the tokens.
type jsonTokens struct {
	c       *collector
	scanner jsonScanner
	depth   int
	end     place // where the last token ends
	cut     bool  // the text ends early, or is no longer JSON
	names   map[string]*memberName

	nothing *Error // of the first object without a position
}

func newJSONTokens(c *collector, r io.Reader) *jsonTokens {
	return &jsonTokens{c: c, scanner: jsonScanner{in: bufio.NewReaderSize(r, 64<<10)}, names: map[string]*memberName{}}
}

// next returns the next token, or io.EOF after a complete text.
func (t *jsonTokens) next() (json.Token, error) {
	tok, err := t.scanner.next()
	if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		t.scanner.end = t.scanner.place()
	}
	t.end = t.scanner.end
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
	var syntax jsonSyntaxError
	switch {
	case errors.As(err, &syntax):
		t.cut = true
		return t.fault(ErrFormat, "not well-formed JSON: "+syntax.Error(), "export the file again")
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

// memberName is what the name of a member means.
type memberName struct {
	folded string // without blanks
	role   role   // of a column of this name
	unit   unit
	isRole bool
}

// maxNames is the number of names that are remembered. Files have a few dozen.
const maxNames = 1000

// named returns what the name of a member means.
func (t *jsonTokens) named(name string) *memberName {
	m := t.names[name]
	if m == nil {
		m = &memberName{folded: strings.ReplaceAll(foldName(name), " ", "")}
		m.role, m.unit, m.isRole = roleOfColumn(name)
		if len(t.names) < maxNames {
			t.names[name] = m
		}
	}
	return m
}
