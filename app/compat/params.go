// SPDX-License-Identifier: MIT

package compat

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/twpayne/go-polyline"

	"roadsnap/engine/geo"
)

// Parameters are the parameters of a request in order.
type Parameters []Parameter

// Parameter is one parameter.
type Parameter struct {
	Name, Value string
	Malformed   bool // it could not be decoded
}

// get returns the last value of name, as most servers do.
func (p Parameters) get(name string) (value string, found bool) {
	for i := range slices.Backward(p) {
		if p[i].Name == name {
			return p[i].Value, true
		}
	}
	return "", false
}

// all returns all values of name.
func (p Parameters) all(name string) (values []string) {
	for i := range p {
		if p[i].Name == name {
			values = append(values, p[i].Value)
		}
	}
	return values
}

// choice returns the value of name, which must be one of options; the first is the
// default.
func (p Parameters) choice(name string, options ...string) (string, error) {
	value, found := p.get(name)
	if !found {
		return options[0], nil
	}
	if !slices.Contains(options, value) {
		return "", malformed("%s must be %s", name, strings.Join(options, ", "))
	}
	return value, nil
}

// boolean returns the value of name, "true" or "false".
func (p Parameters) boolean(name string, otherwise bool) (bool, error) {
	value, found := p.get(name)
	switch {
	case !found:
		return otherwise, nil
	case value == "true":
		return true, nil
	case value == "false":
		return false, nil
	}
	return false, malformed("%s must be true or false", name)
}

// list returns the elements of name, which are separated by semicolons. There must be
// n of them, or none at all, in which case the result is nil.
func (p Parameters) list(name string, n int) ([]string, error) {
	value, found := p.get(name)
	if !found || value == "" {
		return nil, nil
	}
	elements := strings.Split(value, ";")
	if len(elements) != n {
		return nil, invalid(Options, "Number of elements in %s size %d does not match coordinate size %d", name, len(elements), n)
	}
	return elements, nil
}

// number parses a decimal number, with an exponent if need be. It accepts no NaN, no
// infinity, and no digits other than decimal ones.
func number(text string) (v float64, ok bool) {
	if text == "" || strings.Trim(text, "0123456789.+-eE") != "" {
		return 0, false
	}
	v, err := strconv.ParseFloat(text, 64)
	return v, err == nil
}

// position parses a latitude and a longitude, whose ranges it does not check.
func position(lat, lon string) (p geo.Point, ok bool) {
	var okLat, okLon bool
	p.Lat, okLat = number(lat)
	p.Lon, okLon = number(lon)
	return p, okLat && okLon
}

// coordinates parses "lon,lat;lon,lat;…", or "polyline(…)" with 5 or "polyline6(…)" with
// 6 decimals.
func coordinates(text string, most int) (points []geo.Point, err error) {
	for name, scale := range map[string]float64{"polyline(": 1e5, "polyline6(": 1e6} {
		encoded, found := strings.CutPrefix(text, name)
		if !found {
			continue
		}
		if encoded, found = strings.CutSuffix(encoded, ")"); !found {
			return nil, malformed("coordinates: the polyline has no closing bracket")
		}
		if points, err = decodeLine(encoded, scale); err != nil {
			return nil, malformed("coordinates: not a polyline")
		}
		return points, checkPoints(points, most)
	}
	for i, pair := range strings.Split(text, ";") {
		lon, lat, found := strings.Cut(pair, ",")
		p, ok := position(lat, lon)
		if !found || !ok {
			return nil, malformed("coordinate %d is not longitude,latitude", i)
		}
		points = append(points, p)
	}
	return points, checkPoints(points, most)
}

// decodeLine decodes a polyline of latitudes and longitudes.
func decodeLine(encoded string, scale float64) ([]geo.Point, error) {
	codec := polyline.Codec{Dim: 2, Scale: scale}
	flat, rest, err := codec.DecodeFlatCoords(nil, []byte(encoded))
	if err != nil || len(rest) > 0 {
		return nil, malformed("not a polyline")
	}
	points := make([]geo.Point, len(flat)/2)
	for i := range points {
		points[i] = geo.Point{Lat: flat[2*i], Lon: flat[2*i+1]}
	}
	return points, nil
}

// checkPoints checks the number of points and their ranges.
func checkPoints(points []geo.Point, most int) error {
	if len(points) > most {
		return invalid(TooBig, "Too many trace coordinates: %d, at most %d", len(points), most)
	}
	for _, p := range points {
		if !p.Valid() {
			return invalid(Value, "Invalid coordinate value.")
		}
	}
	return nil
}

// unknownRadius stands for a radius that is not given.
const unknownRadius = 0

