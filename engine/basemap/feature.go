package basemap

import (
	"math"

	"roadsnap/engine/geo"
)

// Feature is one thing to draw. Its strings and coordinates are views of the
// mapped pack: who keeps them beyond the visit copies them.
type Feature struct {
	// ID is the id of the OpenStreetMap way, relation or node that the feature
	// was made from; 0 if it was joined from several, as lines are in the tiers
	// of wide views.
	ID   int64
	Kind Kind
	Name string // the Vietnamese name where there is one, "" without a name
	Ref  string // road number, "QL1A"; "" if it has none

	Flags Flags
	Level int8  // OpenStreetMap's layer: which of two crossing features is above; 0 is the ground
	Rank  uint8 // importance among places of a kind, see RankOf; 0 unknown

	points []geo.Fixed
	ends   []uint32 // part i is points[ends[i]:ends[i+1]]
}

// NewFeature returns f with the given parts, which it copies: the way to make
// features for drawing without a pack. Parts are as Feature.Part describes them.
func NewFeature(f Feature, parts ...[]geo.Fixed) Feature {
	f.points, f.ends = nil, []uint32{0}
	for _, p := range parts {
		f.points = append(f.points, p...)
		f.ends = append(f.ends, uint32(len(f.points)))
	}
	return f
}

// NumParts returns the number of parts: 1 for a point or a line, the number of
// rings for an area.
func (f Feature) NumParts() int { return max(len(f.ends)-1, 0) }

// Part returns part i in place. The rings of an area are closed (the last point
// is the first again), the outer one first and its holes after it. An i out of
// range, or a part whose place in a damaged pack makes no sense, gives nil.
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

// Box returns the box round all parts, geo.NoFixedBounds if there are none.
func (f Feature) Box() geo.FixedBounds {
	b := geo.NoFixedBounds
	for i := range f.NumParts() {
		b = b.Union(geo.FixedBoundsOf(f.Part(i)...))
	}
	return b
}

// RankOf returns the rank of a place by its population: 0 if it is not known
// (below 1), otherwise 1 + 8·log₂ population, at most 255. A thousand people are
// rank 80, a million 160; the greater place never has the lesser rank.
func RankOf(population int64) uint8 {
	if population < 1 {
		return 0
	}
	return uint8(min(1+8*math.Log2(float64(population)), math.MaxUint8))
}
