// SPDX-License-Identifier: MIT

package zonefile

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/paulmach/orb"

	"roadsnap/engine/crs"
	"roadsnap/engine/geo"
	"roadsnap/engine/units"
	"roadsnap/engine/vector"
	"roadsnap/engine/zone"
)

// taker turns features into zones.
type taker struct {
	ctx     context.Context
	options Options
	base    string // of names that are missing
	system  crs.System

	features int
	zones    []zone.Zone
	faults   []Fault
}

// names are the folded names of columns by their meaning, the best first.
var names = map[string][]string{
	"name":   {"name", "ten", "ten vung", "ten khu vuc", "ten dia diem", "title", "label", "tieu de", "dia diem"},
	"group":  {"group", "nhom", "team", "category", "loai"},
	"color":  {"color", "colour", "mau", "fill", "stroke", "marker color"},
	"kind":   {"kind", "kieu", "type"},
	"radius": {"radius m", "radius", "ban kinh", "ban kinh m"},
	"width":  {"width m", "width", "do rong", "do rong m", "be rong"},
	"lat":    {"lat", "latitude", "vi do", "y"},
	"lon":    {"lon", "lng", "long", "longitude", "kinh do", "x"},
	"code":   {"code", "ma", "ward code", "prov code", "ma xa", "ma phuong", "ma tinh"},
	"wkt":    {"wkt", "geometry", "geom", "the geom"},
}

// values are the values of a feature by the folded names of their columns.
type values map[string]string

func valuesOf(fields []vector.Field) values {
	v := values{}
	for _, f := range fields {
		if key := units.Fold(f.Name); v[key] == "" {
			v[key] = strings.TrimSpace(f.Value)
		}
	}
	return v
}

// text returns the value of the best column with a meaning.
func (v values) text(meaning string) string {
	for _, name := range names[meaning] {
		if v[name] != "" {
			return v[name]
		}
	}
	return ""
}

// number returns the value of a column, NaN if it has none.
func (v values) number(meaning string) (float64, error) {
	text := v.text(meaning)
	if text == "" {
		return math.NaN(), nil
	}
	plain := strings.TrimSpace(strings.TrimSuffix(strings.ToLower(text), "m"))
	if strings.Count(plain, ",") == 1 && !strings.Contains(plain, ".") {
		plain = strings.Replace(plain, ",", ".", 1)
	}
	x, err := strconv.ParseFloat(plain, 64)
	if err != nil {
		return 0, shapeError("%q is no number for its %s; write metres or degrees, such as 120.5", text, meaning)
	}
	return x, nil
}

func shapeError(format string, a ...any) error {
	return fmt.Errorf("%w: %s", zone.ErrShape, fmt.Sprintf(format, a...))
}

// declare takes the coordinate system of a file.
func (t *taker) declare(s vector.System) (err error) {
	if t.options.System != "" {
		return nil
	}
	t.system, err = s.CRS()
	return err
}

// feature takes a feature.
func (t *taker) feature(f vector.Feature) error {
	if err := t.ctx.Err(); err != nil {
		return err
	}
	t.features++
	if t.features > maxZones {
		return badFile("it has more than %d features; divide it", maxZones)
	}
	v := valuesOf(f.Fields)
	z := zone.Zone{Name: v.text("name"), Group: v.text("group")}
	if z.Group == "" {
		z.Group = t.options.Group
	}
	if c, err := zone.ParseColor(v.text("color")); err == nil {
		z.Color = c // another colour, as "red", is no reason to lose the zone
	}
	shapes, err := t.shapes(f, v)
	if err == nil && len(shapes) == 0 {
		err = shapeError("it has no area, line or point; draw one")
	}
	for i := range shapes {
		if err == nil {
			err = shapes[i].Check()
		}
	}
	if err != nil {
		t.faults = append(t.faults, Fault{t.features, z.Name, err})
		return nil //nolint:nilerr // kept as a fault of the feature
	}
	if z.Name == "" {
		z.Name = fmt.Sprintf("%s %d", t.base, t.features)
	}
	name := z.Name
	for i, s := range shapes {
		if len(shapes) > 1 {
			z.Name = fmt.Sprintf("%s (%d)", name, i+1)
		}
		z.Shape = s
		t.zones = append(t.zones, z)
	}
	return nil
}

