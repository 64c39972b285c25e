// SPDX-License-Identifier: MIT

package main

import (
	"math"
	"sort"

	"roadsnap/engine/geo"
	"roadsnap/engine/road"
)

// The behaviour of vehicles.
const (
	accelerate = 1.4 // m/s²
	brake      = 1.8 // m/s²
	grid       = 2.0 // metres between two speeds
	slowest    = 0.5 // m/s, between two places of the grid
)

// drive is where a vehicle is at what time.
type drive struct {
	route *route
	// seconds are the times at which it arrives at and leaves each place of the grid.
	arrive, leave []float64
}

// drive drives a route: at the speed of each road, slowly through bends, with waits before
// junctions and rests at its stops.
func (d *driver) drive(r *route) *drive {
	n := int(r.length()/grid) + 1
	speed, wait := make([]float64, n), make([]float64, n)
	for _, p := range r.pieces {
		for i := int(math.Ceil(p.start / grid)); i < n && float64(i)*grid <= p.end(); i++ {
			speed[i] = d.speed(p.edge)
		}
	}
	cell := func(along float64) int { return min(max(int(along/grid), 0), n-1) }
	for i := 1; i+1 < len(r.shape); i++ {
		bend := math.Abs(math.Remainder(geo.Bearing(r.shape[i], r.shape[i+1])-geo.Bearing(r.shape[i-1], r.shape[i]), 360))
		if bend > 25 {
			c := cell(r.along[i])
			speed[c] = min(speed[c], max(14-0.085*bend, 2))
		}
	}
	for _, p := range r.pieces[1:] {
		// Lights and vehicles with right of way: one junction of five, before its line.
		if d.crossing(p.edge) && d.random.IntN(5) == 0 {
			c := cell(p.start - 2.5 - 7*d.random.Float64())
			speed[c], wait[c] = 0, min(2+d.random.ExpFloat64()*15, 60)
		}
	}
	for _, s := range r.stops[:len(r.stops)-1] {
		c := cell(s)
		speed[c], wait[c] = 0, 10+d.random.ExpFloat64()*60
	}
	speed[0], speed[n-1] = 0, 0
	for i := n - 2; i >= 0; i-- {
		speed[i] = min(speed[i], math.Sqrt(speed[i+1]*speed[i+1]+2*brake*grid))
	}
	for i := 1; i < n; i++ {
		speed[i] = min(speed[i], math.Sqrt(speed[i-1]*speed[i-1]+2*accelerate*grid))
	}
	out := &drive{route: r, arrive: make([]float64, n), leave: make([]float64, n)}
	for i := range n {
		if i > 0 {
			out.arrive[i] = out.leave[i-1] + grid/max((speed[i-1]+speed[i])/2, slowest)
		}
		out.leave[i] = out.arrive[i] + wait[i]
	}
	return out
}

// crossing reports whether e begins where three streets meet.
func (d *driver) crossing(e road.EdgeID) bool {
	streets := 0
	for _, arm := range d.g.Out(d.g.From(e)) {
		if c := d.g.Class(arm.Link()); c <= road.Residential {
			streets++
		}
	}
	return streets > 2
}

// fix is one received position and the truth about it.
type fix struct {
	at      geo.Point
	seconds float64 // since the start
	timed   bool

	truth   geo.Point
	along   float64 // metres along the route
	waiting bool
}

// sample returns a fix without noise at each interval (seconds), at most limit.
func (d *drive) sample(interval float64, limit int) (fixes []fix) {
	last := len(d.leave) - 1
	for k := range limit {
		t := float64(k) * interval
		if t > d.arrive[last] {
			break
		}
		i := min(sort.SearchFloat64s(d.leave, t), last) // the first place left at t or later
		f := fix{seconds: t, timed: true, along: float64(i) * grid, waiting: t >= d.arrive[i]}
		if !f.waiting {
			f.along -= grid * (d.arrive[i] - t) / (d.arrive[i] - d.leave[i-1])
		}
		f.truth = d.route.at(f.along)
		f.at = f.truth
		fixes = append(fixes, f)
	}
	return fixes
}
