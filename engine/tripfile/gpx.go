// SPDX-License-Identifier: MIT

package tripfile

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"io"
	"strconv"

	"roadsnap/engine/geo"
	"roadsnap/engine/trace"
)

// gpx writes GPX 1.1. The route is one segment per leg. Its points have speed and course
// along the route in Garmin's extension, and state and way in one of this program.
type gpx struct {
	out *bufio.Writer
	o   *Options
	buf []byte
}

const gpxHead = xml.Header +
	`<gpx version="1.1" creator="roadsnap" xmlns="http://www.topografix.com/GPX/1/1"` +
	` xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2"` +
	` xmlns:roadsnap="urn:roadsnap:gpx:1">` + "\n"

func newGPX(w io.Writer, o *Options) (*gpx, error) {
	e := &gpx{out: bufio.NewWriterSize(w, textBuffer), o: o}
	e.buf = append(e.buf, gpxHead...)
	if members := o.Source.members(); len(members) > 0 {
		e.buf = append(e.buf, "<metadata>"...)
		if o.Source.Licence != "" {
			e.buf = append(e.buf, `<copyright author="`...)
			e.buf = append(appendXML(e.buf, o.Source.Licence), `"/>`...)
		}
		e.buf = append(e.buf, "<extensions>"...)
		for _, m := range members {
			e.element("roadsnap:"+m[0], m[1])
		}
		e.buf = append(e.buf, "</extensions></metadata>\n"...)
	}
	return e, e.flush()
}

func (e *gpx) flush() error {
	_, err := e.out.Write(e.buf)
	e.buf = e.buf[:0]
	return err
}

// element appends an element, or nothing without a value.
func (e *gpx) element(name, value string) {
	if value == "" {
		return
	}
	e.buf = append(append(append(e.buf, '<'), name...), '>')
	e.buf = appendXML(e.buf, value)
	e.buf = append(append(append(e.buf, "</"...), name...), '>')
}

func (e *gpx) trip(v *view) error {
	if e.o.What.raw() {
		if err := trace.WriteGPXTrack(e.out, v.Matched.Trip); err != nil {
			return err
		}
	}
	if !e.o.What.snapped() || !v.HasResult {
		return nil
	}
	e.trackStart(v)
	for _, l := range v.lines {
		e.segment(l)
		if err := e.flush(); err != nil {
			return err
		}
	}
	e.buf = append(e.buf, "</trk>\n"...)
	return e.flush()
}

// trackStart begins the track of the route. In a file with both lines it has another name
// than the recording.
func (e *gpx) trackStart(v *view) {
	name := v.title()
	if e.o.What.raw() {
		name += " (" + e.o.Labels.Route + ")"
	}
	e.buf = append(e.buf, "<trk>\n"...)
	e.element("name", name)
	e.element("desc", v.gapText())
	e.element("type", string(Snapped))
	e.buf = append(e.buf, "\n<extensions>"...)
	t := &v.Matched.Trip
	e.element("roadsnap:vehicle", t.Vehicle)
	e.element("roadsnap:device", t.Device)
	e.element("roadsnap:driver", t.Driver)
	tripTable().each(v, func(r *row) error { //nolint:errcheck // the function returns no error
		for i, c := range tripTable().columns {
			switch c.Name {
			case "profile", "matched_m", "inferred_m", "off_road_m", "gaps", "gap_causes", "corrections", "corrected_by", "corrected_time", "correction":
				e.element("roadsnap:"+c.Name, r.cells[i].plain())
			}
		}
		return nil
	})
	e.buf = append(e.buf, "</extensions>\n"...)
}

// gapText lists the causes of the gaps, "" without gaps.
func (v *view) gapText() (s string) {
	for i, g := range v.Result.Gaps {
		if i > 0 {
			s += ", "
		}
		s += string(g.Cause)
	}
	if s != "" {
		s = "gaps: " + s
	}
	return s
}

// plain returns the text of a cell, as in CSV.
func (c cell) plain() string {
	switch c.kind {
	case integer, number:
		return string(c.appendNumber(nil))
	case moment:
		return trace.FormatTime(c.time)
	case boolean:
		return truthText(c.truth)
	}
	return c.text
}

// segment appends a leg.
func (e *gpx) segment(l legLine) {
	e.buf = append(e.buf, "<trkseg>\n"...)
	pieces, way := l.pieces(), 0
	for i, p := range l.leg.Shape {
		e.buf = append(e.buf, `<trkpt lat="`...)
		e.buf = strconv.AppendFloat(e.buf, p.Lat, 'f', 6, 64)
		e.buf = append(e.buf, `" lon="`...)
		e.buf = strconv.AppendFloat(e.buf, p.Lon, 'f', 6, 64)
		e.buf = append(e.buf, `">`...)
		if i < len(l.leg.Times) {
			e.element("time", trace.FormatTime(l.leg.Times[i].UTC())) // required by the standard
		}
		e.buf = append(e.buf, "<extensions>"...)
		e.motion(l, i)
		state := "matched"
		if l.isInferred(i) {
			state = "inferred"
		}
		e.element("roadsnap:state", state)
		if way = l.wayOf(i, way, pieces); way >= 0 {
			e.element("roadsnap:way_id", strconv.FormatInt(l.leg.Ways[way].WayID, 10))
		}
		e.buf = append(e.buf, "</extensions></trkpt>\n"...)
	}
	e.buf = append(e.buf, "</trkseg>\n"...)
}

// motion appends speed (m/s) and course from a vertex to the next one; at the end of the
// leg from the one before.
func (e *gpx) motion(l legLine, i int) {
	i = min(i, len(l.leg.Shape)-2)
	a, b := l.leg.Shape[i], l.leg.Shape[i+1]
	speed := ""
	if l.leg.Times != nil {
		if c := speedCell(l.along[i+1]-l.along[i], l.leg.Times[i], l.leg.Times[i+1]); c.kind == number {
			speed = strconv.FormatFloat(c.number/kmhPerMPS, 'f', 2, 64)
		}
	}
	course := ""
	if a != b {
		course = strconv.FormatFloat(geo.Bearing(a, b), 'f', 1, 64)
	}
	if speed == "" && course == "" {
		return
	}
	e.buf = append(e.buf, "<gpxtpx:TrackPointExtension>"...)
	e.element("gpxtpx:speed", speed)
	e.element("gpxtpx:course", course)
	e.buf = append(e.buf, "</gpxtpx:TrackPointExtension>"...)
}

func (e *gpx) close() error {
	if _, err := e.out.WriteString("</gpx>\n"); err != nil {
		return err
	}
	return e.out.Flush()
}

func (e *gpx) discard() {}

// appendXML appends s escaped. Characters that XML does not allow become U+FFFD.
func appendXML(dst []byte, s string) []byte {
	b := bytes.NewBuffer(dst)
	_ = xml.EscapeText(b, []byte(s)) // a Buffer never fails
	return b.Bytes()
}
