// SPDX-License-Identifier: MIT

package report

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/engine/workspace"
)

// BenchmarkMonth makes each report of a month of 50 vehicles: 1,500 matched trips with 5 million
// points in a workspace. -short takes a thirtieth of it.
func BenchmarkMonth(b *testing.B) {
	vehicles, points := 50, 3334
	if testing.Short() {
		vehicles = 2
	}
	ctx := context.Background()
	kept, err := workspace.Open(ctx, filepath.Join(b.TempDir(), "w.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = kept.Close() }()
	key := workspace.MatchKey{Map: "made", Profile: match.MotorVehicle, Matcher: match.Version}
	n := 0
	for v := range vehicles {
		var trips []trace.Trip
		var results []match.Result
		for day := range 30 {
			var parts []madePart
			for left := points; left > 0; {
				parts = append(parts, madePart{min(left, 300), float64(30 + (left+day)%60), int64(1 + left%3)}, madePart{min(left, 40), 0, 1})
				left -= 340
			}
			r := madeTrip(1, fmt.Sprintf("51C-%03d.00", v), time.Date(2026, 10, 1+day, 7, 0, 0, 0, vietnam), geo.Point{Lat: 10.5 + float64(v)/100, Lon: 106.5}, parts)
			r.Recording.Vehicle = r.Vehicle
			trips, results = append(trips, r.Recording), append(results, r.Result)
			n += len(r.Recording.Observations)
		}
		added, err := kept.Add(ctx, fmt.Sprint(v), workspace.ContentOf([]byte(fmt.Sprint(v))), trips)
		if err != nil {
			b.Fatal(err)
		}
		for i := range added {
			stops := trip.Stops(trips[i])
			if err := kept.SetMatch(ctx, added[i].ID, key, workspace.NewMatch{Result: results[i], Summary: trip.Summarise(trips[i], results[i], stops, nil), Stops: stops}); err != nil {
				b.Fatal(err)
			}
		}
	}
	w := madeWorld(&testing.T{})
	list, err := kept.Trips(ctx, workspace.ListOptions{Key: key})
	if err != nil {
		b.Fatal(err)
	}
	period := Days(time.Date(2026, 10, 1, 0, 0, 0, 0, vietnam), time.Date(2026, 10, 31, 0, 0, 0, 0, vietnam))
	for _, kind := range Kinds() {
		if kind.OfOneVehicle() {
			continue
		}
		b.Run(string(kind), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				facts, err := w.Collect(ctx, kept, list, match.MotorVehicle, kind, nil)
				if err != nil {
					b.Fatal(err)
				}
				w.Build(Request{Kind: kind, Period: period}, facts)
			}
			b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mpoints/s")
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			b.ReportMetric(float64(m.Sys)/1e6, "MB-sys")
		})
	}
}
