// SPDX-License-Identifier: MIT

package boundary

import (
	"context"
	"fmt"
	"slices"

	"roadsnap/engine/pack"
)

// verify checks every cell against the arcs, which must have been verified. The
// corner must have the stored owner, and the runs must hold each segment that touches
// the cell once. All nodes and cells must be used once, in the order of traversal.
// The choice of cells to divide is not checked. The error wraps pack.ErrCorrupt or is
// that of ctx.
func (l *locator) verify(ctx context.Context) error {
	if err := l.checkGrid(); err != nil {
		return fmt.Errorf("locator: %w", err)
	}
	if borders, blocks := newBorders(l.arcs); !slices.Equal(l.borders, borders) || !slices.Equal(l.blocks, blocks) {
		return fmt.Errorf("locator: %w: the outlines of areas differ from the arcs", pack.ErrCorrupt)
	}
	v := locatorVerifier{locator: l, ctx: ctx}
	if err := v.all(); err != nil {
		return fmt.Errorf("locator: %w", err)
	}
	return nil
}

type locatorVerifier struct {
	*locator
	ctx          context.Context
	nodes, cells uint64 // visited so far, of those in the arrays
}

func (v *locatorVerifier) all() error {
	if want := boxOf(v.arcs); v.Box != want {
		return fmt.Errorf("%w: it covers %v, want %v", pack.ErrCorrupt, v.Box, want)
	}
	v.nodes = uint64(v.Columns) * uint64(v.Rows)
	var err error
	eachCell(v.arcs, v.grid, func(i int, c cell, segments []uint32) bool {
		if err = v.ctx.Err(); err == nil {
			err = v.node(uint64(i), c, segments)
		}
		return err == nil
	})
	if err == nil && (v.nodes != uint64(len(v.locator.nodes)) || v.cells != uint64(len(v.locator.cells))) {
		err = fmt.Errorf("%w: %d nodes and %d cell words, but %d and %d are used", pack.ErrCorrupt,
			len(v.locator.nodes), len(v.locator.cells), v.nodes, v.cells)
	}
	return err
}

// node checks node i of cell c, which the segments touch.
func (v *locatorVerifier) node(i uint64, c cell, segments []uint32) error {
	var fault string
	switch node := v.locator.nodes[i]; {
	case node&divided != 0:
		if first := uint64(node &^ divided); first == v.nodes && first+4 <= uint64(len(v.locator.nodes)) && c.shift > 0 {
			v.nodes += 4
			for q, part := range c.divide(v.arcs, segments) {
				if err := v.node(first+uint64(q), part, part.touching(v.arcs, segments, nil)); err != nil {
					return err
				}
			}
			return nil
		}
		fault = "its quarters are out of order"
	case node&whole != 0:
		if wholeOwner(node) == c.owner && len(segments) == 0 {
			return nil
		}
		fault = "it does not have that one owner throughout"
	default:
		if fault = v.cell(uint64(node), c, segments); fault == "" {
			return nil
		}
	}
	return fmt.Errorf("%w: node %d at %v: %s", pack.ErrCorrupt, i, c.corner.Point(), fault)
}

// cell checks the runs of c, which start at index i, and returns the fault or "".
func (v *locatorVerifier) cell(i uint64, c cell, segments []uint32) string {
	words, a := v.locator.cells, v.arcs
	if i != v.cells || i >= uint64(len(words)) {
		return "its cell is out of order"
	}
	if words[i] != c.owner {
		return fmt.Sprintf("its corner has owner %d, want %d", words[i], c.owner)
	}
	end := uint64(0) // after the last segment of the runs so far
	for i++; ; i += 2 {
		if i+2 > uint64(len(words)) {
			return "its runs have no last one"
		}
		first, arc, n := uint64(words[i]), runArc(words[i+1]), uint64(runSegments(words[i+1]))
		if int64(arc) >= int64(a.len()) || n == 0 || first < end || first < uint64(a.start[arc]) || first+n >= uint64(a.start[arc+1]) {
			return "a run is not on its arc, or not after the one before it"
		}
		end = first + n
		for len(segments) > 0 && uint64(segments[0]) < end {
			if uint64(segments[0]) < first {
				return fmt.Sprintf("its runs leave out segment %d", segments[0])
			}
			segments = segments[1:]
		}
		if words[i+1]&lastRun != 0 {
			break
		}
	}
	if len(segments) > 0 {
		return fmt.Sprintf("its runs leave out segment %d", segments[0])
	}
	v.cells = i + 2
	return ""
}
