// SPDX-License-Identifier: MIT

package match_test

import (
	"context"
	"math"
	"reflect"
	"slices"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
	"roadsnap/engine/road"
)

// correct matches a trip under constraints and checks the result.
func correct(tb testing.TB, g *road.Graph, obs []match.Observation, constraints ...match.Constraint) match.Corrected {
	tb.Helper()
	return correctFor(tb, newMatcher(tb, g), g, obs, match.MotorVehicle, constraints)
}

func correctFor(tb testing.TB, m *match.Matcher, g *road.Graph, obs []match.Observation, p match.Profile, constraints []match.Constraint) match.Corrected {
	tb.Helper()
	before := slices.Clone(obs)
	r, err := m.Correct(context.Background(), obs, p, constraints)
	if err != nil {
		tb.Fatal(err)
	}
	if !reflect.DeepEqual(obs, before) {
		tb.Fatal("the recording was changed")
	}
	moved := slices.Clone(obs)
	for n, c := range constraints {
		if c.Kind == match.Move && !slices.ContainsFunc(r.Unmet, func(u match.Unmet) bool { return u.Number == n }) {
			moved[c.Index].Point = c.Place
		}
	}
	checkResult(tb, g, moved, r.Result)
	return r
}

// near returns the first observation within some metres of a letter.
func near(tb testing.TB, m places, obs []match.Observation, letter rune, within float64) int {
	tb.Helper()
	i := slices.IndexFunc(obs, func(o match.Observation) bool { return geo.Distance(o.Point, m.Point(letter)) < within })
	if i < 0 {
		tb.Fatalf("no observation is near %c", letter)
	}
	return i
}

func wantMet(tb testing.TB, r match.Corrected) {
	tb.Helper()
	if len(r.Unmet) > 0 {
		tb.Errorf("unmet %+v", r.Unmet)
	}
}

func wantUnmet(tb testing.TB, r match.Corrected, want ...match.Unmet) {
	tb.Helper()
	if !slices.Equal(r.Unmet, want) {
		tb.Errorf("unmet %+v, want %+v", r.Unmet, want)
	}
}

// ladder is two parallel roads, 30 m apart, with joints every 200 m.
func ladder(tb testing.TB) gridMap {
	return drawOn(tb, grid{50, 30}, `
		A---B---C---D---E---F
		G---H---I---J---K---L`,
		"A-B-C-D-E-F", "G-H-I-J-K-L", "A-G", "B-H", "C-I", "D-J", "E-K", "F-L")
}

func TestPinMovesTheTripToItsRoad(t *testing.T) {
	m := ladder(t)
	for _, every := range []float64{10, 40, 120} {
		w := walk(m, every, 2)
		w.second = every / 10
		obs := w.along("AF")
		if r := run(t, m.Graph, obs, match.MotorVehicle); !slices.Equal(waysOf(r), []int64{1, 1, 1, 1, 1}) && len(waysOf(r)) == 0 {
			t.Fatalf("ways %v", waysOf(r))
		}
		lower := wayAt(t, m, "IJ")
		i := len(obs) / 2
		pin := match.Constraint{Kind: match.Pin, Index: i, Place: geo.Lerp(m.Point('I'), m.Point('J'), 0.5), WayID: lower}
		r := correct(t, m.Graph, obs, pin)
		wantMet(t, r)
		if p := r.Points[i]; p.State != match.Matched || p.WayID != lower {
			t.Errorf("every %g m: the pinned point is %+v, want on way %d", every, p, lower)
		}
		if len(r.Legs) != 1 {
			t.Errorf("every %g m: %d legs", every, len(r.Legs))
		}
		// It changes to the other road at joints, and does not turn round.
		if got, least := r.Distance.Matched, 1000.0; got < least-20 || got > least+2*30+40 {
			t.Errorf("every %g m: matched %.0f m of 1000", every, got)
		}
	}
}

// wayAt returns the way through two letters, which are neighbours.
func wayAt(tb testing.TB, m gridMap, letters string) int64 {
	tb.Helper()
	a, b := m.Point(rune(letters[0])), m.Point(rune(letters[1]))
	for _, h := range m.Near(nil, geo.Lerp(a, b, 0.5), 5, 0) {
		return m.WayID(h.Link)
	}
	tb.Fatalf("no way at %s", letters)
	return 0
}

