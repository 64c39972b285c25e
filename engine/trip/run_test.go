// SPDX-License-Identifier: MIT

package trip

import (
	"math"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// lineLeg returns a leg over places of a line (kilometres from its beginning), at minutes. Its
// ways are numbered from 1, and one is each kilometre of the line.
func lineLeg(minutes []float64, km ...float64) match.Leg {
	var l match.Leg
	for i, x := range km {
		l.Shape = append(l.Shape, kilometre(x))
		l.Times = append(l.Times, start.Add(time.Duration(minutes[i]*float64(time.Minute))))
		if i == 0 {
			continue
		}
		for from, to := km[i-1], x; from != to; {
			next, way := min(math.Floor(from)+1, to), int64(math.Floor(from))
			if to < from {
				next, way = max(math.Ceil(from)-1, to), int64(math.Ceil(from))-1
			}
			length := 1000 * math.Abs(next-from)
			if n := len(l.Ways); n > 0 && l.Ways[n-1].WayID == way+1 && l.Ways[n-1].Forward == (to > from) {
				l.Ways[n-1].Length += length
			} else {
				l.Ways = append(l.Ways, match.WayPiece{WayID: way + 1, Forward: to > from, Length: length})
			}
			l.Length += length
			from = next
		}
	}
	return l
}

func kilometre(x float64) geo.Point {
	return geo.Point{Lat: 10, Lon: 106 + 1000*x/(geo.MetresPerDegree*math.Cos(10*math.Pi/180))}
}

// minutesOf returns the beginning and the end of runs (minutes).
func minutesOf(runs []Run) (list [][2]float64) {
	for _, r := range runs {
		list = append(list, [2]float64{r.Start.Sub(start).Minutes(), r.End.Sub(start).Minutes()})
	}
	return list
}

func checkRuns(t *testing.T, name string, runs []Run, want [][2]float64) {
	t.Helper()
	got := minutesOf(runs)
	if len(got) != len(want) {
		t.Errorf("%s: %v, want %v", name, got, want)
		return
	}
	for i := range got {
		if math.Abs(got[i][0]-want[i][0]) > 0.01 || math.Abs(got[i][1]-want[i][1]) > 0.01 {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

func TestRunsOverWays(t *testing.T) {
	// 1 km a minute from 0 to 4 km, a halt at 2.5 km from minute 2.5 to 10.
	there := lineLeg([]float64{0, 2.5, 10, 11.5}, 0, 2.5, 2.5, 4)
	back := lineLeg([]float64{20, 24}, 4, 0)
	part := lineLeg([]float64{30, 31.5}, 1.5, 3)
	turned := lineLeg([]float64{40, 41.5, 43}, 0, 1.5, 0)
	timeless := lineLeg([]float64{0, 4}, 0, 4)
	timeless.Times = nil
	all := match.Result{Legs: []match.Leg{there, back, part, turned, timeless}}
	runs := RunsOverWays(all, []int64{2})
	checkRuns(t, "one way", runs, [][2]float64{{1, 2}, {22, 23}, {30, 30.5}, {41, 41.5}, {41.5, 42}})
	var list []*Run
	for i := range runs {
		list = append(list, &runs[i])
	}
	MarkPartial(list)
	for i, want := range []struct{ reverse, partial bool }{{false, false}, {true, false}, {false, true}, {false, true}, {true, true}} {
		if runs[i].Reverse != want.reverse || runs[i].Partial != want.partial {
			t.Errorf("run %d is %+v", i, runs[i])
		}
	}
	runs = RunsOverWays(all, []int64{2, 3})
	checkRuns(t, "two ways", runs, [][2]float64{{1, 10.5}, {21, 23}, {30, 31.5}})
	if math.Abs(runs[1].Speed()-1000.0/60) > 0.1 || !runs[1].Reverse {
		t.Errorf("%+v at %.2f m/s", runs[1], runs[1].Speed())
	}
	checkRuns(t, "ways that were not driven", RunsOverWays(all, []int64{9}), nil)
	checkRuns(t, "no ways", RunsOverWays(all, nil), nil)
}

func TestRunsBetween(t *testing.T) {
	there := lineLeg([]float64{0, 4}, 0, 4)
	there.Inferred = []match.Stretch{{First: 0, Last: 1}}
	halts := lineLeg([]float64{10, 11, 15, 17, 20, 21}, 0, 1, 1, 3, 3, 4)
	loops := lineLeg([]float64{30, 31.5, 32, 34.5}, 0, 1.5, 1, 3.5)
	a, b := kilometre(1), kilometre(3)
	for _, c := range []struct {
		name     string
		leg      match.Leg
		from, to geo.Point
		want     [][2]float64
	}{
		{"there", there, a, b, [][2]float64{{1, 3}}},
		{"back", there, b, a, nil},
		{"halts at both places", halts, a, b, [][2]float64{{15, 17}}},
		{"twice at the first place", loops, a, b, [][2]float64{{32, 34}}},
		{"the place itself", there, a, a, nil},
	} {
		runs := RunsBetween(match.Result{Legs: []match.Leg{c.leg}}, c.from, c.to, 30)
		checkRuns(t, c.name, runs, c.want)
		for _, r := range runs {
			if math.Abs(r.Length-2000) > 1 || r.Inferred != (c.leg.Inferred != nil) {
				t.Errorf("%s: %+v", c.name, r)
			}
		}
	}
	aside := geo.NewPlane(a).Point(geo.XY{X: 0, Y: 40})
	if runs := RunsBetween(match.Result{Legs: []match.Leg{there}}, aside, b, 30); len(runs) != 0 {
		t.Errorf("40 m off the route: %v", minutesOf(runs))
	}
	if runs := RunsBetween(match.Result{Legs: []match.Leg{there}}, aside, b, 50); len(runs) != 1 {
		t.Errorf("40 m off the route, with a reach of 50 m: %v", minutesOf(runs))
	}
}

// TestRecordedTrack has a clock that is wrong once, and a silence.
func TestRecordedTrack(t *testing.T) {
	list := []match.Observation{
		{Point: kilometre(0), Time: start}, {Point: kilometre(1), Time: start.Add(time.Minute)}, {Point: kilometre(2), Time: start.AddDate(70, 0, 0)},
		{Point: kilometre(3), Time: start.Add(3 * time.Minute)}, {Point: kilometre(9), Time: start.Add(30 * time.Minute)}, {Point: kilometre(9.05), Time: start.Add(99 * time.Minute)},
	}
	track := RecordedTrack(list)
	var known, still []bool
	end := start
	for s := range track.Steps() {
		known, still = append(known, s.Known), append(still, s.Still)
		if !s.Start.Equal(end) {
			t.Errorf("a step begins at %v, the one before ended at %v", s.Start, end)
		}
		end = s.End
	}
	want := []bool{true, true, false, false}
	if len(known) != 4 || known[0] != want[0] || known[1] != want[1] || known[2] != want[2] || known[3] != want[3] || still[2] || !still[3] {
		t.Errorf("known %v, still %v", known, still)
	}
	if math.Abs(track.Length()-9050) > 5 || !end.Equal(track.End()) {
		t.Errorf("%.0f m until %v", track.Length(), end)
	}
	steps := 0
	for range RecordedTrack(list[:1]).Steps() {
		steps++
	}
	for range RecordedTrack(nil).Steps() {
		steps += 100
	}
	if steps != 1 {
		t.Errorf("%d steps of one observation", steps)
	}
}
