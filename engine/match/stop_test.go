// SPDX-License-Identifier: MIT

package match

import (
	"math"
	"math/rand/v2"
	"slices"
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

// TestToldStops lets the receiver say that it stands, while its fixes drift, stay or move on.
func TestToldStops(t *testing.T) {
	const seed = 1
	for _, tt := range []struct {
		name  string
		drift float64 // metres
		keep  float64 // correlation of the drift of one fix with the next
		at    func(i int) float64
		drive func(i int) bool // what it says; nil for never
		zero  bool             // it has never said anything else
		count int
		stops int // that the receiver tells of
	}{
		{name: "drifting", drift: 50, keep: 0.8, count: 90, stops: 1},
		{name: "drifting for hours", drift: 70, keep: 0.98, count: 600, stops: 1},
		{
			name: "drifting away slowly", drift: 15, keep: 0.8, count: 200, stops: 1,
			at: func(i int) float64 { return 0.5 * float64(i) },
		},
		{
			name: "near the place at first", drift: 40, keep: 0.98, count: 120, stops: 1,
			drive: func(i int) bool { return i == 0 },
		},
		{
			name: "shunting", drift: 3, count: 40,
			drive: func(i int) bool { return i%5 > 0 },
		},
		{name: "accurate", drift: 3, count: 30, stops: 1},
		{name: "half a minute", drift: 50, keep: 0.8, count: 4},
		{name: "always 0", drift: 50, keep: 0.8, count: 90, zero: true},
		{
			name: "a queue that moves on between fixes", drift: 3, count: 40,
			at: func(i int) float64 { return 25 * float64(i) },
		},
		{
			name: "two traffic lights", drift: 3, count: 20, stops: 2,
			at: func(i int) float64 { return 80 * float64(i/10) },
		},
		{
			name: "a drive between two stops", drift: 50, keep: 0.8, count: 60, stops: 2,
			drive: func(i int) bool { return i >= 28 && i < 31 },
		},
		{
			name: "a wrong speed now and then", drift: 50, keep: 0.8, count: 90, stops: 1,
			drive: func(i int) bool { return i%20 == 10 },
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 1))
			r := recorded{batch: &batch{profile: MotorVehicle}}
			r.model.minSigma, r.model.maxSigma = 1, 100
			r.next.moves = !tt.zero
			plane := geo.NewPlane(geo.Point{Lon: 106.7, Lat: 10.78})
			noise := geo.XY{}
			for i := range tt.count {
				fresh := tt.drift * math.Sqrt(1-tt.keep*tt.keep)
				noise.X = tt.keep*noise.X + fresh*random.NormFloat64()
				noise.Y = tt.keep*noise.Y + fresh*random.NormFloat64()
				f := fix{seconds: float64(i) * 10, timed: true, sigma: 5, stands: true}
				at := noise
				if tt.at != nil {
					at.X += tt.at(i)
				}
				if tt.drive != nil && tt.drive(i) {
					f.stands, f.drives = false, true
				}
				f.at = plane.Point(at)
				r.fixes = append(r.fixes, f)
			}
			r.findStops()
			told := slices.DeleteFunc(slices.Clone(r.stops), func(s stop) bool { return !s.told })
			if tt.stops == 1 && (r.stops[0].first > 1 || r.stops[0].last < tt.count-3) {
				t.Errorf("seed %d: a part is left out: %+v", seed, r.stops)
			}
			if len(told) != tt.stops || tt.stops > 0 && len(told) < len(r.stops) {
				t.Errorf("seed %d: want %d stops, of all of which the receiver tells: %+v", seed, tt.stops, r.stops)
			}
		})
	}
}
