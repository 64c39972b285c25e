// SPDX-License-Identifier: MIT

package boundary

import (
	"context"
	"maps"
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/spatial"
)

// findPixels replaces the cuts: every edge that passes through the pixel of a vertex,
// or of a cut found in this round, is cut there. The pixel of a point is the square
// of positions that round to the point.
//
// Edges that cross at a very small angle may go on crossing for ever, a unit further
// each time, if they are bent only at their crossings. If they are bent in all pixels
// that they pass, they cross no more: everything on one side of an edge stays there
// or ends up on it (Guibas and Marimont, "Rounding Arrangements Dynamically", 1998).
// No edge moves by more than half the diagonal of a pixel.
func (c *cutter) findPixels(ctx context.Context) error {
	hot := make(map[geo.Fixed]struct{})
	for i, e := range c.edges {
		if !c.dead[i] {
			hot[e.a], hot[e.b] = struct{}{}, struct{}{}
		}
	}
	for _, at := range c.cuts {
		for _, p := range at {
			hot[p] = struct{}{}
		}
	}
	pixels := slices.SortedFunc(maps.Keys(hot), compare)
	boxes := make([]geo.FixedBounds, len(pixels))
	for i, p := range pixels {
		boxes[i] = geo.FixedBoundsOf(p)
	}
	tree := spatial.Build(boxes).Tree()
	c.cuts = make(map[int][]geo.Fixed)
	for i := 0; i < len(c.edges); i++ {
		if c.dead[i] {
			continue
		}
		// An edge between points of the grid passes no pixel beyond its box.
		var err error
		tree.Search(c.edges[i].box(), func(item uint32) bool {
			if p := pixels[item]; c.edges[i].passes(p) {
				c.note(i, p)
			}
			err = c.look(ctx)
			return err == nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// passes reports whether an edge has a point in the pixel of p: up to half a unit
// from it, the eastern and northern sides excluded. It is exact.
func (e edge) passes(p geo.Fixed) bool {
	if !between(p.Lat, e.a.Lat, e.b.Lat) || !between(p.Lon, e.a.Lon, e.b.Lon) {
		return false
	}
	// The box of the edge now shares a point with the pixel. The edge misses the
	// pixel if all corners are on one side.
	x, y := int64(e.b.Lon)-int64(e.a.Lon), int64(e.b.Lat)-int64(e.a.Lat)
	px, py := 2*(int64(p.Lon)-int64(e.a.Lon)), 2*(int64(p.Lat)-int64(e.a.Lat)) // in half units
	left, right := false, false
	for _, corner := range [4]struct{ dx, dy int64 }{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}} {
		side := int64(compareProducts(x, py+corner.dy, y, px+corner.dx))
		if side == 0 { // on the corner itself, which counts as slightly inside if it is to the east or north
			side = (corner.dx+1)*y - (corner.dy+1)*x
		}
		left, right = left || side >= 0, right || side <= 0
	}
	return left && right
}
