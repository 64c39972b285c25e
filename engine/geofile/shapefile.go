// SPDX-License-Identifier: MIT

package geofile

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// shapefile writes the files of a Shapefile, called its parts, into a stage.
type shapefile struct {
	shapes *shapeWriter
	table  *tableWriter
}

// The extensions of the parts.
const (
	shapesPart     = ".shp"
	indexPart      = ".shx"
	tablePart      = ".dbf"
	projectionPart = ".prj"
	encodingPart   = ".cpg"
	metadataPart   = ".shp.xml"
)

// shapefileParts lists the extensions of the parts. The metadata is left out without a
// licence.
var shapefileParts = []string{shapesPart, indexPart, tablePart, projectionPart, encodingPart, metadataPart}

// shapefileIndexes lists the extensions of the index files of other programs. They
// are removed with the old Shapefile, because programs trust them without a check.
var shapefileIndexes = []string{".sbn", ".sbx", ".qix", ".idm", ".ind", ".fbn", ".fbx", ".ain", ".aih", ".ixs", ".mxs"}

// newShapefile starts a Shapefile at the stage's path.
func newShapefile(st *stage, s Schema) (*shapefile, error) {
	if !strings.EqualFold(filepath.Ext(st.base()), shapesPart) {
		return nil, fmt.Errorf("%w: the name of a Shapefile must end in %s", ErrFormat, shapesPart)
	}
	e, names, err := newShapefileParts(st, s, func(part string) string { return sibling(st.base(), part) })
	if err != nil {
		return nil, err
	}
	if err := st.deliverTo(names...); err != nil {
		return nil, err
	}
	return e, nil
}

// sibling returns path with the extension of another part, in the case of path's own
// extension, because programs look for the parts in that case.
func sibling(path, part string) string {
	ending := filepath.Ext(path)
	if ending == strings.ToUpper(ending) {
		part = strings.ToUpper(part)
	}
	return strings.TrimSuffix(path, ending) + part
}

// newShapefileParts creates the parts in the stage and returns their names. named
// returns the name of a part.
func newShapefileParts(st *stage, s Schema, named func(part string) string) (*shapefile, []string, error) {
	texts := []struct{ part, content string }{
		{projectionPart, s.System.ESRI()},
		{encodingPart, "UTF-8"},
	}
	if s.Licence != "" {
		texts = append(texts, struct{ part, content string }{metadataPart, licenceMetadata(s)})
	}
	var names []string
	for _, t := range texts {
		f, err := st.create(named(t.part))
		if err != nil {
			return nil, nil, err
		}
		if _, err := f.WriteString(t.content); err != nil {
			return nil, nil, err
		}
		names = append(names, named(t.part))
	}
	var files [3]*os.File
	for i, part := range []string{indexPart, tablePart, shapesPart} {
		var err error
		if files[i], err = st.create(named(part)); err != nil {
			return nil, nil, err
		}
		names = append(names, named(part))
	}
	table, err := newTableWriter(files[1], s.Columns, time.Now())
	if err != nil {
		return nil, nil, err
	}
	shapes, err := newShapeWriter(files[2], files[0])
	if err != nil {
		return nil, nil, err
	}
	return &shapefile{shapes: shapes, table: table}, names, nil
}

func (f *shapefile) add(r *row) error {
	if err := f.table.add(r.values); err != nil {
		return err
	}
	return f.shapes.add(&r.shape)
}

func (f *shapefile) finish() error { return errors.Join(f.shapes.finish(), f.table.finish()) }

func (f *shapefile) discard() error { return nil }

// licenceMetadata returns the metadata of a Shapefile in the FGDC standard (CSDGM),
// which GIS programs show.
func licenceMetadata(s Schema) string {
	b := []byte(`<?xml version="1.0" encoding="UTF-8"?>` + "\n<metadata><idinfo><citation><citeinfo><title>")
	b = append(appendXMLText(b, s.Name), "</title></citeinfo></citation><useconst>"...)
	b = append(appendXMLText(b, s.Licence), "</useconst></idinfo></metadata>\n"...)
	return string(b)
}

// shapefileZip writes a Shapefile and finally packs it into one archive.
type shapefileZip struct {
	*shapefile
	stage *stage
	parts []string
	out   *os.File
}

func newShapefileZip(st *stage, s Schema) (*shapefileZip, error) {
	if err := st.deliverTo(st.base()); err != nil {
		return nil, err
	}
	out, err := st.create(st.base())
	if err != nil {
		return nil, err
	}
	e, names, err := newShapefileParts(st, s, func(part string) string { return st.stem() + part })
	if err != nil {
		return nil, err
	}
	return &shapefileZip{shapefile: e, stage: st, parts: names, out: out}, nil
}

func (z *shapefileZip) finish() error {
	if err := z.shapefile.finish(); err != nil {
		return err
	}
	archive := zip.NewWriter(z.out)
	now := time.Now()
	for _, name := range z.parts {
		if err := z.pack(archive, name, now); err != nil {
			return err
		}
	}
	return archive.Close()
}

func (z *shapefileZip) pack(archive *zip.Writer, name string, now time.Time) error {
	w, err := archive.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: now})
	if err != nil {
		return err
	}
	f, err := os.Open(z.stage.staged(name))
	if err != nil {
		return err
	}
	_, err = io.Copy(w, f)
	return errors.Join(err, f.Close())
}
