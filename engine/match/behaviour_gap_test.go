// SPDX-License-Identifier: MIT

package match_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
)

// lengthAlong returns the distance from letter to letter (metres).
func lengthAlong(m places, letters string) float64 {
	var line []geo.Point
	for _, c := range letters {
		line = append(line, m.Point(c))
	}
	return geo.Length(line)
}

// TestShortGapsAreRoutedThrough removes the fixes between the letters p and q.
func TestShortGapsAreRoutedThrough(t *testing.T) {
	for _, tt := range []struct {
		name, picture string
		lines         []string
		trip          string
		ways          []int64
	}{
		{
			name:    "tunnel",
			picture: "A---s-----p-------------q-----e---B",
			lines:   []string{"A-p", "p-q tunnel", "q-B"},
			trip:    "spqe", ways: []int64{1, 2, 3},
		},
		{
			name: "bridge, with a way round",
			picture: `
				    C-----------D
				    |           |
				    |           |
				A-s-p-----------q-e-B`,
			lines: []string{"A-p", "p-q bridge", "q-B", "p-C-D-q"},
			trip:  "spqe", ways: []int64{1, 2, 3},
		},
		{
			name: "bad reception in streets with side streets",
			picture: `
				    C   D   E   F
				    |   |   |   |
				A-s-p-1-2-3-4-5-q-e-B
				    |   |   |   |
				    G   H   I   J`,
			lines: []string{"A-p-1-2-3-4-5-q-B", "C-p-G", "D-2-H", "E-4-I", "F-q-J"},
			trip:  "spqe", ways: []int64{1},
		},
		{
			name: "round a corner",
			picture: `
				A-s-p------C
				           |
				           |
				           |
				           q-e-B`,
			lines: []string{"A-C", "C-q", "q-B"},
			trip:  "spCqe", ways: []int64{1, 2, 3},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := roadtest.Draw(t, tt.picture, tt.lines...)
			for _, speed := range []float64{4, 12, 25} { // m/s: the gap lasts for minutes or seconds
				w := walk(m, speed, 4)
				obs := clocked(w.along(tt.trip), 1)
				near := func(letter rune) int {
					return slices.IndexFunc(obs, func(o match.Observation) bool {
						return geo.Distance(o.Point, m.Point(letter)) < 15+speed/2
					})
				}
				first, last := near('p')+1, near('q')
				lost := lengthAlong(m, tt.trip[strings.IndexByte(tt.trip, 'p'):strings.IndexByte(tt.trip, 'q')+1])
				seconds := obs[last].Time.Sub(obs[first].Time).Seconds()
				obs = slices.Delete(obs, first, last)
				r := run(t, m.Graph, obs, match.MotorVehicle)
				wantWays(t, r, tt.ways...)
				if len(r.Gaps) != 0 {
					t.Errorf("%g m/s: gaps %+v", speed, r.Gaps)
				}
				if inferred := r.Distance.Inferred; seconds > 35 && math.Abs(inferred-lost) > 60+2*speed {
					t.Errorf("%g m/s: %.0f m inferred, want %.0f", speed, inferred, lost)
				}
			}
		})
	}
}

// TestParkedIsNoOutage parks for longer than an outage may last and drives on. The recorder
// reports every few minutes in between, and its next fix is 2 km down the road.
func TestParkedIsNoOutage(t *testing.T) {
	m := drawOn(t, grid{1000, 1000}, `A-----B-----C-----D-----E`, "A-B-C-D-E")
	for _, every := range []time.Duration{2 * time.Minute, 5 * time.Minute, 25 * time.Minute} {
		for _, parked := range []time.Duration{time.Hour, 8 * time.Hour} {
			obs := clocked(walk(m, 2000, 5).along("AC"), 120)
			now := obs[len(obs)-1].Time
			for passed := every; passed <= parked; passed += every {
				now = now.Add(every)
				obs = append(obs, match.Observation{Point: m.Point('C'), Time: now})
			}
			for _, o := range walk(m, 2000, 5).along("CE")[1:] {
				now = now.Add(2 * time.Minute)
				o.Time = now
				obs = append(obs, o)
			}
			r := run(t, m.Graph, obs, match.MotorVehicle)
			if len(r.Legs) != 1 || len(r.Gaps) != 0 {
				t.Errorf("a fix every %v for %v: %d legs, gaps %+v", every, parked, len(r.Legs), r.Gaps)
			}
		}
	}
}

