// SPDX-License-Identifier: MIT

package match_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
	"roadsnap/engine/road"
)

// newMatcher returns a matcher with the default parameters.
func newMatcher(tb testing.TB, g *road.Graph) *match.Matcher {
	tb.Helper()
	return configured(tb, g, match.DefaultConfig())
}

// configured returns a matcher with the given parameters.
func configured(tb testing.TB, g *road.Graph, c match.Config) *match.Matcher {
	tb.Helper()
	m, err := match.New(g, c)
	if err != nil {
		tb.Fatal(err)
	}
	return m
}

func mustMatch(tb testing.TB, m *match.Matcher, obs []match.Observation, p match.Profile) match.Result {
	tb.Helper()
	r, err := m.Match(context.Background(), obs, p)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// shift returns p moved by metres to the east and to the north.
func shift(p geo.Point, east, north float64) geo.Point {
	return geo.NewPlane(p).Point(geo.XY{X: east, Y: north})
}

// places holds the positions of the letters of a picture.
type places interface{ Point(letter rune) geo.Point }

// walker records trips on a drawn map.
type walker struct {
	m      places
	every  float64 // metres from fix to fix
	sigma  float64 // noise per axis, metres
	second float64 // seconds from fix to fix; 0: no times
	random *rand.Rand
}

func walk(m places, every, sigma float64) walker {
	return walker{m: m, every: every, sigma: sigma, random: rand.New(rand.NewPCG(1, 2))}
}

var departure = time.Date(2025, 7, 1, 8, 0, 0, 0, time.UTC)

// along returns the fixes of a trip straight from letter to letter.
func (w walker) along(letters string) []match.Observation {
	var points []geo.Point
	for _, letter := range letters {
		points = append(points, w.m.Point(letter))
	}
	return w.through(points...)
}

// through returns the fixes of a trip straight from point to point.
func (w walker) through(points ...geo.Point) []match.Observation {
	var obs []match.Observation
	rest := 0.0
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		length := geo.Distance(a, b)
		d := rest
		for ; d < length; d += w.every {
			obs = append(obs, w.fix(len(obs), geo.Lerp(a, b, d/length)))
		}
		rest = d - length
	}
	return append(obs, w.fix(len(obs), points[len(points)-1]))
}

func (w walker) fix(i int, p geo.Point) match.Observation {
	o := match.Observation{Point: shift(p, w.random.NormFloat64()*w.sigma, w.random.NormFloat64()*w.sigma)}
	if w.sigma > 0 {
		o.Accuracy = w.sigma
	}
	if w.second > 0 {
		o.Time = departure.Add(time.Duration(float64(i) * w.second * float64(time.Second)))
	}
	return o
}

// waysOf returns the ways of all legs, with a 0 between legs.
func waysOf(r match.Result) []int64 {
	var ways []int64
	for i, leg := range r.Legs {
		if i > 0 {
			ways = append(ways, 0)
		}
		for _, w := range leg.Ways {
			ways = append(ways, w.WayID)
		}
	}
	return ways
}

func states(r match.Result) (matched, onRoute, offRoad int) {
	for _, p := range r.Points {
		switch p.State {
		case match.Matched:
			matched++
		case match.OnRoute:
			onRoute++
		case match.OffRoad:
			offRoad++
		}
	}
	return matched, onRoute, offRoad
}