func TestPinByPlaceAndDirection(t *testing.T) {
	m := roadtest.Draw(t, `
		    C---D
		    |   |
		A---B   E---F
		    |   |
		    G---H`, "A-B", "B-C-D-E-H-G-B", "E-F")
	// The fixes do not say on which side of the ring the trip passed.
	out := walk(m, 50, 3).along("AB")
	back := walk(m, 50, 3).along("BA")
	for _, tt := range []struct {
		direction match.Direction
		forward   bool
	}{{match.AlongWay, true}, {match.AgainstDraw, false}} {
		obs := slices.Concat(out[:len(out)-1], match.Path([]geo.Point{m.Point('E')}), back[1:])
		i := len(out) - 1
		obs[i].Accuracy = 5
		pin := match.Constraint{Kind: match.Pin, Index: i, Place: m.Point('E'), WayID: 2, Direction: tt.direction}
		r := correct(t, m.Graph, obs, pin)
		wantMet(t, r)
		ring := r.Legs[0].Ways[1]
		if len(r.Legs[0].Ways) != 3 || ring.WayID != 2 || ring.Forward != tt.forward {
			t.Errorf("direction %d: ways %+v", tt.direction, r.Legs[0].Ways)
		}
	}
}

// TestPinAgainstOneway pins the trip to a one-way street against its direction.
func TestPinAgainstOneway(t *testing.T) {
	m := roadtest.Draw(t, `
		A---B---C---D
		    |   |
		    |   |
		    E---F`, "A-B", "C>B", "C-D", "B-E-F-C")
	obs := walk(m, 60, 5).along("AD")
	i := near(t, m, obs, 'C', 130)
	pin := match.Constraint{Kind: match.Pin, Index: i, Place: geo.Lerp(m.Point('B'), m.Point('C'), 0.5), WayID: 2, Direction: match.AgainstDraw}
	r := correct(t, m.Graph, obs, pin)
	wantMet(t, r)
	if got := waysOf(r.Result); !slices.Equal(got, []int64{1, 2, 3}) {
		t.Errorf("ways %v", got)
	}
	if !slices.ContainsFunc(r.Warnings, func(w match.Warning) bool { return w.Kind == match.WarnOneway }) {
		t.Errorf("warnings %+v", r.Warnings)
	}
}

func TestPinnedPointIsNoOutlier(t *testing.T) {
	m := roadtest.Draw(t, `
		A---B---C---D
		    |   |
		    |   |
		    E---F`, "A-B-C-D", "B-E", "E-F", "F-C")
	w := walk(m, 50, 4)
	w.second = 5
	obs := w.along("AD")
	i := near(t, m, obs, 'B', 60) + 2
	bad := slices.Delete(obs, i+1, near(t, m, obs, 'C', 60)+2)
	bad[i].Point = geo.Lerp(m.Point('E'), m.Point('F'), 0.5)
	if r := run(t, m.Graph, bad, match.MotorVehicle); r.Points[i].State != match.OffRoad {
		t.Fatalf("the bad point is %+v", r.Points[i])
	}
	r := correct(t, m.Graph, bad, match.Constraint{Kind: match.Pin, Index: i, Place: bad[i].Point, WayID: 3})
	wantMet(t, r)
	if p := r.Points[i]; p.State != match.Matched || p.WayID != 3 {
		t.Errorf("the pinned point is %+v", p)
	}
	if got := waysOf(r.Result); !slices.Equal(got, []int64{1, 2, 3, 4, 1}) {
		t.Errorf("ways %v", got)
	}
}

func TestPinnedStop(t *testing.T) {
	m := ladder(t)
	w := walk(m, 20, 3)
	w.second = 2
	obs := w.along("AC")
	for range 100 {
		obs = append(obs, w.fix(len(obs), m.Point('C')))
	}
	obs = append(obs, w.along("CE")...)
	obs = clocked(obs, 2)
	i := near(t, m, obs, 'C', 10) + 50
	lower := wayAt(t, m, "HI")
	place := geo.Lerp(m.Point('H'), m.Point('I'), 0.9)
	r := correct(t, m.Graph, obs, match.Constraint{Kind: match.Pin, Index: i, Place: place, WayID: lower})
	wantMet(t, r)
	if p := r.Points[i]; p.WayID != lower {
		t.Errorf("the pinned point is %+v, want on way %d", p, lower)
	}
	if got := r.Distance.Matched; math.Abs(got-800) > 100 {
		t.Errorf("matched %.0f m", got)
	}
}

