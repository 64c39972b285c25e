// SPDX-License-Identifier: MIT

package boundary

import (
	"fmt"
	"math"
	"slices"

	"roadsnap/engine/geo"
)

// density is how finely a locator divides the land. It affects the speed and size of
// the locator, not its answers.
type density struct {
	grid    int    // points for each cell of the grid; most cells have none
	crowded int    // segments from which on a cell is divided
	bridged uint32 // segments kept in a run though they do not touch the cell
}

// defaultDensity returns the density for countries. Chosen on the wards of Vietnam,
// 3.8 million points: half as many segments per cell, divided into up to 16 × 16
// parts at once, took three times the space and saved a quarter of the time.
func defaultDensity() density { return density{grid: 4, crowded: 24, bridged: 2} }

// buildLocator returns the locator of arcs. The same arcs give the same locator.
func buildLocator(a *arcs) locator { return buildDense(a, defaultDensity()) }

func buildDense(a *arcs, d density) locator {
	b := locatorBuilder{locator: locator{arcs: a, grid: newGrid(a, d.grid)}, density: d}
	b.borders, b.blocks = newBorders(a)
	b.nodes = make([]uint32, int(b.Columns)*int(b.Rows))
	eachCell(a, b.locator.grid, func(i int, c cell, segments []uint32) bool {
		b.add(i, c, segments)
		return true
	})
	if a.len() > maxArcs || len(b.cells) > maxPlace || len(b.nodes) > divided {
		panic(fmt.Sprintf("boundary: %d arcs of %d points are too many for a locator", a.len(), len(a.points)))
	}
	return b.locator
}

// boxOf returns the box that a locator of arcs covers.
func boxOf(a *arcs) geo.FixedBounds {
	box := geo.FixedBoundsOf(a.points...)
	if a.len() > 0 {
		box.MinLon = max(box.MinLon, math.MinInt32+1) - 1
	}
	return box
}

// newGrid returns the grid with the smallest cells, of at most one cell for the given
// number of points.
func newGrid(a *arcs, points int) grid {
	g := grid{Box: boxOf(a), Arcs: uint32(a.len()), Points: uint32(len(a.points))}
	if a.len() == 0 {
		return g
	}
	for {
		g.Columns, g.Rows = g.size()
		if g.Shift == maxShift || uint64(g.Columns)*uint64(g.Rows) <= uint64(len(a.points)/points+1) {
			return g
		}
		g.Shift++
	}
}

// size returns the number of columns and rows that cover the box of a grid.
func (g *grid) size() (columns, rows uint32) {
	return (uint32(g.Box.MaxLon)-uint32(g.Box.MinLon))>>g.Shift + 1, (uint32(g.Box.MaxLat)-uint32(g.Box.MinLat))>>g.Shift + 1
}

// locatorBuilder adds cells to a locator.
type locatorBuilder struct {
	locator
	density
	lists [maxShift + 1][4][]uint32 // segments of the quarters of a cell, by the cell's shift
}

// add stores cell c, which the segments touch, as node i.
func (b *locatorBuilder) add(i int, c cell, segments []uint32) {
	n := len(segments)
	switch {
	case n == 0:
		b.nodes[i] = wholeNode(c.owner)
		return
	case n < b.crowded || c.shift == 0:
		b.nodes[i] = b.cell(c.owner, segments)
		return
	}
	parts, lists := c.divide(b.arcs, segments), &b.lists[c.shift]
	total := 0
	for q := range parts {
		lists[q] = parts[q].touching(b.arcs, segments, lists[q][:0])
		total += len(lists[q])
	}
	// Where long segments run in parallel, or many meet at a node, each quarter has
	// nearly as many segments as the whole, and so on recursively.
	if total > n+n/3 {
		b.nodes[i] = b.cell(c.owner, segments)
		return
	}
	first := len(b.nodes)
	b.nodes[i] = divided | uint32(first)
	b.nodes = append(b.nodes, 0, 0, 0, 0)
	for q := range parts {
		b.add(first+q, parts[q], lists[q])
	}
}

// cell adds a cell with the given segments, which must ascend.
func (b *locatorBuilder) cell(corner owner, segments []uint32) uint32 {
	node := len(b.cells)
	b.cells = append(b.cells, corner)
	for i := 0; i < len(segments); {
		first := segments[i]
		arc := b.arcs.arcOf(first)
		end := first + 1 // after the last segment
		for i++; i < len(segments); i++ {
			s := segments[i]
			if s >= b.arcs.start[arc+1] || s-end > b.bridged || s+1-first > maxRun {
				break
			}
			end = s + 1
		}
		b.cells = append(b.cells, first, runLine(arc, end-first))
	}
	b.cells[len(b.cells)-1] |= lastRun
	return uint32(node)
}

// arcOf returns the arc of a point, given its index in points.
func (a *arcs) arcOf(point uint32) uint32 {
	i, _ := slices.BinarySearch(a.start, point+1)
	return uint32(i - 1)
}
