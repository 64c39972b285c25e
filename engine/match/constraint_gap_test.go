// SPDX-License-Identifier: MIT

package match_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
)

// TestBridge has columns 1 km apart.
func TestBridge(t *testing.T) {
	m := drawOn(t, grid{1000, 1000}, `
		A-----B-----C-----D-----E-----F-----G
		      |                 |
		      H-----------------I`, "A-B-C-D-E-F-G", "B-H-I-E")
	for _, tt := range []struct {
		name  string
		pause time.Duration
		times bool
		cause match.GapCause
	}{
		{"outage", 2 * time.Hour, true, match.GapOutage},
		{"jump", 0, false, match.GapJump},
		{"impossible speed", 10 * time.Second, true, match.GapImpossibleSpeed},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := walk(m, 100, 5)
			obs := w.along("AG")
			first, after := near(t, m, obs, 'B', 90), near(t, m, obs, 'E', 90)
			if tt.cause == match.GapJump {
				after = near(t, m, obs, 'F', 1000)
			}
			obs = slices.Delete(obs, first+1, after)
			if tt.times {
				obs = clocked(obs, 10)
				for i := first + 1; i < len(obs); i++ {
					obs[i].Time = obs[i].Time.Add(tt.pause)
				}
			}
			plain := run(t, m.Graph, obs, match.MotorVehicle)
			if len(plain.Gaps) != 1 || plain.Gaps[0].Cause != tt.cause {
				t.Fatalf("gaps %+v, want one of cause %q", plain.Gaps, tt.cause)
			}
			gap := plain.Gaps[0]
			bridge := match.Constraint{Kind: match.Bridge, Index: gap.FirstIndex, Last: gap.LastIndex}
			r := correct(t, m.Graph, obs, bridge)
			wantMet(t, r)
			if len(r.Legs) != 1 || len(r.Gaps) != 0 {
				t.Fatalf("%d legs, gaps %+v", len(r.Legs), r.Gaps)
			}
			if math.Abs(r.Distance.Matched-36_000) > 100 {
				t.Errorf("matched %.0f m", r.Distance.Matched)
			}
			straight := geo.Distance(obs[gap.FirstIndex].Point, obs[gap.LastIndex].Point)
			if math.Abs(r.Distance.Inferred-straight) > 50 {
				t.Errorf("inferred %.0f m, want %.0f", r.Distance.Inferred, straight)
			}
			via := match.Constraint{Kind: match.Via, Index: gap.FirstIndex, Place: geo.Lerp(m.Point('H'), m.Point('I'), 0.5)}
			r = correct(t, m.Graph, obs, via, bridge)
			wantMet(t, r)
			if len(r.Legs) != 1 || math.Abs(r.Distance.Matched-40_000) > 100 {
				t.Errorf("via: %d legs of %.0f m", len(r.Legs), r.Distance.Matched)
			}
			if math.Abs(r.Distance.Inferred-straight-4000) > 60 {
				t.Errorf("via: inferred %.0f m, want %.0f", r.Distance.Inferred, straight+4000)
			}
		})
	}
}

func TestNotDriven(t *testing.T) {
	m := roadtest.Draw(t, "A----------B----------C----------D", "A-B-C-D")
	obs := clocked(walk(m, 50, 5).along("AD"), 5)
	first, last := near(t, m, obs, 'B', 30), near(t, m, obs, 'C', 30)
	r := correct(t, m.Graph, obs, match.Constraint{Kind: match.NotDriven, Index: first, Last: last})
	wantMet(t, r)
	want := []match.Gap{{FirstIndex: first, LastIndex: last, Cause: match.GapNotDriven}}
	if len(r.Legs) != 2 || !slices.Equal(r.Gaps, want) {
		t.Fatalf("%d legs, gaps %+v, want %+v", len(r.Legs), r.Gaps, want)
	}
	if math.Abs(r.Distance.Matched-2*1100) > 60 {
		t.Errorf("matched %.0f m", r.Distance.Matched)
	}
}

// TestNotDrivenAtAnEnd marks the beginning, the end or all of a trip. The last point of the second
// trip is in a field.
func TestNotDrivenAtAnEnd(t *testing.T) {
	m := roadtest.Draw(t, "A----------B----------C----------D", "A-B-C-D")
	onRoad := clocked(walk(m, 50, 5).along("AD"), 5)
	last := len(onRoad) - 1
	inField := slices.Clone(onRoad)
	inField[last].Lat += 0.01
	for _, tt := range []struct {
		name  string
		obs   []match.Observation
		spans [][2]int
		legs  int
		want  [][2]int
	}{
		{"beginning", onRoad, [][2]int{{0, 9}}, 1, [][2]int{{0, 9}}},
		{"end", onRoad, [][2]int{{last - 9, last}}, 1, [][2]int{{last - 9, last}}},
		{"last step", onRoad, [][2]int{{last - 1, last}}, 1, [][2]int{{last - 1, last}}},
		{"end in a field", inField, [][2]int{{last - 9, last}}, 1, [][2]int{{last - 9, last}}},
		{"all", onRoad, [][2]int{{0, last}}, 0, [][2]int{{0, last}}},
		{"all in two parts", onRoad, [][2]int{{0, 20}, {20, last}}, 0, [][2]int{{0, last}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var list []match.Constraint
			for _, s := range tt.spans {
				list = append(list, match.Constraint{Kind: match.NotDriven, Index: s[0], Last: s[1]})
			}
			r := correct(t, m.Graph, tt.obs, list...)
			wantMet(t, r)
			var want []match.Gap
			for _, g := range tt.want {
				want = append(want, match.Gap{FirstIndex: g[0], LastIndex: g[1], Cause: match.GapNotDriven})
			}
			if len(r.Legs) != tt.legs || !slices.Equal(r.Gaps, want) || r.Distance.OffRoad != 0 {
				t.Errorf("%d legs, gaps %+v, want %+v; %.0f m off the roads", len(r.Legs), r.Gaps, want, r.Distance.OffRoad)
			}
		})
	}
}

