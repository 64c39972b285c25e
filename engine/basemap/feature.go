// SPDX-License-Identifier: MIT

package basemap

import (
	"math"
	"strings"

	"roadsnap/engine/geo"
)

// Feature is a feature of the map. The strings and points of a Feature passed by Visit
// are parts of the mapped pack; copy them to keep them after the visit.
type Feature struct {
	// ID is the id of the OpenStreetMap way, relation or node of the feature; 0 if
	// it was joined from several, like lines in the tiers of low zooms.
	ID   int64
	Kind Kind
	Name string // the Vietnamese name if there is one, "" if the feature has no name
	// NameEn is the English name if it is another than Name.
	NameEn string
	Ref    string // road number, "QL1A", or the street of a house number; "" if it has none

	Flags Flags
	Level int8  // OpenStreetMap's layer: of two crossing features the higher is above; 0 is the ground
	Rank  uint8 // importance among places of a kind, see RankOf; 0 if unknown

	points []geo.Fixed
	ends   []uint32 // part i is points[ends[i]:ends[i+1]]
}

// NewFeature returns f with copies of the given parts, for drawing features that are
// not in a pack. Parts are as described at Feature.Part.
func NewFeature(f Feature, parts ...[]geo.Fixed) Feature {
	f.points, f.ends = nil, []uint32{0}
	for _, p := range parts {
		f.points = append(f.points, p...)
		f.ends = append(f.ends, uint32(len(f.points)))
	}
	return f
}

// nameSeparator separates the names of a feature in the string table.
const nameSeparator = "\x00"

// names returns the names as one string of the string table.
func (f *Feature) names() string {
	if f.NameEn == "" || f.NameEn == f.Name {
		return f.Name
	}
	return f.Name + nameSeparator + f.NameEn
}

// setNames sets the names from a string of the string table.
func (f *Feature) setNames(s string) { f.Name, f.NameEn, _ = strings.Cut(s, nameSeparator) }

// NameIn returns the English name if english is set and there is one, else Name.
func (f *Feature) NameIn(english bool) string {
	if english && f.NameEn != "" {
		return f.NameEn
	}
	return f.Name
}

// NumParts returns the number of parts: 1 for a point or a line, the number of
// rings for an area.
func (f Feature) NumParts() int { return max(len(f.ends)-1, 0) }

// Part returns part i in place. The rings of an area are closed: the last point equals
// the first. The outer ring comes first, then its holes. Part returns nil if i is out
// of range, or if the offsets of a damaged pack are invalid.
func (f Feature) Part(i int) []geo.Fixed {
	if i < 0 || i >= f.NumParts() {
		return nil
	}
	from, to := f.ends[i], f.ends[i+1]
	if from > to || uint64(to) > uint64(len(f.points)) {
		return nil
	}
	return f.points[from:to:to]
}

// Box returns the box around all parts, geo.NoFixedBounds if there are none.
func (f Feature) Box() geo.FixedBounds {
	b := geo.NoFixedBounds
	for i := range f.NumParts() {
		b = b.Union(geo.FixedBoundsOf(f.Part(i)...))
	}
	return b
}

// RankOf returns the rank of a place by its population: 0 if it is unknown (below 1),
// otherwise 1 + 8·log₂ population, at most 255. A thousand people give rank 80, a
// million 160. The rank never decreases with the population.
func RankOf(population int64) uint8 {
	if population < 1 {
		return 0
	}
	return uint8(min(1+8*math.Log2(float64(population)), math.MaxUint8))
}
