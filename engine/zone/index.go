// SPDX-License-Identifier: MIT

package zone

import (
	"fmt"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/internal/parallel"
	"roadsnap/engine/internal/spatial"
	"roadsnap/engine/units"
)

// Index finds the zones that a way meets. It is immutable.
type Index struct {
	Zones []Zone
	// Faults holds, for each zone, why it cannot be found, nil if it can. The errors wrap
	// ErrShape.
	Faults []error

	forms []form // nil where there is a fault
	tree  spatial.Tree
}

// NewIndex returns an index of zones. The borders of wards and provinces are those of atlas,
// which may be nil.
func NewIndex(zones []Zone, atlas *units.Atlas) *Index {
	x := &Index{Zones: zones, Faults: make([]error, len(zones)), forms: make([]form, len(zones))}
	parallel.Each(len(zones), func(i int) { x.forms[i], x.Faults[i] = formOf(&zones[i], atlas) })
	boxes := make([]geo.FixedBounds, len(zones))
	for i, f := range x.forms {
		boxes[i] = geo.NoFixedBounds
		if f != nil {
			boxes[i] = f.bounds().Pad(Margin).Fixed()
		}
	}
	x.tree = spatial.Build(boxes).Tree()
	return x
}

// formOf returns the form of a zone.
func formOf(z *Zone, atlas *units.Atlas) (form, error) {
	if err := z.Check(); err != nil {
		return nil, fmt.Errorf("%q: %w", z.Name, err)
	}
	switch z.Kind {
	case Circle:
		return circle{z.Center, z.Radius}, nil
	case Corridor:
		return newCorridor(z.Line, z.Width), nil
	case Polygon:
		return newArea(z.Rings), nil
	}
	rings := UnitRings(z.Shape, atlas, boundary.Street)
	if len(rings) == 0 {
		return nil, fmt.Errorf("%q: %w", z.Name, bad("the map has no borders of the %s %s; open a map that has them", z.Kind, z.Code))
	}
	return newArea(rings), nil
}

// UnitRings returns the rings of a ward or province at a level. There are none if atlas is
// nil or does not have the unit.
func UnitRings(s Shape, atlas *units.Atlas, level boundary.Level) (rings [][]geo.Point) {
	land, ok := unitLand(s, atlas)
	if !ok {
		return nil
	}
	for polygon := range land.Polygons(level) {
		for r := range polygon.Rings() {
			var ring []geo.Point
			for p := range r.Points() {
				ring = append(ring, p.Point())
			}
			rings = append(rings, ring)
		}
	}
	return Tidy(rings)
}

// unitLand returns the land of a ward or province.
func unitLand(s Shape, atlas *units.Atlas) (land boundary.Land, ok bool) {
	if atlas == nil {
		return land, false
	}
	switch s.Kind {
	case Ward:
		if w, known := atlas.Ward(s.Code); known {
			return atlas.WardLand(w)
		}
	case Province:
		if p, known := atlas.Province(s.Code); known {
			return atlas.ProvinceLand(p)
		}
	}
	return land, false
}

// Bounds returns the box of a zone, geo.NoBounds for one with a fault.
func (x *Index) Bounds(zone int) geo.Bounds {
	if x.forms[zone] == nil {
		return geo.NoBounds
	}
	return x.forms[zone].bounds()
}

// At returns the zones that contain a point, ascending.
func (x *Index) At(p geo.Point) (zones []int) {
	x.tree.Search(geo.BoundsOf(p).Fixed(), func(i uint32) bool {
		if x.forms[i].contains(p) {
			zones = append(zones, int(i))
		}
		return true
	})
	return sorted(zones)
}
