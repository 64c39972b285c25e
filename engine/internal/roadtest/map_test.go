// SPDX-License-Identifier: MIT

package roadtest

import (
	"math"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/road"
)

func TestDraw(t *testing.T) {
	m := Draw(t, `
		A--1-B
		     |
		     C
	`, "A-1-B primary name=Main", "B>C id=70", "no A-B-C")
	if m.NumNodes() != 3 || m.NumLinks() != 2 {
		t.Errorf("%d nodes, %d links", m.NumNodes(), m.NumLinks())
	}
	ab, bc := m.Edge("A1B"), m.Edge("BC")
	if w := m.Way(ab.Link()); w.Name != "Main" || w.Class != road.Primary || w.ID != 1 {
		t.Errorf("%+v", w)
	}
	if id := m.WayID(bc.Link()); id != 70 {
		t.Errorf("way %d", id)
	}
	if !m.Banned(m.Edge("AB"), bc) || m.Access(bc.Reverse()) != road.Foot {
		t.Errorf("banned %v, access %v", m.Banned(ab, bc), m.Access(bc.Reverse()))
	}
	if got := m.Length(ab.Link()); math.Abs(got-5*GridMetres) > 0.5 {
		t.Errorf("%v m", got)
	}
	if got := geo.Distance(m.Point('B'), m.Point('C')); math.Abs(got-2*GridMetres) > 0.5 {
		t.Errorf("%v m", got)
	}
	if m.On("BC", 5) != (road.Position{Edge: bc, Offset: 5}) || m.To(bc) != m.Node('C') {
		t.Error("On or Node")
	}
}

func TestWrongLines(t *testing.T) {
	for _, line := range []string{
		"", "AB", "A-B>C", "A-", "A-B castle", "A-B id=x", "A-B layer=300", "A-B maxspeed=-1", "A-B access=train", "A-B colour=red",
	} {
		if w, err := parseWay(line); err == nil {
			t.Errorf("%q is %+v", line, w)
		}
	}
	for _, line := range []string{"no A-B", "only", "only A-BC-D"} {
		if turn, isTurn, err := parseTurn(line); err == nil || !isTurn {
			t.Errorf("%q is %+v, %v", line, turn, isTurn)
		}
	}
	if _, err := parsePicture("A-A"); err == nil {
		t.Error("a letter twice is accepted")
	}
}

func TestCityIsTheSameEachTime(t *testing.T) {
	a, statsA := Build(t, City(8, 5))
	b, statsB := Build(t, City(8, 5))
	if statsA != statsB || a.Bounds() != b.Bounds() {
		t.Errorf("%+v and %+v", statsA, statsB)
	}
	if _, other := Build(t, City(8, 6)); other == statsA {
		t.Error("another seed gives the same town")
	}
}
