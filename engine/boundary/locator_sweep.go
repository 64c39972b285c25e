// SPDX-License-Identifier: MIT

package boundary

import (
	"math"

	"roadsnap/engine/geo"
)

// eachCell calls visit for the cells of a grid row by row, until visit returns false.
// The segments of a cell are the ascending indexes of their first points. The owner
// of each corner follows from the cell to the west. The first corner of a row belongs
// to nobody, because it lies west of all arcs.
func eachCell(a *arcs, g grid, visit func(i int, c cell, segments []uint32) bool) {
	starts, segments := spread(a, g)
	for row := range g.Rows {
		known := nobody
		for column := range g.Columns {
			i := int(row)*int(g.Columns) + int(column)
			c := g.cell(column, row)
			c.owner = known
			touching := segments[starts[i]:starts[i+1]]
			if !visit(i, c, touching) {
				return
			}
			known = c.ownerOf(c.at(1<<c.shift, 0), a, touching)
		}
	}
}

// cell returns a cell of g, without its owner.
func (g *grid) cell(column, row uint32) cell {
	return cell{shift: g.Shift, corner: geo.Fixed{
		Lat: int32(int64(g.Box.MinLat) + int64(row)<<g.Shift),
		Lon: int32(int64(g.Box.MinLon) + int64(column)<<g.Shift),
	}}
}

// spread sorts the segments into the cells that they touch. Those of cell i are
// segments[starts[i]:starts[i+1]].
func spread(a *arcs, g grid) (starts, segments []uint32) {
	// Count first, so that the lists never grow. starts[i+2] first counts the
	// segments of cell i; after summing, starts[i+1] is where the next of them goes.
	starts = make([]uint32, int(g.Columns)*int(g.Rows)+2)
	eachTouch(a, &g, func(i int, _ uint32) { starts[i+2]++ })
	for i := 2; i < len(starts); i++ {
		starts[i] += starts[i-1]
	}
	segments = make([]uint32, starts[len(starts)-1])
	eachTouch(a, &g, func(i int, segment uint32) {
		segments[starts[i+1]] = segment
		starts[i+1]++
	})
	return starts[:len(starts)-1], segments
}

// eachTouch calls visit for every segment, ascending, and every cell of g that it
// touches.
func eachTouch(a *arcs, g *grid, visit func(i int, segment uint32)) {
	for arc := range a.len() {
		for s := a.start[arc]; s+1 < a.start[arc+1]; s++ {
			g.eachTouched(a.points[s], a.points[s+1], func(i int) { visit(i, s) })
		}
	}
}

// eachTouched calls visit for every cell that the segment a–b touches.
func (g *grid) eachTouched(a, b geo.Fixed, visit func(i int)) {
	box := geo.FixedBoundsOf(a, b)
	south, north := g.row(int64(box.MinLat)-1), g.row(int64(box.MaxLat))
	west, east := g.column(int64(box.MinLon)-1), g.column(int64(box.MaxLon))
	if south == north && west == east {
		visit(int(south)*int(g.Columns) + int(west))
		return
	}
	for row := south; row <= north; row++ {
		first, last := west, east
		if last-first > 1 && a.Lat != b.Lat {
			first, last = g.narrow(a, b, row, first, last)
		}
		for column := first; column <= last; column++ {
			if c := g.cell(column, row); c.touches(a, b) {
				visit(int(row)*int(g.Columns) + int(column))
			}
		}
	}
}

// row returns the row of a latitude, clamped at the southern edge of the grid.
func (g *grid) row(lat int64) uint32 { return uint32(max(lat-int64(g.Box.MinLat), 0) >> g.Shift) }

func (g *grid) column(lon int64) uint32 { return uint32(max(lon-int64(g.Box.MinLon), 0) >> g.Shift) }

// narrow returns the columns from first to last that a long segment may touch in a
// row, and perhaps one more on either side.
func (g *grid) narrow(a, b geo.Fixed, row, first, last uint32) (uint32, uint32) {
	slope := (float64(b.Lon) - float64(a.Lon)) / (float64(b.Lat) - float64(a.Lat))
	south := float64(g.cell(0, row).corner.Lat) - float64(a.Lat)
	low := float64(a.Lon) + slope*south
	high := float64(a.Lon) + slope*(south+float64(int64(1)<<g.Shift))
	// The error of both is far below a unit within the segment. Values beyond its
	// ends are clipped.
	column := func(lon float64) uint32 { return g.column(int64(min(max(lon, math.MinInt32), math.MaxInt32))) }
	return max(first, column(min(low, high)-2)), min(last, column(max(low, high)+2))
}
