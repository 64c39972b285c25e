package match

import "roadsnap/engine/geo"

// A stretch of a leg is inferred where no fix saw it: the fixes at its ends are
// much farther apart than those of the trip are as a rule.

// span is a stretch of a route between two fixes, in metres along it.
type span struct {
	from, to    float64
	first, last int // the fixes
}

// pulse measures the median step of the trip from fix to fix, in seconds and in
// metres, which long steps are held against.
func (w *workspace) pulse() {
	stride := max(1, len(w.fixes)/pulseSamples)
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

// pulseSamples is how many steps the median is taken from.
const pulseSamples = 256

// unseenBetween reports whether there is no fix for long between two fixes, so that what
// lies between is inferred rather than recorded.
func (w *workspace) unseenBetween(a, b *fix) bool {
	if a.timed && b.timed {
		return b.seconds-a.seconds > max(w.config.InferredTime.Seconds(), w.config.InferredRatio*w.usualSeconds)
	}
	return geo.Distance(a.at, b.at) > max(w.config.InferredDistance, w.config.InferredRatio*w.usualMetres)
}

// findInferred fills w.inferred with the stretches of the route between placed
// fixes that are long apart. If the leg goes on from the batch before, it does so
// from the last fix of that.
func (w *workspace) findInferred(first, end int, goesOn bool) {
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

// inferredStretches returns w.inferred in vertices of the line.
func (w *workspace) inferredStretches(line []vertex, from float64) []Stretch {
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

// causeOfStretch says why there may have been no fix along a line: at least half
// of it is in tunnels, or else nobody knows.
func (w *workspace) causeOfStretch(line []vertex) GapCause {
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
