// SPDX-License-Identifier: MIT

package match_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
)

// site is a stay at a place where vehicles wait, shunt and park.
type site struct {
	name    string
	picture string
	grid    grid
	lines   []string
	there   string  // the drive to the place, at 10 m/s, as the one that leaves it
	inside  string  // driven there at walking speed, again and again
	on      string  // the drive that leaves it
	minutes float64 // how long it stays

	ways []int64 // without those between legs
	most float64 // by how much the route may be longer than the drives on roads (metres)
	road string  // those drives, if the place is on no road

	unstated bool // only without accuracies; see MODEL.md
}

// sites are the families of such places.
var sites = []site{
	{
		name: "depot with mapped lanes",
		picture: `
			A--s--B-----e--C
			      |
			      1---2
			      |   |
			      3-p-4
			      |   |
			      5---6`,
		grid:  grid{60, 40},
		lines: []string{"A-B-C", "B-1-3-5 service", "1-2 service", "3-p-4 service", "5-6 service", "2-4-6 service"},
		there: "sB13p", inside: "p", on: "p31Be", minutes: 30,
		ways: []int64{1, 2, 4, 4, 2, 1}, most: 40,
	},
	{
		name: "depot that is not mapped",
		picture: `
			A--s--g-----e--B

			      p q`,
		grid:  grid{60, 40},
		lines: []string{"A-B"},
		there: "sgp", inside: "p", on: "pge", minutes: 30,
		ways: []int64{1}, most: 40, road: "se",
	},
	{
		name: "depot with shunting that is not mapped",
		picture: `
			A--s--g-----e--B

			      p q`,
		grid:  grid{60, 40},
		lines: []string{"A-B"},
		there: "sgp", inside: "pq", on: "pge", minutes: 15,
		ways: []int64{1}, most: 60, road: "se",
	},
	{
		name: "petrol station next to a divided road",
		picture: `
			D------------------C
			A--s--1--------e---B
			        p`,
		grid:  grid{40, 25},
		lines: []string{"A>B", "C>D"},
		there: "s1p", inside: "p", on: "pe", minutes: 5,
		ways: []int64{1}, most: 30, road: "se",
	},
	{
		name: "car park that is not mapped",
		picture: `
			A--s--g-----e--B
			       p--q
			       r--t`,
		grid:  grid{40, 25},
		lines: []string{"A-B"},
		there: "sgp", inside: "pqtr", on: "pge", minutes: 5,
		ways: []int64{1}, most: 60, road: "se", unstated: true,
	},
	{
		name:    "queue before a ferry",
		picture: "A--s----p-----------q--e--B",
		grid:    grid{60, 60},
		lines:   []string{"A-p", "p-q ferry", "q-B"},
		there:   "sp", inside: "p", on: "pqe", minutes: 20,
		ways: []int64{1, 2, 3}, most: 30,
	},
	{
		name: "weighbridge in a loop off the road",
		picture: `
			A--s--1-----4--e--B
			      2--p--3`,
		grid:  grid{60, 30},
		lines: []string{"A-1-4-B", "1>2>p>3>4 service"},
		there: "s12p", inside: "p", on: "p34e", minutes: 10,
		ways: []int64{1, 2, 1}, most: 30,
	},
}

// TestSites stays at each place, with noise that drifts, with and without accuracies.
func TestSites(t *testing.T) {
	t.Parallel()
	for _, tt := range sites {
		t.Run(tt.name, func(t *testing.T) { tt.check(t) })
	}
}

func (s *site) check(t *testing.T) {
	t.Helper()
	m := drawOn(t, s.grid, s.picture, s.lines...)
	driven := s.road
	if driven == "" {
		driven = s.there + s.on[1:]
	}
	want := lengthAlong(m, driven)
	for _, seconds := range []float64{1, 5, 10} {
		for _, sigma := range []float64{4, 8} {
			for seed := range uint64(3) {
				obs := s.record(m, seconds, sigma, seed)
				for _, accuracy := range []bool{false, true} {
					if accuracy && s.unstated {
						continue
					}
					r := run(t, m.Graph, only(slices.Clone(obs), true, accuracy), match.MotorVehicle)
					what := fmt.Sprintf("every %g s, σ %g, seed %d, accuracy %v", seconds, sigma, seed, accuracy)
					got := slices.DeleteFunc(waysOf(r), func(way int64) bool { return way == 0 })
					if len(s.ways) == 1 {
						got = slices.Compact(got)
						for _, leg := range r.Legs {
							for _, w := range leg.Ways {
								if !w.Forward {
									t.Errorf("%s: drives back %.0f m", what, w.Length)
								}
							}
						}
					}
					if !slices.Equal(got, s.ways) {
						t.Errorf("%s: ways %v, want %v", what, got, s.ways)
					}
					if d := r.Distance.Matched - want; d > s.most || d < -s.most-10*seconds {
						t.Errorf("%s: matched %.0f m, want %.0f", what, r.Distance.Matched, want)
					}
				}
			}
		}
	}
}

