// SPDX-License-Identifier: MIT

package trace

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
)

// jsonEncoder writes one object per trip and line.
type jsonEncoder struct{}

func (jsonEncoder) open(*bufio.Writer, Notice) error { return nil }

// matched writes the JSON of EncodeTrip(m), but encodes points and legs one at a
// time, because a long JSONTrip takes twice the memory of the trip.
func (jsonEncoder) matched(w *bufio.Writer, m Matched) error {
	points, legs := m.Result.Points, m.Result.Legs
	m.Result.Points, m.Result.Legs = nil, nil
	frame, err := marshalPlain(EncodeTrip(m))
	if err != nil {
		return err
	}
	// No string can contain this text, because its quotes would be escaped.
	head, tail, _ := bytes.Cut(frame, []byte(`"points":[],"legs":[]`))
	return errors.Join(
		writeAll(w, head, []byte(`"points":`)),
		writeList(w, len(points), func(i int) any { return EncodePoint(points[i], timeOf(m.Trip, i)) }),
		writeAll(w, []byte(`,"legs":`)),
		writeList(w, len(legs), func(i int) any { return encodeLeg(legs[i]) }),
		writeAll(w, tail, []byte("\n")))
}

func (jsonEncoder) close(*bufio.Writer) error { return nil }

// writeList writes n elements as a JSON array.
func writeList(w *bufio.Writer, n int, element func(i int) any) error {
	separator := "["
	for i := range n {
		text, err := marshalPlain(element(i))
		if err != nil {
			return err
		}
		if err := writeAll(w, []byte(separator), text); err != nil {
			return err
		}
		separator = ","
	}
	if n == 0 {
		return writeAll(w, []byte("[]"))
	}
	return w.WriteByte(']')
}

func writeAll(w *bufio.Writer, pieces ...[]byte) error {
	for _, p := range pieces {
		if _, err := w.Write(p); err != nil {
			return err
		}
	}
	return nil
}

// marshalPlain is json.Marshal without HTML escaping, so that "&" in a name stays.
func marshalPlain(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
