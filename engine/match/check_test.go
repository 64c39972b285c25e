// SPDX-License-Identifier: MIT

package match_test

import (
	"math"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/road"
)

// checkResult fails the test if a result lacks a property that holds for every trip on
// every map.
func checkResult(tb testing.TB, g *road.Graph, obs []match.Observation, r match.Result) {
	tb.Helper()
	if len(r.Points) != len(obs) {
		tb.Fatalf("%d points for %d observations", len(r.Points), len(obs))
	}
	for i, p := range r.Points {
		checkPoint(tb, i, obs[i], p)
	}
	before := -1
	matched, inferred := 0.0, 0.0
	for i, leg := range r.Legs {
		if leg.FirstIndex <= before || leg.LastIndex < leg.FirstIndex || leg.LastIndex >= len(obs) {
			tb.Fatalf("leg %d covers %d…%d after %d", i, leg.FirstIndex, leg.LastIndex, before)
		}
		before = leg.LastIndex
		matched += leg.Length
		inferred += checkLeg(tb, g, i, leg)
		checkOrder(tb, i, leg, r.Points)
	}
	for i, p := range r.Points {
		if covered := legOf(r, i); p.State != match.OffRoad && !covered {
			tb.Fatalf("point %d is %v but on no leg", i, p.State)
		}
	}
	checkGaps(tb, obs, r)
	for _, d := range []float64{r.Distance.Raw, r.Distance.Matched, r.Distance.Inferred, r.Distance.OffRoad} {
		if !(d >= 0) || math.IsInf(d, 1) {
			tb.Fatalf("distances %+v", r.Distance)
		}
	}
	if math.Abs(matched-r.Distance.Matched) > 1e-6*(1+matched) || math.Abs(inferred-r.Distance.Inferred) > 0.01*(1+inferred) {
		tb.Fatalf("legs have %g m, inferred %g m; the sums say %+v", matched, inferred, r.Distance)
	}
	for i := 1; i < len(r.Warnings); i++ {
		if r.Warnings[i].Index < r.Warnings[i-1].Index {
			tb.Fatalf("warnings out of order: %+v", r.Warnings)
		}
	}
}

func legOf(r match.Result, i int) bool {
	for _, leg := range r.Legs {
		if i >= leg.FirstIndex && i <= leg.LastIndex {
			return true
		}
	}
	return false
}

func checkPoint(tb testing.TB, i int, o match.Observation, p match.Point) {
	tb.Helper()
	off := p.State == match.OffRoad
	switch {
	case p.Index != i:
		tb.Fatalf("point %d has index %d", i, p.Index)
	case off == p.HasWay:
		tb.Fatalf("point %d: %v, has way %v", i, p.State, p.HasWay)
	case off && p.Reason == match.ReasonNone:
		tb.Fatalf("point %d is off road for no reason", i)
	case !off && p.Reason != match.ReasonNone && p.Reason != match.ReasonDuplicate:
		tb.Fatalf("point %d: %v, %q", i, p.State, p.Reason)
	case !o.Valid() != (p.Reason == match.ReasonInvalid):
		tb.Fatalf("point %d: %v, %q", i, o.Point, p.Reason)
	case !(p.Confidence >= 0 && p.Confidence <= 1) || off && p.Confidence != 0:
		tb.Fatalf("point %d: confidence %g", i, p.Confidence)
	case !(p.Distance >= 0) || off && p.Distance != 0:
		tb.Fatalf("point %d: distance %g", i, p.Distance)
	case o.Valid() && math.Abs(geo.Distance(o.Point, p.Location)-p.Distance) > 1e-6:
		tb.Fatalf("point %d: distance %g, measured %g", i, p.Distance, geo.Distance(o.Point, p.Location))
	}
}

