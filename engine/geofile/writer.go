// SPDX-License-Identifier: MIT

package geofile

import (
	"errors"
	"fmt"
	"io"
	"os"

	"roadsnap/internal/atomicfile"
)

// Writer writes the features of one file. It is not safe for concurrent use.
//
// After an error of Add, later calls and Commit return the same error, and no file is
// created.
type Writer struct {
	place    string // for errors: the path, or "stream"
	schema   Schema
	encoder  encoder
	stage    *stage // nil for a stream
	row      row
	features int
	err      error // the first error
	done     bool  // committed or aborted
}

// encoder writes the content in one format.
type encoder interface {
	add(r *row) error
	// finish completes the content. add must not be called after it.
	finish() error
	// discard releases open resources. It may be called after finish.
	discard() error
}

// Create starts a file at path. The caller must call Commit or Abort. The file is
// created in a temporary folder next to path, so an existing file is unchanged until
// Commit. A process that dies leaves the folder behind, with a name like
// ".wards.gpkg.0123abcd.tmp".
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
	if err := s.checkFor(f); err != nil {
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
	case FlatGeobuf:
		e, err = newFlatGeobuf(st, s)
	default:
		e, err = newStreamedFile(st, f, s)
	}
	if err != nil {
		return nil, errors.Join(atomicfile.Bare(err), st.abort())
	}
	st.removeRest(Parts(path, f))
	return &Writer{place: fmt.Sprintf("%q", path), schema: s, encoder: e, stage: st, row: row{shape: shape{system: s.System}}}, nil
}

// NewStream returns a Writer that writes features to w. If [Format.Streams] is false
// for f, the error wraps [ErrFormat]. Commit completes the text. Neither Commit nor
// Abort closes w.
func NewStream(w io.Writer, f Format, s Schema) (*Writer, error) {
	const place = "stream"
	if !f.Streams() {
		return nil, fmt.Errorf("%s: %w: %q can only be written to a file", place, ErrFormat, string(f))
	}
	if err := s.checkFor(f); err != nil {
		return nil, fmt.Errorf("%s: %w", place, err)
	}
	s = s.clean()
	e, err := newStreamed(w, f, s)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", place, err)
	}
	return &Writer{place: place, schema: s, encoder: e, row: row{shape: shape{system: s.System}}}, nil
}

// Add writes one feature. It does not keep f.
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
		w.err = fmt.Errorf("write feature %d to %s: %w", w.features, w.place, atomicfile.Bare(err))
	}
	return w.err
}

// Commit completes and syncs the file and moves it to its path, replacing any file
// there. If it fails, or an Add failed, the new file is removed and the old one is
// unchanged. The exception is an error of syncing the folder or of removing the
// temporary folder, which happens after the move.
//
// A Shapefile is several files, which cannot be replaced in one step. If the process
// dies during the move, the old ones are in the temporary folder. Commit also removes
// index files of the old Shapefile.
func (w *Writer) Commit() error {
	if w.done {
		return fmt.Errorf("commit %s: %w", w.place, os.ErrClosed)
	}
	err := w.err
	if err == nil {
		if err = w.finish(); err != nil {
			err = fmt.Errorf("commit %s: %w", w.place, atomicfile.Bare(err))
		}
	}
	if err != nil {
		return errors.Join(err, w.Abort())
	}
	w.done = true
	if w.stage != nil {
		if err := w.stage.cleanUp(); err != nil {
			return fmt.Errorf("commit %s: %w", w.place, atomicfile.Bare(err))
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

// Abort removes the incomplete file. After Commit or another Abort it does nothing, so
// it may be deferred.
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
		return fmt.Errorf("abort %s: %w", w.place, atomicfile.Bare(err))
	}
	return nil
}
