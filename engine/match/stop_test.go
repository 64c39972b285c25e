// SPDX-License-Identifier: MIT

package match

import (
	"math/rand/v2"
	"testing"

	"roadsnap/engine/geo"
)

// TestStopsDoNotCreep tells a vehicle that stands from one that moves as slowly as noise
// drifts. The more fixes a half has, the surer its centre.
func TestStopsDoNotCreep(t *testing.T) {
	const seed = 1
	for _, tt := range []struct {
		name          string
		count         int
		every, sigma  float64 // seconds, metres
		speed, jitter float64 // m/s, metres
		want          bool
	}{
		{name: "standing", count: 61, every: 1, sigma: 10, jitter: 10, want: true},
		{name: "creeping less than the noise drifts", count: 71, every: 1, sigma: 10, speed: 0.4, want: true},
		{name: "creeping", count: 71, every: 1, sigma: 10, speed: 0.7},
		{name: "creeping, a fix every 25 s", count: 4, every: 25, sigma: 10, speed: 0.4, want: true},
		{name: "driving, a fix every 25 s", count: 4, every: 25, sigma: 10, speed: 0.55},
		{name: "a minute, a large σ", count: 61, every: 1, sigma: 20, jitter: 10},
		{name: "100 s, a large σ", count: 101, every: 1, sigma: 20, jitter: 10, want: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 1))
			r := recorded{batch: &batch{profile: MotorVehicle}}
			plane := geo.NewPlane(geo.Point{Lon: 106.7, Lat: 10.78})
			for i := range tt.count {
				seconds := float64(i) * tt.every
				at := geo.XY{X: seconds*tt.speed + tt.jitter*random.NormFloat64()/2, Y: tt.jitter * random.NormFloat64() / 2}
				r.fixes = append(r.fixes, fix{at: plane.Point(at), seconds: seconds, timed: true, sigma: tt.sigma})
			}
			r.findStops()
			if got := len(r.stops) > 0; got != tt.want {
				t.Errorf("seed %d: a stop: %v, want %v", seed, got, tt.want)
			}
		})
	}
}
