// SPDX-License-Identifier: MIT

package workspace

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
)

// BenchmarkTraffic counts how often roads were driven by 10,000 trips whose routes have 500
// points each, on the roads of a made-up town.
func BenchmarkTraffic(b *testing.B) {
	const trips, points, size = 10_000, 500, 200
	w := openNew(b)
	key := MatchKey{Map: "m", Profile: match.MotorVehicle, Matcher: "1"}
	rng := rand.New(rand.NewPCG(3, 1))
	route := func() (line []geo.Point) {
		x, y, dx, dy := rng.IntN(size), rng.IntN(size), 1, 0
		for range points {
			if rng.IntN(6) == 0 {
				dx, dy = dy, -dx
			}
			x, y = (x+dx+size)%size, (y+dy+size)%size
			line = append(line, geo.Fixed{Lat: int32(107_000_000 + 9000*y), Lon: int32(1_066_000_000 + 9000*x)}.Point())
		}
		return line
	}
	var ids []ID
	for i := 0; i < trips; i += 1000 {
		var batch []trace.Trip
		for k := range 1000 {
			batch = append(batch, drive("x", i+k, 3))
		}
		for _, t := range add(b, w, fmt.Sprint(i), batch...) {
			ids = append(ids, t.ID)
			r := match.Result{Legs: []match.Leg{{Shape: route()}}}
			if err := w.SetMatch(b.Context(), t.ID, key, NewMatch{Result: r, Summary: fullSummary()}); err != nil {
				b.Fatal(err)
			}
		}
	}
	for b.Loop() {
		var traffic trip.Traffic
		err := w.Lines(b.Context(), key, ids, func(_ ID, legs [][]geo.Point) error {
			traffic.Add(legs)
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
		roads := traffic.Roads(func(n int) int { return min(n/30, 6) })
		b.ReportMetric(float64(traffic.Segments()), "segments")
		b.ReportMetric(float64(len(roads)), "lines")
	}
}
