// SPDX-License-Identifier: MIT

package trace

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"io"
	"strconv"
	"time"

	"roadsnap/engine/correction"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// gpxEncoder writes GPX 1.1. Speed and course are in Garmin's TrackPoint
// extension, which most programs read. Accuracy is in hdop, the only standard
// element for it. Vehicle, driver, ignition, odometer and address are in extensions of
// this package.
type gpxEncoder struct{}

const gpxHead = xml.Header +
	`<gpx version="1.1" creator="roadsnap" xmlns="http://www.topografix.com/GPX/1/1"` +
	` xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2"` +
	` xmlns:roadsnap="urn:roadsnap:gpx:1">` + "\n"

// odometerMetres is the name of an odometer in metres, in GPX and JSON.
const odometerMetres = "odometer_m"

func (gpxEncoder) open(w *bufio.Writer, n Notice) error {
	buf := []byte(gpxHead)
	if n.Licence != "" {
		buf = append(buf, `<metadata><copyright author="`...)
		buf = append(appendXMLText(buf, n.Licence), "\"/></metadata>\n"...)
	}
	_, err := w.Write(buf)
	return err
}

func (e gpxEncoder) openTrips(w *bufio.Writer, _ []Trip) error { return e.open(w, Notice{}) }

func (gpxEncoder) close(w *bufio.Writer) error {
	_, err := w.WriteString("</gpx>\n")
	return err
}

// matched writes the route as one segment per leg, because a line between two
// legs was not driven.
func (gpxEncoder) matched(w *bufio.Writer, m Matched) error {
	buf := appendTrackStart(nil, m.Trip, correction.Statement(m.Corrected))
	for _, leg := range m.Result.Legs {
		buf = append(buf, "<trkseg>\n"...)
		for i, p := range leg.Shape {
			var at time.Time
			if i < len(leg.Times) {
				at = leg.Times[i]
			}
			buf = appendTrackPoint(buf, match.Observation{Point: p, Time: at}, nil, 6)
		}
		buf = append(buf, "</trkseg>\n"...)
		if _, err := w.Write(buf); err != nil {
			return err
		}
		buf = buf[:0]
	}
	_, err := w.Write(append(buf, "</trk>\n"...))
	return err
}

func (gpxEncoder) trip(w *bufio.Writer, t Trip) error { return WriteGPXTrack(w, t) }

// WriteGPXTrack writes a recorded trip as a trk element of GPX 1.1, whose extensions have
// the prefixes gpxtpx and roadsnap.
func WriteGPXTrack(w io.Writer, t Trip) error {
	buf := append(appendTrackStart(nil, t, ""), "<trkseg>\n"...)
	for i, o := range t.Observations {
		r := t.reportAt(i)
		buf = appendTrackPoint(buf, o, &r, 7)
		if _, err := w.Write(buf); err != nil {
			return err
		}
		buf = buf[:0]
	}
	_, err := w.Write(append(buf, "</trkseg>\n</trk>\n"...))
	return err
}

// appendTrackStart begins a track named t.Name, or t.ID if the name is empty. corrected says
// what was corrected by hand, "" for nothing.
func appendTrackStart(dst []byte, t Trip, corrected string) []byte {
	name := t.Name
	if name == "" {
		name = t.ID
	}
	dst = append(dst, "<trk>\n<name>"...)
	dst = appendXMLText(dst, name)
	dst = append(dst, "</name>\n"...)
	if t.Vehicle == "" && t.Device == "" && t.Driver == "" && corrected == "" {
		return dst
	}
	dst = append(dst, "<extensions>"...)
	dst = appendTextElement(dst, "roadsnap:vehicle", t.Vehicle)
	dst = appendTextElement(dst, "roadsnap:device", t.Device)
	dst = appendTextElement(dst, "roadsnap:driver", t.Driver)
	dst = appendTextElement(dst, "roadsnap:corrected", corrected)
	return append(dst, "</extensions>\n"...)
}

// appendTextElement appends an element, or nothing if text is "".
func appendTextElement(dst []byte, name, text string) []byte {
	if text == "" {
		return dst
	}
	dst = append(append(append(dst, '<'), name...), '>')
	dst = appendXMLText(dst, text)
	return append(append(append(dst, '<', '/'), name...), '>')
}

// appendTrackPoint appends a point with its elements in the order that the schema requires.
// r may be nil.
func appendTrackPoint(dst []byte, o match.Observation, r *report, decimals int) []byte {
	dst = appendLatLon(append(dst, `<trkpt lat="`...), `" lon="`, o.Point, decimals)
	dst = append(dst, `">`...)
	if r != nil && r.elevation.known {
		dst = appendElement(dst, "ele", r.elevation.value)
	}
	if !o.Time.IsZero() {
		dst = append(dst, "<time>"...)
		dst = append(dst, formatTime(o.Time.UTC())...) // required by the standard
		dst = append(dst, "</time>"...)
	}
	if o.Accuracy > 0 {
		dst = appendElement(dst, "hdop", o.Accuracy/metresPerHDOP)
	}
	moves, reports := o.HasSpeed || o.HasHeading, r != nil && (r.ignition != IgnitionUnknown || r.odometer.known || r.address != "")
	if moves || reports {
		dst = append(dst, "<extensions>"...)
		if moves {
			dst = appendMotion(dst, o)
		}
		if reports {
			dst = appendReport(dst, r)
		}
		dst = append(dst, "</extensions>"...)
	}
	return append(dst, "</trkpt>\n"...)
}

func appendMotion(dst []byte, o match.Observation) []byte {
	dst = append(dst, "<gpxtpx:TrackPointExtension>"...)
	if o.HasSpeed {
		dst = appendElement(dst, "gpxtpx:speed", o.Speed)
	}
	if o.HasHeading {
		dst = appendElement(dst, "gpxtpx:course", o.Heading)
	}
	return append(dst, "</gpxtpx:TrackPointExtension>"...)
}

func appendReport(dst []byte, r *report) []byte {
	dst = appendTextElement(dst, "roadsnap:ignition", r.ignition.String())
	if r.odometer.known {
		dst = appendElement(dst, "roadsnap:"+odometerMetres, r.odometer.value)
	}
	return appendTextElement(dst, "roadsnap:address", r.address)
}

func appendElement(dst []byte, name string, x float64) []byte {
	dst = append(append(append(dst, '<'), name...), '>')
	dst = strconv.AppendFloat(dst, x, 'f', -1, 64)
	return append(append(append(dst, '<', '/'), name...), '>')
}

func appendLatLon(dst []byte, between string, p geo.Point, decimals int) []byte {
	dst = strconv.AppendFloat(dst, p.Lat, 'f', decimals, 64)
	dst = append(dst, between...)
	return strconv.AppendFloat(dst, p.Lon, 'f', decimals, 64)
}

// appendXMLText appends s escaped. Characters that XML does not allow become
// U+FFFD.
func appendXMLText(dst []byte, s string) []byte {
	b := bytes.NewBuffer(dst)
	_ = xml.EscapeText(b, []byte(s)) // a Buffer never fails
	return b.Bytes()
}

var _ tripEncoder = gpxEncoder{}
