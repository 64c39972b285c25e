// SPDX-License-Identifier: MIT

package match

import "roadsnap/engine/geo"

// A part of a leg is inferred if the fixes at its ends are much farther apart than most
// fixes of the trip.

// span is a part of a route between two fixes (metres along it).
type span struct {
	from, to    float64
	first, last int // the fixes
}

// measureInterval measures the median step of the trip from fix to fix, in seconds and
// in metres.
func (w *recorded) measureInterval() {
	stride := max(1, len(w.fixes)/intervalSamples)
	w.sample = w.sample[:0]
	for i := 1; i < len(w.fixes); i += stride {
		if a, b := &w.fixes[i-1], &w.fixes[i]; a.timed && b.timed {
			w.sample = append(w.sample, b.seconds-a.seconds)
		}
	}
	w.usualSeconds = median(w.sample)
	w.sample = w.sample[:0]
	for i := 1; i < len(w.fixes); i += stride {
		w.sample = append(w.sample, geo.Distance(w.fixes[i-1].at, w.fixes[i].at))
	}
	w.usualMetres = median(w.sample)
}

// intervalSamples is the number of steps that the median is taken from.
const intervalSamples = 256

// unseenBetween reports whether two fixes are so far apart that the part between them
// is inferred.
func (w *recorded) unseenBetween(a, b *fix) bool {
	if a.timed && b.timed {
		return b.seconds-a.seconds > max(w.model.inferredTime.Seconds(), w.model.inferredRatio*w.usualSeconds)
	}
	return geo.Distance(a.at, b.at) > max(w.model.inferredDistance, w.model.inferredRatio*w.usualMetres)
}

// findInferred fills w.inferred with the inferred parts of the route between placed
// fixes. A leg that continues from the previous batch begins at its last fix.
func (w *legMaker) findInferred(first, end int, goesOn bool) {
	w.inferred = w.inferred[:0]
	before, along := first, w.fixes[first].along
	if goesOn {
		before, along = first-1, 0
	}
	for i := before + 1; i < end; i++ {
		f := &w.fixes[i]
		if !f.placed {
			continue
		}
		if f.along > along && w.unseenBetween(&w.fixes[before], f) {
			w.inferred = append(w.inferred, span{from: along, to: f.along, first: before, last: i})
		}
		before, along = i, f.along
	}
}

// inferredStretches returns w.inferred as vertices of the line.
func (w *legMaker) inferredStretches(line []vertex, from float64) []Stretch {
	var stretches []Stretch
	for _, s := range w.inferred {
		if len(line) < 2 {
			break
		}
		r := Stretch{
			First: vertexAfter(line, s.from-from), Last: vertexAfter(line, s.to-from),
			FirstIndex: w.fixes[s.first].index, LastIndex: w.fixes[s.last].index,
		}
		if s.from-from <= 0 {
			r.First = 0
		}
		if r.First < r.Last {
			r.Cause = w.causeOfStretch(line[r.First : r.Last+1])
			stretches = append(stretches, r)
			w.inferredLength += line[r.Last].along - line[r.First].along
		}
	}
	return stretches
}

// causeOfStretch returns why there may be no fix along a line: GapTunnel if at least
// half of it is in tunnels, else GapOutage.
func (w *route) causeOfStretch(line []vertex) GapCause {
	below, all := 0.0, line[len(line)-1].along-line[0].along
	for i := 1; i < len(line); i++ {
		if w.graph.Way(w.pieces[line[i-1].piece].edge.Link()).Tunnel {
			below += line[i].along - line[i-1].along
		}
	}
	if 2*below >= all {
		return GapTunnel
	}
	return GapOutage
}