// record returns the drives and the stay, every so many seconds.
func (s *site) record(m places, seconds, sigma float64, seed uint64) []match.Observation {
	w := walker{m: m, every: 10 * seconds, random: rand.New(rand.NewPCG(seed, 11))}
	obs := w.along(s.there)
	fixes := int(s.minutes * 60 / seconds)
	if len(s.inside) == 1 {
		obs = append(obs, slices.Repeat([]match.Observation{{Point: m.Point([]rune(s.inside)[0])}}, fixes)...)
	} else {
		round := walker{m: m, every: seconds, random: w.random}.around(s.inside)
		for i := range fixes {
			obs = append(obs, round[i%len(round)])
		}
	}
	obs = append(obs, w.along(s.on)...)
	noise := newDrift(sigma, 0.95, seed)
	for i := range obs {
		obs[i].Point, obs[i].Accuracy = noise.move(obs[i].Point), sigma
	}
	return clocked(obs, seconds)
}

// around returns a drive from letter to letter and back to the first.
func (w walker) around(letters string) []match.Observation {
	return w.along(letters + letters[:1])
}

// TestTurningRoundAtAnyInterval turns in the middle of a road, with a fix every second to
// half a minute.
func TestTurningRoundAtAnyInterval(t *testing.T) {
	m := roadtest.Draw(t, "A--s--------t-----------------B", "A-B")
	for _, seconds := range []float64{1, 5, 15, 30} {
		for seed := range uint64(5) {
			for _, sigma := range []float64{3, 8} {
				w := walker{m: m, every: 12 * seconds, sigma: sigma, random: rand.New(rand.NewPCG(seed, 5))}
				obs := clocked(w.along("sts"), seconds)
				for _, v := range variants {
					r := run(t, m.Graph, only(obs, v.time, v.accuracy), match.MotorVehicle)
					what := fmt.Sprintf("every %g s, σ %g, seed %d, %s", seconds, sigma, seed, v.name)
					if got := waysOf(r); !slices.Equal(got, []int64{1, 1}) {
						t.Errorf("%s: ways %v, want 1 there and back", what, got)
					}
					if _, _, off := states(r); off != 0 {
						t.Errorf("%s: %d points are off road", what, off)
					}
					// Between two fixes the turn is not seen.
					wantLength(t, r, lengthAlong(m, "sts"), 4*sigma+w.every)
				}
			}
		}
	}
}

// TestTurningRoundDodgesNoBan goes some metres past a junction before a banned turn, as
// at a large one. Farther on, it turned round there and came back.
func TestTurningRoundDodgesNoBan(t *testing.T) {
	m := roadtest.Draw(t, `
		      N
		      |
		      |
		      e
		      |
		A--s--B-----C
		      |
		      S`, "A-B", "B-C", "B-N", "B-S", "only A-B-C")
	for _, past := range []float64{4, 8, 12, 16, 40} {
		for _, sigma := range []float64{3, 4, 6} {
			obs := walk(m, 12, 0).through(m.Point('s'), m.Point('B'), shift(m.Point('B'), past, 0), shift(m.Point('B'), past/2, past), m.Point('e'))
			for i := range obs {
				obs[i].Accuracy = sigma
			}
			r := run(t, m.Graph, clocked(obs, 1), match.MotorVehicle)
			ways, warnings := []int64{1, 3}, 1
			if past > 20 {
				ways, warnings = []int64{1, 2, 2, 3}, 0
			}
			if got := waysOf(r); !slices.Equal(got, ways) || len(r.Warnings) != warnings {
				t.Errorf("%g m past, σ %g: ways %v, warnings %v, want %v, %d", past, sigma, got, r.Warnings, ways, warnings)
			}
		}
	}
}
