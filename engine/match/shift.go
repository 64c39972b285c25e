// SPDX-License-Identifier: MIT

package match

import (
	"math"

	"roadsnap/engine/geo"
)

// A recording may be shifted against the map by 10 to 20 m for a long time: cheap
// receivers have an error that persists, and maps are drawn from imagery that is itself
// shifted. Such an error does not average out, and next to a parallel road it is taken for
// a drive there. It shows in the distances of the fixes from their roads, of which most
// are right: on roads in different directions, they agree on one vector. A batch is
// therefore matched again with that vector subtracted from its observations.

const (
	// shiftSigma is the standard deviation per axis of the shifts that are expected
	// (metres).
	shiftSigma = 10
	// shiftResidual is the least standard deviation of the distance of a step from its
	// road (metres). Vehicles drive some metres from the centre line, and it is drawn some metres off.
	shiftResidual = 5
	// shiftSeconds and shiftMetres are how far apart two steps must be to be independent;
	// the distance counts where the time is unknown. Nearer steps share most of their
	// error.
	shiftSeconds, shiftMetres = 10, 50
	// shiftTail is the distance from its expected value at which a residual loses half
	// of its weight (standard deviations). It is that of a Cauchy distribution, because
	// the residuals of steps on wrong roads are arbitrary.
	shiftTail = 3
	// shiftRounds is the number of times that the weights and the estimate are computed
	// in turn. The estimate then changes by centimetres.
	shiftRounds = 6
	// shiftMemory is after how many independent residuals the earlier ones no longer
	// count, but the previous batch counts at least with the weight shiftKept: an hour
	// at one place says nothing new. Shifts last for whole trips.
	shiftMemory = 40
	shiftKept   = 0.85
	// shiftFewest is the least number of independent residuals of a batch for an estimate.
	shiftFewest = 7
	// shiftFewestLive is that for a live stream, which asks after each observation: about
	// as many as a batch of a recorded trip has.
	shiftFewestLive = 24
	// shiftFirstLive is how many observations of a live stream are decided before it uses a
	// shift. Where fixes are sparse, more residuals are from wrong roads.
	shiftFirstLive = 96
	// shiftMost is the greatest shift that is believed (metres). Beyond it the road is
	// rather missing from the map.
	shiftMost = 25
	// shiftGrid is the distance between the shifts that are used, per axis (metres). The
	// estimate of a batch depends on each of its points. Rounded, it stays the same if
	// one of them changes.
	shiftGrid = 5
	// shiftRuns is how often a batch is matched again because its shift changed.
	shiftRuns = 2
	// shiftChi is the least squared distance (standard deviations) between an estimate
	// and the shift in use for the batch to be matched again: the 86 % quantile of χ² with
	// two degrees of freedom. shiftLeast is the least distance (metres): vehicles keep some
	// metres from the centre line, and roads are drawn some metres off for a while.
	shiftChi, shiftLeast = 4, 6
)

// shift is what a batch knows of the shift of the recording.
type shift struct {
	at   geo.XY    // subtracted from the observations: metres east and north
	sums shiftSums // of the residuals of all batches, with decreasing weights
	seen float64   // number of independent residuals in sums, for a live stream
}

// shiftSums holds the sums of a linear least-squares fit of a shift to residuals.
type shiftSums struct {
	xx, xy, yy float64 // of the outer products of the normals, 1/m²
	x, y       float64 // of the normals times the distances, 1/m
}

// add adds a residual: the distance (metres) of an observation from its road along the
// unit vector normal, with a weight (1/m²).
func (s *shiftSums) add(normal geo.XY, distance, weight float64) {
	s.xx += weight * normal.X * normal.X
	s.xy += weight * normal.X * normal.Y
	s.yy += weight * normal.Y * normal.Y
	s.x += weight * distance * normal.X
	s.y += weight * distance * normal.Y
}

// solve returns the shift that fits the residuals and the expectation of none, with
// standard deviation shiftSigma.
func (s *shiftSums) solve() geo.XY {
	none := 1.0 / (shiftSigma * shiftSigma)
	xx, yy := s.xx+none, s.yy+none
	det := xx*yy - s.xy*s.xy
	return geo.XY{X: (yy*s.x - s.xy*s.y) / det, Y: (xx*s.y - s.xy*s.x) / det}
}

// times returns the sums with all weights multiplied by share.
func (s *shiftSums) times(share float64) shiftSums {
	return shiftSums{s.xx * share, s.xy * share, s.yy * share, s.x * share, s.y * share}
}

// squaredDistance returns the squared distance between two shifts (standard deviations of
// the fit).
func (s *shiftSums) squaredDistance(a, b geo.XY) float64 {
	x, y := a.X-b.X, a.Y-b.Y
	return s.xx*x*x + 2*s.xy*x*y + s.yy*y*y
}

// residual is the distance of a step of the best chain from its road.
type residual struct {
	normal   geo.XY  // unit vector across the road
	distance float64 // of the observation before the shift in use, metres along normal
	sigma    float64 // its standard deviation, metres
	weight   float64 // 0 to 1
}

// shiftMeter estimates the shift of the recording against the map.
type shiftMeter struct {
	*batch
	*recorded
	*lattice
	*chainSearch

	residuals []residual
}

