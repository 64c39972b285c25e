// SPDX-License-Identifier: MIT

package trace

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"roadsnap/engine/match"
)

// feature is an object of a GeoJSON or JSON file: a feature, a bare geometry, a
// trip with points, a point, or a collection whose members have been emitted.
type feature struct {
	kind       string // member "type"
	at         place
	id         string
	props      properties
	geometry   *feature
	parts      []*feature // of a GeometryCollection
	coords     []position // of all lines of the geometry, in order
	nesting    int        // of the coordinates: 1 for a Point, 2 for a LineString
	collection bool       // a member "features" was read and emitted

	points    []jsonPoint
	pointList bool
}

// position is one position of a geometry.
type position struct {
	lat, lon  float64
	elevation optional // the third number (metres)
	unix      optional // the fourth number, if it can be a time
	at        place
}

// feature reads the object whose "{" was just read. Features of a collection
// are emitted one by one as they are read.
func (t *jsonTokens) feature() (*feature, error) {
	f := &feature{at: t.end}
	err := t.object(func(name string) (err error) {
		switch name {
		case "type":
			f.kind, err = t.scalar()
		case "id":
			f.id, err = t.scalar()
		case "features":
			f.collection = true
			return t.list(func(tok json.Token) error { return t.collected(tok) })
		case "geometry":
			f.geometry, err = t.geometry()
		case "geometries":
			return t.list(func(tok json.Token) error {
				if tok != json.Delim('{') {
					return t.rest(tok)
				}
				part, err := t.feature()
				f.parts = append(f.parts, part)
				return err
			})
		case "coordinates":
			return f.coordinates(t)
		case "properties":
			return f.properties(t)
		case "points", "path":
			return f.pointsMember(t)
		default:
			if folded := t.named(name).folded; isContainer(folded) {
				return f.contained(t, folded)
			}
			return f.props.member(t, name)
		}
		return err
	})
	return f, err
}

// collected reads and emits one feature of a collection.
func (t *jsonTokens) collected(tok json.Token) error {
	if tok != json.Delim('{') {
		return t.fault(ErrFormat, "a feature is not an object", "export the file again")
	}
	f, err := t.feature()
	if err != nil {
		return errors.Join(f.rescue(t), err)
	}
	return t.c.emitted(f.emit(t.c))
}

// geometry reads the geometry of a feature; it returns nil for null.
func (t *jsonTokens) geometry() (*feature, error) {
	tok, err := t.inner()
	if err != nil {
		return nil, err
	}
	if tok != json.Delim('{') {
		return nil, t.rest(tok)
	}
	return t.feature()
}

func (f *feature) properties(t *jsonTokens) error {
	tok, err := t.inner()
	if err != nil {
		return err
	}
	if tok != json.Delim('{') {
		return t.rest(tok)
	}
	return t.object(func(name string) error { return f.props.member(t, name) })
}

// coordinates reads positions nested to any depth.
func (f *feature) coordinates(t *jsonTokens) error {
	base := t.depth
	var element func(tok json.Token) error
	element = func(tok json.Token) error {
		if tok != json.Delim('[') {
			return t.fault(ErrFormat, "coordinates are not lists of numbers", "write a position as [longitude, latitude]")
		}
		at := t.end
		first, err := t.inner()
		if err != nil || first == json.Delim(']') {
			return err
		}
		if first != json.Delim('[') {
			return f.position(t, first, at, t.depth-base)
		}
		if err := element(first); err != nil {
			return err
		}
		return t.array(element)
	}
	tok, err := t.inner()
	if err != nil || tok == nil {
		return err // null
	}
	return element(tok)
}

