// SPDX-License-Identifier: MIT

package boundary

import (
	"context"
	"fmt"
	"math"
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
)

// Verify checks everything that Open does not: that references are valid, rings close
// and bound their land, records match their rings, coarser levels have vertices of
// the finest, and the locator agrees with the borders. The error wraps
// pack.ErrCorrupt, or is that of ctx.
func (n *Net) Verify(ctx context.Context) error {
	for _, check := range []func(context.Context) error{
		n.verifyLines, n.verifyOwners, n.verifyIndex, n.verifyLists, n.verifyRings, n.verifyFaults, n.locator.verify,
	} {
		if err := check(ctx); err != nil {
			return fmt.Errorf("verify %q: %w", n.name, err)
		}
	}
	return nil
}

func corrupt(format string, args ...any) error {
	return fmt.Errorf("%w: %w", pack.ErrCorrupt, fmt.Errorf(format, args...))
}

// verifyLines checks the points of the arcs at each level.
func (n *Net) verifyLines(ctx context.Context) error {
	for l := n.Finest(); l < levels; l++ { // the finest first, because the others are compared with it
		if err := ctx.Err(); err != nil {
			return err
		}
		lines := &n.lines[l]
		if err := ascending(lines.start, len(lines.points)); err != nil {
			return fmt.Errorf("points at level %v: %w", l, err)
		}
		for arc := range n.NumArcs() {
			line, full := lines.line(arc), n.arcs.line(arc)
			closed := len(full) > 1 && full[0] == full[len(full)-1]
			switch {
			case len(full) < 2 || len(line) == 1 || closed && 0 < len(line) && len(line) < 4:
				return corrupt("arc %d has %d points at level %v", arc, len(line), l)
			case len(line) == 0 && l == n.Finest():
				return corrupt("arc %d is missing at level %v", arc, l)
			case len(line) > 0 && !simplifies(line, full):
				return corrupt("arc %d at level %v does not follow its finest line", arc, l)
			}
		}
	}
	return nil
}

// simplifies reports whether a line has some of the vertices of another, in the same
// order and with the same ends. Closed lines may begin anywhere.
func simplifies(line, full []geo.Fixed) bool {
	if full[0] == full[len(full)-1] && line[0] == line[len(line)-1] {
		from := slices.Index(full, line[0])
		if from < 0 {
			return false
		}
		return within(line, full[from:], full[1:from+1])
	}
	return line[0] == full[0] && line[len(line)-1] == full[len(full)-1] && within(line, full)
}

// within reports whether a line has some of the points of the concatenated pieces, in
// their order.
func within(line []geo.Fixed, pieces ...[]geo.Fixed) bool {
	for _, piece := range pieces {
		for _, p := range piece {
			if len(line) > 0 && line[0] == p {
				line = line[1:]
			}
		}
	}
	return len(line) == 0
}

// ascending checks a list of offsets into n elements.
func ascending(offsets []uint32, n int) error {
	for i := 1; i < len(offsets); i++ {
		if offsets[i] < offsets[i-1] {
			return corrupt("offset %d is less than the one before", i)
		}
	}
	if offsets[0] != 0 || int(offsets[len(offsets)-1]) != n {
		return corrupt("offsets from %d to %d for %d elements", offsets[0], offsets[len(offsets)-1], n)
	}
	return nil
}

func (n *Net) verifyOwners(context.Context) error {
	if n.head.Alone > 1 {
		return corrupt("the header has alone %d, want 0 or 1", n.head.Alone)
	}
	for arc := range n.NumArcs() {
		left, right := n.arcs.left[arc], n.arcs.right[arc]
		if left == right {
			return corrupt("arc %d has owner %d on both sides", arc, left)
		}
		for _, o := range [2]owner{left, right} {
			if o != nobody && o >= n.head.Areas {
				return corrupt("arc %d has owner %d, but there are %d areas", arc, o, n.head.Areas)
			}
		}
	}
	for i, r := range n.lands[:len(n.lands)-1] {
		if r.Group >= n.head.Groups {
			return corrupt("land %d is in group %d, but there are %d groups", i, r.Group, n.head.Groups)
		}
	}
	return nil
}

func (n *Net) verifyIndex(context.Context) error {
	if err := n.index.Verify(); err != nil {
		return err
	}
	for arc := range n.NumArcs() {
		found := false
		box := geo.FixedBoundsOf(n.arcs.line(arc)...)
		n.index.Search(box, func(item uint32) bool {
			found = int(item) == arc
			return !found
		})
		if !found {
			return corrupt("arc %d is not in the index", arc)
		}
	}
	return nil
}

