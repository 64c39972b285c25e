// SPDX-License-Identifier: MIT

package trip

import (
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
)

// TestCorrectionsAreNoFaults assesses a trip in which a gap and a point were explained by
// hand.
func TestCorrectionsAreNoFaults(t *testing.T) {
	var recording trace.Trip
	for _, p := range []geo.Point{{Lat: 10, Lon: 106}, {Lat: 10.5, Lon: 106}, {Lat: 10.001, Lon: 106}, {Lat: 11, Lon: 106}} {
		recording.Observations = append(recording.Observations, match.Observation{Point: p})
	}
	result := match.Result{
		Points: []match.Point{
			{Index: 0, State: match.Matched, HasWay: true, Confidence: 1},
			{Index: 1, State: match.OffRoad, Reason: match.ReasonLeftOut},
			{Index: 2, State: match.Matched, HasWay: true, Confidence: 1},
			{Index: 3, State: match.Matched, HasWay: true, Confidence: 1},
		},
		Gaps: []match.Gap{{FirstIndex: 2, LastIndex: 3, Cause: match.GapNotDriven}},
	}
	kinds := func() map[Kind]float64 {
		found := map[Kind]float64{}
		for _, m := range measure(recording, result) {
			found[m.Kind] = m.Amount
		}
		return found
	}
	for _, k := range []Kind{LeftOut, Astray, LongGap, Unexplained, Kind(match.GapNotDriven)} {
		if amount, is := kinds()[k]; is {
			t.Errorf("%s is %g", k, amount)
		}
	}
	result.Points[1].Reason, result.Gaps[0].Cause = match.ReasonOutlier, match.GapJump
	for _, k := range []Kind{LeftOut, Astray, LongGap} {
		if _, is := kinds()[k]; !is {
			t.Errorf("no %s otherwise", k)
		}
	}
}
