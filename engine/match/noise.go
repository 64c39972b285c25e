// SPDX-License-Identifier: MIT

package match

import (
	"math"
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/road"
)

// noiseMeter estimates the noise of the fixes.
type noiseMeter struct {
	*batch
	*recorded

	steady []int32        // see findSteady
	toRoad []roadDistance // see measureToRoad
	sample []float64
	hits   []road.Hit
}

// noise is the estimated noise of a trip; 0 is unknown.
type noise struct {
	sigma  float64 // standard deviation of its fixes per axis (metres)
	jitter float64 // the part of it that changes from fix to fix; see measureJitter

	// fewJitter is jitter, or an estimate from fewer than jitterSamples samples in a trip
	// that has no more.
	fewJitter float64

	// Before rounding; see coarse.
	exactSigma, exactJitter float64
}

// noiseSamples is the number of fixes of a batch at which the noise is measured. The
// median of 64 has a standard error of about 15 %.
const noiseSamples = 64

// madToSigma converts the median absolute deviation of a normal distribution to its
// standard deviation: 1/Φ⁻¹(3/4).
const madToSigma = 1.4826

// rayleighMedian is the median length of a plane vector whose axes are normal
// with standard deviation 1: sqrt(2·ln 2).
const rayleighMedian = 1.17741

// estimateNoise measures the jitter of the trip and sets the standard deviation of
// every fix without a stated accuracy. Newson and Krumm estimate it from the median
// distance of the fixes to their roads. Before matching, the nearest road is used
// instead of the true one, so the estimate is too small where roads are dense. Dense
// trips also show their noise in the second differences of the positions, which turns
// and braking make too large. The estimate lies between the two. It is raised locally
// where fixes lie farther from the roads, as between high buildings.
func (m *noiseMeter) estimateNoise() {
	m.findSteady()
	noise := &m.next.noise
	jitter, samples := m.measureJitter()
	noise.fewJitter = jitter
	if samples < jitterSamples {
		jitter = math.Inf(1)
	}
	noise.exactJitter = m.blend(jitter, noise.exactJitter)
	noise.jitter = m.coarse(noise.exactJitter, noise.jitter)
	if !math.IsInf(noise.jitter, 1) {
		noise.fewJitter = noise.jitter
	}
	if !slices.ContainsFunc(m.fixes, func(f fix) bool { return f.sigma == 0 }) {
		return
	}
	m.measureToRoad()
	m.guessSigmas(m.sigmaOfTrip())
}

// sigmaOfTrip estimates the standard deviation of the fixes of the trip per axis
// (metres).
func (m *noiseMeter) sigmaOfTrip() float64 {
	usual := m.model.DefaultSigma
	if len(m.toRoad) == 0 {
		return usual
	}
	noise := &m.next.noise
	sigma := m.sigmaToRoad(0, len(m.toRoad))
	if !math.IsInf(noise.jitter, 1) {
		sigma = max(sigma, min(noise.jitter, jitterTrust*sigma))
	}
	sigma = min(max(sigma, usual/estimateRange), usual*estimateRange)
	noise.exactSigma = m.blend(sigma, noise.exactSigma)
	noise.sigma = m.coarse(noise.exactSigma, noise.sigma)
	return noise.sigma
}

// guessSigmas sets the standard deviation of every fix without a stated accuracy to
// that of the trip, or to that of the samples near it if that is greater by at least a
// level.
func (m *noiseMeter) guessSigmas(sigma float64) {
	most := estimateRange * m.model.DefaultSigma
	first, end, local := 0, 0, 0.0 // the samples near the fix, and their level
	rank := 0                      // of the last steady fix up to this one
	for i := range m.fixes {
		if rank+1 < len(m.steady) && int(m.steady[rank+1]) <= i {
			rank++
		}
		before := end - first
		for first < len(m.toRoad) && m.toRoad[first].rank < rank-windowHalf {
			first++
			before = -1
		}
		for end < len(m.toRoad) && m.toRoad[end].rank <= rank+windowHalf {
			end++
		}
		if end-first != before {
			local = m.level(math.Floor(m.levelOf(m.sigmaToRoad(first, end))))
		}
		if f := &m.fixes[i]; f.sigma == 0 {
			f.guessed = true
			f.sigma = m.clampSigma(max(sigma, min(local, most)))
		}
	}
}

const (
	// jitterTrust is the greatest factor by which the second differences may raise the
	// estimate above the distance to the roads. Turns and braking make them too large,
	// the more the sparser the trip.
	jitterTrust = 1.4
	// estimateRange is the greatest factor between the estimate and DefaultSigma in
	// either direction. It limits the effect of odd trips.
	estimateRange = 2
	// windowHalf is how many fixes on either side count as near: half a minute in all
	// of a trip recorded every second.
	windowHalf = 16
	// blendShare is the weight of a batch in its estimates; the rest is that of the
	// previous batches.
	blendShare = 0.5
	// A fix jumps if the path through it is longer than jumpDetour times the path that
	// skips it plus jumpBase (metres). At the two ends of a batch, the step to the
	// neighbour is compared with the next step, and jumpEnd replaces jumpBase.
	jumpDetour, jumpBase, jumpEnd = 2, 100, 300
)

