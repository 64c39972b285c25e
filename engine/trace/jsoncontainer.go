// SPDX-License-Identifier: MIT

package trace

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
)

// containers are the members, folded and without blanks, in which servers and apps put their
// points or trips: lists of either, or objects with such members.
var containers = []string{
	"data", "result", "results", "response", "payload", "body", "items", "records", "rows", "list", "content", "value",
	"positions", "locations", "waypoints", "trackpoints", "gpspoints", "history", "histories", "messages", "trips", "tracks", "routes", "vehicles", "devices",
	semanticSegments, "timelinepath",
}

// semanticSegments are the parts of a timeline of Google Maps, which are no trips.
const semanticSegments = "semanticsegments"

// contained reads the member with this name, one of containers.
func (f *feature) contained(t *jsonTokens, name string) error {
	tok, err := t.inner()
	if err != nil {
		return err
	}
	if tok == json.Delim('[') {
		return t.array(func(tok json.Token) error { return f.element(t, tok, name) })
	}
	return f.element(t, tok, name)
}

// element reads a point or a trip in the container with this name. Points that name no trip and
// no vehicle are those of f.
func (f *feature) element(t *jsonTokens, tok json.Token, name string) error {
	if tok != json.Delim('{') {
		return t.rest(tok)
	}
	at := t.end
	e, err := t.feature()
	if err != nil {
		return errors.Join(e.rescue(t), err)
	}
	own := cmp.Or(e.props.trip, e.props.owner())
	switch {
	case e.pointList && own == "" && name == semanticSegments:
		f.points, f.pointList = append(f.points, e.points...), true
	case e.kind != "" || e.pointList:
		f.collection = true
		return t.c.emitted(e.emitAny(t.c))
	case e.collection:
		f.collection = true
	case !e.props.lat.known || !e.props.lon.known:
	case own != "":
		f.collection = true
		return t.c.addLoose(&e.props, at)
	case len(f.points) >= t.c.opt.MaxPoints:
		return t.tooManyPoints()
	default:
		f.points, f.pointList = append(f.points, jsonPoint{e.props, at}), true
	}
	return nil
}

// addLoose adds a point to the trip that it names, or else to the one of all that name none.
func (c *collector) addLoose(p *properties, at place) error {
	d, err := c.trip(cmp.Or(p.trip, p.owner()))
	if err != nil {
		return err
	}
	d.vehicle = cmp.Or(d.vehicle, p.owner())
	return p.addTo(c, d, at)
}

// isContainer reports whether the member with this folded name may hold points.
func isContainer(folded string) bool { return slices.Contains(containers, folded) }

// place reads a member with both coordinates: an object, or a text such as "21.02°, 105.83°".
func (p *properties) place(t *jsonTokens) error {
	tok, err := t.inner()
	if err != nil {
		return err
	}
	if tok == json.Delim('{') {
		return t.object(func(name string) error { return p.member(t, name) })
	}
	if text, ok := tok.(string); ok && !p.lat.known {
		lat, lon := cutPosition(text)
		y, okLat := parseAngle(lat)
		x, okLon := parseAngle(lon)
		if okLat && okLon {
			p.lat, p.lon = optional{y, true}, optional{x, true}
		}
	}
	return t.rest(tok)
}

// namedMember reads a member that has the name of a column.
func (p *properties) namedMember(t *jsonTokens, name string, m *memberName) (err error) {
	switch {
	case !m.isRole:
		return p.reportMember(t, m.folded)
	case m.folded == "coordinates":
		return p.lonLat(t)
	}
	switch m.role {
	case roleLat:
		return p.lat.read(t, 1)
	case roleLon:
		return p.lon.read(t, 1)
	case rolePosition:
		return p.place(t)
	case roleTime:
		if p.time != "" {
			return t.skip()
		}
		return p.timeMember(t)
	case roleSpeed:
		factor := m.unit.speed
		if factor == 0 && !isASCII([]byte(name)) { // as in tables
			factor = 1 / kmhPerMPS
		}
		p.plain = factor == 0
		return p.speed.read(t, cmp.Or(factor, 1))
	case roleHeading:
		return p.heading.read(t, 1)
	}
	return p.reportMember(t, m.folded)
}

// lonLat reads the coordinates of a GeoJSON point.
func (p *properties) lonLat(t *jsonTokens) error {
	var numbers []string
	if err := textsMember(t, &numbers); err != nil || len(numbers) < 2 {
		return err
	}
	x, okLon := parseNumber(numbers[0])
	y, okLat := parseNumber(numbers[1])
	if okLat && okLon {
		p.lat, p.lon = optional{y, true}, optional{x, true}
	}
	return nil
}
