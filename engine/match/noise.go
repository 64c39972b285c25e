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
}

// noiseSamples is up to how many fixes of a batch the noise is measured at all of
// them; of twice as many at one in two, of more at one in four, which are as many of
// a batch of the usual Lag. The median of 64 has a standard error of about 15 %.
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
	noise := &w.next.noise
	noise.jitter = coarse(w.measureJitter(), noise.jitter)
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
	noise.sigma = coarse(sigma, noise.sigma)
	return min(max(noise.sigma, usual/estimateRange), usual*estimateRange)
}

// guessSigmas gives every fix that does not state its accuracy the standard deviation
// of the trip, or that of the stretch round it if that is greater.
func (w *workspace) guessSigmas(sigma float64) {
	most := estimateRange * w.config.DefaultSigma
	first, end, stretch := 0, 0, 0.0 // the samples round the fix, and what they say
	for i := range w.fixes {
		before := end - first
		for first < len(w.toRoad) && w.toRoad[first].fix < i-stretchHalf {
			first++
			before = -1
		}
		for end < len(w.toRoad) && w.toRoad[end].fix <= i+stretchHalf {
			end++
		}
		if end-first != before {
			stretch = coarse(w.sigmaToRoad(first, end), 0)
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
	estimateRange = 2.5
	// stretchHalf is how many fixes on either side make a stretch: half a minute
	// in all of a trip recorded every second.
	stretchHalf = 16
	// coarseLevels is how many values an estimate may have from one metre to two,
	// from two to four, and so on.
	coarseLevels = 4
)

// Estimates are coarse: one bad fix, which changes each of them a little, must not
// change what becomes of all the others. Which fixes are measured depends on
// themselves and not on how many there are before them, estimates are rounded,
// and the one of the batch before stays while it will do.

// samples reports whether fix i is one of those that the noise is measured at:
// of many fixes one in two, of more one in four.
func (w *workspace) samples(i int) bool {
	if len(w.fixes) <= noiseSamples {
		return true
	}
	at := w.fixes[i].at
	const phi = 0x9e3779b97f4a7c15 // Fibonacci hashing: 2⁶⁴ by the golden ratio
	h := (math.Float64bits(at.Lat) ^ math.Float64bits(at.Lon)<<1) * phi
	if len(w.fixes) <= 2*noiseSamples {
		return h>>63 == 0
	}
	return h>>62 == 0
}

// coarse rounds an estimate to a quarter of a doubling. Where there was an
// estimate before, it stays unless the new one is farther from it than that.
func coarse(estimate, before float64) float64 {
	if estimate <= 0 || math.IsInf(estimate, 1) {
		return estimate
	}
	level := coarseLevels * math.Log2(estimate)
	if before > 0 && !math.IsInf(before, 1) && math.Abs(level-coarseLevels*math.Log2(before)) < 1 {
		return before
	}
	return math.Exp2(math.Round(level) / coarseLevels)
}

// roadDistance is how far a fix lies from the nearest road.
type roadDistance struct {
	fix    int
	metres float64
}

// measureToRoad fills w.toRoad with the distances to the nearest roads.
func (w *workspace) measureToRoad() {
	w.toRoad = w.toRoad[:0]
	for i := range w.fixes {
		if !w.samples(i) {
			continue
		}
		w.hits = w.finder.Near(w.hits[:0], w.fixes[i].at, noiseReach, w.rules.Access)
		if len(w.hits) > 0 {
			w.toRoad = append(w.toRoad, roadDistance{fix: i, metres: w.hits[0].Distance})
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
	for i := 1; i+1 < len(w.fixes); i++ {
		if !w.samples(i) {
			continue
		}
		plane := geo.NewPlane(w.fixes[i].at)
		a, b := plane.XY(w.fixes[i-1].at), plane.XY(w.fixes[i+1].at)
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
