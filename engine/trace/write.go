// SPDX-License-Identifier: MIT

package trace

import (
	"bufio"
	"fmt"
	"io"
)

// Writer writes matched trips one at a time, so that the output is never held
// in memory as a whole.
type Writer struct {
	out    *bufio.Writer
	format encoder
	notice Notice
	opened bool
	closed bool
}

// Notice is what an answer of a server says besides its trips. Empty texts are left out.
type Notice struct {
	Status  string // only in GeoJSON, as the member "status"
	Licence string // in GeoJSON the member "licence", in GPX the author of the copyright
}

// encoder writes a file of matched trips in one format.
type encoder interface {
	open(w *bufio.Writer, n Notice) error
	matched(w *bufio.Writer, m Matched) error
	close(w *bufio.Writer) error
}

// NewWriter returns a Writer for format f: JSON, GeoJSON, GPX or CSV. For any
// other it returns [ErrUnknownFormat].
//
//   - JSON has everything, see [JSONTrip], with one trip per line.
//   - GeoJSON has a LineString per leg and a Point per observation.
//   - GPX has the matched route: a track per trip, a segment per leg.
//   - CSV has a row per observation.
func NewWriter(w io.Writer, f Format) (*Writer, error) { return NewNoticeWriter(w, f, Notice{}) }

// NewNoticeWriter is NewWriter for a document that also has a notice. JSON and CSV have no
// place for it.
func NewNoticeWriter(w io.Writer, f Format, n Notice) (*Writer, error) {
	e, err := encoderOf(f)
	if err != nil {
		return nil, err
	}
	return &Writer{out: bufio.NewWriter(w), format: e, notice: n}, nil
}

func encoderOf(f Format) (encoder, error) {
	switch f {
	case JSON:
		return jsonEncoder{}, nil
	case GeoJSON:
		return &geoJSONEncoder{}, nil
	case GPX:
		return gpxEncoder{}, nil
	case CSV:
		return &csvEncoder{}, nil
	}
	return nil, fmt.Errorf("write as %q: %w", string(f), ErrUnknownFormat)
}

// Write writes one trip.
func (w *Writer) Write(m Matched) error {
	if err := w.open(); err != nil {
		return err
	}
	if err := w.format.matched(w.out, m); err != nil {
		return fmt.Errorf("write trip %q: %w", m.Trip.ID, err)
	}
	return nil
}

// Close completes the file and flushes it. It does not close the underlying
// writer. A second Close does nothing.
func (w *Writer) Close() error {
	if w.closed {
		return nil
	}
	if err := w.open(); err != nil {
		return err
	}
	w.closed = true
	if err := w.format.close(w.out); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	if err := w.out.Flush(); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	return nil
}

func (w *Writer) open() error {
	if w.opened {
		return nil
	}
	w.opened = true
	if err := w.format.open(w.out, w.notice); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	return nil
}

// Write writes matched trips to w in format f, see [NewWriter].
func Write(w io.Writer, f Format, trips []Matched) error {
	tw, err := NewWriter(w, f)
	if err != nil {
		return err
	}
	for _, m := range trips {
		if err := tw.Write(m); err != nil {
			return err
		}
	}
	return tw.Close()
}

// WriteTrips writes unmatched trips to w in format f: GPX, GeoJSON or CSV. For any
// other it returns [ErrUnknownFormat]. Degrees have 7 decimals, the precision of
// receivers.
func WriteTrips(w io.Writer, f Format, trips []Trip) error {
	e, err := encoderOf(f)
	if err != nil {
		return err
	}
	raw, ok := e.(tripEncoder)
	if !ok {
		return fmt.Errorf("write recorded trips as %q: %w", string(f), ErrUnknownFormat)
	}
	out := bufio.NewWriter(w)
	if err := raw.openTrips(out, trips); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	for _, t := range trips {
		if err := raw.trip(out, t); err != nil {
			return fmt.Errorf("write trip %q: %w", t.ID, err)
		}
	}
	if err := raw.close(out); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	return nil
}

// tripEncoder is an encoder that can also write unmatched trips.
type tripEncoder interface {
	encoder
	openTrips(w *bufio.Writer, trips []Trip) error
	trip(w *bufio.Writer, t Trip) error
}
