// SPDX-License-Identifier: MIT

package geofile

import (
	"fmt"
	"math"

	"github.com/paulmach/orb"
)

// Feature is one area with its attributes.
type Feature struct {
	Values []any            // one per column: string, int64 or float64 according to its kind, or nil
	Area   orb.MultiPolygon // longitude and latitude in degrees; the first ring of a polygon is the outer one, the others are holes; nil for no geometry
}

// row is a checked and normalised feature. It is valid until the next feature.
type row struct {
	values []any
	shape  shape
}

// set sets r to f, or returns an error if f is invalid.
func (r *row) set(f Feature, columns []Column) error {
	if len(f.Values) != len(columns) {
		return fmt.Errorf("%w: %d values for %d columns", ErrFeature, len(f.Values), len(columns))
	}
	r.values = r.values[:0]
	for i, v := range f.Values {
		var fits bool
		switch x := v.(type) {
		case nil:
			fits = true
		case string:
			fits = columns[i].Kind == Text
			if c := composed(x); c != x {
				v = c
			}
		case int64:
			fits = columns[i].Kind == Integer
		case float64:
			fits = columns[i].Kind == Real && !math.IsNaN(x) && !math.IsInf(x, 0)
		}
		if !fits {
			return fmt.Errorf("%w: %T %v in column %q, which is %s", ErrFeature, v, v, columns[i].Name, columns[i].Kind)
		}
		r.values = append(r.values, v)
	}
	return r.shape.set(f.Area)
}