// shapes returns the shapes of a feature.
func (t *taker) shapes(f vector.Feature, v values) ([]zone.Shape, error) {
	kind := zone.Kind(strings.ToLower(v.text("kind")))
	code := v.text("code")
	if (kind == zone.Ward || kind == zone.Province) && code != "" {
		return []zone.Shape{{Kind: kind, Code: code}}, nil
	}
	radius, err := orElse(v, "radius", t.options.Radius)
	if err != nil {
		return nil, err
	}
	if kind == zone.Circle { // which may be drawn as a polygon
		lat, err := v.number("lat")
		lon, errLon := v.number("lon")
		if err == nil && errLon == nil && !math.IsNaN(lat) && !math.IsNaN(lon) {
			return []zone.Shape{{Kind: kind, Center: geo.Point{Lat: lat, Lon: lon}, Radius: radius}}, nil
		}
	}
	switch {
	case len(f.Area) > 0:
		s, err := t.polygon(f)
		return []zone.Shape{s}, err
	case len(f.Lines) > 0:
		return t.corridors(f, v)
	}
	var list []zone.Shape
	for _, p := range f.Points {
		if radius == 0 {
			return nil, shapeError("a point needs a radius; add a column radius_m, or choose one for all points")
		}
		list = append(list, zone.Shape{Kind: zone.Circle, Center: t.system.Point(p[0], p[1]), Radius: radius})
	}
	return list, nil
}

// orElse returns the number of a column, or a default if it has none.
func orElse(v values, meaning string, usual float64) (float64, error) {
	x, err := v.number(meaning)
	if math.IsNaN(x) {
		x = usual
	}
	return x, err
}

// corridors returns the lines of a feature as corridors.
func (t *taker) corridors(f vector.Feature, v values) (list []zone.Shape, err error) {
	width, err := orElse(v, "width", t.options.Width)
	if err == nil && width == 0 {
		err = shapeError("a line needs a width; add a column width_m, or choose one for all lines")
	}
	for _, line := range f.Lines {
		points := t.points(line)
		points = slices.CompactFunc(points, func(a, b geo.Point) bool { return a == b })
		list = append(list, zone.Shape{Kind: zone.Corridor, Line: points, Width: width})
	}
	return list, err
}

func (t *taker) points(line orb.LineString) []geo.Point {
	points := make([]geo.Point, len(line))
	for i, p := range line {
		points[i] = t.system.Point(p[0], p[1])
	}
	return points
}

// polygon returns the area of a feature.
func (t *taker) polygon(f vector.Feature) (s zone.Shape, err error) {
	s.Kind = zone.Polygon
	declared := 0.0
	for _, polygon := range f.Area {
		for i, ring := range polygon {
			points := t.points(orb.LineString(ring))
			for _, p := range points {
				if !p.Valid() {
					return s, (&zone.Shape{Kind: zone.Corridor, Line: []geo.Point{p, p}, Width: 1}).Check()
				}
			}
			if s.Rings = append(s.Rings, points); i == 0 {
				declared += geo.Area(points)
			} else {
				declared -= geo.Area(points)
			}
		}
	}
	s.Rings = zone.Tidy(s.Rings)
	if err := s.Check(); err != nil || f.Flat {
		return s, err
	}
	// If the parts of an area overlap wholly, their rings do not cross.
	const slack = 1e-3
	if size := zone.Area(s.Rings); math.Abs(size-declared) > slack*max(size, declared) {
		return s, shapeError("a part or hole lies within another one at %.6f, %.6f; remove one of them", s.Rings[len(s.Rings)-1][0].Lat, s.Rings[len(s.Rings)-1][0].Lon)
	}
	return s, nil
}
