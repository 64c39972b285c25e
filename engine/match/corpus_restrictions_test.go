// SPDX-License-Identifier: MIT

package match_test

import (
	"slices"
	"testing"

	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
)

// carriageways are two, to the east and to the west, joined by two links.
const carriageways = `
	A-e---B-C---D
	      | |
	      | |
	E-s---F-G---H`

// carriagewayLines bans turning back over the first link.
var carriagewayLines = []string{"E>F", "F>G", "G>H", "D>C", "C>B", "B>A", "F-B", "G-C", "no E-F-B-A"}

// overWays are drives next to turn restrictions that lead over ways.
var overWays = []behaviour{
	{
		name: "banned over a link, and done", picture: carriageways, lines: carriagewayLines,
		trip: "sFBe", ways: []int64{1, 7, 6}, length: 400 + 300 + 400, warnings: []match.WarningKind{match.WarnTurn},
	},
	{
		name: "over the next link, which is allowed", picture: carriageways, lines: carriagewayLines,
		trip: "sFGCBe", ways: []int64{1, 2, 8, 5, 6}, sparse: true,
	},
	{
		name: "over the same link from elsewhere", picture: `
			A-e---B-C---D
			      | |
			      | |
			E-s---F-G---H
			      |
			      |
			      K`, lines: append(slices.Clone(carriagewayLines), "K-F id=20"),
		trip: "KFBe", ways: []int64{20, 7, 6},
	},
	{
		name: "over the link and back", picture: carriageways, lines: carriagewayLines,
		trip: "sFBFH", ways: []int64{1, 7, 7, 2, 3}, length: 400 + 300 + 300 + 600,
	},
	{
		name: "no way on but the third", profile: match.Car,
		picture: `
			      N
			      |
			A--s--B-----C--e--D
			            |
			            S`,
		lines: []string{"A-B", "B-C", "N-B", "C-D", "C>S", "only A-B-C-S"},
		trip:  "sBCe", ways: []int64{1, 2, 4}, length: 300 + 600 + 300, warnings: []match.WarningKind{match.WarnTurn},
	},
}

// barriers are drives through barriers and round them.
var barriers = []behaviour{
	{
		name: "car through bollards", profile: match.Car,
		picture: `
			A-s---1---e-B
			|           |
			|           |
			C-----------D`,
		lines: []string{"A-1-B", "A-C-D-B", "barrier 1 car+truck"},
		trip:  "s1e", ways: []int64{1}, warnings: []match.WarningKind{match.WarnBarrier},
	},
	{
		name: "motorcycle between bollards", profile: match.Motorcycle,
		picture: `
			A-s---1---e-B
			|           |
			|           |
			C-----------D`,
		lines: []string{"A-1-B", "A-C-D-B", "barrier 1 car+truck"},
		trip:  "s1e", ways: []int64{1}, sparse: true,
	},
	{
		name: "car round bollards", profile: match.Car,
		picture: `
			A-s---1---e-B
			|           |
			C-----------D`,
		lines: []string{"A-1-B", "A-C-D-B", "barrier 1 car+truck"},
		trip:  "sACDBe", ways: []int64{1, 2, 1}, sparse: true,
	},
	{
		name: "car up to bollards and back", profile: match.Car,
		picture: `
			A-s---1---e-B
			|           |
			C-----------D`,
		lines: []string{"A-1-B", "A-C-D-B", "barrier 1 car+truck"},
		trip:  "s1AC", ways: []int64{1, 1, 2},
	},
}

// TestRestrictionOverWaysDecides checks that two fixes far apart are joined over the
// link that is allowed, and that the fixes on a link remember how it was reached.
func TestRestrictionOverWaysDecides(t *testing.T) {
	for name, tt := range map[string]struct {
		lines []string
		want  []int64
	}{
		"banned":      {carriagewayLines, []int64{1, 2, 8, 5, 6}},
		"not banned":  {carriagewayLines[:8], []int64{1, 7, 6}},
		"not for two": {append(slices.Clone(carriagewayLines[:8]), "no E-F-B-C"), []int64{1, 7, 6}},
	} {
		t.Run(name, func(t *testing.T) {
			m := roadtest.Draw(t, carriageways, tt.lines...)
			obs := []match.Observation{{Point: m.Point('s'), Accuracy: 5}, {Point: m.Point('e'), Accuracy: 5}}
			wantWays(t, run(t, m.Graph, obs, match.Car), tt.want...)
		})
	}
}

// TestTurnsBannedAtCertainHours turns on a Tuesday at 15:00 local time. The route does not
// depend on the hours, and only a ban that surely holds is a warning.
func TestTurnsBannedAtCertainHours(t *testing.T) {
	const picture = `
		A-s---B---e-C
		      |
		      |
		      D`
	lines := []string{"A-B", "B-C", "B-D"}
	ban := []match.WarningKind{match.WarnTurn}
	for _, tt := range []struct {
		name, hours, trip string
		profile           match.Profile
		ways              []int64
		timed             []match.WarningKind // with times
	}{
		{"holds", "(Tu 14:00-16:00)", "sBD", match.Car, []int64{1, 3}, ban},
		{"holds for motorcycles", "(Mo-Fr)", "sBD", match.Motorcycle, []int64{1, 3}, ban},
		{"at another hour", "(Tu 06:00-09:00)", "sBD", match.Car, []int64{1, 3}, nil},
		{"on other days", "(Sa,Su)", "sBD", match.Car, []int64{1, 3}, nil},
		{"not understood", "(PH)", "sBD", match.Car, []int64{1, 3}, nil},
		{"on foot", "(Tu)", "sBD", match.Foot, []int64{1, 3}, nil},
		{"straight on", "(Tu)", "sBe", match.Car, []int64{1, 2}, nil},
	} {
		m := roadtest.Draw(t, picture, append(slices.Clone(lines), "no A-B-D @ "+tt.hours)...)
		for _, v := range variants {
			obs := only(clocked(walk(m, 12, 3).along(tt.trip), 1), v.time, v.accuracy)
			r := run(t, m.Graph, obs, tt.profile)
			wantWays(t, r, tt.ways...)
			var got []match.WarningKind
			for _, w := range r.Warnings {
				got = append(got, w.Kind)
			}
			want := tt.timed
			if !v.time {
				want = nil
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s, %s: warnings %v, want %v", tt.name, v.name, got, want)
			}
		}
	}
}