// Estimates are coarse, because one bad fix must not change the result for all others.
// The sampled fixes depend on their own positions, not on how many precede them; fixes
// that jump are excluded; and a batch has the same weight as all before it. The
// remaining influence of one fix, some 2 % of σ in a trip of sixty, is removed by
// rounding: estimates are DefaultSigma times a power of two, and the previous one is
// kept while it is right to within a factor of 2.

// findSteady fills m.steady with the fixes that do not jump: those that lie about where
// their neighbours predict. Turning back in a sparse trip also counts as a jump; that
// costs no more than a sample.
func (m *noiseMeter) findSteady() {
	m.steady = m.steady[:0]
	last := len(m.fixes) - 1
	to := func(a, b int) float64 { return geo.Distance(m.fixes[a].at, m.fixes[b].at) }
	before, beyond := 0.0, 0.0 // distance to the previous fix, and from that to the one before it
	for i := range m.fixes {
		after := 0.0
		if i < last {
			after = to(i, i+1)
		}
		jumps := false
		switch {
		case last < 2:
		case i == 0:
			jumps = after > jumpEnd && after > jumpDetour*to(1, 2)+jumpEnd
		case i == last:
			jumps = before > jumpDetour*beyond+jumpEnd
		case before+after > jumpBase:
			jumps = before+after > jumpDetour*to(i-1, i+1)+jumpBase
		}
		if !jumps {
			m.steady = append(m.steady, int32(i))
		}
		before, beyond = after, before
	}
}

// samples reports whether the noise is measured at fix i: at about noiseSamples of the
// steady ones.
func (m *noiseMeter) samples(i int32) bool {
	n := uint64(len(m.steady))
	if n <= noiseSamples {
		return true
	}
	return hashOf(m.fixes[i].at)>>32*n < noiseSamples<<32
}

// blend returns the weighted geometric mean of an estimate and the previous one, if
// there was one.
func (bt *batch) blend(estimate, before float64) float64 {
	if !(estimate > 0 && before > 0) || math.IsInf(estimate, 1) || math.IsInf(before, 1) {
		return estimate
	}
	share := bt.due.share()
	return math.Exp(share*math.Log(estimate) + (1-share)*math.Log(before))
}

// levelOf returns the level of an estimate: the binary logarithm of its ratio to
// DefaultSigma. level is the inverse.
func (bt *batch) levelOf(estimate float64) float64 {
	return math.Log2(estimate / bt.model.DefaultSigma)
}

func (bt *batch) level(doublings float64) float64 {
	return bt.model.DefaultSigma * math.Exp2(doublings)
}

// coarse rounds an estimate to the nearest level. It returns the previous one unless
// the estimate is at least a level from it.
func (bt *batch) coarse(estimate, before float64) float64 {
	if estimate <= 0 || math.IsInf(estimate, 1) {
		return estimate
	}
	if before > 0 && !math.IsInf(before, 1) && math.Abs(bt.levelOf(estimate)-bt.levelOf(before)) < 1 {
		return before
	}
	return bt.level(math.Round(bt.levelOf(estimate)))
}

// roadDistance is the distance of a fix to the nearest road.
type roadDistance struct {
	rank   int // of the fix in noiseMeter.steady
	metres float64
}

// measureToRoad fills m.toRoad with the distances to the nearest roads.
func (m *noiseMeter) measureToRoad() {
	m.toRoad = m.toRoad[:0]
	for rank, i := range m.steady {
		if !m.samples(i) {
			continue
		}
		m.hits = m.finder.Near(m.hits[:0], m.fixes[i].at, noiseReach, m.rules.Access)
		if len(m.hits) > 0 {
			m.toRoad = append(m.toRoad, roadDistance{rank: rank, metres: m.hits[0].Distance})
		}
	}
}

// noiseReach is the greatest distance to a road (metres) that counts as noise.
const noiseReach = 60

// sigmaToRoad estimates the noise from some of the distances to the roads; 0 if there
// are none.
func (m *noiseMeter) sigmaToRoad(first, end int) float64 {
	m.sample = m.sample[:0]
	for _, d := range m.toRoad[first:end] {
		m.sample = append(m.sample, d.metres)
	}
	return madToSigma * median(m.sample)
}

// measureJitter estimates the part of the noise that changes from fix to fix, from
// second differences; +Inf if there are fewer than two. For independent noise of σ per
// axis, each axis of p₋ − 2p + p₊ has the standard deviation √6·σ.
func (m *noiseMeter) measureJitter() (jitter float64, samples int) {
	m.sample = m.sample[:0]
	for k := 1; k+1 < len(m.steady); k++ {
		i := m.steady[k]
		if !m.samples(i) {
			continue
		}
		plane := geo.NewPlane(m.fixes[i].at)
		a, b := plane.XY(m.fixes[m.steady[k-1]].at), plane.XY(m.fixes[m.steady[k+1]].at)
		m.sample = append(m.sample, math.Hypot(a.X+b.X, a.Y+b.Y))
	}
	if len(m.sample) < 2 {
		return math.Inf(1), len(m.sample)
	}
	return median(m.sample) / (rayleighMedian * math.Sqrt(6)), len(m.sample)
}

// jitterSamples is the least number of second differences for an estimate that the
// averaging of fixes relies on.
const jitterSamples = 5

// median returns the upper median of values, which it sorts; 0 if there are none.
func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	return values[len(values)/2]
}
