// SPDX-License-Identifier: MIT

package geo

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

// Bounds is a box (degrees) that includes its edges. It does not cross the
// antimeridian; the box of data that does spans all longitudes.
type Bounds struct {
	South, West, North, East float64 // degrees
}

// NoBounds is the empty box. Extending it by a point gives the box of that point.
var NoBounds = Bounds{South: math.Inf(1), West: math.Inf(1), North: math.Inf(-1), East: math.Inf(-1)}

// BoundsOf returns the smallest box that contains all points, NoBounds for none.
func BoundsOf(points ...Point) Bounds {
	b := NoBounds
	for _, p := range points {
		b = b.Extend(p)
	}
	return b
}

// ParseBounds reads west, south, east and north (degrees), separated by commas.
func ParseBounds(text string) (Bounds, error) {
	var side [4]float64
	words := strings.Split(text, ",")
	for i := range side {
		var err error
		if len(words) == len(side) {
			side[i], err = strconv.ParseFloat(strings.TrimSpace(words[i]), 64)
		}
		if err != nil || len(words) != len(side) {
			return NoBounds, errors.New("write four numbers, west,south,east,north, such as 106.3,10.3,107.1,11.2")
		}
	}
	b := Bounds{West: side[0], South: side[1], East: side[2], North: side[3]}
	if sw, ne := (Point{b.South, b.West}), (Point{b.North, b.East}); b.Empty() || !sw.Valid() || !ne.Valid() {
		return NoBounds, errors.New("west must be less than east, south less than north, in degrees")
	}
	return b, nil
}

// Empty reports whether b contains no point.
func (b Bounds) Empty() bool { return !(b.South <= b.North && b.West <= b.East) }

// Extend returns the smallest box that holds b and p.
func (b Bounds) Extend(p Point) Bounds {
	return Bounds{
		South: min(b.South, p.Lat), West: min(b.West, p.Lon),
		North: max(b.North, p.Lat), East: max(b.East, p.Lon),
	}
}

// Union returns the smallest box that holds b and c.
func (b Bounds) Union(c Bounds) Bounds {
	return Bounds{
		South: min(b.South, c.South), West: min(b.West, c.West),
		North: max(b.North, c.North), East: max(b.East, c.East),
	}
}

// Pad returns b extended by metres on every side, limited to the ranges of latitude
// and longitude.
func (b Bounds) Pad(metres float64) Bounds {
	if b.Empty() {
		return b
	}
	dLat := metres / MetresPerDegree
	widest := min(max(math.Abs(b.South), math.Abs(b.North))+dLat, 89.9)
	dLon := dLat / math.Cos(widest*math.Pi/180)
	return Bounds{
		South: max(b.South-dLat, -90), West: max(b.West-dLon, -180),
		North: min(b.North+dLat, 90), East: min(b.East+dLon, 180),
	}
}

// Contains reports whether p is in b or on its edge.
func (b Bounds) Contains(p Point) bool {
	return p.Lat >= b.South && p.Lat <= b.North && p.Lon >= b.West && p.Lon <= b.East
}

// Intersects reports whether b and c share at least a point.
func (b Bounds) Intersects(c Bounds) bool {
	return b.South <= c.North && c.South <= b.North && b.West <= c.East && c.West <= b.East
}

// Center returns the centre of b in degrees.
func (b Bounds) Center() Point {
	return Point{Lat: (b.South + b.North) / 2, Lon: (b.West + b.East) / 2}
}

// Fixed returns b in fixed point, rounded outwards so that it contains b.
func (b Bounds) Fixed() FixedBounds {
	if b.Empty() {
		return NoFixedBounds
	}
	return FixedBounds{
		MinLat: int32(math.Floor(max(b.South, -90) * FixedPerDegree)), MinLon: int32(math.Floor(max(b.West, -180) * FixedPerDegree)),
		MaxLat: int32(math.Ceil(min(b.North, 90) * FixedPerDegree)), MaxLon: int32(math.Ceil(min(b.East, 180) * FixedPerDegree)),
	}
}

// FixedBounds is a box in fixed point (units of 1e-7 degree) that includes its edges.
// Static indexes store it in 16 bytes.
type FixedBounds struct {
	MinLat, MinLon, MaxLat, MaxLon int32
}

// NoFixedBounds is the empty box.
var NoFixedBounds = FixedBounds{MinLat: math.MaxInt32, MinLon: math.MaxInt32, MaxLat: math.MinInt32, MaxLon: math.MinInt32}

// FixedBoundsOf returns the smallest box that contains all points, NoFixedBounds for
// none.
func FixedBoundsOf(points ...Fixed) FixedBounds {
	b := NoFixedBounds
	for _, p := range points {
		b = b.Extend(p)
	}
	return b
}

// Extend returns the smallest box that holds b and p.
func (b FixedBounds) Extend(p Fixed) FixedBounds {
	return FixedBounds{
		MinLat: min(b.MinLat, p.Lat), MinLon: min(b.MinLon, p.Lon),
		MaxLat: max(b.MaxLat, p.Lat), MaxLon: max(b.MaxLon, p.Lon),
	}
}

// Union returns the smallest box that holds b and c.
func (b FixedBounds) Union(c FixedBounds) FixedBounds {
	return FixedBounds{
		MinLat: min(b.MinLat, c.MinLat), MinLon: min(b.MinLon, c.MinLon),
		MaxLat: max(b.MaxLat, c.MaxLat), MaxLon: max(b.MaxLon, c.MaxLon),
	}
}

// Intersects reports whether b and c share at least a point.
func (b FixedBounds) Intersects(c FixedBounds) bool {
	return b.MinLat <= c.MaxLat && c.MinLat <= b.MaxLat && b.MinLon <= c.MaxLon && c.MinLon <= b.MaxLon
}

// Contains reports whether p is in b or on its edge.
func (b FixedBounds) Contains(p Fixed) bool {
	return b.MinLat <= p.Lat && p.Lat <= b.MaxLat && b.MinLon <= p.Lon && p.Lon <= b.MaxLon
}

// Bounds returns b in degrees.
func (b FixedBounds) Bounds() Bounds {
	if b.MinLat > b.MaxLat || b.MinLon > b.MaxLon {
		return NoBounds
	}
	lo, hi := Fixed{b.MinLat, b.MinLon}.Point(), Fixed{b.MaxLat, b.MaxLon}.Point()
	return Bounds{South: lo.Lat, West: lo.Lon, North: hi.Lat, East: hi.Lon}
}