// TestFrozenReceiver drives on at 20 m/s while its receiver repeats one place for ten minutes.
// What it drove meanwhile is inferred.
func TestFrozenReceiver(t *testing.T) {
	m := drawOn(t, grid{1000, 1000}, `A-----B-----C-----D-----E`, "A-B-C-D-E")
	obs := clocked(walk(m, 100, 5).along("AB"), 10)
	frozen := obs[len(obs)-1]
	for range 60 {
		frozen.Time = frozen.Time.Add(10 * time.Second)
		obs = append(obs, frozen)
	}
	last := len(obs) - 1
	for _, o := range walk(m, 100, 5).along("DE") {
		frozen.Time = frozen.Time.Add(10 * time.Second)
		o.Time = frozen.Time
		obs = append(obs, o)
	}
	r := run(t, m.Graph, obs, match.MotorVehicle)
	if len(r.Legs) != 1 || len(r.Legs[0].Inferred) != 1 || math.Abs(r.Distance.Inferred-12_000) > 50 {
		t.Fatalf("%d legs, %.0f m inferred, want 12 km of one", len(r.Legs), r.Distance.Inferred)
	}
	if s := r.Legs[0].Inferred[0]; s.FirstIndex != last || s.LastIndex != last+1 {
		t.Errorf("inferred from fix %d to %d, want from %d on", s.FirstIndex, s.LastIndex, last)
	}
}

// TestLongGapsSplit checks the first and last observation of each gap and its cause.
// The columns are 1 km apart.
func TestLongGapsSplit(t *testing.T) {
	m := drawOn(t, grid{1000, 1000}, `
		A-----B-----C-----D-----E-----F-----G-----H-----I`, "A-B-C-D-E-F-G-H-I")
	const every, second = 100.0, 10 * time.Second
	type loss struct {
		from, to rune          // the fixes between are removed
		pause    time.Duration // added to the clock there
	}
	for _, tt := range []struct {
		name   string
		times  bool
		losses []loss
		causes []match.GapCause
	}{
		{"outage of two hours", true, []loss{{'B', 'D', 2 * time.Hour}}, []match.GapCause{match.GapOutage}},
		{"two outages", true, []loss{{'B', 'C', time.Hour}, {'E', 'G', 3 * time.Hour}}, []match.GapCause{match.GapOutage, match.GapOutage}},
		{"jump of 30 km", false, []loss{{'C', 'H', 0}}, []match.GapCause{match.GapJump}},
		{"12 km in a minute", true, []loss{{'C', 'E', time.Minute}}, []match.GapCause{match.GapImpossibleSpeed}},
		{"6 km in ten minutes", true, []loss{{'C', 'D', 10 * time.Minute}}, nil},
		{"outage, then a jump of speed", true, []loss{{'B', 'C', time.Hour}, {'F', 'H', time.Minute}}, []match.GapCause{match.GapOutage, match.GapImpossibleSpeed}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var obs []match.Observation
			var want []match.Gap
			now := departure
			from := 'A'
			add := func(to rune) {
				for _, o := range walk(m, every, 5).along(string([]rune{from, to})) {
					if tt.times {
						o.Time = now
						now = now.Add(second)
					}
					obs = append(obs, o)
				}
			}
			for _, l := range tt.losses {
				add(l.from)
				want = append(want, match.Gap{FirstIndex: len(obs) - 1, LastIndex: len(obs)})
				now, from = now.Add(l.pause), l.to
			}
			add('I')
			for i := range tt.causes {
				want[i].Cause = tt.causes[i]
			}
			r := run(t, m.Graph, obs, match.MotorVehicle)
			if !slices.Equal(r.Gaps, want[:len(tt.causes)]) {
				t.Errorf("gaps %+v, want %+v", r.Gaps, want[:len(tt.causes)])
			}
			if len(r.Legs) != len(tt.causes)+1 {
				t.Errorf("%d legs, want %d", len(r.Legs), len(tt.causes)+1)
			}
			if _, _, off := states(r); off != 0 {
				t.Errorf("%d points are off road", off)
			}
		})
	}
}

// offRoadTrips leave the mapped roads and return to them. Small letters that are on no
// way are places off the roads.
var offRoadTrips = []struct {
	name, picture string
	lines         []string
	trip          string
	ways          []int64 // 0 between legs
}{
	{
		name:    "ferry that is not mapped",
		picture: "A-s---p            q---e-B",
		lines:   []string{"A-p", "q-B"},
		trip:    "spqe", ways: []int64{1, 0, 2},
	},
	{
		name: "ferry that is not mapped, with a bridge far away",
		picture: `
			C----------------------D
			|                      |
			|                      |
			|                      |
			|                      |
			|                      |
			|                      |
			|                      |
			A-s--p            q--e-B`,
		lines: []string{"A-p", "q-B", "A-C-D-B"},
		trip:  "spqe", ways: []int64{1, 0, 2},
	},
	{
		name: "deep yard and back out",
		picture: `
			A-s----p----e-B


			       x   y

			       w   z`,
		lines: []string{"A-B"},
		trip:  "spxyzwxpe", ways: []int64{1, 0, 1},
	},
	{
		name: "field from one road to the other",
		picture: `
			A-s---p----B




			C-----q--e-D`,
		lines: []string{"A-B", "C-D"},
		trip:  "spqe", ways: []int64{1, 0, 2},
	},
	{
		name: "yard 100 m from the road",
		picture: `
			A-s----p----e-B
			       x--y`,
		lines: []string{"A-B"},
		trip:  "spxyxyxyxyxpe", ways: []int64{1, 0, 1},
	},
	{
		name: "yard 200 m from the road",
		picture: `
			A-s----p----e-B

			       x--y`,
		lines: []string{"A-B"},
		trip:  "spxyxyxyxyxpe", ways: []int64{1, 0, 1},
	},
}

