// SPDX-License-Identifier: MIT

package match

import "roadsnap/engine/geo"

// A part of a leg is inferred if the fixes at its ends are much farther apart than most
// fixes of the trip, or than a vehicle drives in the time between them.

// span is a part of a route between two fixes (metres along it).
type span struct {
	from, to    float64
	first, last int // the fixes
}

// measureInterval measures the median step of the trip from fix to fix, in seconds and
// in metres.
func (r *recorded) measureInterval() {
	stride := max(1, len(r.fixes)/intervalSamples)
	r.sample = r.sample[:0]
	for i := 1; i < len(r.fixes); i += stride {
		if a, b := &r.fixes[i-1], &r.fixes[i]; a.timed && b.timed {
			r.sample = append(r.sample, b.seconds-a.seconds)
		}
	}
	r.usualSeconds = median(r.sample)
	r.sample = r.sample[:0]
	for i := 1; i < len(r.fixes); i += stride {
		r.sample = append(r.sample, geo.Distance(r.fixes[i-1].at, r.fixes[i].at))
	}
	r.usualMetres = median(r.sample)
}

// intervalSamples is the number of steps that the median is taken from.
const intervalSamples = 256

// unseenBetween reports whether two fixes are so far apart that the part between them
// is inferred.
func (r *recorded) unseenBetween(a, b *fix) bool {
	if s := r.corrections.spanBetween(r.from.base+a.index, r.from.base+b.index); s != nil {
		return true
	}
	if a.timed && b.timed {
		return b.seconds-a.seconds > max(r.model.inferredTime.Seconds(), r.model.inferredRatio*r.usualSeconds)
	}
	return geo.Distance(a.at, b.at) > max(r.model.inferredDistance, r.model.inferredRatio*r.usualMetres)
}

// skips reports whether no vehicle drives a part of that length from one fix to the next: the
// receiver stood still for a while, and the vehicle did not.
func (r *recorded) skips(a, b *fix, length float64) bool {
	return length > r.model.inferredDistance && r.outruns(a, b, a.sigma+b.sigma, geo.Distance(a.at, b.at))
}

// findInferred fills m.inferred with the inferred parts of the route between placed
// fixes. A leg that continues from the previous batch begins at its last fix.
func (m *legMaker) findInferred(first, end int, goesOn bool) {
	m.inferred = m.inferred[:0]
	before, along := first, m.fixes[first].along
	if goesOn {
		before, along = first-1, 0
	}
	for i := before + 1; i < end; i++ {
		f := &m.fixes[i]
		if !f.placed || f.pin != nil && f.pin.via {
			continue
		}
		if f.along > along && (m.unseenBetween(&m.fixes[before], f) || m.skips(&m.fixes[before], f, f.along-along)) {
			m.inferred = append(m.inferred, span{from: along, to: f.along, first: before, last: i})
		}
		before, along = i, f.along
	}
}

// inferredStretches returns m.inferred as vertices of the line.
func (m *legMaker) inferredStretches(line []vertex, from float64) []Stretch {
	var stretches []Stretch
	for _, s := range m.inferred {
		if len(line) < 2 {
			break
		}
		r := Stretch{
			First: vertexAfter(line, s.from-from), Last: vertexAfter(line, s.to-from),
			FirstIndex: m.fixes[s.first].index, LastIndex: m.fixes[s.last].index,
		}
		if s.from-from <= 0 {
			r.First = 0
		}
		if r.First < r.Last {
			r.Cause = m.causeOfStretch(line[r.First : r.Last+1])
			stretches = append(stretches, r)
			m.inferredLength += line[r.Last].along - line[r.First].along
		}
	}
	return stretches
}

// causeOfStretch returns why there may be no fix along a line: GapTunnel if at least
// half of it is in tunnels, else GapOutage.
func (r *route) causeOfStretch(line []vertex) GapCause {
	below, all := 0.0, line[len(line)-1].along-line[0].along
	for i := 1; i < len(line); i++ {
		if r.graph.Way(r.pieces[line[i-1].piece].edge.Link()).Tunnel {
			below += line[i].along - line[i-1].along
		}
	}
	if 2*below >= all {
		return GapTunnel
	}
	return GapOutage
}