func TestForbiddenRoadIsAvoided(t *testing.T) {
	m := roadtest.Draw(t, `
		A---B---C---D---E
		    |   |   |
		    F---G---H`, "A-B", "B-C-D", "D-E", "B-F-G-H-D", "C-G")
	w := walk(m, 50, 5)
	obs := w.along("AE")
	for _, tt := range []struct {
		name   string
		forbid match.Constraint
		ways   []int64
	}{
		{"the way", match.Constraint{Kind: match.Forbid, WayID: 2}, []int64{1, 4, 3}},
		{
			"a stretch", match.Constraint{Kind: match.Forbid, WayID: 2, Stretch: true, Place: geo.Lerp(m.Point('C'), m.Point('D'), 0.5)},
			[]int64{1, 2, 5, 4, 3},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			from := 'B'
			if tt.forbid.Stretch {
				from = 'C'
			}
			sparse := slices.Clone(obs)
			sparse = slices.Delete(sparse, near(t, m, obs, from, 80)+1, near(t, m, obs, 'D', 60)+2)
			r := correct(t, m.Graph, sparse, tt.forbid)
			wantMet(t, r)
			if got := waysOf(r.Result); !slices.Equal(got, tt.ways) {
				t.Errorf("ways %v, want %v", got, tt.ways)
			}
			dense := correct(t, m.Graph, obs, tt.forbid)
			if got := waysOf(dense.Result); tt.forbid.Stretch == false && slices.Contains(got, 2) {
				t.Errorf("ways %v contain 2", got)
			}
		})
	}
}

func TestViaPoints(t *testing.T) {
	m := roadtest.Draw(t, `
		A---B---C---D---E
		    |       |
		    F---G---H
		    |       |
		    I---J---K`, "A-B-C-D-E", "B-F", "F-G-H", "H-D", "F-I", "I-J-K", "K-H")
	obs := walk(m, 50, 3).along("AE")
	obs = clocked(obs, 5)
	i := near(t, m, obs, 'B', 60)
	obs = slices.Delete(obs, i+1, near(t, m, obs, 'D', 60)+2)
	half := func(a, b rune) geo.Point { return geo.Lerp(m.Point(a), m.Point(b), 0.5) }
	for _, tt := range []struct {
		name string
		vias []geo.Point
		ways []int64
	}{
		{"one", []geo.Point{half('G', 'H')}, []int64{1, 2, 3, 4, 1}},
		{"two", []geo.Point{half('F', 'I'), half('J', 'K')}, []int64{1, 2, 5, 6, 7, 4, 1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var constraints []match.Constraint
			for _, p := range tt.vias {
				constraints = append(constraints, match.Constraint{Kind: match.Via, Index: i, Place: p})
			}
			r := correct(t, m.Graph, obs, constraints...)
			wantMet(t, r)
			if got := waysOf(r.Result); !slices.Equal(got, tt.ways) {
				t.Errorf("ways %v, want %v", got, tt.ways)
			}
			if raw := mustMatch(t, newMatcher(t, m.Graph), obs, match.MotorVehicle).Distance.Raw; r.Distance.Raw != raw {
				t.Errorf("raw distance %g, want %g", r.Distance.Raw, raw)
			}
			for _, w := range r.Warnings {
				t.Errorf("warning %+v", w)
			}
		})
	}
}

func TestLeaveOutAndMove(t *testing.T) {
	m := roadtest.Draw(t, `
		A---B---C---D
		    |   |
		    E---F`, "A-B-C-D", "B-E", "E-F", "F-C")
	obs := walk(m, 40, 0).along("ABEFCD")
	for i := range obs {
		obs[i].Accuracy = 5
	}
	first, last := near(t, m, obs, 'B', 30)+1, near(t, m, obs, 'C', 30)
	var leave, move []match.Constraint
	for i := first; i < last; i++ {
		leave = append(leave, match.Constraint{Kind: match.LeaveOut, Index: i})
		at := geo.Lerp(m.Point('B'), m.Point('C'), float64(i-first)/float64(last-first))
		move = append(move, match.Constraint{Kind: match.Move, Index: i, Place: at})
	}
	for _, tt := range []struct {
		name        string
		constraints []match.Constraint
	}{{"leave out", leave}, {"move", move}} {
		t.Run(tt.name, func(t *testing.T) {
			r := correct(t, m.Graph, obs, tt.constraints...)
			wantMet(t, r)
			if got := waysOf(r.Result); !slices.Equal(got, []int64{1}) {
				t.Errorf("ways %v", got)
			}
			p := r.Points[first]
			if left := p.State == match.OffRoad && p.Reason == match.ReasonLeftOut; left != (tt.name == "leave out") {
				t.Errorf("point %+v", p)
			}
		})
	}
}

