// SPDX-License-Identifier: MIT

package zone

import (
	"errors"
	"strings"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/trip"
)

// TestCheck holds that each fault of a shape is named, with what to do.
func TestCheck(t *testing.T) {
	for _, c := range []struct {
		name  string
		shape Shape
		parts []string // of the error; none: the shape is sound
	}{
		{"a circle", round(0, 0, 100).Shape, nil},
		{"a circle of no size", round(0, 0, 0).Shape, []string{"radius", "give another"}},
		{"a circle too large", round(0, 0, 1e6).Shape, []string{"radius"}},
		{"a circle off the Earth", Shape{Kind: Circle, Center: geo.Point{Lat: 100}, Radius: 1}, []string{"centre", "degrees"}},
		{"a corridor", Shape{Kind: Corridor, Line: []geo.Point{at(0, 0), at(9, 9)}, Width: 3}, nil},
		{"a corridor of a point", Shape{Kind: Corridor, Line: []geo.Point{at(0, 0), at(0, 0)}, Width: 3}, []string{"two different points", "add"}},
		{"a corridor of no width", Shape{Kind: Corridor, Line: []geo.Point{at(0, 0), at(9, 9)}}, []string{"width"}},
		{"a polygon", polygon(box(0, 0, 9, 9)).Shape, nil},
		{"a polygon without rings", polygon().Shape, []string{"three points"}},
		{"a ring of two points", polygon(box(0, 0, 9, 9), []geo.Point{at(3, 3), at(4, 4)}).Shape, []string{"ring 2", "10.77", "add points"}},
		{"a bow tie", polygon([]geo.Point{at(0, 0), at(100, 100), at(100, 0), at(0, 100)}).Shape, []string{"crosses itself at 10.770450, 106.700458", "move"}},
		{"parts that overlap", polygon(box(0, 0, 9, 9), box(5, 5, 14, 14)).Shape, []string{"crosses itself"}},
		{"parts that touch", polygon(box(0, 0, 9, 9), box(9, 9, 14, 14)).Shape, nil},
		{"swapped", polygon([]geo.Point{{Lat: 106, Lon: 10}, {Lat: 106.1, Lon: 10}, {Lat: 106, Lon: 10.1}}).Shape, []string{"exchange latitude and longitude"}},
		{"both sides of the Earth", polygon([]geo.Point{{Lat: 10, Lon: -179}, {Lat: 11, Lon: 179}, {Lat: 12, Lon: 179}}).Shape, []string{"antimeridian"}},
		{"a ward", Shape{Kind: Ward, Code: "26740"}, nil},
		{"a short code", Shape{Kind: Ward, Code: "79"}, []string{"79", "5 digits"}},
		{"a province", Shape{Kind: Province, Code: "79"}, nil},
		{"no kind", Shape{Kind: "hexagon"}, []string{"hexagon", "choose"}},
	} {
		err := c.shape.Check()
		if len(c.parts) == 0 && err == nil {
			continue
		}
		if len(c.parts) == 0 || !errors.Is(err, ErrShape) {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for _, part := range c.parts {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %v does not have %q", c.name, err, part)
			}
		}
	}
}

func TestTidy(t *testing.T) {
	ring := box(0, 0, 9, 9)
	got := Tidy([][]geo.Point{append(append([]geo.Point{ring[0]}, ring...), ring[0]), {at(1, 1), at(2, 2), at(1, 1)}})
	if len(got) != 1 || len(got[0]) != 4 {
		t.Errorf("%v", got)
	}
}

func TestColor(t *testing.T) {
	for _, text := range []string{"", "#000000", "#12abEF"} {
		if c, err := ParseColor(text); err != nil || !strings.EqualFold(c.String(), text) {
			t.Errorf("%q becomes %q, %v", text, c.String(), err)
		}
	}
	for _, text := range []string{"red", "#12345", "#12345g", "# 12345", "#-12345"} {
		if _, err := ParseColor(text); !errors.Is(err, ErrShape) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestSite(t *testing.T) {
	s := trip.Site{ID: 3, Name: "Kho", Center: at(1, 2), Radius: 50}
	if got, ok := OfSite(s).Site(); got != s || !ok {
		t.Errorf("%+v, %v", got, ok)
	}
	if _, ok := polygon(box(0, 0, 9, 9)).Site(); ok {
		t.Error("a polygon is a named place")
	}
}

// TestFaults holds that a zone with a fault does not keep others from being found.
func TestFaults(t *testing.T) {
	x := NewIndex([]Zone{round(0, 0, 0), {Name: "Bến Thành", Shape: Shape{Kind: Ward, Code: "26740"}}, round(0, 0, 100)}, nil)
	if x.Faults[0] == nil || x.Faults[1] == nil || !strings.Contains(x.Faults[1].Error(), "Bến Thành") || x.Faults[2] != nil {
		t.Errorf("%v", x.Faults)
	}
	if got := x.At(at(50, 50)); len(got) != 1 || got[0] != 2 {
		t.Errorf("%v", got)
	}
	if !x.Bounds(0).Empty() || x.Bounds(2).Empty() {
		t.Errorf("%v, %v", x.Bounds(0), x.Bounds(2))
	}
}
