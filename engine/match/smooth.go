// SPDX-License-Identifier: MIT

package match

import (
	"math"
	"slices"

	"roadsnap/engine/geo"
)

// Where a trip is dense, its fixes are averaged with their neighbours before the
// search, and those far from their neighbours are excluded.

// medians fills r.filtered with the median, per axis, of each fix and its two
// neighbours, so that a single bad fix has no influence.
func (r *recorded) medians() {
	r.filtered = r.filtered[:0]
	for i := range r.fixes {
		if i == 0 || i == len(r.fixes)-1 {
			r.filtered = append(r.filtered, r.fixes[i].at)
			continue
		}
		a, b, c := r.fixes[i-1].at, r.fixes[i].at, r.fixes[i+1].at
		r.filtered = append(r.filtered, geo.Point{Lat: median3(a.Lat, b.Lat, c.Lat), Lon: median3(a.Lon, b.Lon, c.Lon)})
	}
}

func median3(a, b, c float64) float64 { return max(min(a, b), min(max(a, b), c)) }

// medianSigma is the standard deviation of the median of three normal values (standard
// deviations of one).
const medianSigma = 0.67

// pace returns the distance that the trip moves from fix to fix near i (metres), over
// the half-width h, without the part due to noise of standard deviation sigma.
func (r *recorded) pace(i, h int, sigma float64) float64 {
	back, ahead := geo.Distance(r.filtered[i-h], r.filtered[i]), geo.Distance(r.filtered[i], r.filtered[i+h])
	noise := 2 * medianSigma * sigma // two axes, two ends
	d := max(back, ahead)
	return math.Sqrt(max(0, d*d-noise*noise)) / float64(h)
}

// halfWidth returns how many fixes on either side position i may be averaged with: few
// enough that the trip moves by less than its noise.
func (r *recorded) halfWidth(i int) int {
	h := min(r.model.smoothingHalfWidth, i, len(r.fixes)-1-i)
	if h < 1 {
		return 0
	}
	pace := r.pace(i, h, r.fixes[i].sigma)
	if reach := smoothingReach * r.fixes[i].sigma; pace*float64(h) > reach {
		h = int(reach / pace)
	}
	return h
}

const (
	// smoothingReach is how far the trip may move within half a window (standard
	// deviations). Averaging is exact on a straight road at constant speed; in a
	// right-angled turn it cuts the corner by a third of this.
	smoothingReach = 1.5
	// endSmoothing is the same for the straight line through the fixes at an end, which is
	// exact at constant speed wherever the window lies (standard deviations of the part of
	// the noise that changes from fix to fix).
	endSmoothing = 2.2
	// smoothingFloor is the least factor by which averaging may reduce σ.
	smoothingFloor = 0.5
	// smoothingTrim is how far from the middle of its window a neighbour may lie to be
	// averaged (standard deviations).
	smoothingTrim = 3.5
	// strayTrim is how far from the middle of its window a fix may lie before it is
	// excluded from the search (standard deviations).
	strayTrim = 4
)

// smooth returns the mean position of fix i and its neighbours, and its standard
// deviation.
func (r *recorded) smooth(i int) (at geo.Point, sigma float64) {
	f := &r.fixes[i]
	if at, sigma, ok := r.smoothEnd(i); ok {
		return at, sigma
	}
	h := r.halfWidth(i)
	if h == 0 {
		return f.at, f.sigma
	}
	plane := geo.NewPlane(r.filtered[i])
	// Neighbours are used in pairs, so that movement cancels out.
	sum, n := geo.XY{}, 0
	if q := plane.XY(f.at); math.Hypot(q.X, q.Y) <= smoothingTrim*f.sigma {
		sum, n = q, 1
	}
	for k := 1; k <= h; k++ {
		a, b := plane.XY(r.fixes[i-k].at), plane.XY(r.fixes[i+k].at)
		limit := smoothingTrim*f.sigma + smoothingReach*f.sigma
		if math.Hypot(a.X, a.Y) > limit || math.Hypot(b.X, b.Y) > limit {
			continue
		}
		sum.X, sum.Y, n = sum.X+a.X+b.X, sum.Y+a.Y+b.Y, n+2
	}
	if n == 0 {
		return f.at, f.sigma
	}
	return plane.Point(geo.XY{X: sum.X / float64(n), Y: sum.Y / float64(n)}), r.smoothedSigma(f, 1/float64(n))
}

