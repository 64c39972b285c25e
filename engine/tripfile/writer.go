// SPDX-License-Identifier: MIT

package tripfile

import (
	"errors"
	"fmt"
	"io"
	"slices"
)

// Writer writes the trips of one file, one at a time. The file is never held in memory as a
// whole; a workbook is collected in temporary files. It is not safe for concurrent use.
type Writer struct {
	o       Options
	encoder encoder
	roads   bool  // the roads of ways are needed
	err     error // the first error
}

// encoder writes the content of a file in one format.
type encoder interface {
	trip(v *view) error
	close() error
	// discard removes temporary files. It is called instead of close, or after it.
	discard()
}

// NewWriter returns a Writer to w. The error is that of Options.Check or of w. The caller
// must call Close or Abort.
func NewWriter(w io.Writer, o Options) (*Writer, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	o = o.withDefaults()
	chosen := o.Per
	if len(chosen) == 0 {
		chosen = DefaultTables(o.Format, o.What)
	}
	tables := make([]table, len(chosen))
	for i, p := range chosen {
		tables[i] = tableOf(p, o.What)
	}
	e, err := newEncoder(w, &o, tables)
	if err != nil {
		return nil, fmt.Errorf("write: %w", err)
	}
	return &Writer{o: o, encoder: e, roads: slices.Contains(chosen, PerWay)}, nil
}

func newEncoder(w io.Writer, o *Options, tables []table) (encoder, error) {
	switch o.Format {
	case GPX:
		return newGPX(w, o)
	case GeoJSON:
		return newGeoJSON(w, o, tables)
	case KML:
		return newKML(w, o, tables)
	case KMZ:
		return newKMZ(w, o, tables)
	case XLSX:
		return newXLSX(w, o, tables)
	}
	return newCSV(w, o, tables[0])
}

// Write writes one trip.
func (w *Writer) Write(t Trip) error {
	if w.err != nil {
		return w.err
	}
	v, err := newView(&t, &w.o, w.roads)
	if err == nil {
		err = w.encoder.trip(v)
	}
	if err != nil {
		w.err = fmt.Errorf("write trip %q: %w", t.Matched.Trip.ID, err)
		w.encoder.discard()
	}
	return w.err
}

// Close completes the file. It does not close the underlying writer. After an error of
// Write it returns the same error, and the file is not complete.
func (w *Writer) Close() error {
	if w.err != nil {
		if errors.Is(w.err, errClosed) {
			return nil
		}
		return w.err
	}
	err := w.encoder.close()
	w.encoder.discard()
	if w.err = errClosed; err != nil {
		w.err = fmt.Errorf("write: %w", err)
		return w.err
	}
	return nil
}

// Abort removes temporary files of a file that is not wanted any more. After Close it does
// nothing.
func (w *Writer) Abort() {
	if w.err == nil {
		w.err = errClosed
		w.encoder.discard()
	}
}
