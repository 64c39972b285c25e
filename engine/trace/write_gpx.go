// SPDX-License-Identifier: MIT

package trace

import (
	"bufio"
	"encoding/xml"
	"strconv"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// gpxEncoder writes GPX 1.1. Speed and course are in Garmin's TrackPoint
// extension, which most programs read. Accuracy is in hdop, the only standard
// element for it.
type gpxEncoder struct{}

const gpxHead = xml.Header +
	`<gpx version="1.1" creator="roadsnap" xmlns="http://www.topografix.com/GPX/1/1"` +
	` xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">` + "\n"

func (gpxEncoder) open(w *bufio.Writer) error {
	_, err := w.WriteString(gpxHead)
	return err
}

func (e gpxEncoder) openTrips(w *bufio.Writer) error { return e.open(w) }

func (gpxEncoder) close(w *bufio.Writer) error {
	_, err := w.WriteString("</gpx>\n")
	return err
}

// matched writes the route as one segment per leg, because a line between two
// legs was not driven.
func (gpxEncoder) matched(w *bufio.Writer, m Matched) error {
	buf := appendTrackStart(nil, m.Trip)
	for _, leg := range m.Result.Legs {
		buf = append(buf, "<trkseg>\n"...)
		for i, p := range leg.Shape {
			var at time.Time
			if i < len(leg.Times) {
				at = leg.Times[i]
			}
			buf = appendTrackPoint(buf, match.Observation{Point: p, Time: at}, 6)
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

func (gpxEncoder) trip(w *bufio.Writer, t Trip) error {
	buf := append(appendTrackStart(nil, t), "<trkseg>\n"...)
	for _, o := range t.Observations {
		buf = appendTrackPoint(buf, o, 7)
		if _, err := w.Write(buf); err != nil {
			return err
		}
		buf = buf[:0]
	}
	_, err := w.Write(append(buf, "</trkseg>\n</trk>\n"...))
	return err
}

// appendTrackStart begins a track named t.Name, or t.ID if the name is empty.
func appendTrackStart(dst []byte, t Trip) []byte {
	name := t.Name
	if name == "" {
		name = t.ID
	}
	dst = append(dst, "<trk>\n<name>"...)
	dst = appendXMLText(dst, name)
	return append(dst, "</name>\n"...)
}

// appendTrackPoint appends a point with time, hdop and extensions in the order
// that the schema requires.
func appendTrackPoint(dst []byte, o match.Observation, decimals int) []byte {
	dst = appendLatLon(append(dst, `<trkpt lat="`...), `" lon="`, o.Point, decimals)
	dst = append(dst, `">`...)
	if !o.Time.IsZero() {
		dst = append(dst, "<time>"...)
		dst = append(dst, formatTime(o.Time.UTC())...) // required by the standard
		dst = append(dst, "</time>"...)
	}
	if o.Accuracy > 0 {
		dst = appendElement(dst, "hdop", o.Accuracy/metresPerHDOP)
	}
	if o.HasSpeed || o.HasHeading {
		dst = append(dst, "<extensions><gpxtpx:TrackPointExtension>"...)
		if o.HasSpeed {
			dst = appendElement(dst, "gpxtpx:speed", o.Speed)
		}
		if o.HasHeading {
			dst = appendElement(dst, "gpxtpx:course", o.Heading)
		}
		dst = append(dst, "</gpxtpx:TrackPointExtension></extensions>"...)
	}
	return append(dst, "</trkpt>\n"...)
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
	b := byteSink{dst}
	_ = xml.EscapeText(&b, []byte(s)) // byteSink.Write never fails
	return b.bytes
}

// byteSink is an io.Writer that appends to a slice.
type byteSink struct{ bytes []byte }

func (b *byteSink) Write(p []byte) (int, error) {
	b.bytes = append(b.bytes, p...)
	return len(p), nil
}

var _ tripEncoder = gpxEncoder{}
