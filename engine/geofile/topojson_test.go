// SPDX-License-Identifier: MIT

package geofile

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/paulmach/orb"
)

// TestTopoJSONSharesArcs draws a chessboard with an island in a lake, and checks that every
// border is there once, and that the arcs give the areas back.
func TestTopoJSONSharesArcs(t *testing.T) {
	const n = 4
	var features []Feature
	for y := range n {
		for x := range n {
			a, b := 105+float64(x), 10+float64(y)
			features = append(features, Feature{
				Values: []any{"square"},
				Area:   orb.MultiPolygon{{{{a, b}, {a + 0.5, b}, {a + 1, b}, {a + 1, b + 1}, {a + 0.5, b + 1}, {a, b + 1}, {a, b}}}},
			})
		}
	}
	lake := orb.Ring{{105.2, 10.2}, {105.2, 10.8}, {105.8, 10.8}, {105.8, 10.2}, {105.2, 10.2}}
	features[0].Area[0] = append(features[0].Area[0], lake)
	island := orb.Ring{lake[2], lake[1], lake[0], lake[3], lake[2]}
	features = append(features, Feature{Values: []any{"island"}, Area: orb.MultiPolygon{{island}}})
	path := writeFile(t, TopoJSON, Schema{Name: "board", Columns: []Column{{Name: "kind"}}}, features)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Transform struct{ Scale, Translate [2]float64 }
		Objects   map[string]struct {
			Geometries []struct {
				Arcs [][][]int
			}
		}
		Arcs [][][2]float64
	}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	// Between the joints of the board there are 2·n·(n+1) sides. At the four corners of the
	// board no ring parts from another, so each of them joins two sides to one arc; the lake is
	// another arc.
	if want := 2*n*(n+1) - 4 + 1; len(got.Arcs) != want {
		t.Errorf("%d arcs, want %d", len(got.Arcs), want)
	}
	line := func(number int) (points []orb.Point) {
		backwards := number < 0
		if backwards {
			number = ^number
		}
		x, y := 0.0, 0.0
		for _, d := range got.Arcs[number] {
			x, y = x+d[0], y+d[1]
			points = append(points, orb.Point{x*got.Transform.Scale[0] + got.Transform.Translate[0], y*got.Transform.Scale[1] + got.Transform.Translate[1]})
		}
		if backwards {
			for i, j := 0, len(points)-1; i < j; i, j = i+1, j-1 {
				points[i], points[j] = points[j], points[i]
			}
		}
		return points
	}
	for i, g := range got.Objects["board"].Geometries {
		var area orb.MultiPolygon
		for _, polygon := range g.Arcs {
			var rings orb.Polygon
			for _, numbers := range polygon {
				var ring orb.Ring
				for _, number := range numbers {
					points := line(number)
					if len(ring) > 0 {
						if math.Hypot(ring[len(ring)-1][0]-points[0][0], ring[len(ring)-1][1]-points[0][1]) > 1e-9 {
							t.Fatalf("feature %d: arc %d does not begin at %v", i, number, ring[len(ring)-1])
						}
						points = points[1:]
					}
					ring = append(ring, points...)
				}
				rings = append(rings, ring)
			}
			area = append(area, rings)
		}
		if got, want := canonical(area), canonical(features[i].Area); got != want {
			t.Errorf("feature %d:\n got %s\nwant %s", i, got, want)
		}
	}
}
