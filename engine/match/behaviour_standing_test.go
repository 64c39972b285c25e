// SPDX-License-Identifier: MIT

package match_test

import (
	"fmt"
	"slices"
	"testing"

	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
)

// standMost is how much an hour of standing may add to a trip (metres).
const standMost = 10

// cloud is the noise of a stationary receiver.
type cloud struct {
	name  string
	sigma float64
	keep  float64 // correlation of the noise of one fix with the next
}

var clouds = []cloud{
	{"white σ 5", 5, 0}, {"white σ 10", 10, 0}, {"white σ 20", 20, 0},
	{"drifting σ 5", 5, 0.95}, {"drifting σ 10", 10, 0.95}, {"drifting σ 20", 20, 0.95},
	{"slowly drifting σ 5", 5, 0.995},
}

// most returns how much the cloud may add (metres): drift over minutes looks like
// creeping, by its σ.
func (c cloud) most() float64 {
	if c.keep > 0.99 {
		return standMost + c.sigma
	}
	return standMost
}

// looksLikeDriving reports whether the cloud looks like a drive without accuracies:
// fixes that wander 60 m either way within minutes.
func (c cloud) looksLikeDriving() bool { return c.sigma > 15 && c.keep > 0 }

// stops are streets on which a trip from s to e stops at p for an hour.
var stops = []struct {
	name    string
	grid    grid
	picture string
	lines   []string
	ways    []int64
}{
	{
		name: "mid-edge", grid: square,
		picture: "A-s----p-----e-B",
		lines:   []string{"A-B"}, ways: []int64{1},
	},
	{
		name: "at a junction", grid: square,
		picture: `
			       C
			       |
			A-s----p-----e-B
			       |
			       D`,
		lines: []string{"A-p", "p-B", "C-p-D"}, ways: []int64{1, 2},
	},
	{
		name: "next to a parallel road", grid: grid{100, 20},
		picture: `
			A-s----p-----e-B
			C--------------D`,
		lines: []string{"A-B", "C-D", "A-C", "B-D"}, ways: []int64{1},
	},
	{
		name: "on a divided road", grid: grid{100, 20},
		picture: `
			C--------------D
			A-s----p-----e-B`,
		lines: []string{"A>B", "D>C", "A-C", "B-D"}, ways: []int64{1},
	},
}

// stopping returns a drive from s to e at 10 m/s, and the same with a stop at p of the
// given time.
func stopping(m places, c *drift, seconds int) (through, stopped []match.Observation) {
	w := walk(m, 10, 0)
	noisy := func(obs []match.Observation) []match.Observation {
		for i := range obs {
			obs[i].Point, obs[i].Accuracy = c.move(obs[i].Point), c.sigma
		}
		return obs
	}
	there := noisy(w.along("sp"))
	cloud := make([]match.Observation, seconds)
	for i := range cloud {
		cloud[i].Point = m.Point('p')
	}
	noisy(cloud)
	on := noisy(w.along("pe"))
	return clocked(slices.Concat(there, on), 1), clocked(slices.Concat(there, cloud, on), 1)
}

// TestStandingForAnHour stops on the way and compares the length of the trip with that
// without the stop.
func TestStandingForAnHour(t *testing.T) {
	if testing.Short() {
		t.Skip("a long run")
	}
	t.Parallel()
	for _, stop := range stops {
		m := drawOn(t, stop.grid, stop.picture, stop.lines...)
		for _, c := range clouds {
			t.Run(stop.name+", "+c.name, func(t *testing.T) {
				for seed := range uint64(4) {
					through, stopped := stopping(m, newDrift(c.sigma, c.keep, seed), 3600)
					for _, accuracy := range []bool{true, false} {
						if !accuracy && c.looksLikeDriving() {
							continue
						}
						without := run(t, m.Graph, only(through, true, accuracy), match.MotorVehicle)
						r := run(t, m.Graph, only(stopped, true, accuracy), match.MotorVehicle)
						what := fmt.Sprintf("seed %d, accuracy known %v", seed, accuracy)
						// Persistent noise may move the whole trip to the parallel
						// road.
						if got, want := waysOf(r), waysOf(without); !slices.Equal(got, stop.ways) && (c.keep == 0 || !slices.Equal(got, want)) {
							t.Errorf("%s: ways %v, without the stop %v, drove on %v", what, got, want, stop.ways)
						}
						if more := r.Distance.Matched - without.Distance.Matched; more > c.most() {
							t.Errorf("%s: %.1f m are added to %.1f m", what, more, without.Distance.Matched)
						}
					}
				}
			})
		}
	}
}

// TestStandingAllTheTime never moves.
func TestStandingAllTheTime(t *testing.T) {
	for _, stop := range stops {
		m := drawOn(t, stop.grid, stop.picture, stop.lines...)
		for _, c := range clouds {
			t.Run(stop.name+", "+c.name, func(t *testing.T) {
				for seed := range uint64(4) {
					noise := newDrift(c.sigma, c.keep, seed)
					obs := make([]match.Observation, 3600)
					for i := range obs {
						obs[i] = match.Observation{Point: noise.move(m.Point('p')), Accuracy: c.sigma}
					}
					clocked(obs, 1)
					for _, accuracy := range []bool{true, false} {
						if !accuracy && c.looksLikeDriving() {
							continue
						}
						r := run(t, m.Graph, only(obs, true, accuracy), match.MotorVehicle)
						if r.Distance.Matched > c.most() {
							t.Errorf("seed %d, accuracy known %v: drove %.1f m in %d legs", seed, accuracy, r.Distance.Matched, len(r.Legs))
						}
					}
				}
			})
		}
	}
}

