// SPDX-License-Identifier: MIT

package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// tokens reads a JSON text token by token, so that a long one never keeps a processor for
// long. Its first error ends it: the other methods then return nothing, and more is false.
type tokens struct {
	decoder *json.Decoder
	faults  *faults
	in      *pausingReader
	list    string // the field for the fault that there are too many
	done    bool   // the text is no JSON, or reading it failed
}

func newTokens(ctx context.Context, text []byte, list string, f *faults) *tokens {
	t := &tokens{faults: f, list: list, in: &pausingReader{ctx: ctx, from: bytes.NewReader(text)}}
	t.decoder = json.NewDecoder(t.in)
	t.decoder.UseNumber()
	return t
}

// ended reports whether the text could not be read to its end.
func (t *tokens) ended() bool { return t.done }

// fault adds a fault, unless there are too many.
func (t *tokens) fault(field, message string) {
	switch n := len(*t.faults); {
	case t.done:
	case n < maxFaults:
		t.faults.add(field, message)
	case n == maxFaults:
		t.faults.add(t.list, fmt.Sprintf("has more faults than the %d above", maxFaults))
	}
}

// next returns the next token, nil at an error.
func (t *tokens) next() json.Token {
	if t.done {
		return nil
	}
	token, err := t.decoder.Token()
	if err != nil {
		t.end(err)
		return nil
	}
	return token
}

// end ends the text with an error.
func (t *tokens) end(err error) {
	t.done = true
	var syntax *json.SyntaxError
	switch {
	case t.in.err != nil:
	case errors.Is(err, io.EOF) && t.decoder.InputOffset() == 0:
		t.faults.add("body", "is empty")
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		t.faults.add("body", "is not JSON: it ends early")
	case errors.As(err, &syntax):
		t.faults.add("body", fmt.Sprintf("is not JSON: %v (byte %d)", syntax, syntax.Offset))
	default:
		t.faults.add("body", fmt.Sprintf("is not JSON: %v", err))
	}
}

// more reports whether the current array or object has another element.
func (t *tokens) more() bool { return !t.done && t.decoder.More() }

// opens reads the bracket that begins a value. If there is another value, it adds a fault and
// skips that.
func (t *tokens) opens(bracket json.Delim, field, message string) bool {
	token := t.next()
	if token == bracket {
		return true
	}
	t.fault(field, message)
	t.rest(token)
	return false
}

// skip skips the next value.
func (t *tokens) skip() { t.rest(t.next()) }

// rest skips the rest of a value that begins with token.
func (t *tokens) rest(token json.Token) {
	for depth := 0; ; token = t.next() {
		switch token {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth > maxTripDepth {
			t.fault("body", fmt.Sprintf("must not have more than %d levels of nested values", maxTripDepth))
			t.done = true
		}
		if depth == 0 || t.done {
			return
		}
	}
}

// scalar returns the next value if it is no array or object, else the bracket that begins it.
func (t *tokens) scalar() json.Token {
	token := t.next()
	t.rest(token)
	return token
}

// text reads a text.
func (t *tokens) text(field string) (text string, ok bool) {
	if text, ok = t.scalar().(string); !ok {
		t.fault(field, "must be a text")
	}
	return text, ok
}

// document reads the whole text, an object, and calls the function of each known member. A
// second member of one name is a fault.
func (t *tokens) document(members map[string]func(field string)) {
	if !t.opens('{', "body", "must be a JSON object") {
		t.done = true
		return
	}
	given := map[string]bool{}
	for t.more() {
		name, _ := t.next().(string)
		read, known := members[name]
		switch {
		case !known:
			t.skip()
		case given[name]:
			t.fault(name, "must not be given twice")
			t.skip()
		default:
			given[name] = true
			read(name)
		}
	}
	t.next()
	if t.done {
		return
	}
	if _, err := t.decoder.Token(); !errors.Is(err, io.EOF) {
		t.fault("body", "is not JSON: something follows the object")
		t.done = true
	}
}

// pausingReader reads in pieces and pauses before each, so that the work on a long text does
// not keep others waiting.
type pausingReader struct {
	ctx  context.Context
	from io.Reader
	err  error // of pause
}

// readPiece is the size of a piece (bytes), which the slowest reader parses in 5 ms.
const readPiece = 32 << 10

func (p *pausingReader) Read(b []byte) (int, error) {
	if p.err = pause(p.ctx); p.err != nil {
		return 0, p.err
	}
	return p.from.Read(b[:min(len(b), readPiece)])
}