func TestDrawnMaps(t *testing.T) {
	for _, tt := range []struct {
		name    string
		picture string
		lines   []string
		trip    func(m *roadtest.Map) []match.Observation
		profile match.Profile
		ways    []int64 // 0 between legs
		length  float64 // of all legs, metres
		within  float64
	}{
		{
			name:    "straight road",
			picture: "A---B---C",
			lines:   []string{"A-B-C"},
			trip:    func(m *roadtest.Map) []match.Observation { return walk(m, 40, 5).along("ABC") },
			ways:    []int64{1}, length: 800, within: 20,
		},
		{
			name: "parallel road 100 m away",
			picture: `
				A---B---C
				D---E---F`,
			lines: []string{"A-B-C", "D-E-F"},
			trip:  func(m *roadtest.Map) []match.Observation { return walk(m, 40, 10).along("DEF") },
			ways:  []int64{2}, length: 800, within: 30,
		},
		{
			name: "one-way street takes only its direction",
			picture: `
				A---B
				C---D`,
			lines: []string{"A>B", "D>C", "B-D", "A-C"},
			trip: func(m *roadtest.Map) []match.Observation {
				return walk(m, 40, 5).along("ABDC")
			},
			ways: []int64{1, 3, 2}, length: 900, within: 30,
		},
		{
			name:    "one-way street is open to those on foot",
			picture: `A---B---C`,
			lines:   []string{"A>B>C"},
			trip:    func(m *roadtest.Map) []match.Observation { return walk(m, 40, 5).along("CBA") },
			profile: match.Foot,
			ways:    []int64{1}, length: 800, within: 20,
		},
		{
			name: "roundabout",
			picture: `
				    N
				W  w e  E
				    S`,
			lines: []string{"w>S>e>N>w roundabout", "W-w", "e-E"},
			trip: func(m *roadtest.Map) []match.Observation {
				return walk(m, 30, 4).along("WwSeE")
			},
			ways: []int64{2, 1, 3}, length: 300 + 2*141 + 300, within: 30,
		},
		{
			name: "dead end and back",
			picture: `
				A---B---C
				    |
				    |
				    D`,
			lines: []string{"A-B-C", "B-D"},
			trip: func(m *roadtest.Map) []match.Observation {
				return walk(m, 30, 4).along("ABDBC")
			},
			ways: []int64{1, 2, 2, 1}, length: 400 + 300 + 300 + 400, within: 50,
		},
		{
			name: "block loop",
			picture: `
				A---B---C---D
				    |   |
				    E---F`,
			lines: []string{"A-B-C-D", "B-E-F-C"},
			trip: func(m *roadtest.Map) []match.Observation {
				return walk(m, 30, 4).along("ABCFEBCD")
			},
			ways: []int64{1, 2, 1}, length: 400 + 400 + 800 + 400 + 400, within: 50,
		},
		{
			name:    "backward jitter adds nothing",
			picture: "A---------B",
			lines:   []string{"A-B"},
			trip:    func(m *roadtest.Map) []match.Observation { return walk(m, 4, 10).along("AB") },
			ways:    []int64{1}, length: 1000, within: 25,
		},
		{
			name: "turn banned",
			picture: `
				A---BC
				    DE
				    |
				    |
				    F`,
			lines: []string{"A-B", "B-C", "B-D", "C-E", "D-E", "D-F", "no A-B-D"},
			trip: func(m *roadtest.Map) []match.Observation {
				w := walk(m, 50, 4)
				return w.along("ABCEDF")
			},
			// The short way A-B-D is closed; the way round the block is open.
			ways: []int64{1, 2, 4, 5, 6}, length: 400 + 300 + 300, within: 25,
		},
		{
			name:    "two points",
			picture: "A---B---C",
			lines:   []string{"A-B-C"},
			trip: func(m *roadtest.Map) []match.Observation {
				return match.Path([]geo.Point{shift(m.Point('A'), 100, 8), shift(m.Point('B'), 100, -8)})
			},
			ways: []int64{1}, length: 400, within: 1,
		},
		{
			name:    "one point",
			picture: "A---B",
			lines:   []string{"A-B"},
			trip: func(m *roadtest.Map) []match.Observation {
				return match.Path([]geo.Point{shift(m.Point('A'), 100, 8)})
			},
			ways: []int64{1}, length: 0, within: 0,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := roadtest.Draw(t, tt.picture, tt.lines...)
			obs := tt.trip(m)
			r := run(t, m.Graph, obs, tt.profile)
			if got := waysOf(r); !slices.Equal(got, tt.ways) {
				t.Errorf("ways %v, want %v", got, tt.ways)
			}
			if math.Abs(r.Distance.Matched-tt.length) > tt.within {
				t.Errorf("matched %.1f m, want %.1f ± %.1f", r.Distance.Matched, tt.length, tt.within)
			}
			if _, _, off := states(r); off != 0 {
				t.Errorf("%d points are off road", off)
			}
		})
	}
}

// TestReverseIsNoStanding drives back along a long road, in steps that are each within
// the noise. They must not add up to standing at the turn.
func TestReverseIsNoStanding(t *testing.T) {
	m := roadtest.Draw(t, "A---------M---------B", "A-M-B")
	w := walk(m, 15, 10)
	w.second = 1
	obs := w.along("AMA")
	r := run(t, m.Graph, obs, match.MotorVehicle)
	for _, p := range r.Points {
		if p.State != match.OffRoad && p.Distance > 60 {
			t.Fatalf("point %d is put %.0f m away", p.Index, p.Distance)
		}
	}
	if _, _, off := states(r); off > 0 || len(r.Legs) != 1 || math.Abs(r.Distance.Matched-2000) > 50 {
		t.Errorf("matched %.0f m in %d legs, %d points off road", r.Distance.Matched, len(r.Legs), off)
	}
}

