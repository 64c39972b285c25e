// SPDX-License-Identifier: MIT

package zone

import (
	"math"
	"math/rand/v2"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trip"
)

// BenchmarkMonth finds the visits of a month: 1,500 trips of 2,000 fixes each in 1,000 zones
// of a city of 30 km.
func BenchmarkMonth(b *testing.B) {
	const trips, fixes, zones, city = 1500, 2000, 1000, 30_000
	rng := rand.New(rand.NewPCG(5, 1))
	place := func() (x, y float64) { return city * (rng.Float64() - 0.5), city * (rng.Float64() - 0.5) }
	var list []Zone
	for range zones {
		z := randomZone(rng)
		x, y := place()
		shift := func(p geo.Point) geo.Point { q := plane.XY(p); return at(q.X+x, q.Y+y) }
		z.Center = shift(z.Center)
		for i := range z.Line {
			z.Line[i] = shift(z.Line[i])
		}
		for _, ring := range z.Rings {
			for i := range ring {
				ring[i] = shift(ring[i])
			}
		}
		list = append(list, z)
	}
	var tracks []*trip.Track
	for range trips {
		x, y := place()
		heading := 0.0
		var way []match.Observation
		for i := range fixes {
			way = append(way, fix(float64(5*i), x, y))
			heading += 0.5 * (rng.Float64() - 0.5)
			if math.Hypot(x, y) > city/2 {
				heading = math.Atan2(-y, -x)
			}
			x, y = x+50*math.Cos(heading), y+50*math.Sin(heading)
		}
		tracks = append(tracks, trip.RecordedTrack(way))
	}
	b.ResetTimer()
	visits := 0
	for b.Loop() {
		x := NewIndex(list, nil)
		visits = 0
		for _, t := range tracks {
			visits += len(x.Visits(t, nil))
		}
	}
	b.ReportMetric(float64(visits), "visits")
}
