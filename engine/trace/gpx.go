// SPDX-License-Identifier: MIT

package trace

import (
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"roadsnap/engine/match"
)

// maxDepth is the maximum nesting of XML elements and JSON values. Real files
// stay below ten. The limit bounds the memory for a file of only opening tags.
const maxDepth = 64

// gpxReader reads a GPX document token by token, so that each error has a line
// and long files are not held in memory twice. GPX libraries decode the whole
// document, do not report lines, and take a missing coordinate for zero.
type gpxReader struct {
	c   *collector
	dec *xml.Decoder

	depth     int
	start     place // of the last token
	waypoints *draft
	untimed   int // waypoints without a time
	text      strings.Builder
	report    report // of the last point
}

// readGPX reads a GPX document of version 1.0 or 1.1.
func readGPX(c *collector, r io.Reader) error {
	g := &gpxReader{c: c, dec: xml.NewDecoder(r)}
	c.clock.location = time.UTC
	// Some exporters write a bare "&" in names, or HTML entities.
	g.dec.Strict = false
	g.dec.Entity = xml.HTMLEntity
	// The text has been converted to UTF-8, whatever it declares.
	g.dec.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }

	err := g.document()
	var fault *Error
	var syntax *xml.SyntaxError
	switch {
	case err == nil:
	case errors.As(err, &fault):
		return err
	case errors.As(err, &syntax) && c.points > 1 && !c.opt.Strict:
		// The logger lost power, or the rest is damaged; the points before that are good.
		c.noteTruncated(g.start.line)
	case errors.As(err, &syntax) && syntax.Msg == "unexpected EOF" && c.points > 1:
		return c.fault(ErrFormat, syntax.Line, 0, "the file is truncated", "copy it again from where it came")
	case errors.As(err, &syntax):
		line, column := g.dec.InputPos()
		return c.fault(ErrFormat, line, column, "not well-formed XML: "+syntax.Msg, "export the file again")
	default: // an unsupported version in the XML declaration
		line, column := g.dec.InputPos()
		return c.fault(ErrFormat, line, column, err.Error(), "export the file again")
	}
	return g.checkWaypoints()
}

// next returns the next token, or io.EOF at the end of the document.
func (g *gpxReader) next() (xml.Token, error) {
	g.start.line, g.start.column = g.dec.InputPos()
	tok, err := g.dec.Token()
	if err != nil {
		return nil, err
	}
	switch tok.(type) {
	case xml.StartElement:
		if g.depth++; g.depth > maxDepth {
			return nil, g.c.fault(ErrFormat, g.start.line, g.start.column, "elements are nested too deep", "export the file again")
		}
	case xml.EndElement:
		g.depth--
	}
	return tok, nil
}

func (g *gpxReader) document() error {
	root := true
	for {
		tok, err := g.next()
		if errors.Is(err, io.EOF) {
			if root {
				return g.c.fault(ErrFormat, 0, 0, "no XML element in the file", "choose a GPX file")
			}
			return nil
		}
		if err != nil {
			return err
		}
		start, ok := tok.(xml.StartElement)
		if !ok {
			continue
		}
		if root {
			root = false
			if err := g.checkRoot(start); err != nil {
				return err
			}
			continue
		}
		if err := g.element(start); err != nil {
			return err
		}
	}
}

// checkRoot returns an error if the root element is not <gpx>.
func (g *gpxReader) checkRoot(e xml.StartElement) error {
	name := e.Name.Local
	if strings.EqualFold(name, "gpx") {
		return nil
	}
	remedy := "choose a GPX file"
	switch strings.ToLower(name) {
	case "kml", "trainingcenterdatabase":
		remedy = "export the trip as GPX"
	case "osm":
		remedy = "this is a map: import it with roadsnap import"
	case "html":
		remedy = "this is a web page, perhaps a login or an error; download the file again"
	}
	return g.c.fault(ErrFormat, g.start.line, g.start.column, fmt.Sprintf("<%s> instead of <gpx>", name), remedy)
}

// element reads tracks, routes and waypoints, and ignores other elements.
func (g *gpxReader) element(e xml.StartElement) error {
	switch strings.ToLower(e.Name.Local) {
	case "trk", "rte":
		return g.track()
	case "wpt":
		return g.waypoint(e)
	}
	return nil // document visits its children
}

