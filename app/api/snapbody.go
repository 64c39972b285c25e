// SPDX-License-Identifier: MIT

package api

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"roadsnap/engine/geo"
)

// snapRequest is a request to snap-to-roads.
type snapRequest struct {
	path        []geo.Point
	interpolate bool
}

// decodeSnap decodes the body of a POST and adds all faults to f. If there are
// faults the request must not be used. A member that occurs twice is a fault,
// because it is unclear which of the two counts.
func decodeSnap(body []byte, f *faults) (request snapRequest) {
	if !utf8.Valid(body) {
		f.add("body", "is not UTF-8")
		return request
	}
	if !checkJSON(body, f) {
		return request
	}
	w := &walker{text: body}
	if w.kind() != '{' {
		f.add("body", "must be a JSON object")
		return request
	}
	var paths, interpolates int
	w.object(func(name []byte) {
		switch string(name) {
		case "path":
			if first(&paths, "path", f) {
				request.path = decodePath(w, f)
				return
			}
		case "interpolate":
			if first(&interpolates, "interpolate", f) {
				request.interpolate = decodeBool(w, "interpolate", f)
				return
			}
		}
		w.value()
	})
	if paths == 0 {
		f.add("path", "is required: an array of {lat, lon}, or a text of lat,lon pairs separated by |")
	}
	return request
}

// first counts a member and reports whether this is its first occurrence. At the
// second one it adds a fault.
func first(count *int, field string, f *faults) bool {
	*count++
	if *count == 2 {
		f.add(field, "must not be given twice")
	}
	return *count == 1
}

func decodeBool(w *walker, field string, f *faults) bool {
	switch string(w.value()) {
	case "true":
		return true
	case "false":
		return false
	}
	f.add(field, "must be true or false")
	return false
}

// decodePath decodes either form of a path.
func decodePath(w *walker, f *faults) []geo.Point {
	switch w.kind() {
	case '"':
		return parsePath(nil, string(unquote(w.value())), f)
	case '[':
		return decodePoints(w, f)
	}
	w.value()
	f.add("path", "must be an array of {lat, lon}, or a text of lat,lon pairs separated by |")
	return nil
}

func decodePoints(w *walker, f *faults) []geo.Point {
	points := make([]geo.Point, 0, maxPoints)
	n := 0
	before := len(*f)
	w.array(func(i int) {
		n = i + 1
		if n > maxPoints {
			w.value()
			return
		}
		points = append(points, decodePoint(w, i, f))
	})
	if n < minPoints || n > maxPoints {
		// The count precedes the faults of single points, as in parsePath.
		var count faults
		checkCount(n, &count)
		*f = append((*f)[:before:before], append(count, (*f)[before:]...)...)
	}
	return points
}

func decodePoint(w *walker, i int, f *faults) (p geo.Point) {
	if w.kind() != '{' {
		w.value()
		f.add(fmt.Sprintf("path[%d]", i), "must be an object with the numbers lat and lon")
		return p
	}
	var lats, lons int
	var others []string
	w.object(func(name []byte) {
		switch string(name) {
		case latitude.name:
			p.Lat = decodeCoordinate(w, latitude, &lats, i, f)
		case longitude.name:
			p.Lon = decodeCoordinate(w, longitude, &lons, i, f)
		default:
			others = append(others, string(name))
			w.value()
		}
	})
	if lats == 0 {
		f.add(latitude.field(i), latitude.missing(others))
	}
	if lons == 0 {
		f.add(longitude.field(i), longitude.missing(others))
	}
	return p
}

// decodeCoordinate decodes one coordinate, which must be a JSON number. count is
// the number of earlier occurrences.
func decodeCoordinate(w *walker, a axis, count *int, i int, f *faults) float64 {
	text := w.value()
	if *count++; *count > 1 {
		if *count == 2 {
			f.add(a.field(i), "must not be given twice")
		}
		return 0
	}
	if c := text[0]; c != '-' && (c < '0' || c > '9') {
		f.add(a.field(i), "must be a number")
		return 0
	}
	// The only possible error, a number out of range, gives an infinity.
	v, _ := strconv.ParseFloat(string(text), 64)
	a.check(v, i, f)
	return v
}