// TestPinAtABreakIsMet pins a point next to a gap that is there without the pin.
func TestPinAtABreakIsMet(t *testing.T) {
	m := roadtest.Draw(t, "A-------BC-------D", "A-B", "C-D")
	obs := clocked(walk(m, 90, 5).along("AD"), 9)
	plain := run(t, m.Graph, obs, match.MotorVehicle)
	if len(plain.Gaps) != 1 || plain.Gaps[0].Cause != match.GapNoRoute {
		t.Fatalf("gaps %+v", plain.Gaps)
	}
	i := plain.Gaps[0].FirstIndex
	r := correct(t, m.Graph, obs, match.Constraint{Kind: match.Pin, Index: i, Place: plain.Points[i].Location, WayID: 1})
	wantMet(t, r)
	if len(r.Legs) != 2 {
		t.Errorf("%d legs", len(r.Legs))
	}
}

// TestBridgeWithoutRoute asks for a bridge between two networks.
func TestBridgeWithoutRoute(t *testing.T) {
	m := roadtest.Draw(t, "A-------BC-------D", "A-B", "C-D")
	obs := clocked(walk(m, 90, 5).along("AD"), 9)
	g := run(t, m.Graph, obs, match.MotorVehicle).Gaps[0]
	r := correct(t, m.Graph, obs, match.Constraint{Kind: match.Bridge, Index: g.FirstIndex, Last: g.LastIndex})
	wantUnmet(t, r, match.Unmet{Number: 0, Reason: match.UnmetNoRoute})
}

// TestBridgeOverPartOffTheRoads has fixes between that no road explains.
func TestBridgeOverPartOffTheRoads(t *testing.T) {
	m := roadtest.Draw(t, `
		A-----B               C-----D
		      |               |
		      |               |
		      |               |
		      |               |
		      E---------------F`, "A-B", "C-D", "B-E-F-C")
	obs := clocked(walk(m, 50, 5).along("AD"), 5)
	plain := run(t, m.Graph, obs, match.MotorVehicle)
	if len(plain.Gaps) != 1 || plain.Gaps[0].Cause != match.GapNoRoad {
		t.Fatalf("gaps %+v", plain.Gaps)
	}
	g := plain.Gaps[0]
	r := correct(t, m.Graph, obs, match.Constraint{Kind: match.Bridge, Index: g.FirstIndex, Last: g.LastIndex})
	wantMet(t, r)
	if got := waysOf(r.Result); !slices.Equal(got, []int64{1, 3, 2}) || len(r.Gaps) != 0 {
		t.Errorf("ways %v, gaps %+v", got, r.Gaps)
	}
	if p := r.Points[g.FirstIndex+1]; p.Reason != match.ReasonLeftOut {
		t.Errorf("a point between: %+v", p)
	}
}

// TestPinsInAPartOffTheRoads drives over a field that a road crosses.
func TestPinsInAPartOffTheRoads(t *testing.T) {
	m := roadtest.Draw(t, `
		            E
		            |
		            |
		            |
		A---------B | C---------D
		            |
		            |
		            |
		            F`, "A-B", "C-D", "E-F")
	w := walk(m, 30, 3)
	w.second = 3
	at := func(east, north float64) geo.Point { return shift(m.Point('B'), east, north) }
	obs := w.along("AB")
	first := len(obs)
	for _, p := range []geo.Point{at(20, 60), at(20, 120), at(20, 180), at(20, 120), at(20, 60), at(198, 20), at(202, -20), at(380, -60), at(380, -120), at(380, -180), at(380, -120), at(380, -60)} {
		obs = append(obs, w.fix(len(obs), p))
	}
	obs = clocked(append(obs, w.along("CD")...), 3)
	var pins []match.Constraint
	for _, i := range []int{first + 5, first + 6} {
		pins = append(pins, match.Constraint{Kind: match.Pin, Index: i, Place: obs[i].Point, WayID: 3})
	}
	plain := run(t, m.Graph, obs, match.MotorVehicle)
	if slices.Contains(waysOf(plain), 3) {
		t.Fatalf("ways %v without pins", waysOf(plain))
	}
	r := correct(t, m.Graph, obs, pins...)
	wantMet(t, r)
	if got := waysOf(r.Result); !slices.Equal(got, []int64{1, 0, 3, 0, 2}) {
		t.Errorf("ways %v", got)
	}
}

// TestPinBridgesAPartOffTheRoads pins one of the points that have no road near.
func TestPinBridgesAPartOffTheRoads(t *testing.T) {
	m := roadtest.Draw(t, `
		A-----B               C-----D
		      |               |
		      |               |
		      |               |
		      |               |
		      E---------------F`, "A-B", "C-D", "B-E-F-C")
	obs := clocked(walk(m, 50, 5).along("AD"), 5)
	i := len(obs) / 2
	r := correct(t, m.Graph, obs, match.Constraint{Kind: match.Pin, Index: i, Place: geo.Lerp(m.Point('E'), m.Point('F'), 0.5)})
	wantMet(t, r)
	if got := waysOf(r.Result); !slices.Equal(got, []int64{1, 3, 2}) {
		t.Errorf("ways %v", got)
	}
}
