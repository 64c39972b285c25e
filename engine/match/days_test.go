// SPDX-License-Identifier: MIT

package match_test

import (
	"testing"
	"time"

	"roadsnap/engine/match"
)

// TestDaysOfSparseFixes has a vehicle drive the same 65 km twelve times, with a fix every two
// minutes. No part of the recording, as one trip or as a live stream, must use up what the rest
// of it may search.
func TestDaysOfSparseFixes(t *testing.T) {
	t.Parallel()
	const rounds = 12
	g, track := recorded(t, "00000056")
	track = thin(track, 120)
	var obs []match.Observation
	for i := range rounds {
		for _, o := range track {
			o.Time = o.Time.Add(time.Duration(i) * 4 * time.Hour)
			obs = append(obs, o)
		}
	}
	m := newMatcher(t, g)
	whole, err := m.Match(t.Context(), obs, match.MotorVehicle)
	if err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]match.Result{"whole": whole, "live": live(t, m, obs, match.Lag{Time: time.Hour, Points: 5})} {
		off := 0
		for _, p := range r.Points {
			if !p.HasWay {
				off++
			}
		}
		if off > rounds || len(r.Legs) != rounds {
			t.Errorf("%s: %d of %d fixes are off the roads, in %d legs; want at most %d, in %d", name, off, len(obs), len(r.Legs), rounds, rounds)
		}
	}
}