// eachOffRoadTrip calls its argument with the results of the trips.
func eachOffRoadTrip(t *testing.T, check func(t *testing.T, m *roadtest.Map, what string, ways []int64, obs []match.Observation, r match.Result)) {
	t.Helper()
	for _, tt := range offRoadTrips {
		t.Run(tt.name, func(t *testing.T) {
			m := roadtest.Draw(t, tt.picture, tt.lines...)
			for _, every := range []float64{10, 40} {
				obs := clocked(walk(m, every, offRoadSigma).along(tt.trip), every/10)
				for _, v := range variants {
					known := only(obs, v.time, v.accuracy)
					check(t, m, fmt.Sprintf("every %g m, %s", every, v.name), tt.ways, known, run(t, m.Graph, known, match.MotorVehicle))
				}
			}
		})
	}
}

// offRoadSigma is the noise of offRoadTrips (metres).
const offRoadSigma = 5

// TestOffRoadAndBack checks that both sides are matched, and the cause of the gap.
func TestOffRoadAndBack(t *testing.T) {
	eachOffRoadTrip(t, func(t *testing.T, _ *roadtest.Map, what string, ways []int64, _ []match.Observation, r match.Result) {
		if got := waysOf(r); !slices.Equal(got, ways) {
			t.Errorf("%s: ways %v, want %v", what, got, ways)
		}
		if len(r.Gaps) != 1 || r.Gaps[0].Cause != match.GapNoRoad {
			t.Errorf("%s: gaps %+v, want one where there is no road", what, r.Gaps)
		}
	})
}

// TestOffRoadPointsAreLabelled checks that a fix twelve standard deviations from any
// road is off the roads, and one within two of a road is on it. Without an accuracy,
// the noise counts as twice as great.
func TestOffRoadPointsAreLabelled(t *testing.T) {
	eachOffRoadTrip(t, func(t *testing.T, m *roadtest.Map, what string, _ []int64, obs []match.Observation, r match.Result) {
		wrong, sigma := 0, float64(offRoadSigma)
		if obs[0].Accuracy == 0 {
			sigma *= 2
		}
		for i, p := range r.Points {
			far := len(m.Near(nil, obs[i].Point, 12*sigma, 0)) == 0
			near := len(m.Near(nil, obs[i].Point, 2*offRoadSigma, 0)) != 0
			if far && p.State != match.OffRoad || near && p.State == match.OffRoad {
				wrong++
			}
		}
		if wrong > 0 {
			t.Errorf("%s: %d points are labelled wrongly", what, wrong)
		}
	})
}

// TestHalfOfATunnel removes the fixes of 2 km that are partly in a tunnel, which is the
// cause from one half on.
func TestHalfOfATunnel(t *testing.T) {
	for _, tt := range []struct {
		picture string
		cause   match.GapCause
	}{
		{"A-----p---------q----------r-----B", match.GapOutage}, // 1,000 of 2,100 m
		{"A-----p----------q---------r-----B", match.GapTunnel}, // 1,100 of 2,100 m
	} {
		m := roadtest.Draw(t, tt.picture, "A-p", "p-q tunnel", "q-r-B")
		w := walk(m, 50, 0)
		w.second = 5
		obs := w.along("AB")
		first := slices.IndexFunc(obs, func(o match.Observation) bool { return o.Lon > m.Point('p').Lon })
		last := slices.IndexFunc(obs, func(o match.Observation) bool { return o.Lon > m.Point('r').Lon })
		r := run(t, m.Graph, slices.Delete(obs, first, last-1), match.MotorVehicle)
		if len(r.Legs) != 1 || len(r.Legs[0].Inferred) != 1 || r.Legs[0].Inferred[0].Cause != tt.cause {
			t.Errorf("%s: %+v, want one leg with a stretch of cause %q", tt.picture, r.Legs, tt.cause)
		}
	}
}

// TestFewPointsWithoutARoad ends a trip with points of which most, but not all, have no
// road near. Up to three may be bad points; if there are more, the vehicle was off the
// roads.
func TestFewPointsWithoutARoad(t *testing.T) {
	m := roadtest.Draw(t, `
		A-s---------e-B



		              C-D`, "A-B", "C-D")
	for _, tt := range []struct {
		roadless int
		cause    match.GapCause
	}{{3, match.GapNoRoute}, {4, match.GapNoRoad}} {
		w := walk(m, 50, 0)
		obs := w.along("se")
		for i := range tt.roadless {
			obs = append(obs, match.Observation{Point: shift(m.Point('e'), 900, float64(50*i))})
		}
		obs = append(obs, match.Observation{Point: m.Point('C')})
		r := run(t, m.Graph, obs, match.MotorVehicle)
		if len(r.Gaps) != 1 || r.Gaps[0].Cause != tt.cause {
			t.Errorf("%d points without a road: gaps %+v, want one of cause %q", tt.roadless, r.Gaps, tt.cause)
		}
	}
}