// smoothedSigma returns the standard deviation of an average with that share of the
// variance of one fix. Only the noise that changes from fix to fix averages out, not an
// error that persists for a while.
func (r *recorded) smoothedSigma(f *fix, share float64) float64 {
	white := min(r.next.noise.jitter, f.sigma)
	sigma := max(f.sigma*smoothingFloor, math.Sqrt(f.sigma*f.sigma-white*white*(1-share)))
	return max(sigma, r.model.minSigma)
}

// smoothEnd is smooth for a fix so near to an end of the trip that its neighbours lie on
// one side: its place on the line through them at constant speed, by least squares. The
// window is short where little of the noise changes from fix to fix, because nothing
// else averages out, and vehicles accelerate. ok is false if there is no such window.
func (r *recorded) smoothEnd(i int) (at geo.Point, sigma float64, ok bool) {
	n := len(r.fixes)
	h := min(r.model.smoothingHalfWidth, (n-1)/2)
	if h < 1 || i >= h && i < n-h || math.IsInf(r.next.noise.jitter, 1) {
		return at, 0, false
	}
	for i > 0 && r.fixes[i].repeats {
		i--
	}
	f := &r.fixes[i]
	middle := func() int { return min(max(i, h), n-1-h) }
	white := min(r.next.noise.jitter, f.sigma)
	if pace := r.pace(middle(), h, white); pace*float64(h) > endSmoothing*white {
		h = int(endSmoothing * white / pace)
	}
	c := middle()
	if h < 1 || c == i {
		return at, 0, false
	}
	window := r.fixes[c-h : c+h+1]
	timed := !slices.ContainsFunc(window, func(f fix) bool { return !f.timed })
	when := func(k int) float64 {
		if timed {
			return r.fixes[k].seconds - r.fixes[c].seconds
		}
		return float64(k - c)
	}
	plane := geo.NewPlane(r.filtered[c])
	var m, t, tt, x, y, tx, ty float64
	for k := c - h; k <= c+h; k++ {
		q := plane.XY(r.fixes[k].at)
		if math.Hypot(q.X, q.Y) > (smoothingTrim+endSmoothing)*f.sigma {
			continue
		}
		w := when(k)
		m, t, tt, x, y, tx, ty = m+1, t+w, tt+w*w, x+q.X, y+q.Y, tx+w*q.X, ty+w*q.Y
	}
	spread := tt - t*t/m
	if m < 3 || !(spread > 0) {
		return at, 0, false
	}
	w := when(i) - t/m
	q := geo.XY{X: x/m + w*(tx-t*x/m)/spread, Y: y/m + w*(ty-t*y/m)/spread}
	return plane.Point(q), r.smoothedSigma(f, min(1/m+w*w/spread, 1)), true
}

// stray reports whether fix i of a dense part of the trip lies farther from its
// neighbours than normal noise explains. It returns false in a sparse part.
func (r *recorded) stray(i int) bool {
	const h = 2
	if i < h || i >= len(r.fixes)-h {
		return false
	}
	f := &r.fixes[i]
	if r.pace(i, h, f.sigma) > f.sigma {
		return false
	}
	var lat, lon [2*h + 1]float64
	for k := range lat {
		lat[k], lon[k] = r.fixes[i-h+k].at.Lat, r.fixes[i-h+k].at.Lon
	}
	middle := geo.Point{Lat: median(lat[:]), Lon: median(lon[:])}
	return geo.Distance(f.at, middle) > strayTrim*f.sigma
}
