// SPDX-License-Identifier: MIT

package match_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
	"roadsnap/engine/road"
)

// behaviour is a case of the corpus: a small map, a drive on it, and the route that must
// come back. The files corpus_…_test.go hold the cases, one family each.
type behaviour struct {
	name    string
	picture string
	grid    grid // square if zero; turn restrictions need square
	lines   []string
	trip    string // straight from letter to letter
	lost    string // two letters of the trip: the fixes between them are lost
	profile match.Profile
	sparse  bool // a fix every 240 m shows the route as well

	ways     []int64             // 0 between legs
	length   float64             // metres; the length of the trip if 0
	gaps     []match.GapCause    // causes
	warnings []match.WarningKind // against_oneway and banned_turn
}

// pace is how a drive is recorded.
type pace struct {
	every   float64 // metres from fix to fix
	sigma   float64 // noise per axis, metres
	seconds float64 // from fix to fix
}

// paces are those of a good receiver, one fix a second, and of trackers with a fix every
// five and every 20 seconds.
var paces = []pace{{12, 3, 1}, {60, 5, 5}, {240, 5, 20}}

// corpus is all families.
var corpus = slices.Concat(loops, turnsBack, neighbours, crossings, lostParts, onewayStreets, bans, overWays, barriers, pointsAnywhere, vehicles, shapes)

// TestCorpus drives each case at each pace, with and without times and accuracies.
func TestCorpus(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for _, tt := range corpus {
		if names[tt.name] {
			t.Errorf("two cases are called %q", tt.name)
		}
		names[tt.name] = true
		t.Run(tt.name, func(t *testing.T) { tt.check(t) })
	}
}

func (b *behaviour) check(t *testing.T) {
	t.Helper()
	g, m := b.draw(t)
	for i, p := range paces {
		if i == 2 && !b.sparse {
			continue
		}
		for seed := range uint64(3) {
			w := walker{m: m, every: p.every, sigma: p.sigma, random: rand.New(rand.NewPCG(seed, 11))}
			obs := b.lose(m, clocked(w.along(b.trip), p.seconds), p)
			for _, v := range variants {
				r := run(t, g, only(obs, v.time, v.accuracy), b.profile)
				b.judge(t, fmt.Sprintf("every %g m, seed %d, %s", p.every, seed, v.name), m, p, r)
			}
		}
	}
}

// draw returns the map of the case and the places of its letters.
func (b *behaviour) draw(t *testing.T) (*road.Graph, places) {
	t.Helper()
	if b.grid == (grid{}) {
		m := roadtest.Draw(t, b.picture, b.lines...)
		return m.Graph, m
	}
	m := drawOn(t, b.grid, b.picture, b.lines...)
	return m.Graph, m
}

// lose removes the fixes between the two letters of b.lost.
func (b *behaviour) lose(m places, obs []match.Observation, p pace) []match.Observation {
	if b.lost == "" {
		return obs
	}
	letters := []rune(b.lost)
	nearest := func(letter rune) (at int) {
		best := math.Inf(1)
		for i := range obs {
			if d := geo.Distance(obs[i].Point, m.Point(letter)); d < best {
				at, best = i, d
			}
		}
		return at
	}
	return slices.Delete(obs, nearest(letters[0])+1, nearest(letters[1]))
}

func (b *behaviour) judge(t *testing.T, what string, m places, p pace, r match.Result) {
	t.Helper()
	if got := waysOf(r); !slices.Equal(got, b.ways) {
		t.Errorf("%s: ways %v, want %v", what, got, b.ways)
	}
	want := b.length
	if want == 0 {
		want = lengthAlong(m, b.trip)
	}
	if d := math.Abs(r.Distance.Matched - want); d > 4*p.sigma+0.02*want+0.25*p.every+b.unseen(p) {
		t.Errorf("%s: matched %.0f m, want %.0f", what, r.Distance.Matched, want)
	}
	if _, _, off := states(r); off != 0 && len(b.gaps) == 0 {
		t.Errorf("%s: %d points are off road", what, off)
	}
	var gaps []match.GapCause
	for _, gap := range r.Gaps {
		gaps = append(gaps, gap.Cause)
	}
	if !slices.Equal(gaps, b.gaps) {
		t.Errorf("%s: gaps %v, want %v", what, gaps, b.gaps)
	}
	var warnings []match.WarningKind
	for _, w := range r.Warnings {
		if w.Kind == match.WarnOneway || w.Kind == match.WarnTurn || w.Kind == match.WarnBarrier {
			warnings = append(warnings, w.Kind)
		}
	}
	if !slices.Equal(warnings, b.warnings) {
		t.Errorf("%s: warnings %v, want %v", what, warnings, b.warnings)
	}
}

// unseen returns how much of the trip the fixes may miss because it turns back between
// two of them (metres).
func (b *behaviour) unseen(p pace) (metres float64) {
	letters := []rune(b.trip)
	for i := 2; i < len(letters); i++ {
		if letters[i] == letters[i-2] {
			metres += p.every
		}
	}
	return metres
}

// TestCorpusIsWhole checks that each case names letters of its picture.
func TestCorpusIsWhole(t *testing.T) {
	for _, tt := range corpus {
		for _, letter := range tt.trip + tt.lost {
			if !strings.ContainsRune(tt.picture, letter) {
				t.Errorf("%s: %c is not in the picture", tt.name, letter)
			}
		}
	}
}
