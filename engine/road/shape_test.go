// SPDX-License-Identifier: MIT

package road_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/road"
)

func TestAtAndAppendShapeOnDrawing(t *testing.T) {
	m := roadtest.Draw(t, `
		A-1
		  |
		  2-B
	`, "A-1-2-B")
	e := m.Edge("AB")
	a, p1, p2, b := m.Point('A'), m.Point('1'), m.Point('2'), m.Point('B')
	half := geo.Lerp(a, p1, 0.5)
	at := []struct {
		name    string
		offset  float64
		want    geo.Point
		segment int
	}{
		{"start", 0, a, 0}, {"before the start", -1, a, 0}, {"no number", math.NaN(), a, 0},
		{"in the first segment", m.Length(e.Link()) / 6, half, 0},
		{"end", m.Length(e.Link()), b, 2}, {"beyond the end", math.Inf(1), b, 2},
	}
	for _, test := range at {
		if p, segment := m.At(e.Link(), test.offset); geo.Distance(p, test.want) > 0.02 || segment != test.segment {
			t.Errorf("%s: %v on segment %d, want %v on %d", test.name, p, segment, test.want, test.segment)
		}
	}
	long := math.Inf(1)
	shapes := []struct {
		name     string
		edge     road.EdgeID
		from, to float64
		want     []geo.Point
	}{
		{"all of it", e, 0, long, []geo.Point{a, p1, p2, b}},
		{"all of it, backwards", e.Reverse(), 0, long, []geo.Point{b, p2, p1, a}},
		{"a part", e, 100, 300, []geo.Point{half, p1, geo.Lerp(p1, p2, 0.5)}},
		{"a part, backwards", e.Reverse(), 300, 500, []geo.Point{geo.Lerp(p1, p2, 0.5), p1, half}},
		{"within a segment", e, 50, 100, []geo.Point{geo.Lerp(a, p1, 0.25), half}},
		{"a point", e, 100, 100, []geo.Point{half}},
		{"nothing, the wrong way round", e, 100, 50, []geo.Point{half}},
		{"beyond both ends", e, -5, 1e9, []geo.Point{a, p1, p2, b}},
		{"no numbers", e, math.NaN(), math.NaN(), []geo.Point{a}},
	}
	for _, test := range shapes {
		got := m.AppendShape(nil, test.edge, test.from, test.to)
		if len(got) != len(test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
			continue
		}
		for i := range got {
			if geo.Distance(got[i], test.want[i]) > 0.1 {
				t.Errorf("%s: point %d is %v, want %v", test.name, i, got[i], test.want[i])
			}
		}
	}
}

// TestAppendShapeAgreesWithAt checks that pieces have the length given by their
// offsets, begin and end where At says, and are the same backwards and forwards.
func TestAppendShapeAgreesWithAt(t *testing.T) {
	g, _ := roadtest.Build(t, roadtest.City(10, 9))
	random := rand.New(rand.NewPCG(9, 9))
	for range 5000 {
		e := road.EdgeID(random.IntN(g.NumEdges()))
		length := g.Length(e.Link())
		from, to := random.Float64()*length, random.Float64()*length
		if random.IntN(8) == 0 { // exactly at a vertex
			shape := g.Shape(e.Link())
			from = geo.Length([]geo.Point{shape[0].Point(), shape[1].Point()})
		}
		from, to = min(from, to), max(from, to)
		line := g.AppendShape(nil, e, from, to)
		if got := geo.Length(line); math.Abs(got-(to-from)) > 0.03 {
			t.Fatalf("edge %d from %v to %v: the line is %v m long, want %v", e, from, to, got, to-from)
		}
		first, last := onEdge(g, e, from), onEdge(g, e, to)
		if geo.Distance(line[0], first) > 1e-3 || geo.Distance(line[len(line)-1], last) > 1e-3 {
			t.Fatalf("edge %d from %v to %v: the line runs from %v to %v, want %v to %v", e, from, to, line[0], line[len(line)-1], first, last)
		}
		back := g.AppendShape(nil, e.Reverse(), length-to, length-from)
		if len(back) != len(line) {
			t.Fatalf("edge %d from %v to %v: %v forwards, %v backwards", e, from, to, line, back)
		}
		for i, p := range line {
			if geo.Distance(p, back[len(back)-1-i]) > 1e-3 {
				t.Fatalf("edge %d from %v to %v: %v forwards, %v backwards", e, from, to, line, back)
			}
		}
	}
}

func onEdge(g *road.Graph, e road.EdgeID, offset float64) geo.Point {
	if e.Backward() {
		offset = g.Length(e.Link()) - offset
	}
	p, _ := g.At(e.Link(), offset)
	return p
}
