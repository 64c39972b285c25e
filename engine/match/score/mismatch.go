// SPDX-License-Identifier: MIT

package score

import (
	"math"
	"slices"

	"roadsnap/engine/geo"
)

// Mismatch holds the added and the missed length of a route (metres).
type Mismatch struct {
	Added  float64 // matched, but not driven
	Missed float64 // driven, but not matched
	Truth  float64 // length of the true route
}

// Fraction returns Newson and Krumm's route mismatch: the added and the missed length
// over the length of the true route. It has no upper bound.
func (m Mismatch) Fraction() float64 { return ratio(m.Added+m.Missed, m.Truth) }

const (
	// sampleStep is the distance between successive samples (metres).
	sampleStep = 2
	// sampleReach is the greatest distance of two samples of the same place (metres):
	// more than half a step, less than the distance of the lanes of a divided road.
	sampleReach = 3
	// sampleCosine is the least cosine between the headings of two samples of
	// the same place: 60°.
	sampleCosine = 0.5
)

// Lines compares lines that need not have vertices in common. Both are sampled every
// two metres. A sample of one agrees with an unused sample of the other that lies
// within three metres and whose heading differs by at most 60°. If there are several,
// the one that best continues from the previous sample is used.
//
// The ends of the true lines are excluded on both sides over a length of trim (metres),
// because the beginning and the end of a trip depend on the noise of one fix. The
// result is still relative to the whole length.
func Lines(truth, matched [][]geo.Point, trim float64) Mismatch {
	s := newSampled(truth, geo.NewPlane(firstOf(slices.Concat(truth, matched))))
	added := 0
	for _, line := range matched {
		sample(line, s.plane, func(m place) {
			if !s.take(m) && !s.nearEnd(m, trim) {
				added++
			}
		})
	}
	return Mismatch{Added: sampleStep * float64(added), Missed: sampleStep * float64(s.missed(trim)), Truth: sampleStep * float64(len(s.samples))}
}

// place is a sample: its position and the unit vector of its heading.
type place struct{ at, heading geo.XY }

// sample calls visit with the middle of each piece of sampleStep of a line.
func sample(line []geo.Point, plane geo.Plane, visit func(place)) {
	next := sampleStep / 2.0 // from the beginning of the segment
	for i := 1; i < len(line); i++ {
		a, b := plane.XY(line[i-1]), plane.XY(line[i])
		dx, dy := b.X-a.X, b.Y-a.Y
		length := math.Hypot(dx, dy)
		if length == 0 {
			continue
		}
		heading := geo.XY{X: dx / length, Y: dy / length}
		for ; next <= length; next += sampleStep {
			visit(place{at: geo.XY{X: a.X + heading.X*next, Y: a.Y + heading.Y*next}, heading: heading})
		}
		next -= length
	}
}

// sampled holds the samples of the true route.
type sampled struct {
	plane   geo.Plane
	samples []place
	used    []bool
	cells   map[cell][]int32
	lines   [][2]int // the first sample of each line, and the one after its last
	next    int      // the sample after the one taken last
}

func newSampled(lines [][]geo.Point, plane geo.Plane) *sampled {
	s := &sampled{plane: plane, cells: map[cell][]int32{}}
	for _, line := range lines {
		first := len(s.samples)
		sample(line, s.plane, func(p place) {
			c := cellOf(p.at, sampleReach)
			s.cells[c] = append(s.cells[c], int32(len(s.samples)))
			s.samples = append(s.samples, p)
		})
		if len(s.samples) > first {
			s.lines = append(s.lines, [2]int{first, len(s.samples)})
		}
	}
	s.used = make([]bool, len(s.samples))
	return s
}

// take uses up the sample of the truth that agrees with m, and reports whether there is
// one.
func (s *sampled) take(m place) bool {
	best, distance := -1, 0
	cellOf(m.at, sampleReach).around(func(c cell) {
		for _, n := range s.cells[c] {
			i := int(n)
			if s.used[i] || !s.samples[i].agrees(m) {
				continue
			}
			// Of two equally far along, the one ahead.
			if d := max(i-s.next, s.next-i); best < 0 || d < distance || d == distance && i > best {
				best, distance = i, d
			}
		}
	})
	if best < 0 {
		return false
	}
	s.used[best] = true
	s.next = best + 1
	return true
}

func (p place) agrees(q place) bool {
	dx, dy := p.at.X-q.at.X, p.at.Y-q.at.Y
	return dx*dx+dy*dy <= sampleReach*sampleReach &&
		p.heading.X*q.heading.X+p.heading.Y*q.heading.Y >= sampleCosine
}

// nearEnd reports whether p is within trim of an end of a true line.
func (s *sampled) nearEnd(p place, trim float64) bool {
	for _, l := range s.lines {
		for _, i := range [2]int{l[0], l[1] - 1} {
			end := s.samples[i].at
			if math.Hypot(end.X-p.at.X, end.Y-p.at.Y) <= trim {
				return true
			}
		}
	}
	return false
}

// missed counts the unused samples, except those within trim of an end of their line.
func (s *sampled) missed(trim float64) (n int) {
	cut := 0
	if trim > 0 { // limited to the number of samples
		cut = int(min(math.Ceil(trim/sampleStep), float64(len(s.samples))))
	}
	for _, l := range s.lines {
		for i := l[0] + cut; i < l[1]-cut; i++ {
			if !s.used[i] {
				n++
			}
		}
	}
	return n
}
