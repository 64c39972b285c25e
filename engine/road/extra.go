// SPDX-License-Identifier: MIT

package road

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// Extra holds attributes that few ways have.
type Extra struct {
	// Duration is the time of the crossing of a ferry, over the whole way, in whole
	// seconds; 0 if it is unknown.
	Duration time.Duration
	// MaxHeight (metres) and MaxWeight (tonnes, of the whole vehicle) are limits for
	// vehicles, to the centimetre and to 10 kg; 0 if there is none.
	MaxHeight, MaxWeight float64
	// NoTrucksForward and NoTrucksBackward report that heavy goods vehicles are banned
	// along the drawing direction and against it.
	NoTrucksForward, NoTrucksBackward bool
	// TruckHours is the condition under which they are banned, as in OpenStreetMap:
	// "no @ (06:00-09:00)"; "" if there is none.
	TruckHours string
}

// extraRecord is the Extra of a way in the pack. The table is sorted by way.
type extraRecord struct {
	Way       uint32 // index into RWAY
	Hours     uint32 // in the string table
	Seconds   uint32 // of the crossing
	Length    uint32 // centimetres, of all links of the way
	MaxHeight uint16 // centimetres
	MaxWeight uint16 // units of 10 kg
	Flags     extraFlags
	Reserved  uint16 // zero
}

type extraFlags uint16

const (
	extraNoTrucksForward extraFlags = 1 << iota
	extraNoTrucksBackward

	allExtraFlags = extraNoTrucksForward | extraNoTrucksBackward
)

// perTonne is the number of units of weight in a tonne.
const perTonne = 100

// record returns the record of x but for the length, and whether it says anything.
// Limits beyond the range of the record, above 655 m or 655 t, are none.
func (x *Extra) record(way uint32, hours uint32) (r extraRecord, some bool) {
	r = extraRecord{Way: way, Hours: hours}
	if s := x.Duration / time.Second; s > 0 && s <= math.MaxUint32 {
		r.Seconds = uint32(s)
	}
	r.MaxHeight, r.MaxWeight = limited(x.MaxHeight*centimetresPerMetre), limited(x.MaxWeight*perTonne)
	if x.NoTrucksForward {
		r.Flags |= extraNoTrucksForward
	}
	if x.NoTrucksBackward {
		r.Flags |= extraNoTrucksBackward
	}
	return r, r != extraRecord{Way: way}
}

// limited returns a limit rounded to whole units, or 0 if it is out of range.
func limited(limit float64) uint16 {
	if limit = math.Round(limit); limit > 0 && limit <= math.MaxUint16 {
		return uint16(limit)
	}
	return 0
}

// addExtras completes the table of the rarer attributes, and marks the edges that are
// closed to trucks.
func (a *assembly) addExtras() {
	g := &a.g
	g.extras = a.b.extras
	if len(g.extras) == 0 {
		return
	}
	lengths := make(map[uint32]uint64, len(g.extras))
	for l := range g.firstShadow() {
		lengths[g.links[l].Way] += uint64(g.links[l].Length)
	}
	for i := range g.extras {
		g.extras[i].Length = uint32(min(lengths[g.extras[i].Way], math.MaxUint32))
	}
	for i := range g.arcs {
		if g.NoTrucks(g.out[i]) {
			g.arcs[i].Flags |= arcNoTrucks
		}
	}
}

// extraOf returns the record of a way, or nil.
func extraOf(extras []extraRecord, way uint32) *extraRecord {
	i, found := slices.BinarySearchFunc(extras, way, func(r extraRecord, way uint32) int { return cmp.Compare(r.Way, way) })
	if !found {
		return nil
	}
	return &extras[i]
}

// noTrucks reports whether trucks are banned in a direction.
func (r *extraRecord) noTrucks(backward bool) bool {
	if backward {
		return r != nil && r.Flags&extraNoTrucksBackward != 0
	}
	return r != nil && r.Flags&extraNoTrucksForward != 0
}

// extraOf returns the record of the way of l, or nil.
func (g *Graph) extraOf(l LinkID) *extraRecord {
	if len(g.extras) == 0 {
		return nil
	}
	return extraOf(g.extras, g.links.At(int(l)).Way)
}

// Extra returns the rarer attributes of the way of l; found is false if it has none. Its
// string is a view of the mapped pack.
func (g *Graph) Extra(l LinkID) (x Extra, found bool) {
	r := g.extraOf(l)
	if r == nil {
		return Extra{}, false
	}
	return Extra{
		Duration:  time.Duration(r.Seconds) * time.Second,
		MaxHeight: float64(r.MaxHeight) / centimetresPerMetre, MaxWeight: float64(r.MaxWeight) / perTonne,
		NoTrucksForward: r.Flags&extraNoTrucksForward != 0, NoTrucksBackward: r.Flags&extraNoTrucksBackward != 0,
		TruckHours: g.strings.At(r.Hours),
	}, true
}

// NoTrucks reports whether heavy goods vehicles are banned from e at all hours. Its
// Access may include them nevertheless: they go there to deliver, so that a trip is
// matched with a warning.
func (g *Graph) NoTrucks(e EdgeID) bool {
	return g.extraOf(e.Link()).noTrucks(e.Backward())
}

// Crossing returns the time of a ferry over the link, its share of the time over the
// whole way by length; known is false for other links.
func (g *Graph) Crossing(l LinkID) (d time.Duration, known bool) {
	r := g.extraOf(l)
	if r == nil || r.Seconds == 0 || r.Length == 0 {
		return 0, false
	}
	share := float64(g.arcOf(l.Forward()).Length) / float64(r.Length)
	return time.Duration(float64(r.Seconds) * share * float64(time.Second)), true
}