// collectResiduals appends the residuals of the current chain.
func (m *shiftMeter) collectResiduals() {
	for k, choice := range m.choices {
		s, c := &m.steps[choice.step], &m.candidates[choice.candidate]
		if s.pin != nil {
			continue // its road is not the likeliest
		}
		if m.due.live && (s.fix < m.firstNew || m.fixes[s.fix].index >= m.due.first) {
			continue // counted when it is decided
		}
		normal, ok := m.normalAt(c)
		if !ok {
			continue
		}
		weight := m.posterior(c)
		if k > 0 {
			weight *= m.independence(&m.steps[m.choices[k-1].step], s)
		}
		off, used := geo.NewPlane(c.at).XY(s.at), m.shiftAt(m.fixes[s.fix].index)
		distance := (off.X+used.X)*normal.X + (off.Y+used.Y)*normal.Y
		m.residuals = append(m.residuals, residual{normal, distance, max(s.sigma, shiftResidual), weight})
	}
}

// normalAt returns a unit vector across the road at c. ok is false if the road has no
// direction there.
func (m *shiftMeter) normalAt(c *candidate) (normal geo.XY, ok bool) {
	link := c.edge.Link()
	offset := c.offset
	if c.edge.Backward() {
		offset = m.graph.Length(link) - offset
	}
	_, i := m.graph.At(link, offset)
	from, to := m.graph.Segment(link, i)
	along := geo.NewPlane(from.Point()).XY(to.Point())
	length := math.Hypot(along.X, along.Y)
	if length == 0 {
		return geo.XY{}, false
	}
	return geo.XY{X: -along.Y / length, Y: along.X / length}, true
}

// independence returns the share of the error of step b that is not that of the step
// before it, a.
func (m *shiftMeter) independence(a, b *step) float64 {
	f, g := &m.fixes[a.fix], &m.fixes[b.fix]
	if f.timed && g.timed {
		return min((g.seconds-f.seconds)/shiftSeconds, 1)
	}
	return min(geo.Distance(a.at, b.at)/shiftMetres, 1)
}

// estimateShift fits the shift to the residuals of the batch and of those before it, and
// hands over the sums. It reports whether the result differs from the shift in use by
// more than noise explains.
func (m *shiftMeter) estimateShift() (at geo.XY, differs bool) {
	used := m.from.shift
	fresh := 0.0
	for i := range m.residuals {
		fresh += m.residuals[i].weight
	}
	if fresh < shiftFewest && !m.due.live {
		return used.at, false
	}
	kept := max(1-fresh/shiftMemory, shiftKept)
	sums := m.fitShift(used, kept)
	m.next.shift.sums = sums
	if m.due.live {
		m.next.shift.seen = kept*used.seen + fresh
		if m.next.shift.seen < shiftFewestLive || m.from.base+m.due.first < shiftFirstLive {
			return used.at, false
		}
	}
	at = sums.solve()
	if math.Hypot(at.X, at.Y) > shiftMost {
		at = geo.XY{}
	}
	if math.Hypot(at.X-used.at.X, at.Y-used.at.Y) <= shiftLeast || sums.squaredDistance(at, used.at) <= shiftChi {
		return used.at, false
	}
	at = geo.XY{X: shiftGrid * math.Round(at.X/shiftGrid), Y: shiftGrid * math.Round(at.Y/shiftGrid)}
	return at, at != used.at
}

// fitShift returns the sums of the residuals, those of previous batches with the weight
// kept. Each fit gives less weight to the residuals that contradict the one before
// (iteratively reweighted least squares).
func (m *shiftMeter) fitShift(used shift, kept float64) (sums shiftSums) {
	for round := range shiftRounds {
		at := sums.solve()
		sums = used.sums.times(kept)
		for i := range m.residuals {
			r := &m.residuals[i]
			weight := r.weight / square(r.sigma)
			if round > 0 {
				rest := r.distance - r.normal.X*at.X - r.normal.Y*at.Y
				weight /= 1 + square(rest/(shiftTail*r.sigma))
			}
			sums.add(r.normal, r.distance, weight)
		}
	}
	return sums
}

func square(x float64) float64 { return x * x }

// turn is the border after which the shift of a batch replaces that of the previous one.
type turn struct {
	former geo.XY // subtracted from the observations before at
	at     int    // index in the batch; 0 if there is no previous one
}

// turn returns that of the next batch. A live stream uses a new shift at once.
func (s *Stream) turn() turn {
	if s.live() {
		return turn{}
	}
	return turn{s.state.shift.at, s.state.overlap}
}

// shiftAt returns what is subtracted from observation i of the batch.
func (bt *batch) shiftAt(i int) geo.XY {
	if i < bt.turn.at {
		return bt.turn.former
	}
	return bt.from.shift.at
}

// moved returns p less a shift.
func moved(p geo.Point, by geo.XY) geo.Point {
	if by == (geo.XY{}) {
		return p
	}
	return geo.NewPlane(p).Point(geo.XY{X: -by.X, Y: -by.Y})
}

// useShift replaces the shift of a batch. If it has no turn, the anchor is moved, too,
// so that the route continues from where it is on the map.
func (h *handover) useShift(at geo.XY, turn turn) {
	if turn.at == 0 {
		by := geo.XY{X: at.X - h.shift.at.X, Y: at.Y - h.shift.at.Y}
		h.anchor.at, h.anchor.fix.at = moved(h.anchor.at, by), moved(h.anchor.fix.at, by)
	}
	h.shift.at = at
}