func TestUnmetConstraints(t *testing.T) {
	m := roadtest.Draw(t, `
		A---B-----------------C---D
		    E---F---G---H
		S---T`, "A-B-C-D", "E-F-G-H", "S-T access=foot")
	obs := clocked(walk(m, 40, 4).along("AD"), 4)
	plain := run(t, m.Graph, obs, match.MotorVehicle)
	half := func(a, b rune) geo.Point { return geo.Lerp(m.Point(a), m.Point(b), 0.5) }
	i := near(t, m, obs, 'G', 130)
	for _, tt := range []struct {
		name        string
		constraints []match.Constraint
		unmet       []match.Unmet
	}{
		{"a pin that no route reaches", []match.Constraint{{Kind: match.Pin, Index: i, Place: half('F', 'G'), WayID: 2}}, []match.Unmet{{0, match.UnmetNoRoute}}},
		{"a via point that no route reaches", []match.Constraint{{Kind: match.Via, Index: i, Place: half('F', 'G')}}, []match.Unmet{{0, match.UnmetNoRoute}}},
		{"no such way", []match.Constraint{{Kind: match.Pin, Index: i, Place: half('B', 'C'), WayID: 77}}, []match.Unmet{{0, match.UnmetNoWay}}},
		{"no such way to forbid", []match.Constraint{{Kind: match.Forbid, WayID: 77}}, []match.Unmet{{0, match.UnmetNoWay}}},
		{"the way is elsewhere", []match.Constraint{{Kind: match.Pin, Index: i, Place: half('S', 'T'), WayID: 1}}, []match.Unmet{{0, match.UnmetNoWay}}},
		{"closed to the profile", []match.Constraint{{Kind: match.Pin, Index: i, Place: half('S', 'T'), WayID: 3}}, []match.Unmet{{0, match.UnmetClosed}}},
		{"everything is forbidden", []match.Constraint{{Kind: match.Forbid, WayID: 1}, {Kind: match.Forbid, WayID: 2}}, []match.Unmet{{0, match.UnmetNothingLeft}, {1, match.UnmetNothingLeft}}},
		{"pinned and forbidden", []match.Constraint{{Kind: match.Forbid, WayID: 2}, {Kind: match.Pin, Index: i, Place: half('F', 'G'), WayID: 2}}, []match.Unmet{{1, match.UnmetConflict}}},
		{"no such observation", []match.Constraint{{Kind: match.Move, Index: len(obs), Place: obs[0].Point}, {Kind: match.LeaveOut, Index: -1}}, []match.Unmet{{0, match.UnmetIndex}, {1, match.UnmetIndex}}},
		{"a bridge backwards", []match.Constraint{{Kind: match.Bridge, Index: 3, Last: 3}}, []match.Unmet{{0, match.UnmetIndex}}},
		{"unknown kind", []match.Constraint{{Kind: "teleport"}}, []match.Unmet{{0, match.UnmetConflict}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := correct(t, m.Graph, obs, tt.constraints...)
			wantUnmet(t, r, tt.unmet...)
			if len(tt.unmet) == len(tt.constraints) && !reflect.DeepEqual(r.Result, plain) {
				t.Errorf("ways %v, want those without constraints: %v", waysOf(r.Result), waysOf(plain))
			}
		})
	}
}

func TestExplainCorrected(t *testing.T) {
	m := ladder(t)
	obs := walk(m, 40, 2).along("AF")
	i := len(obs) / 2
	lower := wayAt(t, m, "IJ")
	pin := match.Constraint{Kind: match.Pin, Index: i, Place: geo.Lerp(m.Point('I'), m.Point('J'), 0.5), WayID: lower}
	via := match.Constraint{Kind: match.Via, Index: 1, Place: geo.Lerp(m.Point('A'), m.Point('B'), 0.5)}
	why, err := newMatcher(t, m.Graph).ExplainCorrected(context.Background(), obs, match.MotorVehicle, []match.Constraint{via, pin}, i)
	if err != nil {
		t.Fatal(err)
	}
	if why.Weighed != i || why.Point.Index != i || why.Point.WayID != lower || len(why.Candidates) == 0 {
		t.Errorf("%+v", why)
	}
	for _, c := range why.Candidates {
		if c.WayID != lower {
			t.Errorf("candidate on way %d", c.WayID)
		}
	}
}

