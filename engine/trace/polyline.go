// SPDX-License-Identifier: MIT

package trace

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"

	polyline "github.com/twpayne/go-polyline"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

const (
	// firstPolyline and lastPolyline bound the bytes of an encoded polyline.
	firstPolyline, lastPolyline = '?', '~'
	// longestPolyline is the length of the longest line (bytes): six million points.
	longestPolyline = 64 << 20
)

// vietnam are the bounds of the country and its sea, in which a polyline is
// expected if nothing else says where.
var vietnam = geo.Bounds{South: 6, West: 101, North: 24, East: 118}

// isPolylines reports whether head is the beginning of a text with an encoded
// polyline on each line. No other format has only letters and a few marks.
func isPolylines(head []byte) bool {
	lines := bytes.Split(bytes.TrimSpace(head), []byte("\n"))
	for _, line := range lines {
		for _, b := range bytes.TrimSpace(line) {
			if b < firstPolyline || b > lastPolyline {
				return false
			}
		}
	}
	first := bytes.TrimSpace(lines[0])
	if len(lines) == 1 && len(head) >= headBytes {
		first = first[:len(first)-maxVarint] // it may be cut
		for len(first) > 0 && first[len(first)-1] >= 95 {
			first = first[:len(first)-1]
		}
	}
	var s polylineSteps
	n, err := eachVertex(first, func(lat, lon int) error { s.add(lat, lon); return nil })
	cut := errors.Is(err, polyline.ErrEmpty) && len(head) >= headBytes // after a latitude
	// A word in capitals is a polyline at 0°, 0°.
	far := max(s.north, -s.south, s.east, -s.west) > leastExtent
	return (err == nil || cut) && n >= 2 && far && s.decimals(geo.NoBounds) > 0
}

// leastExtent is how far from 0°, 0° a polyline is that is no word (units of its last
// decimal).
const leastExtent = 1000

// maxVarint is the length of the longest number in a polyline (bytes).
const maxVarint = 13

// readPolylines reads a text with an encoded polyline on each line, which is one
// trip.
func readPolylines(c *collector, r io.Reader) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, longestPolyline)
	scale := 0.0
	number := 0
	for lines.Scan() {
		number++
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		if scale == 0 {
			decimals, err := polylineDecimals(c, line, number)
			if err != nil {
				return err
			}
			scale = math.Pow10(decimals)
			c.note(NotePolyline, 0, fmt.Sprint(decimals))
		}
		d, err := c.newTrip("")
		if err != nil {
			return err
		}
		_, err = eachVertex(line, func(lat, lon int) error {
			var o match.Observation
			o.Lat, o.Lon = float64(lat)/scale, float64(lon)/scale
			return c.add(d, o, place{line: number})
		})
		var fault *Error
		switch {
		case errors.As(err, &fault):
			return err
		case err != nil:
			if err := c.skip(polylineFault(c, number)); err != nil {
				return err
			}
		}
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return c.fault(ErrTooLarge, number+1, 0, fmt.Sprintf("the line is longer than %d MiB", longestPolyline>>20), "split it")
	}
	return lines.Err()
}

func polylineFault(c *collector, line int) *Error {
	return c.fault(ErrValue, line, 0, "the line is not an encoded polyline, or not a whole one", "copy it again, without quotation marks and backslashes")
}

// polylineDecimals returns the number of decimals of the coordinates, 5 or 6.
func polylineDecimals(c *collector, line []byte, number int) (int, error) {
	var s polylineSteps
	if _, err := eachVertex(line, func(lat, lon int) error { s.add(lat, lon); return nil }); err != nil {
		return 0, polylineFault(c, number)
	}
	if n := s.decimals(c.opt.Bounds); n > 0 {
		return n, nil
	}
	return 0, c.fault(ErrRange, number, 0, "the polyline leaves the Earth with five and with six decimals", "copy it again from where it came")
}

// eachVertex calls visit with each vertex of a polyline, in units of its last
// decimal, and returns their number. The vertices before an error are visited.
func eachVertex(line []byte, visit func(lat, lon int) error) (n int, err error) {
	lat, lon := 0, 0
	for len(line) > 0 {
		var x, y int
		if y, line, err = polyline.DecodeInt(line); err != nil {
			return n, err
		}
		if x, line, err = polyline.DecodeInt(line); err != nil {
			return n, err
		}
		lat, lon = lat+y, lon+x
		if err := visit(lat, lon); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// polylineSteps measures a polyline whose number of decimals is not known.
type polylineSteps struct {
	n                        int
	south, west, north, east int // its extent, in units of the last decimal
	lat, lon                 int // the last vertex
	length                   float64
}

func (s *polylineSteps) add(lat, lon int) {
	if s.n == 0 {
		s.south, s.north, s.west, s.east = lat, lat, lon, lon
	} else {
		s.length += math.Hypot(float64(lat-s.lat), float64(lon-s.lon))
	}
	s.south, s.north = min(s.south, lat), max(s.north, lat)
	s.west, s.east = min(s.west, lon), max(s.east, lon)
	s.lat, s.lon = lat, lon
	s.n++
}

// longestStep is the mean step of a trip above which its coordinates have six
// decimals rather than five (degrees): 20 km.
const longestStep = 0.2

// decimals returns 5 or 6, or 0 if neither is on Earth. The polyline must be near
// the map or in Vietnam with that many, or else have steps that a vehicle makes.
func (s *polylineSteps) decimals(bounds geo.Bounds) int {
	five, six := s.extent(1e5), s.extent(1e6)
	onEarth := func(b geo.Bounds) bool { return b.South >= -90 && b.North <= 90 && b.West >= -180 && b.East <= 180 }
	switch {
	case !onEarth(six):
		return 0
	case !onEarth(five):
		return 6
	}
	for _, area := range []geo.Bounds{bounds.Pad(mapMargin), vietnam} {
		switch {
		case area.Intersects(five):
			return 5
		case area.Intersects(six):
			return 6
		}
	}
	if s.length/1e5 > longestStep*float64(max(s.n-1, 1)) {
		return 6
	}
	return 5
}

func (s *polylineSteps) extent(scale float64) geo.Bounds {
	return geo.Bounds{
		South: float64(s.south) / scale, West: float64(s.west) / scale,
		North: float64(s.north) / scale, East: float64(s.east) / scale,
	}
}
