// SPDX-License-Identifier: MIT

package match_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
)

// BenchmarkLive measures 10,000 vehicles that send a point a second each, one after the
// other on one core, and the time that a point takes.
func BenchmarkLive(b *testing.B) {
	const vehicles, drives = 10_000, 16
	g, _ := roadtest.Build(b, roadtest.City(40, 1))
	m := newMatcher(b, g)
	random := rand.New(rand.NewPCG(1, 10))
	var paths [drives][]geo.Point
	for i := range paths {
		paths[i] = wander(random, g, 6000, 10)
	}
	streams := make([]*match.Stream, vehicles)
	for i := range streams {
		var err error
		if streams[i], err = m.Live(match.MotorVehicle, match.DefaultLag()); err != nil {
			b.Fatal(err)
		}
	}
	times := make([]time.Duration, 0, 1<<20)
	second, vehicle := 0, 0
	feed := func() {
		path := paths[vehicle%drives]
		p := path[(second+vehicle)%len(path)]
		o := match.Observation{
			Point: shift(p, random.NormFloat64()*5, random.NormFloat64()*5), Accuracy: 5,
			Time: departure.Add(time.Duration(second) * time.Second),
		}
		if _, err := streams[vehicle].Feed(context.Background(), o); err != nil {
			b.Fatal(err)
		}
		if vehicle++; vehicle == vehicles {
			vehicle, second = 0, second+1
		}
	}
	for range 35 * vehicles { // until every point decides another
		feed()
	}
	b.ReportAllocs()
	for b.Loop() {
		began := time.Now()
		feed()
		times = append(times, time.Since(began))
	}
	slices.Sort(times)
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "points/s")
	b.ReportMetric(float64(times[len(times)*99/100].Microseconds())/1000, "p99-ms")
}
