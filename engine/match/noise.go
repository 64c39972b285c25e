package match

import (
	"math"
	"slices"

	"roadsnap/engine/geo"
)

// noise is what a trip is known to have of it, 0 for nothing yet.
type noise struct {
	sigma  float64 // standard deviation of its fixes per axis, metres
	jitter float64 // the part of it that changes from fix to fix; see measureJitter

	// The same before rounding; see coarse.
	exactSigma, exactJitter float64
}

// noiseSamples is at how many fixes of a batch the noise is measured. The median of
// 64 has a standard error of about 15 %.
const noiseSamples = 64

// madToSigma turns a median absolute deviation into a standard deviation of a
// normal law: 1/Φ⁻¹(3/4).
const madToSigma = 1.4826

// rayleighMedian is the median length of a plane vector whose axes are normal
// with standard deviation 1: sqrt(2·ln 2).
const rayleighMedian = 1.17741

// estimateNoise measures the jitter of the trip and gives every fix that does not
// state its accuracy a standard deviation. Newson and Krumm take it from the median
// distance of the fixes to their roads. Before matching, the nearest road stands
// for the true one, which makes it too small where roads are dense; dense trips
// also show their noise in the second differences of the positions, which turns and
// braking make too large. The estimate for the trip lies between the two. Stretches
// that lie farther from the roads, as between high buildings, get more.
func (w *workspace) estimateNoise() {
	w.findSteady()
	noise := &w.next.noise
	noise.exactJitter = blend(w.measureJitter(), noise.exactJitter)
	noise.jitter = w.coarse(noise.exactJitter, noise.jitter)
	if !slices.ContainsFunc(w.fixes, func(f fix) bool { return f.sigma == 0 }) {
		return
	}
	w.measureToRoad()
	w.guessSigmas(w.sigmaOfTrip())
}

// sigmaOfTrip estimates the standard deviation of the fixes of the trip per axis, in
// metres.
func (w *workspace) sigmaOfTrip() float64 {
	usual := w.config.DefaultSigma
	if len(w.toRoad) == 0 {
		return usual
	}
	noise := &w.next.noise
	sigma := w.sigmaToRoad(0, len(w.toRoad))
	if !math.IsInf(noise.jitter, 1) {
		sigma = max(sigma, min(noise.jitter, jitterTrust*sigma))
	}
	sigma = min(max(sigma, usual/estimateRange), usual*estimateRange)
	noise.exactSigma = blend(sigma, noise.exactSigma)
	noise.sigma = w.coarse(noise.exactSigma, noise.sigma)
	return noise.sigma
}

// guessSigmas gives every fix that does not state its accuracy the standard deviation
// of the trip, or that of the stretch round it if that is greater by a whole level.
func (w *workspace) guessSigmas(sigma float64) {
	most := estimateRange * w.config.DefaultSigma
	first, end, stretch := 0, 0, 0.0 // the samples round the fix, and what they say
	rank := 0                        // of the last steady fix up to this one
	for i := range w.fixes {
		if rank+1 < len(w.steady) && int(w.steady[rank+1]) <= i {
			rank++
		}
		before := end - first
		for first < len(w.toRoad) && w.toRoad[first].rank < rank-stretchHalf {
			first++
			before = -1
		}
		for end < len(w.toRoad) && w.toRoad[end].rank <= rank+stretchHalf {
			end++
		}
		if end-first != before {
			stretch = w.level(math.Floor(w.levelOf(w.sigmaToRoad(first, end))))
		}
		if f := &w.fixes[i]; f.sigma == 0 {
			f.guessed = true
			f.sigma = w.clampSigma(max(sigma, min(stretch, most)))
		}
	}
}

const (
	// jitterTrust bounds how far the second differences may raise the estimate
	// above the distance to the roads.
	jitterTrust = 2
	// estimateRange bounds the estimate to this factor either side of the
	// default, so that no trip can talk the model into anything.
	estimateRange = 2
	// stretchHalf is how many fixes on either side make a stretch: half a minute
	// in all of a trip recorded every second.
	stretchHalf = 16
	// blendShare is how much a batch counts in the estimates for it; the rest is
	// what was known before.
	blendShare = 0.5
	// A fix jumps if the way over it is jumpDetour times as long as that past it,
	// and jumpBase metres longer; jumpEnd is those metres at the two ends of a
	// batch, where the step to the next fix is held against the one after.
	jumpDetour, jumpBase, jumpEnd = 2, 100, 300
)

// Estimates are coarse: one bad fix must not change what becomes of all the others.
// Which fixes are measured depends on themselves and not on how many there are
// before them, those that jump have no say, and a batch counts no more than all
// before it. What is left of the influence of one fix, some 2 % of σ in a trip of
// sixty, is rounded away: estimates are DefaultSigma and its doubles and halves, and
// the one of the batch before stays while it is right to within a factor of 2.

