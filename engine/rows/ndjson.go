// SPDX-License-Identifier: MIT

package rows

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"

	"roadsnap/engine/trace"
)

// newNDJSON returns the source of JSON objects. The names of the first one are those of
// the columns; a member that a later object lacks is null.
func newNDJSON(o *Options) (*lineSource, error) {
	s := &lineSource{in: bufio.NewReaderSize(o.In, 1<<16), profile: o.Profile}
	p := &objects{keyed: o.Operation != Locate}
	s.parser = p
	line, err := readLine(s.in)
	if errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("the input has no rows: %w", ErrInput)
	}
	if err != nil {
		return nil, err
	}
	names, ok := namesOf(line)
	if !ok {
		return nil, fmt.Errorf("the first line of the input is no JSON object: %w", ErrSchema)
	}
	if s.found, err = o.find(names); err != nil {
		return nil, err
	}
	for role, i := range s.found {
		if i >= 0 {
			p.names[role] = names[i]
		}
	}
	s.names, s.first = names, line
	return s, nil
}

// namesOf returns the names of the members of an object.
func namesOf(line []byte) (names []string, ok bool) {
	ok = json.Valid(line) && members(line, func(name, _ []byte) { names = append(names, string(name)) })
	return names, ok
}

// objects parses JSON objects.
type objects struct {
	names [numRoles]string // "" for none
	keyed bool
}

func (p *objects) parse(line []byte, f *fixes, i int) (key string) {
	if !json.Valid(line) {
		f.fault(i, BadRow)
		return ""
	}
	var values [numRoles][]byte
	ok := members(line, func(name, value []byte) {
		for role, n := range p.names {
			if n != "" && string(name) == n {
				values[role] = value
			}
		}
	})
	if !ok {
		f.fault(i, BadRow)
		return ""
	}
	for role, value := range values {
		switch {
		case p.names[role] == "":
		case value == nil || string(value) == "null":
			f.null(role, i)
		case role == tripID:
			if badKey(value) {
				f.bad(role, i)
			}
			key = string(value)
		case value[0] == '"':
			var text string
			if json.Unmarshal(value, &text) != nil {
				f.bad(role, i)
				continue
			}
			f.setText(role, i, text)
		case value[0] == '{' || value[0] == '[' || value[0] == 't' || value[0] == 'f' || role == profileOf:
			f.bad(role, i)
		default:
			f.setText(role, i, string(value))
		}
	}
	return key
}

// badKey reports whether a value is neither a text nor a whole number, nor null.
func badKey(value []byte) bool {
	switch value[0] {
	case '{', '[', 't', 'f':
		return true
	case '"', 'n':
		return false
	}
	return bytes.ContainsAny(value, ".eE")
}

// members calls visit with the members of a valid JSON text, and reports whether it is an
// object. Names with escapes are decoded.
func members(line []byte, visit func(name, value []byte)) bool {
	i := space(line, 0)
	if i == len(line) || line[i] != '{' {
		return false
	}
	for i = space(line, i+1); line[i] != '}'; {
		end := skip(line, i)
		name := line[i+1 : end-1]
		if bytes.IndexByte(name, '\\') >= 0 {
			var text string
			if json.Unmarshal(line[i:end], &text) == nil {
				name = []byte(text)
			}
		}
		i = space(line, space(line, end)+1) // after the colon
		end = skip(line, i)
		visit(name, line[i:end])
		if i = space(line, end); line[i] == ',' {
			i = space(line, i+1)
		}
	}
	return true
}

// space returns the index of the next character that is no white space.
func space(line []byte, i int) int {
	for i < len(line) && (line[i] == ' ' || line[i] == '\t' || line[i] == '\r' || line[i] == '\n') {
		i++
	}
	return i
}

// skip returns the index after the value that begins at i in a valid JSON text.
func skip(line []byte, i int) int {
	for depth := 0; i < len(line); {
		switch line[i] {
		case '"':
			for i++; line[i] != '"'; i++ {
				if line[i] == '\\' {
					i++
				}
			}
			i++
		case '{', '[':
			depth++
			i++
			continue
		case '}', ']':
			depth--
			i++
		case ',', ':', ' ', '\t', '\r', '\n':
			i++
			continue
		default:
			for i < len(line) && bytes.IndexByte([]byte(",:]} \t\r\n"), line[i]) < 0 {
				i++
			}
		}
		if depth == 0 {
			return i
		}
	}
	return i
}

// newObjectSink returns a sink of JSON objects.
func newObjectSink(o *Options) *lineSink {
	return &lineSink{out: bufio.NewWriterSize(o.Out, 1<<16), join: joinObject, row: appendObject, refuse: o.refuseObject}
}

// refuseObject refuses an object that has an added name already. Its bytes are searched
// first, because that is faster than reading its members.
func (o *Options) refuseObject(line []byte, t *table) (err error) {
	for i := range t.columns {
		name := t.columns[i].name
		if !bytes.Contains(line, []byte(name)) {
			continue
		}
		if names, ok := namesOf(line); ok {
			return o.checkAdded(names, t)
		}
	}
	return nil
}

// joinObject appends an object without its end. What is no object is left out.
func joinObject(b, line []byte) []byte {
	b = append(b, '{')
	line = bytes.TrimSpace(line)
	if len(line) < 2 || line[0] != '{' || !json.Valid(line) {
		return b
	}
	inner := bytes.TrimSpace(line[1 : len(line)-1])
	if len(inner) == 0 {
		return b
	}
	return append(append(b, inner...), ',')
}

// appendObject appends a row as an object.
func appendObject(b []byte, t *table, i int, alone bool) []byte {
	if alone {
		b = append(b, '{')
	}
	for n := range t.columns {
		c := &t.columns[n]
		if n > 0 {
			b = append(b, ',')
		}
		b = append(appendJSONText(b, c.name), ':')
		if !c.known[i] {
			b = append(b, "null"...)
			continue
		}
		switch c.kind {
		case keyKind:
			b = append(b, c.texts[i]...)
		case textKind:
			b = appendJSONText(b, c.texts[i])
		case flagKind:
			b = strconv.AppendBool(b, c.wholes[i] != 0)
		case timeKind:
			b = append(append(append(b, '"'), trace.FormatTime(timeOfMicros(c.wholes[i]))...), '"')
		case wholeKind:
			b = strconv.AppendInt(b, c.wholes[i], 10)
		default:
			b = strconv.AppendFloat(b, c.floats[i], 'f', -1, 64)
		}
	}
	return append(b, "}\n"...)
}

// appendJSONText appends a text as a JSON string.
func appendJSONText(b []byte, text string) []byte {
	b = append(b, '"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r < ' ':
			b = fmt.Appendf(b, "\\u%04x", r)
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}
