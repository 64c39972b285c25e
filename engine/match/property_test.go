// SPDX-License-Identifier: MIT

package match_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"sync"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
	"roadsnap/engine/road"
	"roadsnap/engine/yield"
)

// strangeCity returns a random town with a self-loop, a link of length 0, an isolated
// street, and one at the antimeridian.
func strangeCity(tb testing.TB, size int, seed uint64) *road.Graph {
	tb.Helper()
	b := roadtest.City(size, seed)
	at := geo.Point{Lat: 10.78, Lon: 106.69}
	add := func(id int64, nodes []int64, points ...geo.Point) {
		w := road.WaySpec{Way: road.Way{ID: id, Class: road.Residential}, Nodes: nodes, Forward: road.Anyone, Backward: road.Anyone}
		for _, p := range points {
			w.Points = append(w.Points, p.Fixed())
		}
		b.AddWay(w)
	}
	add(9001, []int64{9001, 9002, 9003, 9001}, shift(at, 40, -40), shift(at, 80, -40), shift(at, 60, -80), shift(at, 40, -40))
	add(9002, []int64{9004, 9005}, shift(at, 20, -30), shift(at, 20, -30))
	add(9003, []int64{9006, 9007}, shift(at, 5000, 0), shift(at, 5300, 0))
	add(9004, []int64{9008, 9009}, geo.Point{Lat: 0, Lon: 179.99}, geo.Point{Lat: 0, Lon: 180})
	add(9005, []int64{9010, 9011}, geo.Point{Lat: 89.999, Lon: 0}, geo.Point{Lat: 90, Lon: 90})
	g, _ := roadtest.Build(tb, b)
	return g
}

// oddCoordinates are values that occur in real files.
var oddCoordinates = []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, math.Copysign(0, -1), 90, -90, 180, -180, 91, 1e300, 106.69, 10.78}

func oddTrip(random *rand.Rand, n int) []match.Observation {
	obs := make([]match.Observation, n)
	at := geo.Point{Lat: 10.779, Lon: 106.691}
	when := departure
	step := []float64{0, 1, 10, 50, 400}[random.IntN(5)]
	reports := random.IntN(2) == 0 // speeds
	for i := range obs {
		o := &obs[i]
		at = shift(at, random.NormFloat64()*step, random.NormFloat64()*step)
		o.Point = at
		odd := func() bool { return random.IntN(25) == 0 }
		if odd() {
			o.Lat = oddCoordinates[random.IntN(len(oddCoordinates))]
		}
		if odd() {
			o.Lon = oddCoordinates[random.IntN(len(oddCoordinates))]
		}
		if odd() {
			o.Accuracy = oddCoordinates[random.IntN(len(oddCoordinates))]
		}
		if random.IntN(2) == 0 {
			o.Heading, o.HasHeading = random.Float64()*360, true
		}
		if odd() {
			o.Heading, o.HasHeading = oddCoordinates[random.IntN(len(oddCoordinates))], true
		}
		if reports {
			o.Speed, o.HasSpeed = []float64{0, 0, 0, 8}[random.IntN(4)], true
		}
		if odd() {
			o.Speed, o.HasSpeed = oddCoordinates[random.IntN(len(oddCoordinates))], true
		}
		when = when.Add(time.Duration(random.IntN(60)-2) * time.Second)
		if !odd() {
			o.Time = when
		}
		if odd() {
			o.Time = departure.Add(time.Duration(random.Int64()))
		}
	}
	return obs
}

// TestPromisesHoldOnAnything matches odd trips on strange maps.
func TestPromisesHoldOnAnything(t *testing.T) {
	t.Parallel()
	for seed := range uint64(12) {
		g := strangeCity(t, 5, seed)
		m := newMatcher(t, g)
		random := rand.New(rand.NewPCG(seed, 1))
		for k := range 40 {
			obs := oddTrip(random, random.IntN(60))
			p := match.Profiles()[k%len(match.Profiles())]
			t.Run(fmt.Sprintf("seed %d trip %d", seed, k), func(t *testing.T) {
				checkResult(t, g, obs, mustMatch(t, m, obs, p))
			})
		}
	}
}

func TestSpecialTrips(t *testing.T) {
	g := strangeCity(t, 5, 1)
	empty, _ := roadtest.Build(t, road.NewBuilder())
	home := geo.Point{Lat: 10.779, Lon: 106.691}
	repeat := func(p geo.Point, n int) []geo.Point {
		points := make([]geo.Point, n)
		for i := range points {
			points[i] = p
		}
		return points
	}
	for _, tt := range []struct {
		name   string
		g      *road.Graph
		points []geo.Point
		legs   int
	}{
		{"no observations", g, nil, 0},
		{"no roads", empty, repeat(home, 3), 0},
		{"10,000 identical points", g, repeat(home, 10_000), 1},
		{"only invalid points", g, repeat(geo.Point{Lat: math.NaN()}, 5), 0},
		{"poles", g, []geo.Point{{Lat: 90}, {Lat: 90, Lon: 180}, {Lat: -90}, {Lat: -90, Lon: -180}}, 1},
		{"antimeridian", g, []geo.Point{{Lon: 179.995}, {Lon: 180}, {Lon: -180}, {Lon: -179.995}}, 1},
		{"there and back across the world", g, []geo.Point{home, {Lat: -33, Lon: -70}, home, {Lat: 60, Lon: 10}}, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			obs := match.Path(tt.points)
			r := run(t, tt.g, obs, match.MotorVehicle)
			if len(r.Legs) != tt.legs {
				t.Errorf("%d legs, want %d", len(r.Legs), tt.legs)
			}
		})
	}
}

