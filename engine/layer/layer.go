// SPDX-License-Identifier: MIT

package layer

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/paulmach/orb"

	"roadsnap/engine/errclass"
	"roadsnap/engine/trace"
	"roadsnap/engine/vector"
)

// ErrTooLarge means that a file exceeds a limit of this package.
var ErrTooLarge = errclass.New(errclass.FileTooLarge, "the file is too large")

// The limits of a layer.
const (
	MaxFeatures = 1_000_000
	MaxVertices = 20_000_000
	MaxColumns  = 1000
)

// Shape is the kind of the geometries of a layer.
type Shape int

// The shapes. Mixed layers have the highest of their features.
const (
	None Shape = iota // a table without positions
	Points
	Lines
	Areas
)

// Kind is the kind of the values of a column.
type Kind int

// The kinds.
const (
	Text Kind = iota
	Number
	Date
)

// Column is a column of a layer. Its slices have a value for each feature.
type Column struct {
	Name    string
	Kind    Kind
	Texts   []string    // as the file has them, "" for none
	Numbers []float64   // of Kind Number, else nil; NaN for none
	Dates   []time.Time // of Kind Date, else nil; zero for none
}

// Layer is the content of a file. It never changes after Open, and is safe for concurrent use.
type Layer struct {
	Name     string // of the file without its extension
	Path     string
	System   string // the coordinate system of the file, as crs.System has it
	Assumed  bool   // a GIS file declares no system and none was given, so that it is taken for WGS 84
	Shape    Shape
	Columns  []Column
	Geometry []orb.Geometry // of each feature in WGS 84, longitude first: MultiPoint, MultiLineString, MultiPolygon, or nil
	Faults   []Fault        // the first MaxFaults of them
	Faulty   int            // features with a fault
	Sheets   []string       // of a workbook
	Sheet    string         // the one that was read
}

// MaxFaults is the number of faults that a layer lists.
const MaxFaults = 100

// Fault is why a feature has no geometry.
type Fault struct {
	Feature int    // index
	Line    int    // in a table, counted from 1; else 0
	Text    string // what is wrong, and what to do
}

// Error returns the fault with its place.
func (f Fault) Error() string { return f.place() + ": " + f.Text }

func (f Fault) place() string {
	if f.Line > 0 {
		return fmt.Sprintf("row %d", f.Line)
	}
	return fmt.Sprintf("feature %d", f.Feature+1)
}

// SystemError means that no position of a file is on Earth in the coordinate system that the
// file declares or is taken for. It wraps vector.ErrFormat.
type SystemError struct {
	Place  string  // of the first position
	X, Y   float64 // the first position
	System string  // as Layer has it
	// Likely are the systems of Vietnam that the position may be in, the most likely first. There
	// are none if it fits no system.
	Likely []trace.System
}

// Error says where the first position is, and what its system may be.
func (e *SystemError) Error() string { return e.Place + ": " + e.text() }

// Unwrap returns the sentinel of the error.
func (*SystemError) Unwrap() error { return vector.ErrFormat }

func (e *SystemError) text() string {
	number := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
	text := fmt.Sprintf("%s, %s is not on Earth in %s; choose its coordinate system", number(e.X), number(e.Y), e.System)
	if len(e.Likely) > 0 {
		text += fmt.Sprintf(", likely EPSG:%d (%s)", e.Likely[0].EPSG, e.Likely[0].Name)
	}
	return text
}

// Len returns the number of features.
func (l *Layer) Len() int { return len(l.Geometry) }

// Column returns the index of the column with a name, −1 if there is none.
func (l *Layer) Column(name string) int {
	for i := range l.Columns {
		if l.Columns[i].Name == name {
			return i
		}
	}
	return -1
}

// Value returns the number of a feature in a column, NaN if it has none.
func (l *Layer) Value(column, feature int) float64 {
	if c := &l.Columns[column]; c.Kind == Number {
		return c.Numbers[feature]
	}
	return math.NaN()
}

// shapeOf returns the shape of a geometry.
func shapeOf(g orb.Geometry) Shape {
	switch g.(type) {
	case orb.MultiPoint:
		return Points
	case orb.MultiLineString:
		return Lines
	case orb.MultiPolygon:
		return Areas
	}
	return None
}