// findSteady fills w.steady with the fixes that do not jump: those that lie about
// where their neighbours lead to expect them. Turning back in a sparse trip looks like
// a jump, too; that costs no more than a sample.
func (w *workspace) findSteady() {
	w.steady = w.steady[:0]
	last := len(w.fixes) - 1
	to := func(a, b int) float64 { return geo.Distance(w.fixes[a].at, w.fixes[b].at) }
	before, beyond := 0.0, 0.0 // to the fix before, and from that to the one before it
	for i := range w.fixes {
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
			w.steady = append(w.steady, int32(i))
		}
		before, beyond = after, before
	}
}

// samples reports whether fix i is one of those that the noise is measured at:
// about noiseSamples of the steady ones.
func (w *workspace) samples(i int32) bool {
	n := uint64(len(w.steady))
	if n <= noiseSamples {
		return true
	}
	at := w.fixes[i].at
	const phi = 0x9e3779b97f4a7c15 // Fibonacci hashing: 2⁶⁴ by the golden ratio
	h := (math.Float64bits(at.Lat) ^ math.Float64bits(at.Lon)<<1) * phi
	return h>>32*n < noiseSamples<<32
}

// blend returns the geometric mean of an estimate and the one before, if there was
// one.
func blend(estimate, before float64) float64 {
	if !(estimate > 0 && before > 0) || math.IsInf(estimate, 1) || math.IsInf(before, 1) {
		return estimate
	}
	return math.Exp(blendShare*math.Log(estimate) + (1-blendShare)*math.Log(before))
}

// levelOf returns an estimate in doublings of DefaultSigma, level the other way
// round.
func (w *workspace) levelOf(estimate float64) float64 {
	return math.Log2(estimate / w.config.DefaultSigma)
}

func (w *workspace) level(doublings float64) float64 {
	return w.config.DefaultSigma * math.Exp2(doublings)
}

// coarse rounds an estimate to the nearest level. Where there was one before, it
// stays unless the estimate is a whole level from it.
func (w *workspace) coarse(estimate, before float64) float64 {
	if estimate <= 0 || math.IsInf(estimate, 1) {
		return estimate
	}
	if before > 0 && !math.IsInf(before, 1) && math.Abs(w.levelOf(estimate)-w.levelOf(before)) < 1 {
		return before
	}
	return w.level(math.Round(w.levelOf(estimate)))
}

// roadDistance is how far a fix lies from the nearest road.
type roadDistance struct {
	rank   int // of the fix in w.steady
	metres float64
}

// measureToRoad fills w.toRoad with the distances to the nearest roads.
func (w *workspace) measureToRoad() {
	w.toRoad = w.toRoad[:0]
	for rank, i := range w.steady {
		if !w.samples(i) {
			continue
		}
		w.hits = w.finder.Near(w.hits[:0], w.fixes[i].at, noiseReach, w.rules.Access)
		if len(w.hits) > 0 {
			w.toRoad = append(w.toRoad, roadDistance{rank: rank, metres: w.hits[0].Distance})
		}
	}
}

// noiseReach in metres is how far a road may be and still say something about
// the noise.
const noiseReach = 60

// sigmaToRoad estimates the noise from some of the distances to the roads; 0 if
// there are none.
func (w *workspace) sigmaToRoad(first, end int) float64 {
	w.sample = w.sample[:0]
	for _, d := range w.toRoad[first:end] {
		w.sample = append(w.sample, d.metres)
	}
	return madToSigma * median(w.sample)
}

// measureJitter estimates the part of the noise that changes from fix to fix from
// second differences; +Inf if the trip is too short to tell. For independent noise
// of σ per axis each axis of p₋ − 2p + p₊ has the standard deviation √6·σ.
func (w *workspace) measureJitter() float64 {
	w.sample = w.sample[:0]
	for k := 1; k+1 < len(w.steady); k++ {
		i := w.steady[k]
		if !w.samples(i) {
			continue
		}
		plane := geo.NewPlane(w.fixes[i].at)
		a, b := plane.XY(w.fixes[w.steady[k-1]].at), plane.XY(w.fixes[w.steady[k+1]].at)
		w.sample = append(w.sample, math.Hypot(a.X+b.X, a.Y+b.Y))
	}
	if len(w.sample) < 5 {
		return math.Inf(1)
	}
	return median(w.sample) / (rayleighMedian * math.Sqrt(6))
}

// median returns the upper median of values, which it sorts; 0 if there are none.
func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	return values[len(values)/2]
}
