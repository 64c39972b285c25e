package unitfile

import (
	"bytes"
	"encoding/json"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
)

// latLng is a point as the HTTP API gives it.
type latLng struct {
	Lat float64 `json:"lat"`
	Lng float64 `json:"lng"`
}

func latLngOf(p geo.Point) latLng { return latLng{p.Lat, p.Lon} }

type viewport struct {
	Northeast latLng `json:"northeast"`
	Southwest latLng `json:"southwest"`
}

type multiPolygonJSON struct {
	Type        string `json:"type"`
	Coordinates any    `json:"coordinates"`
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
	var geom, center, view any
	if u.HasLand {
		box := u.Land.Bounds()
		center = latLngOf(u.Land.Center())
		view = viewport{latLngOf(geo.Point{Lat: box.North, Lon: box.East}), latLngOf(geo.Point{Lat: box.South, Lon: box.West})}
		if level != nil {
			var shape multiPolygon
			geom = multiPolygonJSON{"MultiPolygon", shape.of(u.Land, *level)}
		}
	}
	if level != nil {
		if err := add("geomLevel", level.String()); err != nil {
			return nil, err
		}
		if err := add("geom", geom); err != nil {
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
