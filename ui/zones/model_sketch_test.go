// SPDX-License-Identifier: MIT

package zones_test

import (
	"math"
	"testing"

	"roadsnap/assets"
	"roadsnap/engine/geo"
	"roadsnap/engine/zone"
	"roadsnap/ui/text"
	"roadsnap/ui/zones"
)

func at(x, y float64) geo.Point { return geo.NewPlane(depot).Point(geo.XY{X: x, Y: y}) }

func TestDrawing(t *testing.T) {
	var s zones.Sketch
	s.Draw(zone.Circle)
	if s.Click(depot, 5) || !s.Aiming() {
		t.Error("a circle is complete after a click")
	}
	if _, ok := s.Shape(); ok {
		t.Error("a circle has no rim yet")
	}
	s.Hover(at(50, 0), true)
	if line, closed, handles := s.Outline(); len(line) < 30 || !closed || len(handles) != 1 {
		t.Errorf("%d points, %v, %d handles", len(line), closed, len(handles))
	}
	if !s.Click(at(120, 0), 5) {
		t.Error("a circle is not complete")
	}
	if shape, ok := s.Shape(); !ok || shape.Center != depot || shape.Radius != 120 {
		t.Errorf("%+v, %v", shape, ok)
	}

	s.Draw(zone.Polygon)
	for _, p := range []geo.Point{at(0, 0), at(100, 0), at(100, 1), at(100, 100)} {
		if s.Click(p, 5) {
			t.Error("the polygon is complete")
		}
	}
	if len(s.Points) != 3 {
		t.Errorf("%d corners; the second click of a double click counts", len(s.Points))
	}
	s.Click(at(0, 100), 5)
	s.Undo()
	if !s.Click(at(1, 1), 5) {
		t.Error("a click on the first corner does not close the polygon")
	}
	if shape, ok := s.Shape(); !ok || len(shape.Rings) != 1 || len(shape.Rings[0]) != 3 || shape.Check() != nil {
		t.Errorf("%+v, %v", shape, ok)
	}

	s.Draw(zone.Corridor)
	s.Click(at(0, 0), 5)
	if _, ok := s.Shape(); ok {
		t.Error("a corridor of one point")
	}
	s.Click(at(100, 0), 5)
	if shape, ok := s.Shape(); !ok || shape.Width != 50 || len(shape.Line) != 2 {
		t.Errorf("%+v, %v", shape, ok)
	}
	if !s.Stop() || s.Active() || s.Stop() {
		t.Error("it does not stop once")
	}
}

func TestMovingPoints(t *testing.T) {
	var s zones.Sketch
	z := zone.Zone{ID: 3, Shape: zone.Shape{Kind: zone.Circle, Center: depot, Radius: 100}}
	if !s.Edit(z) || s.Aiming() || s.Click(at(1, 1), 5) {
		t.Error("clicks add points to a circle that is there")
	}
	if s.Grab(at(50, 50), 10) || !s.Grab(at(99, 0), 10) {
		t.Error("the wrong point is held")
	}
	s.Drag(at(0, 250))
	s.Release()
	s.Drag(at(0, 0)) // nothing is held
	if shape, _ := s.Shape(); math.Abs(shape.Radius-250) > 1 || shape.Center != depot {
		t.Errorf("%+v", shape)
	}
	s.Grab(depot, 10)
	s.Drag(at(1000, 0))
	if shape, _ := s.Shape(); math.Abs(shape.Radius-250) > 1 || geo.Distance(shape.Center, at(1000, 0)) > 1 {
		t.Errorf("moved: %+v", shape)
	}
	ring := []geo.Point{at(0, 0), at(100, 0), at(100, 100)}
	if !s.Edit(zone.Zone{Shape: zone.Shape{Kind: zone.Polygon, Rings: [][]geo.Point{ring}}}) || !s.Grab(at(100, 99), 5) {
		t.Error("a polygon")
	}
	s.Drag(at(200, 200))
	if shape, ok := s.Shape(); !ok || geo.Distance(shape.Rings[0][2], at(200, 200)) > 0.1 || ring[2] != at(100, 100) {
		t.Errorf("%+v; the zone itself must not change", shape)
	}
	for _, z := range []zone.Zone{{Shape: zone.Shape{Kind: zone.Ward, Code: "26740"}}, {Shape: zone.Shape{Kind: zone.Polygon, Rings: [][]geo.Point{ring, ring}}}} {
		if s.Edit(z) {
			t.Errorf("%s can be edited", z.Kind)
		}
	}
}

// TestFields reads the fields of a zone in both languages.
func TestFields(t *testing.T) {
	for _, l := range []string{"en", "vi"} {
		words, err := text.Load(assets.Translations(), l)
		if err != nil {
			t.Fatal(err)
		}
		z := zone.Zone{Shape: zone.Shape{Kind: zone.Circle, Center: depot, Radius: 1234.6}}
		if got, problem := zones.Named(words, z, " Kho ", "nhóm ", words.Number(1234.6, 0)); problem != "" || got.Name != "Kho" || got.Group != "nhóm" || got.Radius != 1234.6 {
			t.Errorf("%+v, %q; a radius that was not changed stays exact", got, problem)
		}
		if got, problem := zones.Named(words, z, "Kho", "", words.Number(2500, 0)); problem != "" || got.Radius != 2500 {
			t.Errorf("%+v, %q", got, problem)
		}
		for _, wrong := range [][2]string{{" ", "50"}, {"Kho", "abc"}, {"Kho", "1"}, {"Kho", "9999999"}} {
			if _, problem := zones.Named(words, z, wrong[0], "", wrong[1]); problem == "" {
				t.Errorf("%q is right", wrong)
			}
		}
		if line := zones.Describe(words, z); line == "" {
			t.Error("no description")
		}
	}
}
