// SPDX-License-Identifier: MIT

package trace

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strings"

	"roadsnap/engine/match"
)

// gpxReader reads a GPX document. GPX libraries decode the whole document, do not
// report lines, and take a missing coordinate for zero.
type gpxReader struct {
	*xmlReader
	waypoints *draft
	untimed   int    // waypoints without a time
	report    report // of the last point
}

// readGPX reads a GPX document of version 1.0 or 1.1.
func readGPX(c *collector, r io.Reader) error {
	g := &gpxReader{xmlReader: newXMLReader(c, r, GPX)}
	err := g.document(func(name string, e xml.StartElement) error {
		switch name {
		case "trk", "rte":
			return g.track(name == "rte")
		case "wpt":
			return g.waypoint(e)
		}
		return nil // the children of other elements are visited
	})
	if err != nil {
		return err
	}
	return g.checkWaypoints()
}

// track reads a track with all its segments, or a route, as one trip.
func (g *gpxReader) track(route bool) error {
	d, err := g.c.newTrip("")
	if err != nil {
		return err
	}
	d.route = route
	return g.inside(func(name string, e xml.StartElement) error {
		switch name {
		case "trkpt", "rtept":
			above := g.depth() - 1
			o, at, err := g.point(e)
			if err != nil {
				return g.skipRecord(err, above)
			}
			return g.c.addReport(d, o, &g.report, at)
		case "vehicle", "plate", "device", "imei", "driver":
			return g.owner(d, name)
		case "name":
			text, err := g.text()
			d.name = cmp.Or(d.name, text)
			return err
		}
		return nil
	})
}

// waypoint adds a waypoint, which is used only if the file has nothing else.
func (g *gpxReader) waypoint(e xml.StartElement) error {
	above := g.depth() - 1
	o, at, err := g.point(e)
	if err != nil {
		return g.skipRecord(err, above)
	}
	if g.waypoints == nil {
		if g.waypoints, err = g.c.newTrip(""); err != nil {
			return err
		}
		g.waypoints.single = true
	}
	if o.Time.IsZero() {
		g.untimed++
	}
	return g.c.addReport(g.waypoints, o, &g.report, at)
}

// owner reads an element of a track that names its vehicle, recorder or driver.
func (g *gpxReader) owner(d *draft, name string) error {
	text, err := g.text()
	if err != nil || text == "" {
		return err
	}
	switch name {
	case "vehicle", "plate":
		d.vehicle = cmp.Or(d.vehicle, text)
	case "driver":
		d.drivers.add(text)
	default:
		d.device = cmp.Or(d.device, text)
	}
	return nil
}

// checkWaypoints accepts a file of only waypoints as a trip if there are at least
// two and all of them have a time.
func (g *gpxReader) checkWaypoints() error {
	if g.waypoints == nil || g.c.points > len(g.waypoints.obs) {
		return nil
	}
	if n := len(g.waypoints.obs); g.untimed > 0 || n < 2 {
		return g.c.fault(ErrWaypoints, 0, 0, fmt.Sprintf("the file has only waypoints (%d), no track or route", n),
			"export the track, not the waypoints")
	}
	g.waypoints.note(NoteWaypoints, 0, "")
	return nil
}

// gpxNames are the elements of a point by the meaning of their values. Speed and
// course are direct children in GPX 1.0. Since 1.1, programs put them into
// extensions of their own, where all write metres per second.
var gpxNames = map[string]role{
	"time": roleTime, "speed": roleSpeed, "hdop": roleHDOP, "ele": roleElevation,
	"course": roleHeading, "heading": roleHeading, "bearing": roleHeading, "azimuth": roleHeading, "cog": roleHeading,
	"accuracy": roleAccuracy, "hacc": roleAccuracy, "accuracy_horizontal": roleAccuracy, "horizontal_accuracy": roleAccuracy,
	"ignition": roleIgnition, "acc": roleIgnition, "odometer": roleOdometer, odometerMetres: roleOdometer, "address": roleAddress,
}

