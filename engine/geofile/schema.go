// SPDX-License-Identifier: MIT

package geofile

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"roadsnap/engine/crs"
)

// Kind is the type of the values of a column.
type Kind int

// The kinds of columns, with the Go type of their values. Any value may be nil.
const (
	Text    Kind = iota // string
	Integer             // int64
	Real                // float64, finite
)

// String returns the name of the kind, for messages.
func (k Kind) String() string {
	switch k {
	case Text:
		return "text"
	case Integer:
		return "integer"
	case Real:
		return "real"
	}
	return fmt.Sprintf("kind %d", int(k))
}

// Column is an attribute of every feature.
type Column struct {
	Name string
	Kind Kind
}

// Schema describes the layer of a file. It is valid for all formats or for none.
type Schema struct {
	Name    string     // name of the layer, such as "wards"
	Licence string     // notice for the data; written if the format has a place for it
	Columns []Column   // at least one; names must differ by more than case
	System  crs.System // of the coordinates in the file, one with a code of EPSG; KML and TopoJSON have WGS 84 only
	Excel   bool       // in CSV only: for Excel, with a byte order mark and no cell that is too long for it
	Title   string     // the text column that names a feature; "": that called name, or else the first
}

// The columns that this package adds to some formats.
const (
	keyColumn      = "fid"
	geometryColumn = "geom"
	wktColumn      = "wkt"
)

// maxColumns is the maximum number of columns of a .dbf, the lowest of all formats.
const maxColumns = 255

// Check returns the error that Create would return for a format and a schema.
func Check(f Format, s Schema) error { return s.checkFor(f) }

// checkFor returns an error that wraps ErrSchema or ErrFormat if s cannot be written in a format.
func (s Schema) checkFor(f Format) error {
	switch {
	case s.epsg() == 0:
		return fmt.Errorf("%w: the coordinate system %v has no code of EPSG", ErrSchema, s.System)
	case s.epsg() != wgs84ID && !f.Projects():
		return fmt.Errorf("%w: %s has coordinates in WGS 84 only; choose another format, or no coordinate system", ErrFormat, f)
	}
	return s.check()
}

// check returns an error that wraps ErrSchema if some format cannot represent s.
func (s Schema) check() error {
	switch lower := strings.ToLower(s.Name); {
	case !plainName(s.Name):
		return fmt.Errorf("%w: layer name %q is empty or has control characters", ErrSchema, s.Name)
	case strings.HasPrefix(lower, "gpkg_") || strings.HasPrefix(lower, "rtree_") || strings.HasPrefix(lower, "sqlite_"):
		return fmt.Errorf("%w: layer name %q is reserved in a GeoPackage", ErrSchema, s.Name)
	case len(s.Columns) == 0:
		return fmt.Errorf("%w: no columns", ErrSchema)
	case len(s.Columns) > maxColumns:
		return fmt.Errorf("%w: %d columns, more than %d", ErrSchema, len(s.Columns), maxColumns)
	}
	taken := map[string]bool{keyColumn: true, geometryColumn: true, wktColumn: true}
	for i, c := range s.Columns {
		if !plainName(c.Name) {
			return fmt.Errorf("%w: name %q of column %d is empty or has control characters", ErrSchema, c.Name, i+1)
		}
		if c.Kind < Text || c.Kind > Real {
			return fmt.Errorf("%w: column %q has an invalid kind", ErrSchema, c.Name)
		}
		name := strings.ToLower(composed(c.Name))
		if taken[name] {
			return fmt.Errorf("%w: name %q of column %d is not unique or is reserved", ErrSchema, c.Name, i+1)
		}
		taken[name] = true
	}
	return nil
}

func plainName(s string) bool {
	return s != "" && utf8.ValidString(s) && !strings.ContainsFunc(s, unicode.IsControl)
}

// clean returns a copy of s with composed texts.
func (s Schema) clean() Schema {
	s.Name, s.Licence, s.Title = composed(s.Name), composed(s.Licence), composed(s.Title)
	columns := make([]Column, len(s.Columns))
	for i, c := range s.Columns {
		columns[i] = Column{Name: composed(c.Name), Kind: c.Kind}
	}
	s.Columns = columns
	return s
}
