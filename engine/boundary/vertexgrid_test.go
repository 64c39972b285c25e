// SPDX-License-Identifier: MIT

package boundary

import (
	"testing"

	"pgregory.net/rapid"
	"roadsnap/engine/geo"
)

// TestVertexGrid compares the grid with a scan of all vertices, while vertices are
// removed. The lattice is so small that many vertices lie on edges and in flat
// triangles.
func TestVertexGrid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		step := rapid.SampledFrom([]int32{1, 1000, 70000000}).Draw(t, "step")
		anywhere := rapid.Custom(func(t *rapid.T) geo.Fixed {
			return geo.Fixed{Lat: rapid.Int32Range(-5, 5).Draw(t, "lat") * step, Lon: rapid.Int32Range(-5, 5).Draw(t, "lon") * step}
		})
		points := rapid.SliceOfNDistinct(anywhere, 4, 40, rapid.ID).Draw(t, "points")
		in := make([]bool, len(points))
		for v := range in {
			in[v] = v < 3 || rapid.IntRange(0, 3).Draw(t, "in") > 0
		}
		g := newVertexGrid(points, func(v uint32) bool { return in[v] })
		for v := len(points) - 1; v >= 2; v-- {
			want := false
			for u, p := range points {
				want = want || in[u] && u > 2 && holdsSlowly(points[0], points[1], points[2], p)
			}
			if u, got := g.inTriangle(0, 1, 2); got != want || got && (!in[u] || u < 3) {
				t.Fatalf("vertex %d, %v; want %v", u, got, want)
			}
			if in[v] {
				g.remove(uint32(v))
				in[v] = false
			}
		}
	})
}

// holdsSlowly reports whether any point is in the closed triangle.
func holdsSlowly(a, b, c, p geo.Fixed) bool {
	if onSegment(p, a, b) || onSegment(p, b, c) || onSegment(p, c, a) {
		return true
	}
	ab := orientation(a, b, p)
	return ab != 0 && ab == orientation(b, c, p) && ab == orientation(c, a, p)
}

func TestVertexGridOfOneVertex(t *testing.T) {
	newVertexGrid(nil, nil) // must not divide by zero
	g := newVertexGrid([]geo.Fixed{{Lat: 1, Lon: 1}}, func(uint32) bool { return true })
	if n := len(g.in(0)); n != 1 {
		t.Errorf("the grid has %d vertices, want 1", n)
	}
	if g.remove(0); len(g.in(0)) != 0 {
		t.Error("the vertex was not removed")
	}
}
