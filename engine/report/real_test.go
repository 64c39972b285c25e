// SPDX-License-Identifier: MIT

package report_test

import (
	"context"
	"math"
	"testing"

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/match"
	"roadsnap/engine/regulation"
	"roadsnap/engine/report"
	"roadsnap/engine/trace"
)

// TestDistancesAreThoseOfTheMatch adds up the days of the sample trips: they are the distances of
// the match, by kind.
func TestDistancesAreThoseOfTheMatch(t *testing.T) {
	e, err := engine.New(engine.Options{Units: data.Units(), Overview: data.OverviewPack})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = e.Close() }()
	if err := e.OpenBytes(data.SampleName, data.SamplePack); err != nil {
		t.Fatal(err)
	}
	rules, err := regulation.Parse(data.Rules)
	if err != nil {
		t.Fatal(err)
	}
	w := &report.World{Rules: rules, Ways: e.Ways}
	for _, name := range []string{"city", "valley", "meadow"} {
		trips, err := trace.ReadFile(context.Background(), "../../data/trips/"+name+".gpx", trace.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := e.Match(context.Background(), trips[0].Observations, match.MotorVehicle)
		if err != nil {
			t.Fatal(err)
		}
		facts, err := w.NewFacts(&report.Recorded{ID: 1, Recording: trips[0], Result: r, Matched: true})
		if err != nil {
			t.Fatal(err)
		}
		var on, inferred, rough, classes float64
		for _, d := range facts.Days {
			on += d.Measured + d.Doubtful
			inferred += d.Inferred
			rough += d.Rough
		}
		for _, c := range facts.Classes {
			classes += c.Matched
		}
		for what, pair := range map[string][2]float64{
			"matched": {on + inferred, r.Distance.Matched}, "inferred": {inferred, r.Distance.Inferred}, "off the roads": {rough, r.Distance.OffRoad}, "classes": {classes, r.Distance.Matched},
		} {
			if math.Abs(pair[0]-pair[1]) > 2 {
				t.Errorf("%s: %s %.1f m, the match has %.1f m", name, what, pair[0], pair[1])
			}
		}
	}
}
