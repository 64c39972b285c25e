// SPDX-License-Identifier: MIT

package label

import (
	"math"
	"slices"

	"roadsnap/ui/mapdraw/raster"
)

// cellSize is the side of the cells of a Plan (pixels).
const cellSize = 96

type cell struct{ x, y int32 }

// Plan is a grid index of the occupied boxes of the map.
type Plan map[cell][]raster.Box

func (g Plan) cells(b raster.Box, visit func(cell) bool) bool {
	for y := int32(math.Floor(b.Y0 / cellSize)); y <= int32(math.Floor(b.Y1/cellSize)); y++ {
		for x := int32(math.Floor(b.X0 / cellSize)); x <= int32(math.Floor(b.X1/cellSize)); x++ {
			if !visit(cell{x, y}) {
				return false
			}
		}
	}
	return true
}

// free reports whether no box overlaps b.
func (g Plan) free(b raster.Box) bool {
	return g.cells(b, func(c cell) bool {
		return !slices.ContainsFunc(g[c], b.Overlaps)
	})
}

// Room reports whether all boxes, moved by at, are free.
func (g Plan) Room(boxes []raster.Box, at raster.Vec) bool {
	return len(g) == 0 || !slices.ContainsFunc(boxes, func(b raster.Box) bool { return !g.free(b.Add(at.X, at.Y)) })
}

// Take marks boxes, moved by at, as occupied.
func (g Plan) Take(boxes []raster.Box, at raster.Vec) {
	for _, b := range boxes {
		moved := b.Add(at.X, at.Y)
		g.cells(moved, func(c cell) bool {
			g[c] = append(g[c], moved)
			return true
		})
	}
}

// Claim takes the boxes, moved by at, if all of them are free.
func (g Plan) Claim(boxes []raster.Box, at raster.Vec) bool {
	free := g.Room(boxes, at)
	if free {
		g.Take(boxes, at)
	}
	return free
}