// position reads the rest of a position whose first number is given.
func (f *feature) position(t *jsonTokens, first json.Token, at place, nesting int) error {
	if len(f.coords) >= t.c.opt.MaxPoints {
		return t.tooManyPoints()
	}
	var numbers [4]float64
	high := false // there is a third number
	n := 0
	take := func(tok json.Token) error {
		x, ok := parseNumber(scalarText(tok))
		if _, isNumber := tok.(json.Number); !isNumber || !ok {
			if n >= 2 { // height and time are optional
				n++
				return t.rest(tok)
			}
			return t.fault(ErrValue, "a coordinate is not a number", "write a position as [longitude, latitude]")
		}
		if n < len(numbers) {
			numbers[n] = x
			high = high || n == 2
		}
		n++
		return nil
	}
	if err := take(first); err != nil {
		return err
	}
	if err := t.array(take); err != nil {
		return err
	}
	if n < 2 {
		return t.fault(ErrValue, "a position has only one number", "write a position as [longitude, latitude]")
	}
	p := position{lon: numbers[0], lat: numbers[1], at: at, elevation: optional{numbers[2], high}}
	if numbers[3] >= leastSeconds {
		p.unix = optional{numbers[3], true}
	}
	f.coords = append(f.coords, p)
	f.nesting = nesting
	return nil
}

// emit adds the observations of a feature or geometry to c.
func (f *feature) emit(c *collector) error {
	switch f.kind {
	case "FeatureCollection":
		return nil
	case "Feature", "":
		g := f.geometry
		if g == nil {
			if f.coords == nil {
				return nil // no geometry
			}
			g = f
		}
		return f.emitGeometry(c, g)
	}
	return f.emitGeometry(c, f)
}

// emitGeometry adds the positions of g, with the properties of f.
func (f *feature) emitGeometry(c *collector, g *feature) error {
	if len(g.coords) == 0 && len(g.parts) == 0 {
		return nil
	}
	switch g.kind {
	case "GeometryCollection":
		for _, part := range g.parts {
			if err := f.emitGeometry(c, part); err != nil {
				return err
			}
		}
		return nil
	case "Point", "LineString", "MultiLineString", "MultiPoint":
	case "Polygon", "MultiPolygon":
		return c.fault(ErrFormat, g.at.line, g.at.column, "a "+g.kind+" is an area, not a trip", "export the track as a LineString")
	default:
		return c.fault(ErrFormat, g.at.line, g.at.column, fmt.Sprintf("unknown geometry %s", quote(g.kind)),
			"export the track as a LineString")
	}
	if err := g.checkNesting(c); err != nil {
		return err
	}
	d, err := f.draft(c, g.kind == "Point")
	if err != nil {
		return err
	}
	return f.addPositions(c, d, g.coords)
}

// checkNesting returns an error if the nesting of the coordinates does not fit
// the geometry type.
func (f *feature) checkNesting(c *collector) error {
	want := map[string]int{"Point": 1, "LineString": 2, "MultiPoint": 2, "MultiLineString": 3}[f.kind]
	if f.nesting != want {
		at := f.coords[0].at
		return c.fault(ErrFormat, at.line, at.column, fmt.Sprintf("the coordinates of a %s are nested %d deep instead of %d", f.kind, f.nesting, want),
			"export the file again")
	}
	return nil
}

// draft returns the trip of the feature. Points without a trip ID share one
// trip; a line without one is a trip of its own.
func (f *feature) draft(c *collector, single bool) (*draft, error) {
	var d *draft
	var err error
	switch {
	case single:
		// Points have their own key space, because they are dropped if the file
		// has lines.
		key := cmp.Or(f.props.trip, f.props.owner())
		if d, err = c.trip("points\x00" + key); err == nil && !d.single {
			d.single, d.key = true, key
		}
	case f.props.trip != "" && derivedKinds[f.props.kind]:
		d, err = f.derived(c)
	case f.props.trip != "":
		d, err = c.trip(f.props.trip)
	default:
		d, err = c.newTrip("")
	}
	if err == nil && d.name == "" && !single {
		d.name = f.props.name
	}
	if err == nil && d.vehicle == "" {
		d.vehicle = f.props.owner()
	}
	return d, err
}

