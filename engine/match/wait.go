// SPDX-License-Identifier: MIT

package match

// Vehicles wait before a junction, not in it: stop lines lie 1.2 to 9 m before the
// crossed road (Manual on Uniform Traffic Control Devices, 2009, section 3B.16). Noise
// moves half of the waiting fixes past the junction, onto a way that the trip reaches
// only later. A fix just past a junction is therefore moved back to it if the trip
// loses time there.

const (
	// waitReach (metres) and waitSigmas (standard deviations) are how far past a
	// junction a fix may lie to be moved back. Vehicles that do not wait are there as
	// well, more likely with distance.
	waitReach  = 5.0
	waitSigmas = 1.5
	// waitShare is the share of the usual speed below which a trip loses time.
	waitShare = 0.7
	// waitSpan is the time on either side over which the speed is measured (seconds),
	// at least to the next fix. Shorter spans are mostly noise.
	waitSpan = 5.0
	// paceSpan (seconds) and paceFixes are the time and the number of fixes on either
	// side over which the usual speed is measured; the longer of the two counts.
	paceSpan  = 60.0
	paceFixes = 6
)

// waitAtJunctions moves the waiting fixes, of those from first to before end, back to
// the junction that they lie past. The order of the fixes does not change.
func (pl *placer) waitAtJunctions(first, end int) {
	for i := first; i < end; i++ {
		f := &pl.fixes[i]
		if !f.timed {
			continue
		}
		least := f.along - min(waitReach, waitSigmas*f.meanSigma)
		if i > first {
			least = max(least, pl.fixes[i-1].along)
		}
		if v := pl.junctionBehind(f.segment, least); v > 0 && pl.losesTime(first, end, i) {
			f.along, f.segment = pl.line[v].along, v
		}
	}
}

// junctionBehind returns the last vertex before a segment that is a junction and lies
// at or beyond least (metres along the route); 0 if there is none.
func (r *route) junctionBehind(segment int, least float64) int {
	for v := segment - 1; v > 0 && r.line[v].along >= least; v-- {
		p := &r.pieces[r.line[v].piece]
		// A node with two roads is not a junction.
		if r.line[v].piece != r.line[v-1].piece && p.from == 0 && r.graph.Degree(r.graph.From(p.edge)) > 2 {
			return v
		}
	}
	return 0
}

// losesTime reports whether the trip is slow before or after fix i, of those from first
// to before end that have a place.
func (pl *placer) losesTime(first, end, i int) bool {
	usual, known := pl.paceBetween(pl.timedBefore(first, i, paceSpan, paceFixes), pl.timedAfter(end, i, paceSpan, paceFixes))
	if !known {
		return false
	}
	before, arrives := pl.paceBetween(pl.timedBefore(first, i, waitSpan, 1), i)
	behind, leaves := pl.paceBetween(i, pl.timedAfter(end, i, waitSpan, 1))
	return arrives && before < waitShare*usual || leaves && behind < waitShare*usual
}

// timedBefore returns the nearest timed fix before fix i that is at least span seconds
// and least timed fixes away, or else the first timed one from first on.
func (pl *placer) timedBefore(first, i int, span float64, least int) int {
	at := i
	for k := i - 1; k >= first && (least > 0 || pl.fixes[i].seconds-pl.fixes[at].seconds < span); k-- {
		if pl.fixes[k].timed {
			at = k
			least--
		}
	}
	return at
}

// timedAfter is timedBefore in the direction of travel, up to before end.
func (pl *placer) timedAfter(end, i int, span float64, least int) int {
	at := i
	for k := i + 1; k < end && (least > 0 || pl.fixes[at].seconds-pl.fixes[i].seconds < span); k++ {
		if pl.fixes[k].timed {
			at = k
			least--
		}
	}
	return at
}

// paceBetween returns the speed along the route from fix a to fix b (m/s). known is
// false if no time passes.
func (pl *placer) paceBetween(a, b int) (pace float64, known bool) {
	seconds := pl.fixes[b].seconds - pl.fixes[a].seconds
	if !(seconds > 0) {
		return 0, false
	}
	return (pl.fixes[b].along - pl.fixes[a].along) / seconds, true
}