// checkLeg returns the inferred length of the leg.
func checkLeg(tb testing.TB, g *road.Graph, i int, leg match.Leg) (inferred float64) {
	tb.Helper()
	if len(leg.Shape) < 2 {
		tb.Fatalf("leg %d has %d vertices", i, len(leg.Shape))
	}
	sum := 0.0
	for _, w := range leg.Ways {
		if !(w.Length >= 0) {
			tb.Fatalf("leg %d: way piece %+v", i, w)
		}
		sum += w.Length
	}
	if math.Abs(sum-leg.Length) > 1e-6*(1+sum) {
		tb.Fatalf("leg %d: ways add up to %g m of %g", i, sum, leg.Length)
	}
	// Stored lengths are whole centimetres a segment, and the cut ends lie on
	// the straight line between vertices.
	if drawn := geo.Length(leg.Shape); math.Abs(drawn-leg.Length) > 0.02*float64(len(leg.Shape))+0.001*drawn {
		tb.Fatalf("leg %d: drawn %g m, length %g m", i, drawn, leg.Length)
	}
	if !(leg.Confidence >= 0 && leg.Confidence <= 1) {
		tb.Fatalf("leg %d: confidence %g", i, leg.Confidence)
	}
	for k := 1; k < len(leg.Shape); k++ {
		middle := geo.Lerp(leg.Shape[k-1], leg.Shape[k], 0.5)
		if len(g.Near(nil, middle, 1, 0)) == 0 {
			tb.Fatalf("leg %d leaves the network at %v", i, middle)
		}
	}
	if leg.Times != nil {
		if len(leg.Times) != len(leg.Shape) {
			tb.Fatalf("leg %d: %d times, %d vertices", i, len(leg.Times), len(leg.Shape))
		}
		for k := 1; k < len(leg.Times); k++ {
			if leg.Times[k].Before(leg.Times[k-1]) {
				tb.Fatalf("leg %d: time runs backwards at vertex %d", i, k)
			}
		}
	}
	last := 0
	for _, v := range leg.Inferred {
		if v.First < last || v.Last <= v.First || v.Last >= len(leg.Shape) {
			tb.Fatalf("leg %d: inferred %+v of %d vertices", i, leg.Inferred, len(leg.Shape))
		}
		last = v.Last
		inferred += geo.Length(leg.Shape[v.First : v.Last+1])
	}
	return inferred
}

// checkOrder fails the test unless the leg's points lie on its shape within a
// metre, in order.
func checkOrder(tb testing.TB, i int, leg match.Leg, points []match.Point) {
	tb.Helper()
	seg, from := 1, 0.0
	for k := leg.FirstIndex; k <= leg.LastIndex; k++ {
		p := &points[k]
		if p.State == match.OffRoad {
			continue
		}
		plane := geo.NewPlane(p.Location)
		for ; ; seg, from = seg+1, 0 {
			if seg == len(leg.Shape) {
				tb.Fatalf("leg %d: point %d at %v is not on the shape, or out of order", i, k, p.Location)
			}
			a, b := plane.XY(leg.Shape[seg-1]), plane.XY(leg.Shape[seg])
			t, d2 := geo.Project(geo.XY{}, a, b)
			if d2 > 1 {
				continue
			}
			// Half a metre of tolerance for places common to neighbouring segments.
			length := math.Hypot(b.X-a.X, b.Y-a.Y)
			if t*length >= from-0.5 {
				from = max(from, t*length)
				break
			}
		}
	}
	if d := geo.Distance(points[leg.FirstIndex].Location, leg.Shape[0]); d > 0.01 {
		tb.Fatalf("leg %d begins %g m from its first point", i, d)
	}
	if d := geo.Distance(points[leg.LastIndex].Location, leg.Shape[len(leg.Shape)-1]); d > 0.01 {
		tb.Fatalf("leg %d ends %g m from its last point", i, d)
	}
}

func checkGaps(tb testing.TB, obs []match.Observation, r match.Result) {
	tb.Helper()
	last, offRoad := -1, 0.0
	for _, gap := range r.Gaps {
		if gap.Cause == "" || gap.FirstIndex < last || gap.LastIndex < gap.FirstIndex || gap.LastIndex >= len(r.Points) {
			tb.Fatalf("gaps %+v", r.Gaps)
		}
		last = gap.LastIndex
		if gap.Cause == match.GapNoRoad {
			var line []geo.Point
			for i := gap.FirstIndex; i <= gap.LastIndex; i++ {
				if r := r.Points[i].Reason; r != match.ReasonInvalid && r != match.ReasonLeftOut {
					line = append(line, obs[i].Point)
				}
			}
			offRoad += geo.Length(line)
		}
	}
	if math.Abs(offRoad-r.Distance.OffRoad) > 1e-6*(1+offRoad) {
		tb.Fatalf("%g m off the roads, gaps of %g m", r.Distance.OffRoad, offRoad)
	}
	if len(r.Legs) > 0 && len(r.Gaps) < len(r.Legs)-1 {
		tb.Fatalf("%d legs, %d gaps", len(r.Legs), len(r.Gaps))
	}
}