// derivedKinds are the kinds of the lines that package tripfile derives from a match, and
// writes besides the recording.
var derivedKinds = map[string]bool{kindLeg: true, "way": true, "event": true}

// kindLeg is the kind of a part of the route. Those of a trip are one trip together.
const kindLeg = "leg"

// derived returns the trip of a derived line: the route, or one that is left out because ways
// and events repeat the route.
func (f *feature) derived(c *collector) (*draft, error) {
	d, err := c.trip(f.props.kind + "\x00" + f.props.trip)
	if err != nil || d.key == f.props.trip {
		return d, err
	}
	d.key, d.single = f.props.trip, f.props.kind != kindLeg
	if recorded := c.byKey[f.props.trip]; recorded != nil && !d.single {
		d.name = cmp.Or(f.props.name, recorded.name, f.props.trip) + " (snapped)"
		d.vehicle = recorded.vehicle
	}
	return d, nil
}

// addPositions adds coords with the per-position properties of f.
func (f *feature) addPositions(c *collector, d *draft, coords []position) error {
	p := &f.props
	if n := len(p.times); n > 0 && n != len(coords) {
		return c.fault(ErrValue, p.listAt.line, p.listAt.column,
			fmt.Sprintf("%d times for %d positions", n, len(coords)), "export the file again, or remove the list of times")
	}
	if len(coords) == 1 {
		p.markSpeed(d)
	}
	for i, pos := range coords {
		o, err := f.observation(c, i, len(coords))
		if err != nil {
			if err := c.skip(err); err != nil {
				return err
			}
			continue
		}
		o.Lat, o.Lon = pos.lat, pos.lon
		if o.Time.IsZero() && pos.unix.known {
			o.Time = unixTime(pos.unix.value, c.opt.Location)
		}
		r := p.extra.at(i, len(coords))
		if !r.elevation.known {
			r.elevation = pos.elevation
		}
		if err := c.addReport(d, o, &r, pos.at); err != nil {
			return err
		}
	}
	return nil
}

// observation returns the properties of position i of n. A value that is not a
// list describes the whole feature, so it applies only if n is 1.
func (f *feature) observation(c *collector, i, n int) (match.Observation, error) {
	p := &f.props
	at := properties{
		speed:    listed(p.speeds, i, n),
		heading:  listed(p.headings, i, n),
		accuracy: listed(p.accs, i, n),
	}
	text, where := "", p.listAt
	if len(p.times) > 0 {
		text = p.times[i]
	}
	if n == 1 {
		at.speed = at.speed.or(p.speed)
		at.heading = at.heading.or(p.heading)
		at.accuracy = at.accuracy.or(p.accuracy)
		if text == "" {
			text, where = p.time, p.timeAt
		}
	}
	o := at.observation()
	var err error
	o.Time, err = c.jsonTime(text, where)
	return o, err
}

// listed returns entry i of list, which must have n entries to be used.
func listed(list []string, i, n int) optional {
	if len(list) != n || list[i] == "" {
		return optional{}
	}
	x, ok := parseNumber(list[i])
	return optional{x, ok}
}

// unixTime returns the time x seconds or milliseconds since 1970.
func unixTime(x float64, loc *time.Location) time.Time {
	if x >= leastMilliseconds {
		x /= 1000
	}
	return time.UnixMilli(int64(x * 1000)).In(loc)
}

// jsonTime parses a time; it returns the zero time if text is missing.
func (c *collector) jsonTime(text string, at place) (time.Time, error) {
	if missing(text) {
		return time.Time{}, nil
	}
	t, flipped, err := c.clock.read(text)
	if err != nil {
		return time.Time{}, c.fault(ErrValue, at.line, at.column, fmt.Sprintf("time %s %s", quote(text), err), timeRemedy(err))
	}
	if flipped {
		c.flipDates()
	}
	return t, nil
}
