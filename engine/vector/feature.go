// SPDX-License-Identifier: MIT

package vector

import (
	"fmt"

	"github.com/paulmach/orb"

	"roadsnap/engine/errclass"
)

// The errors that fault files. Their own text is not part of the errors that wrap them.
var (
	// ErrCorrupt means that a file contradicts its own format, or ends too early.
	ErrCorrupt = errclass.New(errclass.UnitsCorrupt, "the file is damaged")
	// ErrFormat means that a file has a form of its format that is not read.
	ErrFormat = errclass.New(errclass.UnitsFormat, "the file cannot be read")
)

// fault is an error with ErrCorrupt or ErrFormat as its kind.
type fault struct {
	kind error
	text string
}

// Error returns what is wrong, and what to do.
func (f *fault) Error() string { return f.text }

// Unwrap returns the kind.
func (f *fault) Unwrap() error { return f.kind }

func corruptf(format string, args ...any) error {
	return &fault{ErrCorrupt, fmt.Sprintf(format, args...) + "; copy or download it again"}
}

func formatf(format string, args ...any) error {
	return &fault{ErrFormat, fmt.Sprintf(format, args...)}
}

// Feature is a feature of a file.
type Feature struct {
	Fields []Field
	// Area is the area of the feature. It is nil if the feature has none.
	Area orb.MultiPolygon
	// Flat is set if Area is a single polygon with all rings, whose nesting the format does
	// not tell.
	Flat bool
	// Other is the kind of the geometry if it is not an area: "Point", or "" if there is
	// none. Lines and Points hold it if it is of lines or of points.
	Other  string
	Lines  orb.MultiLineString
	Points orb.MultiPoint
}

// Field is the value of a column.
type Field struct{ Name, Value string }

// System is the coordinate system that a file declares: by a code of EPSG, by a
// definition in well-known text, or by a name as crs.ByName takes it. If it has none of them,
// the file does not declare one.
type System struct {
	EPSG int
	WKT  string
	Name string
}

// Sink receives the content of a file: the coordinate system of the features to come, and
// the features. Their errors end the reading.
type Sink struct {
	System  func(System) error
	Feature func(Feature) error
}