// verifyLists checks the lists of polygons, rings and halves.
func (n *Net) verifyLists(context.Context) error {
	last := uint32(0)
	for i, r := range n.lands {
		if r.Polygon < last {
			return corrupt("the polygons of land %d begin before those of the land before", i)
		}
		last = r.Polygon
	}
	if int(last) != len(n.polygons)-1 || n.lands[0].Polygon != 0 {
		return corrupt("lands have %d polygons, want %d", last, len(n.polygons)-1)
	}
	if err := ascending(n.polygons, len(n.rings)-1); err != nil {
		return fmt.Errorf("polygons: %w", err)
	}
	if err := ascending(n.rings, len(n.halves)); err != nil {
		return fmt.Errorf("rings: %w", err)
	}
	for i, h := range n.halves {
		if int(h/2) >= n.NumArcs() {
			return corrupt("half %d is of arc %d, but there are %d arcs", i, h/2, n.NumArcs())
		}
	}
	return nil
}

// verifyRings checks that each ring closes, has its land to the left, and lies in its
// box.
func (n *Net) verifyRings(ctx context.Context) error {
	for i, r := range n.lands[:len(n.lands)-1] {
		if err := ctx.Err(); err != nil {
			return err
		}
		found := record{Code: r.Code, Group: r.Group, Polygon: r.Polygon, Box: geo.NoFixedBounds, Center: r.Center}
		for polygon := r.Polygon; polygon < n.lands[i+1].Polygon; polygon++ {
			if n.polygons[polygon] == n.polygons[polygon+1] {
				return corrupt("polygon %d has no ring", polygon)
			}
			for ring := n.polygons[polygon]; ring < n.polygons[polygon+1]; ring++ {
				if err := n.verifyRing(i, ring, ring == n.polygons[polygon]); err != nil {
					return err
				}
				for _, h := range (Ring{n, nil, ring}).halves() {
					found.extend(&n.arcs, h)
				}
			}
		}
		// Sums of floats may differ in their last digits between processors.
		if math.Abs(found.Size-r.Size) <= 1e-9*found.Size {
			found.Size = r.Size
		}
		if found != r {
			return corrupt("the record of land %d does not match its rings", i)
		}
		if c := geo.FixedBoundsOf(r.Center); found.Vertices > 0 && found.Box.Union(c) != found.Box {
			return corrupt("the centre of land %d is outside its box", i)
		}
	}
	return nil
}

func (n *Net) verifyRing(land int, number uint32, outer bool) error {
	halves := (Ring{n, nil, number}).halves()
	if len(halves) == 0 {
		return corrupt("ring %d is empty", number)
	}
	for _, l := range Levels() {
		if l >= n.Finest() && !closes(&n.lines[l], halves) {
			return corrupt("ring %d of land %d has a gap at level %v", number, land, l)
		}
	}
	var sum sweep
	for _, h := range halves {
		owner := n.arcs.left[h/2]
		if s := sweepOf(n.arcs.line(int(h / 2))); h%2 == 0 {
			sum = sum.add(s)
		} else {
			sum, owner = sum.sub(s), n.arcs.right[h/2]
		}
		if owner == nobody || land != n.landOf(owner, land) {
			return corrupt("ring %d of land %d has another land to its left", number, land)
		}
	}
	if (sum.sign() > 0) != outer {
		return corrupt("ring %d of land %d runs in the wrong direction", number, land)
	}
	return nil
}

// closes reports whether each half of a ring begins where the one before it ends, or
// no half is drawn.
func closes(l *lines, halves []half) bool {
	ends := func(h half) (from, to geo.Fixed) {
		line := l.line(int(h / 2))
		if h%2 == 0 {
			return line[0], line[len(line)-1]
		}
		return line[len(line)-1], line[0]
	}
	drawn := 0
	for _, h := range halves {
		if len(l.line(int(h/2))) > 0 {
			drawn++
		}
	}
	if drawn < len(halves) {
		return drawn == 0
	}
	_, at := ends(halves[len(halves)-1])
	for _, h := range halves {
		from, to := ends(h)
		if from != at {
			return false
		}
		at = to
	}
	return true
}

// landOf returns the land of an owner, of the same kind as land like: its own, or its
// group's.
func (n *Net) landOf(o owner, like int) int {
	if like < n.NumAreas() {
		return int(o)
	}
	return n.NumAreas() + int(n.lands[o].Group)
}

func (n *Net) verifyFaults(context.Context) error {
	last := uint32(0)
	for i, f := range n.faults {
		end := i == len(n.faults)-1
		if f.Areas < last || (f.Kind == kindEnd) != end || f.Kind > kindEnd {
			return corrupt("fault %d is invalid", i)
		}
		last = f.Areas
	}
	if int(last) != len(n.claimants) {
		return corrupt("faults have %d claimants, want %d", last, len(n.claimants))
	}
	for i, c := range n.changes {
		if c.Kind > changeLost {
			return corrupt("change %d has an unknown kind", i)
		}
	}
	for i, area := range n.claimants {
		if area >= n.head.Areas {
			return corrupt("claimant %d is area %d, but there are %d areas", i, area, n.head.Areas)
		}
	}
	return nil
}