// TestSameInSameOut matches the same trips from many goroutines.
func TestSameInSameOut(t *testing.T) {
	t.Parallel()
	g := strangeCity(t, 8, 3)
	m := newMatcher(t, g)
	random := rand.New(rand.NewPCG(3, 3))
	trips := make([][]match.Observation, 20)
	want := make([]match.Result, len(trips))
	for i := range trips {
		obs := oddTrip(random, 50)
		for k := range obs { // NaN is never equal to itself
			if !obs[k].Valid() {
				obs[k].Point = geo.Point{}
			}
		}
		trips[i] = obs
		want[i] = mustMatch(t, newMatcher(t, g), obs, match.MotorVehicle)
	}
	var wait sync.WaitGroup
	for worker := range 4 {
		wait.Go(func() {
			for k := range 3 * len(trips) {
				i := (k*7 + worker) % len(trips)
				got, err := m.Match(context.Background(), trips[i], match.MotorVehicle)
				if err != nil || !reflect.DeepEqual(got, want[i]) {
					t.Errorf("trip %d differs from its first result (%v)", i, err)
				}
			}
		})
	}
	wait.Wait()
}

// TestOtherWorkGoesFirst checks that a match lets other work go first more often than
// once for each point, and ends when the other work says so.
func TestOtherWorkGoesFirst(t *testing.T) {
	m := newMatcher(t, strangeCity(t, 5, 1))
	obs := oddTrip(rand.New(rand.NewPCG(1, 1)), 50)
	calls := 0
	ctx := yield.With(context.Background(), func() error { calls++; return nil })
	if _, err := m.Match(ctx, obs, match.MotorVehicle); err != nil || calls <= 2*len(obs) {
		t.Errorf("%d calls for %d points, %v", calls, len(obs), err)
	}
	stop := errors.New("stop")
	for at := range calls {
		n := 0
		ctx := yield.With(context.Background(), func() error {
			if n++; n > at {
				return stop
			}
			return nil
		})
		if _, err := m.Match(ctx, obs, match.MotorVehicle); !errors.Is(err, stop) {
			t.Fatalf("told to stop at call %d: %v", at, err)
		}
	}
}

func TestContextIsHeeded(t *testing.T) {
	g := strangeCity(t, 5, 1)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	m := newMatcher(t, g)
	obs := oddTrip(rand.New(rand.NewPCG(1, 1)), 50)
	if _, err := m.Match(ctx, obs, match.MotorVehicle); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
	if _, err := m.Match(context.Background(), obs, match.MotorVehicle); err != nil {
		t.Errorf("after a cancelled call: %v", err)
	}
}

func TestBadArguments(t *testing.T) {
	g := strangeCity(t, 3, 1)
	if _, err := newMatcher(t, g).Match(context.Background(), nil, match.Profile(99)); !errors.Is(err, match.ErrProfile) {
		t.Errorf("profile 99: %v", err)
	}
	c := match.DefaultConfig()
	c.MaxRadius = math.NaN()
	if _, err := match.New(g, c); !errors.Is(err, match.ErrConfig) {
		t.Errorf("radius NaN: %v", err)
	}
	for _, p := range match.Profiles() {
		if back, err := match.ParseProfile(p.String()); err != nil || back != p {
			t.Errorf("%v: %v, %v", p, back, err)
		}
	}
	if _, err := match.ParseProfile("horse"); !errors.Is(err, match.ErrProfile) {
		t.Errorf("horse: %v", err)
	}
}

// FuzzMatch reads trips from bytes, eight per point: metres from home and odd values.
// The seed is that of the roads.
func FuzzMatch(f *testing.F) {
	var graphs []*road.Graph
	for seed := range uint64(4) {
		graphs = append(graphs, strangeCity(f, 5, seed), tangle(f, seed))
	}
	graphs = append(graphs, hostileGraphs(f)...)
	f.Add(uint8(0), []byte{})
	for seed := range uint8(len(graphs)) {
		f.Add(seed, []byte{0, 10, 0, 10, 0, 5, 1, 0, 0, 60, 0, 12, 0, 5, 1, 0, 0, 120, 0, 10, 0, 5, 1, 0})
		f.Add(seed, []byte{0, 10, 0, 10, 0, 5, 1, 9, 255, 60, 255, 12, 0, 0, 1, 3})
	}
	f.Fuzz(func(t *testing.T, seed uint8, data []byte) {
		g := graphs[int(seed)%len(graphs)]
		m := newMatcher(t, g)
		var obs []match.Observation
		when := departure
		for ; len(data) >= 8 && len(obs) < 200; data = data[8:] {
			east, north := int16(binary.BigEndian.Uint16(data)), int16(binary.BigEndian.Uint16(data[2:]))
			o := match.Observation{Point: shift(geo.Point{Lat: 10.78, Lon: 106.69}, float64(east)/4, float64(north)/4)}
			when = when.Add(time.Duration(int8(data[4])) * time.Second)
			if data[6]&1 != 0 {
				o.Time = when
			}
			o.Accuracy = float64(int8(data[5]))
			o.Heading, o.HasHeading = float64(data[6])*2, data[6]&2 != 0
			if k := int(data[7]); k < len(oddCoordinates) {
				o.Lat = oddCoordinates[k]
			} else if k < 2*len(oddCoordinates) {
				o.Lon = oddCoordinates[k-len(oddCoordinates)]
			}
			obs = append(obs, o)
		}
		for _, p := range []match.Profile{match.MotorVehicle, match.Foot} {
			checkResult(t, g, obs, mustMatch(t, m, obs, p))
		}
	})
}
