// SPDX-License-Identifier: MIT

package unitfile

import (
	"bytes"
	"encoding/json"

	"github.com/paulmach/orb"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
)

// LatLng is a point of a record (degrees).
type LatLng struct {
	Lat float64 `json:"lat"`
	Lng float64 `json:"lng"`
}

// LatLngOf returns a point in the form of a record.
func LatLngOf(p geo.Point) LatLng { return LatLng{p.Lat, p.Lon} }

// LatLngBounds is a viewport in a record.
type LatLngBounds struct {
	Northeast LatLng `json:"northeast"`
	Southwest LatLng `json:"southwest"`
}

// LatLngBoundsOf returns bounds in the form of a record.
func LatLngBoundsOf(b geo.Bounds) LatLngBounds {
	return LatLngBounds{LatLngOf(geo.Point{Lat: b.North, Lon: b.East}), LatLngOf(geo.Point{Lat: b.South, Lon: b.West})}
}

// Geometry is a border in a record: a GeoJSON MultiPolygon.
type Geometry struct {
	Type        string           `json:"type"`
	Coordinates orb.MultiPolygon `json:"coordinates"`
}

// GeometryOf returns the border of a unit at a level, nil if none is installed.
func GeometryOf(u Unit, level boundary.Level) *Geometry {
	if !u.HasLand {
		return nil
	}
	var shape multiPolygon
	return &Geometry{"MultiPolygon", shape.of(u.Land, level)}
}

// PolygonsOf returns the border of a unit at a level, longitude first, nil if none is installed.
func PolygonsOf(u Unit, level boundary.Level) orb.MultiPolygon {
	if !u.HasLand {
		return nil
	}
	var shape multiPolygon
	return shape.of(u.Land, level)
}

// Record returns the attributes, the centre and the viewport of a unit as indented
// JSON. BorderRecord adds the border.
func Record(u Unit) ([]byte, error) {
	b, err := record(u, nil)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := json.Indent(&out, b, "", "  "); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// BorderRecord returns Record with the border at a level, on one line, because
// indentation would put each coordinate on its own line.
func BorderRecord(u Unit, level boundary.Level) ([]byte, error) { return record(u, &level) }

func record(u Unit, level *boundary.Level) ([]byte, error) {
	out := []byte{'{'}
	add := func(name string, value any) error {
		if len(out) > 1 {
			out = append(out, ',')
		}
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		if err := e.Encode(value); err != nil {
			return err
		}
		out = append(append(append(append(out, '"'), name...), '"', ':'), bytes.TrimSpace(b.Bytes())...)
		return nil
	}
	for _, c := range RecordColumns(u.Kind) {
		if err := add(c.Name, c.Of(u)); err != nil {
			return nil, err
		}
	}
	var center, view any
	if u.HasLand {
		center, view = LatLngOf(u.Land.Center()), LatLngBoundsOf(u.Land.Bounds())
	}
	if level != nil {
		if err := add(GeomLevel, level.String()); err != nil {
			return nil, err
		}
		if err := add(Geom, GeometryOf(u, *level)); err != nil {
			return nil, err
		}
	}
	if err := add(Center, center); err != nil {
		return nil, err
	}
	if err := add(Viewport, view); err != nil {
		return nil, err
	}
	return append(out, '}'), nil
}
