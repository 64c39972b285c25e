// SPDX-License-Identifier: MIT

package boundary

import (
	"fmt"

	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
)

const (
	gridTag    pack.Tag = "ULGR"
	nodesTag   pack.Tag = "ULND"
	cellsTag   pack.Tag = "ULCL"
	bordersTag pack.Tag = "ULBR"
	blocksTag  pack.Tag = "ULBX"
)

// locatorTags returns the tags of the sections of a locator.
func locatorTags() []pack.Tag { return []pack.Tag{gridTag, nodesTag, cellsTag, bordersTag, blocksTag} }

// write adds the locator to a pack, as part of family f. The caller writes the arcs.
func (l *locator) write(f Family, w *pack.Writer) error {
	if err := pack.Write(w, f.of(gridTag), []grid{l.grid}); err != nil {
		return err
	}
	if err := pack.Write(w, f.of(nodesTag), l.nodes); err != nil {
		return err
	}
	if err := pack.Write(w, f.of(cellsTag), l.cells); err != nil {
		return err
	}
	if err := pack.Write(w, f.of(bordersTag), l.borders); err != nil {
		return err
	}
	return pack.Write(w, f.of(blocksTag), l.blocks)
}

// openLocator returns the locator of family f in a pack, for its arcs. It checks that
// the sections match each other and the arcs, without reading them; verify checks the
// rest. Errors wrap pack.ErrCorrupt or are those of pack.Slice.
//
// If a damaged locator was not verified, locate may return any answer or panic with
// an index out of range, but it terminates.
func openLocator(f Family, p *pack.Pack, a *arcs) (locator, error) {
	grids, err := pack.Slice[grid](p, f.of(gridTag))
	if err != nil {
		return locator{}, err
	}
	l := locator{arcs: a}
	if l.nodes, err = pack.Slice[uint32](p, f.of(nodesTag)); err != nil {
		return locator{}, err
	}
	if l.cells, err = pack.Slice[uint32](p, f.of(cellsTag)); err != nil {
		return locator{}, err
	}
	if l.borders, err = pack.Slice[bordering](p, f.of(bordersTag)); err != nil {
		return locator{}, err
	}
	if l.blocks, err = pack.Slice[geo.FixedBounds](p, f.of(blocksTag)); err != nil {
		return locator{}, err
	}
	if len(grids) != 1 {
		err = fmt.Errorf("%w: %d grids, want 1", pack.ErrCorrupt, len(grids))
	} else {
		l.grid = grids[0]
		err = l.checkGrid()
	}
	if err != nil {
		return locator{}, fmt.Errorf("open locator of %q: %w", p.Name(), err)
	}
	return l, nil
}

// checkGrid checks the sizes of the sections, without reading the cells.
func (l *locator) checkGrid() error {
	if int64(l.Arcs) != int64(l.arcs.len()) || int64(l.Points) != int64(len(l.arcs.points)) {
		return fmt.Errorf("%w: the locator is for %d arcs and %d points, but the pack has %d and %d",
			pack.ErrCorrupt, l.Arcs, l.Points, l.arcs.len(), len(l.arcs.points))
	}
	if l.Shift > maxShift {
		return fmt.Errorf("%w: cells of 2^%d units, want at most 2^%d", pack.ErrCorrupt, l.Shift, maxShift)
	}
	var columns, rows uint32
	if l.Box.MinLat <= l.Box.MaxLat && l.Box.MinLon <= l.Box.MaxLon {
		columns, rows = l.size()
	}
	if l.Columns != columns || l.Rows != rows {
		return fmt.Errorf("%w: a grid of %d × %d cells, want %d × %d", pack.ErrCorrupt, l.Columns, l.Rows, columns, rows)
	}
	if uint64(columns)*uint64(rows) > uint64(len(l.nodes)) {
		return fmt.Errorf("%w: %d nodes for a grid of %d × %d cells", pack.ErrCorrupt, len(l.nodes), columns, rows)
	}
	if len(l.borders) != 2*l.arcs.len() {
		return fmt.Errorf("%w: %d borders of areas, want two for each of %d arcs", pack.ErrCorrupt, len(l.borders), l.arcs.len())
	}
	return nil
}