// radiuses parses one radius for each of n points (metres); an empty element, 0 and
// "unlimited" mean that it is not known. The result is nil without the parameter.
func (p Parameters) radiuses(n int) ([]float64, error) {
	elements, err := p.list("radiuses", n)
	if err != nil || elements == nil {
		return nil, err
	}
	list := make([]float64, n)
	for i, e := range elements {
		if e == "" || e == "unlimited" {
			continue
		}
		v, ok := number(e)
		if !ok {
			return nil, malformed("radiuses: element %d is not a number of metres", i)
		}
		if v < 0 {
			return nil, invalid(Value, "radiuses: element %d is negative", i)
		}
		list[i] = v
	}
	return list, nil
}

// bearing is a direction of travel, within a range on either side (degrees).
type bearing struct {
	set          bool
	value, reach float64
}

// admits reports whether a heading (degrees) is within the range.
func (b bearing) admits(heading float64) bool {
	return !b.set || math.Abs(math.Remainder(heading-b.value, 360)) <= b.reach
}

// bearings parses one bearing for each of n points, "value,range" or an empty element.
// The result is nil without the parameter.
func (p Parameters) bearings(n int) ([]bearing, error) {
	elements, err := p.list("bearings", n)
	if err != nil || elements == nil {
		return nil, err
	}
	list := make([]bearing, n)
	for i, e := range elements {
		if e == "" {
			continue
		}
		value, reach, found := strings.Cut(e, ",")
		b := &list[i]
		var okValue, okReach bool
		b.value, okValue = number(value)
		b.reach, okReach = number(reach)
		if !found || !okValue || !okReach {
			return nil, malformed("bearings: element %d is not value,range", i)
		}
		if b.value < 0 || b.value > 360 || b.reach < 0 || b.reach > 180 {
			return nil, invalid(Options, "bearings: element %d must have a value of 0 to 360 and a range of 0 to 180", i)
		}
		b.set = b.reach < 180
	}
	return list, nil
}

// latestTimestamp bounds timestamps (seconds since 1970): the year 9999.
const latestTimestamp = 253402300799

// unknownTime stands for a timestamp that is not given.
const unknownTime = -1

// timestamps parses one time for each of n points (seconds since 1970), never
// decreasing, and returns them in milliseconds, or nil without the parameter. If loose is
// set, elements may be empty, and times beyond the year 5138 are milliseconds: the clients
// of Mapbox send those.
func (p Parameters) timestamps(n int, loose bool) ([]int64, error) {
	elements, err := p.list("timestamps", n)
	if err != nil || elements == nil {
		return nil, err
	}
	list := make([]int64, n)
	last := int64(0)
	for i, e := range elements {
		if e == "" && loose {
			list[i] = unknownTime
			continue
		}
		t, err := strconv.ParseUint(e, 10, 63)
		if err != nil {
			return nil, malformed("timestamps: element %d is not a whole number of seconds", i)
		}
		const milliseconds = 1e11
		if !loose || t <= milliseconds {
			t = min(t, latestTimestamp+1) * 1000
		}
		if t > latestTimestamp*1000 {
			return nil, invalid(Value, "timestamps: element %d is too large", i)
		}
		if list[i] = int64(t); list[i] < last {
			return nil, invalid(Value, "Timestamps need to be monotonically increasing.")
		}
		last = list[i]
	}
	return list, nil
}

// waypoints parses indexes into n points, in any order. The first and the last point must
// be among them. The result has one entry per point, and is nil without the parameter.
func (p Parameters) waypoints(n int) ([]bool, error) {
	value, found := p.get("waypoints")
	if !found || value == "" {
		return nil, nil
	}
	list := make([]bool, n)
	for i, e := range strings.Split(value, ";") {
		index, err := strconv.ParseUint(e, 10, 31)
		if err != nil {
			return nil, malformed("waypoints: element %d is not an index", i)
		}
		if int(index) >= n {
			return nil, invalid(Options, "waypoints: element %d is beyond the last coordinate", i)
		}
		list[index] = true
	}
	if !list[0] || !list[n-1] {
		return nil, invalid(Value, "First and last coordinates must be specified as waypoints.")
	}
	return list, nil
}

// checkElements checks that name, if it is given, has one element for each of n points,
// each empty or accepted by ok.
func (p Parameters) checkElements(name string, n int, ok func(string) bool) error {
	elements, err := p.list(name, n)
	if err != nil {
		return err
	}
	for i, e := range elements {
		if e != "" && !ok(e) {
			return malformed("%s: element %d is not valid", name, i)
		}
	}
	return nil
}

// checkNames refuses a parameter that is not among the known ones.
func (p Parameters) checkNames(known ...string) error {
	for _, q := range p {
		if !slices.Contains(known, q.Name) {
			return malformed("unknown option %q", q.Name)
		}
	}
	return nil
}
