// SPDX-License-Identifier: MIT

package geofile

import "io"

// textFormat appends the parts of a text file.
type textFormat interface {
	begin(dst []byte) []byte
	feature(dst []byte, r *row) []byte
	end(dst []byte) []byte
}

// textFile is the encoder of all text formats.
type textFile struct {
	out     io.Writer
	format  textFormat
	pending []byte // not yet written
}

// textBuffer is the amount of text that is collected before it is written (bytes).
const textBuffer = 1 << 16

// newStreamedFile returns the encoder of a file in a format that can be streamed.
func newStreamedFile(st *stage, f Format, s Schema) (encoder, error) {
	if err := st.deliverTo(st.base()); err != nil {
		return nil, err
	}
	file, err := st.create(st.base())
	if err != nil {
		return nil, err
	}
	return newStreamed(file, f, s)
}

func newStreamed(out io.Writer, f Format, s Schema) (encoder, error) {
	if f == GeoParquet {
		return newGeoParquet(out, s)
	}
	return newText(out, f, s), nil
}

func newText(out io.Writer, f Format, s Schema) *textFile {
	t := &textFile{out: out}
	switch f {
	case GeoJSON:
		t.format = newGeoJSON(s)
	case KML:
		t.format = newKML(s)
	case TopoJSON:
		t.format = newTopoJSON(s)
	case CSV:
		t.format = newCSV(s)
	}
	t.pending = t.format.begin(make([]byte, 0, 2*textBuffer))
	return t
}

func (t *textFile) add(r *row) error {
	t.pending = t.format.feature(t.pending, r)
	if len(t.pending) < textBuffer {
		return nil
	}
	return t.flush()
}

func (t *textFile) finish() error {
	t.pending = t.format.end(t.pending)
	return t.flush()
}

func (t *textFile) flush() error {
	_, err := t.out.Write(t.pending)
	t.pending = t.pending[:0]
	return err
}

func (t *textFile) discard() error { return nil }
