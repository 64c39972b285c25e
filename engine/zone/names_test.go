// SPDX-License-Identifier: MIT

package zone

import (
	"slices"
	"testing"

	"roadsnap/engine/geo"
)

// TestNames asks for polygons and corridors at places and on lines. Circles and units are no
// part of it, and a line from outside to outside through a polygon touches it.
func TestNames(t *testing.T) {
	at := func(lat, lon float64) geo.Point { return geo.Point{Lat: lat, Lon: lon} }
	square := []geo.Point{at(10, 106), at(10, 106.01), at(10.01, 106.01), at(10.01, 106)}
	n := NamesOf([]Zone{
		{Name: "area", Shape: Shape{Kind: Polygon, Rings: [][]geo.Point{square}}},
		{Name: "road", Shape: Shape{Kind: Corridor, Line: []geo.Point{at(10.005, 106.02), at(10.005, 106.03)}, Width: 40}},
		{Name: "depot", Shape: Shape{Kind: Circle, Center: at(10.005, 106.005), Radius: 100}},
		{Name: "ward", Shape: Shape{Kind: Ward, Code: "00001"}},
	})
	if got := n.All(); !slices.Equal(got, []string{"area", "road"}) {
		t.Errorf("all: %v", got)
	}
	for _, c := range []struct {
		name string
		line []geo.Point
		want []string
	}{
		{"a point inside", []geo.Point{at(10.005, 106.005)}, []string{"area"}},
		{"a point outside", []geo.Point{at(10.02, 106.005)}, nil},
		{"through the area", []geo.Point{at(9.99, 106.005), at(10.02, 106.005)}, []string{"area"}},
		{"across the road", []geo.Point{at(10, 106.025), at(10.01, 106.025)}, []string{"road"}},
		{"both", []geo.Point{at(10.005, 105.9), at(10.005, 106.1)}, []string{"area", "road"}},
		{"past both", []geo.Point{at(10.02, 105.9), at(10.02, 106.1)}, nil},
	} {
		if got := n.NamesOn(c.line); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
		if len(c.line) == 1 {
			if got := n.NamesAt(c.line[0]); !slices.Equal(got, c.want) {
				t.Errorf("at %s: %v, want %v", c.name, got, c.want)
			}
		}
	}
}