// track reads a track with all its segments, or a route, as one trip.
func (g *gpxReader) track() error {
	d, err := g.c.newTrip("")
	if err != nil {
		return err
	}
	outside := g.depth - 1
	for g.depth > outside {
		tok, err := g.next()
		if err != nil {
			return noEOF(err)
		}
		e, ok := tok.(xml.StartElement)
		if !ok {
			continue
		}
		switch strings.ToLower(e.Name.Local) {
		case "trkpt", "rtept":
			above := g.depth - 1
			o, at, err := g.point(e)
			if err != nil {
				if err := g.skip(err, above); err != nil {
					return err
				}
				continue
			}
			if err := g.c.addReport(d, o, &g.report, at); err != nil {
				return err
			}
		case "vehicle", "plate", "device", "imei", "driver":
			if err := g.owner(d, strings.ToLower(e.Name.Local)); err != nil {
				return err
			}
		case "name":
			name, err := g.leafText()
			if err != nil {
				return err
			}
			if d.name == "" {
				d.name = name
			}
		}
	}
	return nil
}

// skip leaves out the point that caused err and reads the rest of its element,
// until the depth is above.
func (g *gpxReader) skip(err error, above int) error {
	if err := g.c.skip(err); err != nil {
		return err
	}
	for g.depth > above {
		if _, err := g.next(); err != nil {
			return noEOF(err)
		}
	}
	return nil
}

// waypoint adds a waypoint, which is used only if the file has nothing else.
func (g *gpxReader) waypoint(e xml.StartElement) error {
	above := g.depth - 1
	o, at, err := g.point(e)
	if err != nil {
		return g.skip(err, above)
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
	text, err := g.leafText()
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

// point reads a trkpt, rtept or wpt and its descendants. Speed and course are
// direct children in GPX 1.0 and in extensions since.
func (g *gpxReader) point(e xml.StartElement) (match.Observation, place, error) {
	at := g.start
	o, err := g.position(e)
	if err != nil {
		return o, at, err
	}
	g.report = report{}
	hdop, hasHDOP := 0.0, false
	outside := g.depth - 1
	for g.depth > outside {
		tok, err := g.next()
		if err != nil {
			return o, at, noEOF(err)
		}
		child, ok := tok.(xml.StartElement)
		if !ok {
			continue
		}
		name := strings.ToLower(child.Name.Local)
		switch name {
		case "time", "speed", "course", "heading", "bearing", "hdop", "accuracy", "hacc",
			"ele", "ignition", "acc", "odometer", odometerMetres, "address":
		default:
			continue
		}
		valueAt := g.start
		text, err := g.leafText()
		if err != nil {
			return o, at, err
		}
		if name == "time" {
			if err := g.time(&o, text, valueAt); err != nil {
				return o, at, err
			}
			continue
		}
		if g.reported(name, text) {
			continue
		}
		x, ok := parseQuantity(text)
		if !ok {
			continue
		}
		switch name {
		case "speed": // m/s in GPX 1.0 and in every extension
			o.Speed, o.HasSpeed = x, x >= 0
		case "hdop":
			hdop, hasHDOP = x, x > 0
		case "accuracy", "hacc":
			o.Accuracy = max(x, 0)
		case "ele":
			g.report.elevation = optional{x, true}
		case "odometer", odometerMetres:
			g.report.odometer = optional{x, true}
			if name == odometerMetres {
				g.c.odometer = 1
			}
		default:
			o.Heading, o.HasHeading = normalHeading(x)
		}
	}
	if hasHDOP && o.Accuracy == 0 {
		o.Accuracy = hdop * metresPerHDOP
	}
	if !o.HasSpeed {
		o.Speed = 0
	}
	return o, at, nil
}

// reported reads the elements of a point that are texts.
func (g *gpxReader) reported(name, text string) bool {
	switch name {
	case "ignition", "acc":
		g.report.ignition = parseIgnition(text)
	case "address":
		g.report.address = text
	default:
		return false
	}
	return true
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

// leafText reads to the end of the element just begun and returns its text.
func (g *gpxReader) leafText() (string, error) {
	g.text.Reset()
	outside := g.depth - 1
	for g.depth > outside {
		tok, err := g.next()
		if err != nil {
			return "", noEOF(err)
		}
		if chars, ok := tok.(xml.CharData); ok {
			g.text.Write(chars)
		}
	}
	return strings.TrimSpace(g.text.String()), nil
}

// noEOF replaces io.EOF within an element by a syntax error.
func noEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return &xml.SyntaxError{Msg: "unexpected EOF"}
	}
	return err
}
