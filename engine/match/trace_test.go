// SPDX-License-Identifier: MIT

package match_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/road"
)

// TestTraceAgreesWithMatch compares the edges and places of traces with the legs and
// points of the same result.
func TestTraceAgreesWithMatch(t *testing.T) {
	const seed = 5
	g := strangeCity(t, 5, seed)
	m, err := match.New(g, match.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(seed, 1))
	traversals := 0
	for range 180 {
		trip := oddTrip(random, 2+random.IntN(600))
		want, err := m.Match(context.Background(), trip, match.Car)
		if err != nil {
			t.Fatal(err)
		}
		got, err := m.Trace(context.Background(), trip, match.Car)
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprintf("%+v", got.Result) != fmt.Sprintf("%+v", want) { // NaN is equal to itself here
			t.Fatalf("seed %d: Trace and Match differ", seed)
		}
		checkPlaces(t, got)
		for i, line := range got.Lines {
			checkLine(t, g, got.Legs[i], line)
			traversals += len(line.Traversals)
		}
	}
	if traversals < 400 {
		t.Errorf("seed %d: only %d traversals were compared", seed, traversals)
	}
}

// checkPlaces compares the places of observations with their points.
func checkPlaces(tb testing.TB, got match.Traced) {
	tb.Helper()
	if len(got.Places) != len(got.Points) || len(got.Lines) != len(got.Legs) {
		tb.Fatalf("%d places for %d points, %d lines for %d legs", len(got.Places), len(got.Points), len(got.Lines), len(got.Legs))
	}
	for i, p := range got.Points {
		at := got.Places[i]
		if at.OnLeg != (p.State != match.OffRoad) {
			tb.Fatalf("point %d is %v, but its place is %+v", i, p.State, at)
		}
		if !at.OnLeg {
			continue
		}
		leg, line := &got.Legs[at.Leg], &got.Lines[at.Leg]
		if i < leg.FirstIndex || i > leg.LastIndex {
			tb.Fatalf("point %d has its place on leg %d of points %d to %d", i, at.Leg, leg.FirstIndex, leg.LastIndex)
		}
		k := 1
		for k < len(line.Along)-1 && line.Along[k] < at.Along {
			k++
		}
		f := 0.0
		if d := line.Along[k] - line.Along[k-1]; d > 0 {
			f = (at.Along - line.Along[k-1]) / d
		}
		if d := geo.Distance(geo.Lerp(leg.Shape[k-1], leg.Shape[k], f), p.Location); d > 0.01 {
			tb.Fatalf("point %d lies %g m from its place", i, d)
		}
	}
}

// checkLine compares the traversals of a leg with its shape, its ways and the edges.
func checkLine(tb testing.TB, g *road.Graph, leg match.Leg, line match.Line) {
	tb.Helper()
	if len(line.Along) != len(leg.Shape) {
		tb.Fatalf("%d distances for %d vertices", len(line.Along), len(leg.Shape))
	}
	next := 0
	var ways []match.WayPiece
	for _, t := range line.Traversals {
		if t.First != next || t.Last <= t.First {
			tb.Fatalf("traversal %+v does not begin at vertex %d", t, next)
		}
		next = t.Last
		for _, end := range []struct {
			vertex int
			offset float64
		}{{t.First, t.From}, {t.Last, t.To}} {
			offset := end.offset
			if t.Edge.Backward() {
				offset = g.Length(t.Edge.Link()) - offset
			}
			at, _ := g.At(t.Edge.Link(), offset)
			if d := geo.Distance(at, leg.Shape[end.vertex]); d > 0.5 {
				tb.Fatalf("traversal %+v: vertex %d lies %g m from its place on the edge", t, end.vertex, d)
			}
		}
		way := match.WayPiece{WayID: g.WayID(t.Edge.Link()), Forward: !t.Edge.Backward()}
		if n := len(ways); n == 0 || ways[n-1] != way {
			ways = append(ways, way)
		}
	}
	if next != len(leg.Shape)-1 {
		tb.Fatalf("the traversals end at vertex %d of %d", next, len(leg.Shape))
	}
	want := make([]match.WayPiece, len(leg.Ways))
	for i, w := range leg.Ways {
		want[i] = match.WayPiece{WayID: w.WayID, Forward: w.Forward}
	}
	if !reflect.DeepEqual(ways, want) {
		tb.Fatalf("ways %v, want %v", ways, want)
	}
}