func TestOutlierCostsNothingElse(t *testing.T) {
	m := roadtest.Draw(t, `
		A-a-------B-------c-C
		|         |         |
		|         |         |
		|         |         |
		|         |         |
		D---------E---------F`,
		"A-a-B-c-C", "D-E-F", "A-D", "B-E", "C-F")
	for _, tt := range []struct {
		name  string
		every float64
		bad   geo.Point
		ends  bool // whether the point is also recognised as bad with only one neighbour
	}{
		{"dense, on another road", 20, shift(m.Point('E'), 30, 5), true},
		{"sparse, on another road", 150, shift(m.Point('E'), 30, 5), false},
		{"dense, next to the road", 20, shift(m.Point('B'), 0, 150), true},
		{"sparse, next to the road", 150, shift(m.Point('B'), 0, 190), true},
		{"zero island", 40, geo.Point{}, true},
		{"swapped", 40, geo.Point{Lat: 90, Lon: 10.78}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := walk(m, tt.every, 5)
			w.second = tt.every / 10
			obs := w.along("aBc")
			for _, at := range []int{0, 1, len(obs) / 2, len(obs) - 1} {
				if !tt.ends && (at == 0 || at == len(obs)-1) {
					continue
				}
				trip := slices.Clone(obs)
				trip[at].Point = tt.bad
				r := run(t, m.Graph, trip, match.MotorVehicle)
				if got := waysOf(r); !slices.Equal(got, []int64{1}) {
					t.Errorf("point %d bad: ways %v, want 1", at, got)
				}
				if r.Points[at].State != match.OffRoad {
					t.Errorf("point %d: %+v, want off road", at, r.Points[at])
				}
				if _, _, off := states(r); off != 1 {
					t.Errorf("point %d bad: %d points off road", at, off)
				}
			}
		})
	}
}

func TestGaps(t *testing.T) {
	for _, tt := range []struct {
		name    string
		picture string
		lines   []string
		trip    func(m *roadtest.Map) []match.Observation
		ways    []int64
		cause   match.GapCause
	}{
		{
			name:    "off road between two roads",
			picture: "A-----B               C-----D",
			lines:   []string{"A-B", "C-D"},
			trip: func(m *roadtest.Map) []match.Observation {
				w := walk(m, 50, 5)
				w.second = 5
				return w.along("AD")
			},
			ways: []int64{1, 0, 2}, cause: match.GapNoRoad,
		},
		{
			name:    "no way through",
			picture: "A-------BC-------D",
			lines:   []string{"A-B", "C-D"},
			trip: func(m *roadtest.Map) []match.Observation {
				w := walk(m, 90, 5)
				w.second = 9
				return w.along("AD")
			},
			ways: []int64{1, 0, 2}, cause: match.GapNoRoute,
		},
		{
			name:    "outage",
			picture: "A----------B----------C----------D",
			lines:   []string{"A-B-C-D"},
			trip: func(m *roadtest.Map) []match.Observation {
				w := walk(m, 50, 5)
				w.second = 5
				obs := w.along("AD")
				obs = slices.Delete(obs, len(obs)/4, len(obs)*3/4)
				for i := len(obs) / 2; i < len(obs); i++ {
					obs[i].Time = obs[i].Time.Add(time.Hour)
				}
				return obs
			},
			ways: []int64{1, 0, 1}, cause: match.GapOutage,
		},
		{
			name:    "impossible speed",
			picture: "A----------B----------C----------D",
			lines:   []string{"A-B-C-D"},
			trip: func(m *roadtest.Map) []match.Observation {
				w := walk(m, 50, 5)
				w.second = 5
				obs := w.along("AD")
				obs = slices.Delete(obs, len(obs)/4, len(obs)*3/4)
				for i := range obs {
					obs[i].Time = departure.Add(time.Duration(i) * 5 * time.Second)
				}
				return obs
			},
			ways: []int64{1, 0, 1}, cause: match.GapImpossibleSpeed,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := roadtest.Draw(t, tt.picture, tt.lines...)
			obs := tt.trip(m)
			r := run(t, m.Graph, obs, match.MotorVehicle)
			if got := waysOf(r); !slices.Equal(got, tt.ways) {
				t.Fatalf("ways %v, want %v", got, tt.ways)
			}
			if len(r.Gaps) != 1 || r.Gaps[0].Cause != tt.cause {
				t.Fatalf("gaps %+v, want one of cause %q", r.Gaps, tt.cause)
			}
			if g := r.Gaps[0]; g.FirstIndex != r.Legs[0].LastIndex || g.LastIndex != r.Legs[1].FirstIndex {
				t.Errorf("gap %+v does not lie between the legs %d…%d and %d…%d", g,
					r.Legs[0].FirstIndex, r.Legs[0].LastIndex, r.Legs[1].FirstIndex, r.Legs[1].LastIndex)
			}
			if (tt.cause == match.GapNoRoad) != (r.Distance.OffRoad > 0) {
				t.Errorf("off-road distance %g with cause %q", r.Distance.OffRoad, tt.cause)
			}
		})
	}
}

