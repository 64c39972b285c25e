// SPDX-License-Identifier: MIT

package tripfile

import (
	"slices"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// legLine is the line of a leg with the distance of each vertex from its beginning.
type legLine struct {
	leg   *match.Leg
	along []float64 // metres, scaled so that the last one is the length of the leg
}

func newLegLine(l *match.Leg) legLine {
	along := make([]float64, len(l.Shape))
	for i := 1; i < len(along); i++ {
		along[i] = along[i-1] + geo.Distance(l.Shape[i-1], l.Shape[i])
	}
	if n := len(along); n > 0 && along[n-1] > 0 {
		scale := l.Length / along[n-1]
		for i := range along {
			along[i] *= scale
		}
	}
	return legLine{l, along}
}

// span is a part of a leg from a distance to another one (metres from its beginning).
type span struct{ from, to float64 }

// pieces returns the spans of the ways of the leg.
func (l legLine) pieces() []span {
	list := make([]span, len(l.leg.Ways))
	at := 0.0
	for i, w := range l.leg.Ways {
		list[i] = span{at, at + w.Length}
		at += w.Length
	}
	return list
}

// inferred returns how much of a span has no fixes (metres).
func (l legLine) inferred(s span) (metres float64) {
	for _, part := range l.leg.Inferred {
		metres += max(0, min(s.to, l.along[part.Last])-max(s.from, l.along[part.First]))
	}
	return metres
}

// isInferred reports whether the line from a vertex to the next one has no fixes.
func (l legLine) isInferred(vertex int) bool {
	for _, part := range l.leg.Inferred {
		if part.First <= vertex && vertex < part.Last {
			return true
		}
	}
	return false
}

// nearVertex is the distance below which the end of a way is at a vertex (metres). Lengths
// of ways are computed from the map's coordinates, and those of the line from rounded ones.
const nearVertex = 0.5

// cut returns the vertices of a span and their times, which are nil if the leg has none.
func (l legLine) cut(s span) (line []geo.Point, times []time.Time) {
	add := func(at float64) {
		p, t := l.at(at)
		line = append(line, p)
		if l.leg.Times != nil {
			times = append(times, t)
		}
	}
	add(s.from)
	for i, _ := slices.BinarySearch(l.along, s.from+nearVertex); i < len(l.along) && l.along[i] < s.to-nearVertex; i++ {
		line = append(line, l.leg.Shape[i])
		if l.leg.Times != nil {
			times = append(times, l.leg.Times[i])
		}
	}
	add(s.to)
	return line, times
}

// at returns the place at a distance, and its time, which is zero if the leg has none. A
// place next to a vertex is the vertex.
func (l legLine) at(along float64) (p geo.Point, t time.Time) {
	i := l.segment(along)
	a, b := l.along[i], l.along[i+1]
	f := 0.0
	switch {
	case along-a < nearVertex && along-a <= b-along, b == a:
	case b-along < nearVertex:
		f = 1
	default:
		f = (along - a) / (b - a)
	}
	if l.leg.Times != nil {
		t = l.leg.Times[i].Add(time.Duration(f * float64(l.leg.Times[i+1].Sub(l.leg.Times[i]))))
	}
	switch f {
	case 0:
		return l.leg.Shape[i], t
	case 1:
		return l.leg.Shape[i+1], t
	}
	return geo.Lerp(l.leg.Shape[i], l.leg.Shape[i+1], f), t
}

// segment returns the first vertex of the segment at a distance.
func (l legLine) segment(along float64) int {
	i, _ := slices.BinarySearch(l.along, along)
	return min(max(i-1, 0), len(l.along)-2)
}

// wayOf returns the index of the way that the line takes from a vertex on, or of the last
// one at its end. from is that of an earlier vertex. It is −1 without ways.
func (l legLine) wayOf(vertex, from int, pieces []span) int {
	i := max(from, 0)
	for i < len(pieces)-1 && pieces[i].to <= l.along[vertex]+nearVertex {
		i++
	}
	return min(i, len(pieces)-1)
}
