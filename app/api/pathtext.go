// SPDX-License-Identifier: MIT

package api

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"roadsnap/engine/geo"
)

// The limits of the contract on the points of a path.
const (
	minPoints = 2
	maxPoints = 100
)

// byteOrderMark begins texts of some Windows programs. It has no meaning in UTF-8.
const byteOrderMark = "\uFEFF"

// parsePath parses a path written as text, "10.77,106.69|10.78,106.70": pairs of
// latitude and longitude. It appends the points to dst and the faults to f. If
// there are faults the points must not be used.
//
// A number is an optional minus sign, digits, and an optional fraction of a point
// and digits. Spaces around it are allowed. There are no empty pairs. A byte order mark at
// the beginning is ignored.
func parsePath(dst []geo.Point, text string, f *faults) []geo.Point {
	text = strings.TrimPrefix(text, byteOrderMark)
	if strings.Trim(text, " ") == "" {
		f.add("path", "is required: lat,lon pairs separated by |")
		return dst
	}
	checkCount(strings.Count(text, "|")+1, f)
	for i, more := 0, true; more && i < maxPoints; i++ {
		var pair string
		pair, text, more = strings.Cut(text, "|")
		lat, lon, found := strings.Cut(pair, ",")
		if !found || strings.Contains(lon, ",") {
			f.add(fmt.Sprintf("path[%d]", i), "must be a lat,lon pair")
			continue
		}
		dst = append(dst, geo.Point{
			Lat: parseNumber(lat, latitude, i, f),
			Lon: parseNumber(lon, longitude, i, f),
		})
	}
	return dst
}

// checkCount refuses paths that are too short or too long. Only the first
// maxPoints points of a long path are checked further, because a list of faults
// much longer than the request would not help.
func checkCount(n int, f *faults) {
	if n < minPoints || n > maxPoints {
		f.add("path", fmt.Sprintf("must have %d to %d points, has %d", minPoints, maxPoints, n))
	}
}

// axis is one of the two coordinates.
type axis struct {
	name   string
	limit  float64  // greatest absolute value (degrees)
	others []string // names that clients of other services send in its place
}

var (
	latitude  = axis{"lat", 90, []string{"latitude"}}
	longitude = axis{"lon", 180, []string{"lng", "long", "longitude"}}
)

// field names the coordinate of point i in a fieldError.
func (a axis) field(i int) string { return fmt.Sprintf("path[%d].%s", i, a.name) }

// check adds a fault if v is not a valid coordinate of point i.
func (a axis) check(v float64, i int, f *faults) {
	if !a.holds(v) {
		f.add(a.field(i), a.limits())
	}
}

// holds reports whether v is a valid coordinate; NaN is not.
func (a axis) holds(v float64) bool { return math.Abs(v) <= a.limit }

func (a axis) limits() string { return fmt.Sprintf("must be between %g and %g", -a.limit, a.limit) }

// missing returns the message for a coordinate that is not among the names sent.
func (a axis) missing(sent []string) string {
	for _, name := range sent {
		if slices.Contains(a.others, name) {
			return "is required; " + name + " was sent"
		}
	}
	return "is required"
}

// notPlain is the message for a text that isPlainNumber refuses.
const notPlain = "must be a plain decimal number, such as -33.8688"

// parseNumber parses one coordinate of a path written as text.
func parseNumber(text string, a axis, i int, f *faults) float64 {
	text = strings.Trim(text, " ")
	if !isPlainNumber(text) {
		f.add(a.field(i), notPlain)
		return 0
	}
	// The only possible error, a number out of range, gives an infinity.
	v, _ := strconv.ParseFloat(text, 64)
	a.check(v, i, f)
	return v
}

func isPlainNumber(text string) bool {
	whole, fraction, hasPoint := strings.Cut(strings.TrimPrefix(text, "-"), ".")
	return isDigits(whole) && (!hasPoint || isDigits(fraction))
}

// isDigits reports whether s is one or more ASCII digits.
func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}