func TestTunnelIsInferred(t *testing.T) {
	m := roadtest.Draw(t, "A----------B----------C----------D", "A-B", "B-C tunnel", "C-D")
	w := walk(m, 50, 5)
	w.second = 5
	obs := w.along("AD")
	first := slices.IndexFunc(obs, func(o match.Observation) bool { return o.Lon > m.Point('B').Lon })
	last := slices.IndexFunc(obs, func(o match.Observation) bool { return o.Lon > m.Point('C').Lon })
	obs = slices.Delete(obs, first, last)
	r := run(t, m.Graph, obs, match.MotorVehicle)
	if got := waysOf(r); !slices.Equal(got, []int64{1, 2, 3}) {
		t.Fatalf("ways %v, want 1 2 3", got)
	}
	if n := len(r.Legs[0].Inferred); n != 1 || math.Abs(r.Distance.Inferred-1125) > 60 {
		t.Errorf("%d inferred ranges, %.0f m, want 1 of about 1125", n, r.Distance.Inferred)
	}
}

func TestWholeTripOffRoad(t *testing.T) {
	m := roadtest.Draw(t, "A---B", "A-B")
	far := shift(m.Point('A'), 0, 5000)
	obs := match.Path([]geo.Point{far, shift(far, 100, 0), shift(far, 200, 0)})
	r := run(t, m.Graph, obs, match.MotorVehicle)
	if len(r.Legs) != 0 || len(r.Gaps) != 1 || r.Gaps[0] != (match.Gap{FirstIndex: 0, LastIndex: 2, Cause: match.GapNoRoad}) {
		t.Errorf("legs %v, gaps %+v", r.Legs, r.Gaps)
	}
	for _, p := range r.Points {
		if p.State != match.OffRoad || p.Reason != match.ReasonNoRoad || p.Location != obs[p.Index].Point {
			t.Errorf("%+v", p)
		}
	}
}

func TestWarnings(t *testing.T) {
	m := roadtest.Draw(t, "A---------B", "A-B")
	w := walk(m, 100, 0)
	w.second = 10
	obs := w.along("AB")
	obs[1].Lat = math.NaN()
	obs[2].Accuracy = -4
	obs[4].Time = obs[3].Time
	obs[6].Time = departure.Add(-time.Hour)
	obs[7].Time = time.Time{}
	obs[8].Time = departure.Add(1e6 * time.Hour)
	r := run(t, m.Graph, obs, match.MotorVehicle)
	want := []match.Warning{
		{Index: 1, Kind: match.WarnBadCoordinate}, {Index: 2, Kind: match.WarnBadAccuracy},
		{Index: 4, Kind: match.WarnDuplicateTime}, {Index: 6, Kind: match.WarnBackwardTime},
		{Index: 7, Kind: match.WarnMissingTime}, {Index: 8, Kind: match.WarnBackwardTime},
	}
	if !slices.Equal(r.Warnings, want) {
		t.Errorf("warnings %+v, want %+v", r.Warnings, want)
	}
	if p := r.Points[1]; p.State != match.OffRoad || p.Reason != match.ReasonInvalid {
		t.Errorf("point 1: %+v, want off road, invalid", p)
	}
	if len(r.Legs) != 1 || math.Abs(r.Distance.Matched-1000) > 1 {
		t.Errorf("%d legs, %.1f m, want 1 of 1000", len(r.Legs), r.Distance.Matched)
	}
}

func TestProfiles(t *testing.T) {
	m := roadtest.Draw(t, `
		A---B---C
		D---E---F`,
		"A-B-C access=foot", "D-E-F access=car+motorcycle", "A-D", "C-F")
	for _, tt := range []struct {
		profile match.Profile
		way     int64
	}{{match.MotorVehicle, 2}, {match.Car, 2}, {match.Motorcycle, 2}, {match.Foot, 1}} {
		obs := walk(m, 60, 5).along("ABC")
		obs = obs[2 : len(obs)-3]
		for i := range obs { // nearer to the footway
			obs[i].Point = shift(obs[i].Point, 0, -40)
			obs[i].Accuracy = 30
		}
		r := run(t, m.Graph, obs, tt.profile)
		if got := waysOf(r); !slices.Equal(got, []int64{tt.way}) {
			t.Errorf("%v: ways %v, want %d", tt.profile, got, tt.way)
		}
	}
}

func TestHeadingTellsTheDirection(t *testing.T) {
	m := roadtest.Draw(t, `
		A---------B
		|         |
		C---------D`, "A-B", "C-D", "A-C", "B-D")
	p := shift(m.Point('A'), 500, 3)
	for _, tt := range []struct {
		heading float64
		forward bool
	}{{90, true}, {270, false}} {
		obs := []match.Observation{{Point: p, Heading: tt.heading, HasHeading: true}}
		r := run(t, m.Graph, obs, match.Car)
		if got := r.Legs[0].Ways[0].Forward; got != tt.forward {
			t.Errorf("heading %g: forward %v", tt.heading, got)
		}
	}
}