// TestStandingAtTheEnds parks before and after the drive.
func TestStandingAtTheEnds(t *testing.T) {
	m := roadtest.Draw(t, "A---s-------e---B", "A-B")
	for _, c := range clouds {
		t.Run(c.name, func(t *testing.T) {
			for seed := range uint64(4) {
				noise := newDrift(c.sigma, c.keep, seed)
				obs := walk(m, 10, 0).along("se")
				park := func(letter rune) []match.Observation {
					return slices.Repeat([]match.Observation{{Point: m.Point(letter)}}, 1800)
				}
				obs = slices.Concat(park('s'), obs, park('e'))
				for i := range obs {
					obs[i].Point, obs[i].Accuracy = noise.move(obs[i].Point), c.sigma
				}
				r := run(t, m.Graph, clocked(obs, 1), match.MotorVehicle)
				// The place of parking is known to the noise at either end.
				if more := r.Distance.Matched - 800; more > standMost+c.sigma || len(r.Legs) != 1 {
					t.Errorf("seed %d: %d legs, %.1f m are added", seed, len(r.Legs), more)
				}
			}
		})
	}
}

// parkingStreets draws three streets and those that cross them, for parked.
func parkingStreets(t *testing.T) gridMap {
	t.Helper()
	return drawOn(t, grid{60, 60}, `
		A-----B-----C-----D-----E-----F-----G
		|     |     |     |     |     |     |
		s-----H-----I-----p-----J-----K-----e
		|     |     |     |     |     |     |
		L-----M-----N-----O-----P-----Q-----R`,
		"A-B-C-D-E-F-G", "s-H-I-p-J-K-e", "L-M-N-O-P-Q-R", "A-s-L", "B-H-M", "C-I-N", "D-p-O", "E-J-P", "F-K-Q", "G-e-R")
}

// parked returns a drive from s to e at 10 m/s with a fix every ten seconds, and the same with
// half an hour at p, where the receiver drifts like c. All fixes have speeds.
func parked(m places, c *drift, glitches float64) (through, stopped []match.Observation) {
	w := walk(m, 100, 4)
	driven := func(route string) []match.Observation {
		obs := w.along(route)
		for i := range obs {
			obs[i].Accuracy, obs[i].Speed, obs[i].HasSpeed = 0, 10, true
		}
		return obs
	}
	there, on := driven("sp"), driven("pe")
	cloud := make([]match.Observation, 180)
	for i := range cloud {
		cloud[i] = match.Observation{Point: c.move(m.Point('p')), HasSpeed: true}
		if c.random.Float64() < glitches {
			cloud[i].Speed = 2
		}
	}
	return clocked(slices.Concat(there, on), 10), clocked(slices.Concat(there, cloud, on), 10)
}

// TestParkedReceiversDrift parks for half an hour where the receiver drifts by more than the
// distance between streets. It reports that it stands.
func TestParkedReceiversDrift(t *testing.T) {
	t.Parallel()
	m := parkingStreets(t)
	on := newMatcher(t, m.Graph)
	for _, c := range []struct {
		name                  string
		sigma, keep, glitches float64
	}{
		{"a minute", 45, 0.85, 0},
		{"five minutes", 45, 0.97, 0},
		{"far", 80, 0.85, 0},
		{"far, five minutes, some wrong speeds", 80, 0.97, 0.03},
	} {
		t.Run(c.name, func(t *testing.T) {
			const seeds = 8
			var added struct{ told, untold, zeros, toldLive, untoldLive float64 }
			for seed := range uint64(seeds) {
				through, stopped := parked(m, newDrift(c.sigma, c.keep, seed), c.glitches)
				silent, zero := slices.Clone(stopped), slices.Clone(stopped)
				for i := range stopped {
					silent[i].Speed, silent[i].HasSpeed, zero[i].Speed = 0, false, 0
				}
				without := run(t, m.Graph, through, match.MotorVehicle).Distance.Matched
				added.told += run(t, m.Graph, stopped, match.MotorVehicle).Distance.Matched - without
				added.untold += run(t, m.Graph, silent, match.MotorVehicle).Distance.Matched - without
				added.zeros += run(t, m.Graph, zero, match.MotorVehicle).Distance.Matched - without
				added.toldLive += live(t, on, stopped, match.DefaultLag()).Distance.Matched - without
				added.untoldLive += live(t, on, silent, match.DefaultLag()).Distance.Matched - without
			}
			t.Logf("added: %.0f m, without speeds %.0f m; live %.0f m, without speeds %.0f m",
				added.told/seeds, added.untold/seeds, added.toldLive/seeds, added.untoldLive/seeds)
			if added.told > 25*seeds || added.untold < 100*seeds || added.toldLive > added.untoldLive/3 {
				t.Errorf("too much is added, or too little without speeds: %+v", added)
			}
			if added.zeros != added.untold {
				t.Errorf("a receiver that always reports 0 adds %.0f m, one that reports nothing %.0f m", added.zeros/seeds, added.untold/seeds)
			}
		})
	}
}
