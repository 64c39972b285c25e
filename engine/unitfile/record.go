package unitfile

import (
	"bytes"
	"encoding/json"

	"github.com/paulmach/orb"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
)

// LatLng is a point as the HTTP API gives it, in degrees.
type LatLng struct {
	Lat float64 `json:"lat"`
	Lng float64 `json:"lng"`
}

// LatLngOf returns a point in the form of the API.
func LatLngOf(p geo.Point) LatLng { return LatLng{p.Lat, p.Lon} }

// Viewport is a box as the HTTP API gives it.
type Viewport struct {
	Northeast LatLng `json:"northeast"`
	Southwest LatLng `json:"southwest"`
}

// ViewportOf returns a box in the form of the API.
func ViewportOf(b geo.Bounds) Viewport {
	return Viewport{LatLngOf(geo.Point{Lat: b.North, Lon: b.East}), LatLngOf(geo.Point{Lat: b.South, Lon: b.West})}
}

// Geometry is a border as the HTTP API gives it: a MultiPolygon of GeoJSON.
type Geometry struct {
	Type        string           `json:"type"`
	Coordinates orb.MultiPolygon `json:"coordinates"`
}

// GeometryOf returns the border of a unit at a level in the form of the API, nil
// where none is installed.
func GeometryOf(u Unit, level boundary.Level) *Geometry {
	if !u.HasLand {
		return nil
	}
	var shape multiPolygon
	return &Geometry{"MultiPolygon", shape.of(u.Land, level)}
}

// Record returns all that the HTTP API says of a unit, with its members in the
// same order: indented and without the border, which is in BorderRecord.
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

// BorderRecord is Record with the border at a level, on one line: indented, each
// coordinate would have a line of its own.
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
	for _, c := range Columns(u.Kind) {
		if err := add(c.Name, c.Of(u)); err != nil {
			return nil, err
		}
	}
	var center, view any
	if u.HasLand {
		center, view = LatLngOf(u.Land.Center()), ViewportOf(u.Land.Bounds())
	}
	if level != nil {
		if err := add("geomLevel", level.String()); err != nil {
			return nil, err
		}
		if err := add("geom", GeometryOf(u, *level)); err != nil {
			return nil, err
		}
	}
	if err := add("center", center); err != nil {
		return nil, err
	}
	if err := add("viewport", view); err != nil {
		return nil, err
	}
	return append(out, '}'), nil
}