// TestPinInALongTrip pins one point of a trip of several batches, wherever their borders
// are.
func TestPinInALongTrip(t *testing.T) {
	m := ladder(t)
	w := walk(m, 10, 2)
	obs := clocked(w.along("AFLGAFLGAFLGAFLGAFLGAFLG"), 1)
	plain := run(t, m.Graph, obs, match.MotorVehicle)
	if len(obs) < 1000 || len(plain.Legs) != 1 {
		t.Fatalf("%d observations, %d legs", len(obs), len(plain.Legs))
	}
	matcher := newMatcher(t, m.Graph)
	for i := 20; i < len(obs)-20; i += 31 {
		upper := geo.Distance(obs[i].Point, plain.Points[i].Location) < 20 && obs[i].Lat > (m.Point('A').Lat+m.Point('G').Lat)/2
		if !upper || geo.Distance(obs[i].Point, m.Point('A')) < 100 || geo.Distance(obs[i].Point, m.Point('F')) < 100 {
			continue
		}
		place := shift(plain.Points[i].Location, 0, -30)
		pin := match.Constraint{Kind: match.Pin, Index: i, Place: place}
		r := correctFor(t, matcher, m.Graph, obs, match.MotorVehicle, []match.Constraint{pin})
		wantMet(t, r)
		if more := r.Distance.Matched - plain.Distance.Matched; len(r.Legs) != 1 || math.Abs(more) > 120 {
			t.Errorf("pin %d of %d: %d legs, %.0f m more", i, len(obs), len(r.Legs), more)
		}
		for k := range r.Points { // nothing changes far from the pin
			if d := k - i; (d < -80 || d > 80) && r.Points[k].WayID != plain.Points[k].WayID {
				t.Errorf("pin %d: point %d is on way %d, was on %d", i, k, r.Points[k].WayID, plain.Points[k].WayID)
				break
			}
		}
	}
}

// TestPinOnTheOtherCarriageway has carriageways 20 m apart that are joined every 800 m,
// so that the road of the pin looks worse for a long time before it. The trip has several
// batches.
func TestPinOnTheOtherCarriageway(t *testing.T) {
	m := drawOn(t, grid{200, 20}, `
		A---B---C---D---E---F---G---H
		I---J---K---L---M---N---O---P`,
		"A>B>C>D>E>F>G>H", "I>J>K>L>M>N>O>P", "A-I", "B-J", "C-K", "D-L", "E-M", "F-N", "G-O", "H-P")
	obs := clocked(walk(m, 10, 2).along("AH"), 1)
	matcher := newMatcher(t, m.Graph)
	for i := 90; i < len(obs)-80; i += 14 {
		pin := match.Constraint{Kind: match.Pin, Index: i, Place: shift(obs[i].Point, 0, -20)}
		r := correctFor(t, matcher, m.Graph, obs, match.MotorVehicle, []match.Constraint{pin})
		wantMet(t, r)
		if len(r.Legs) != 1 || math.Abs(r.Distance.Matched-5600) > 80 {
			t.Errorf("pin at %d: %d legs of %.0f m", i, len(r.Legs), r.Distance.Matched)
		}
	}
}

// TestPinnedPlace pins a point to the street that the trip turns into. It lies on the road
// before the turn.
func TestPinnedPlace(t *testing.T) {
	m := roadtest.Draw(t, `
		A----B----C

		D`, "A-B-C", "B-D")
	obs := clocked(walk(m, 45, 3).along("ABD"), 5)
	i := near(t, m, obs, 'B', 40)
	obs[i].Point = shift(m.Point('B'), -12, 0)
	obs[i].Accuracy = 5
	r := correct(t, m.Graph, obs, match.Constraint{Kind: match.Pin, Index: i, Place: geo.Lerp(m.Point('B'), m.Point('D'), 0.05), WayID: 2})
	wantMet(t, r)
	if p := r.Points[i]; p.WayID != 2 || p.Distance < 3 {
		t.Errorf("the pinned point is %+v", p)
	}
}
