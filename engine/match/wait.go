package match

// Vehicles wait before a junction, not in it: stop lines lie 1.2 to 9 m before the
// road that is crossed (Manual on Uniform Traffic Control Devices, 2009, section
// 3B.16). Noise puts half of the fixes of those who wait behind the junction, on a
// way that they come to later. So what lies just behind a junction, of a trip that
// loses time there, is put back to it.

const (
	// waitReach is how far behind a junction, in metres, a fix may lie that is put
	// back, and waitSigmas the same in standard deviations of its place: those that
	// drive by are there as well, and the farther, the likelier.
	waitReach  = 5.0
	waitSigmas = 1.5
	// waitShare is up to which share of the usual pace a trip loses time.
	waitShare = 0.7
	// waitSpan is over how many seconds on either side the pace is taken, at least
	// to the next fix: shorter ones are mostly noise.
	waitSpan = 5.0
	// paceSpan and paceFixes are over how many seconds and fixes on either side
	// the usual pace is taken; the longer of the two counts.
	paceSpan  = 60.0
	paceFixes = 6
)

// waitAtJunctions puts the fixes that wait, of those from first to before end, back
// to the junction that they have been put behind. None changes places with another.
func (w *workspace) waitAtJunctions(first, end int) {
	for i := first; i < end; i++ {
		f := &w.fixes[i]
		if !f.timed {
			continue
		}
		least := f.along - min(waitReach, waitSigmas*f.meanSigma)
		if i > first {
			least = max(least, w.fixes[i-1].along)
		}
		if v := w.junctionBehind(f.segment, least); v > 0 && w.losesTime(first, end, i) {
			f.along, f.segment = w.line[v].along, v
		}
	}
}

// junctionBehind returns the vertex nearest behind the end of a segment that is a
// junction and lies no less than least along the route; 0 if there is none.
func (w *workspace) junctionBehind(segment int, least float64) int {
	for v := segment - 1; v > 0 && w.line[v].along >= least; v-- {
		p := &w.pieces[w.line[v].piece]
		// Roads that meet are two where one goes on.
		if w.line[v].piece != w.line[v-1].piece && p.from == 0 && len(w.graph.Out(w.graph.From(p.edge))) > 2 {
			return v
		}
	}
	return 0
}

// losesTime reports whether the trip is slow before or behind fix i, of those from
// first to before end that have a place.
func (w *workspace) losesTime(first, end, i int) bool {
	usual, known := w.paceBetween(w.timedBefore(first, i, paceSpan, paceFixes), w.timedAfter(end, i, paceSpan, paceFixes))
	if !known {
		return false
	}
	before, arrives := w.paceBetween(w.timedBefore(first, i, waitSpan, 1), i)
	behind, leaves := w.paceBetween(i, w.timedAfter(end, i, waitSpan, 1))
	return arrives && before < waitShare*usual || leaves && behind < waitShare*usual
}

// timedBefore returns the fix with a time that lies a span in seconds and so many
// fixes with a time before fix i, or the first of them that there is.
func (w *workspace) timedBefore(first, i int, span float64, least int) int {
	at := i
	for k := i - 1; k >= first && (least > 0 || w.fixes[i].seconds-w.fixes[at].seconds < span); k-- {
		if w.fixes[k].timed {
			at = k
			least--
		}
	}
	return at
}

// timedAfter is timedBefore in the direction of travel, up to before end.
func (w *workspace) timedAfter(end, i int, span float64, least int) int {
	at := i
	for k := i + 1; k < end && (least > 0 || w.fixes[at].seconds-w.fixes[i].seconds < span); k++ {
		if w.fixes[k].timed {
			at = k
			least--
		}
	}
	return at
}

// paceBetween returns how fast the trip goes along its route from fix a to fix b, in
// m/s; known is false if no time passes.
func (w *workspace) paceBetween(a, b int) (pace float64, known bool) {
	seconds := w.fixes[b].seconds - w.fixes[a].seconds
	if !(seconds > 0) {
		return 0, false
	}
	return (w.fixes[b].along - w.fixes[a].along) / seconds, true
}