// point reads a trkpt, rtept or wpt and its descendants.
func (g *gpxReader) point(e xml.StartElement) (match.Observation, place, error) {
	at := g.start
	o, err := g.position(e)
	if err != nil {
		return o, at, err
	}
	g.report = report{}
	hdop := 0.0
	outside := g.depth() - 1
	for g.depth() > outside {
		tok, err := g.token()
		if err != nil {
			return o, at, err
		}
		child, ok := tok.(xml.StartElement)
		if !ok {
			continue
		}
		name := strings.ToLower(child.Name.Local)
		meaning, known := gpxNames[name]
		if !known {
			continue // its children are visited
		}
		valueAt := g.start
		text, err := g.text()
		if err != nil {
			return o, at, err
		}
		switch meaning {
		case roleTime:
			if err := g.time(&o, text, valueAt); err != nil {
				return o, at, err
			}
		case roleIgnition:
			g.report.ignition = parseIgnition(text)
		case roleAddress:
			g.report.address = text
		default:
			x, ok := parseQuantity(text)
			if !ok {
				continue
			}
			if name == odometerMetres {
				g.c.odometer = 1
			}
			g.quantity(&o, meaning, x, &hdop)
		}
	}
	if hdop > 0 && o.Accuracy == 0 {
		o.Accuracy = hdop * metresPerHDOP
	}
	return o, at, nil
}

// quantity sets the value of a point that has the given meaning.
func (g *gpxReader) quantity(o *match.Observation, meaning role, x float64, hdop *float64) {
	switch meaning {
	case roleSpeed:
		o.Speed, o.HasSpeed = max(x, 0), x >= 0
	case roleHeading:
		o.Heading, o.HasHeading = normalHeading(x)
	case roleAccuracy:
		o.Accuracy = max(x, 0)
	case roleHDOP:
		*hdop = x
	case roleElevation:
		g.report.elevation = optional{x, true}
	case roleOdometer:
		g.report.odometer = optional{x, true}
	}
}

// position parses the attributes lat and lon.
func (g *gpxReader) position(e xml.StartElement) (match.Observation, error) {
	var o match.Observation
	var hasLat, hasLon bool
	for _, a := range e.Attr {
		var target *float64
		switch strings.ToLower(a.Name.Local) {
		case "lat":
			target, hasLat = &o.Lat, true
		case "lon", "lng":
			target, hasLon = &o.Lon, true
		default:
			continue
		}
		x, ok := parseNumber(a.Value)
		if !ok {
			if missing(a.Value) {
				x = math.NaN() // no fix
			} else {
				return o, g.c.fault(ErrValue, g.start.line, g.start.column,
					fmt.Sprintf("%s=%s is not a number", a.Name.Local, quote(a.Value)), `write degrees as lat="10.776530"`)
			}
		}
		*target = x
	}
	if !hasLat || !hasLon {
		return o, g.c.fault(ErrValue, g.start.line, g.start.column,
			fmt.Sprintf("<%s> has no lat and lon", e.Name.Local), "export the file again")
	}
	if math.IsNaN(o.Lat) || math.IsNaN(o.Lon) {
		o.Lat, o.Lon = 0, 0 // the collector counts it as no fix
	}
	return o, nil
}

// time parses a time. GPX times are in UTC, but many exporters omit the Z.
func (g *gpxReader) time(o *match.Observation, text string, at place) error {
	if missing(text) {
		return nil
	}
	t, flipped, err := g.c.clock.read(text)
	if err != nil {
		return g.c.fault(ErrValue, at.line, at.column, fmt.Sprintf("time %s %s", quote(text), err),
			"write times as 2024-12-31T00:15:00Z")
	}
	if flipped {
		g.c.flipDates()
	}
	o.Time = t
	return nil
}
