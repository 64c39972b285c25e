// SPDX-License-Identifier: MIT

package rows

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"unicode/utf8"

	"roadsnap/engine/trace"
)

// newNDJSON returns the source of JSON objects. The names of the first one are those of
// the columns; a member that a later object lacks is null.
func newNDJSON(o *Options) (*lineSource, error) {
	s := &lineSource{in: bufio.NewReaderSize(o.In, 1<<16), profile: o.Profile}
	p := &objects{added: map[string]bool{}}
	s.parser = p
	if work, added, err := o.operation(); err == nil && work.joins() {
		for i := range added.columns {
			p.added[added.columns[i].name] = true
		}
	}
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
	for _, n := range names {
		p.usual, p.roles = append(p.usual, n), append(p.roles, slices.Index(p.names[:], n))
	}
	s.names, s.first = names, line
	return s, nil
}

// namesOf returns the names of the members of an object.
func namesOf(line []byte) (names []string, ok bool) {
	ok = members(line, func(name, _ []byte) { names = append(names, string(name)) })
	return names, ok
}

// noRole is the number of a member without a role.
const noRole = -1

// objects parses JSON objects.
type objects struct {
	names [numRoles]string // "" for none
	added map[string]bool  // names that the output adds
	key   string           // the last one

	// The members of the first object, which most others have in the same order, and their roles.
	usual []string
	roles []int
}

// role returns the role of member n, or noRole.
func (p *objects) role(n int, name []byte) int {
	if n < len(p.usual) && string(name) == p.usual[n] {
		return p.roles[n]
	}
	return max(slices.Index(p.names[:], string(name)), noRole)
}

func (p *objects) parse(line []byte, f *fixes, i int) (key string, s shape) {
	var values [numRoles][]byte
	n := 0
	s = whole
	ok := members(line, func(name, value []byte) {
		if role := p.role(n, name); role != noRole {
			values[role] = value
		} else if p.added[string(name)] {
			s = taken
		}
		n++
	})
	if !ok {
		f.fault(i, BadRow)
		return "", broken
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
			if string(value) != p.key {
				p.key = string(value)
			}
			key = p.key
		case value[0] == '"':
			text := value[1 : len(value)-1]
			if bytes.IndexByte(text, '\\') >= 0 {
				var plain string
				_ = json.Unmarshal(value, &plain) // it is valid
				text = []byte(plain)
			}
			f.setText(role, i, string(text))
		case value[0] == '{' || value[0] == '[' || value[0] == 't' || value[0] == 'f' || role == profileOf:
			f.bad(role, i)
		default:
			f.setText(role, i, string(value))
		}
	}
	return key, s
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

// newObjectSink returns a sink of JSON objects.
func newObjectSink(o *Options) *lineSink {
	return &lineSink{out: bufio.NewWriterSize(o.Out, 1<<16), join: joinObject, row: appendObject, refuse: o.refuseObject}
}

// refuseObject refuses an object that has an added name already.
func (o *Options) refuseObject(line []byte, t *table) error {
	names, _ := namesOf(line)
	return o.checkAdded(names, t)
}

// joinObject appends an object without its end. What is no object is left out.
func joinObject(b, line []byte, s shape) []byte {
	b = append(b, '{')
	if s == broken {
		return b
	}
	line = bytes.TrimSpace(line)
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
		b = append(b, c.label...)
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
			b = appendFixed(b, c.floats[i], c.kind.unit())
		}
	}
	return append(b, "}\n"...)
}

// appendJSONText appends a text as a JSON string.
func appendJSONText(b []byte, text string) []byte {
	b = append(b, '"')
	if isPlain(text) {
		return append(append(b, text...), '"')
	}
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

// isPlain reports whether a text is ASCII without characters that JSON or TSV escape.
func isPlain(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
