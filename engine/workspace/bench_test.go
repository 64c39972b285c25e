// SPDX-License-Identifier: MIT

package workspace

import (
	"fmt"
	"testing"

	"roadsnap/engine/match"
	"roadsnap/engine/trace"
)

// BenchmarkOpen opens a workspace of 20,000 trips with 500 points each and lists them.
func BenchmarkOpen(b *testing.B) {
	const trips = 20_000
	w := openNew(b)
	key := MatchKey{Map: "m", Profile: match.MotorVehicle, Matcher: "1"}
	for i := 0; i < trips; i += 1000 {
		var batch []trace.Trip
		for k := range 1000 {
			batch = append(batch, drive("x", i+k, 500))
		}
		for _, t := range add(b, w, fmt.Sprint(i), batch...) {
			if err := w.SetMatch(b.Context(), t.ID, key, match.Result{}, fullSummary(), nil); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		again, err := Open(b.Context(), w.Path())
		if err != nil {
			b.Fatal(err)
		}
		list, err := again.Trips(b.Context(), ListOptions{Key: key})
		if err != nil || len(list) != trips {
			b.Fatal(len(list), err)
		}
		if err := again.Close(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(trips, "trips")
}

func BenchmarkRecording(b *testing.B) {
	w := openNew(b)
	id := add(b, w, "x", drive("x", 0, 50_000))[0].ID
	b.ReportAllocs()
	for b.Loop() {
		if _, err := w.Recording(b.Context(), id); err != nil {
			b.Fatal(err)
		}
	}
}
