package geofile

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// Writer writes the features of one file. It serves one goroutine.
//
// An error of Add is final: Commit returns it too, and nothing appears.
type Writer struct {
	place    string // what the errors say was written: the path, or "stream"
	schema   Schema
	encoder  encoder
	stage    *stage // nil for a stream
	row      row
	features int
	err      error // the first failure
	done     bool  // committed or aborted
}

// encoder makes the content of one format.
type encoder interface {
	add(r *row) error
	// finish completes the content. Nothing is added after it.
	finish() error
	// discard lets go of whatever is open. It may come after finish.
	discard() error
}

// Create starts a file that will stand at path; Commit or Abort must follow.
// Until Commit whatever stands there stays as it is: the file is made in a
// temporary folder beside it. Only a process that dies leaves that folder
// behind, under a name like ".wards.gpkg.0123abcd.tmp".
//
// The name of a Shapefile must end in .shp, because programs look for its other
// parts by that ending.
func Create(path string, f Format, s Schema) (*Writer, error) {
	w, err := create(path, f, s)
	if err != nil {
		return nil, fmt.Errorf("create %q: %w", path, err)
	}
	return w, nil
}

func create(path string, f Format, s Schema) (*Writer, error) {
	if f.Extension() == "" {
		return nil, fmt.Errorf("%w: %q", ErrFormat, string(f))
	}
	if err := s.check(); err != nil {
		return nil, err
	}
	s = s.clean()
	st, err := newStage(path)
	if err != nil {
		return nil, err
	}
	var e encoder
	switch f {
	case GeoPackage:
		e, err = newGeoPackage(st, s)
	case Shapefile:
		e, err = newShapefile(st, s)
	case ShapefileZip:
		e, err = newShapefileZip(st, s)
	default:
		e, err = newTextFile(st, f, s)
	}
	if err != nil {
		return nil, errors.Join(bare(err), st.abort())
	}
	return &Writer{place: fmt.Sprintf("%q", path), schema: s, encoder: e, stage: st}, nil
}

// NewStream writes features to w as they come. The formats are those that say
// so by [Format.Streams]; any other is [ErrFormat]. Commit ends the text, and
// closes w no more than Abort does.
func NewStream(w io.Writer, f Format, s Schema) (*Writer, error) {
	const place = "stream"
	if !f.Streams() {
		return nil, fmt.Errorf("%s: %w: %q needs a file of its own", place, ErrFormat, string(f))
	}
	if err := s.check(); err != nil {
		return nil, fmt.Errorf("%s: %w", place, err)
	}
	s = s.clean()
	return &Writer{place: place, schema: s, encoder: newText(w, f, s)}, nil
}

// Add writes one feature. It keeps nothing of it.
func (w *Writer) Add(f Feature) error {
	if w.err != nil {
		return w.err
	}
	w.features++
	err := os.ErrClosed
	if !w.done {
		err = w.row.set(f, w.schema.Columns)
		if err == nil {
			err = w.encoder.add(&w.row)
		}
	}
	if err != nil {
		w.err = fmt.Errorf("write feature %d to %s: %w", w.features, w.place, bare(err))
	}
	return w.err
}

// Commit completes the file and puts it at its path, in place of what was
// there, once it is safe on disk. If it fails, or an Add failed, nothing of the
// file is left and what stood there stays, the one exception being a failure to
// sync the folder or to tidy up, which comes after the file is in place.
//
// A Shapefile is several files, which no file system replaces in one step: if
// the process dies in that moment, the old ones are in the temporary folder.
// Indexes that belong to the old ones go with them.
func (w *Writer) Commit() error {
	if w.done {
		return fmt.Errorf("commit %s: %w", w.place, os.ErrClosed)
	}
	err := w.err
	if err == nil {
		if err = w.finish(); err != nil {
			err = fmt.Errorf("commit %s: %w", w.place, bare(err))
		}
	}
	if err != nil {
		return errors.Join(err, w.Abort())
	}
	w.done = true
	if w.stage != nil {
		if err := w.stage.settle(); err != nil {
			return fmt.Errorf("commit %s: %w", w.place, bare(err))
		}
	}
	return nil
}

func (w *Writer) finish() error {
	if err := w.encoder.finish(); err != nil {
		return err
	}
	if w.stage == nil {
		return nil
	}
	return w.stage.commit()
}

// Abort gives the file up and removes what was made of it. After Commit or
// another Abort it does nothing, so that it may be deferred.
func (w *Writer) Abort() error {
	if w.done {
		return nil
	}
	w.done = true
	err := w.encoder.discard()
	if w.stage != nil {
		err = errors.Join(err, w.stage.abort())
	}
	if err != nil {
		return fmt.Errorf("abort %s: %w", w.place, bare(err))
	}
	return nil
}
