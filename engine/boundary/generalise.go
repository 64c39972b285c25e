// SPDX-License-Identifier: MIT

package boundary

import (
	"context"
	"fmt"

	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
)

// lines are the points of arcs at one level, in the order of the arcs. An arc that is
// not drawn at the level has no points. Every other arc has the properties of arcs,
// except that a closed one may begin at another of its vertices.
type lines struct {
	start  []uint32    // index in points of the first point of each arc; the last element is len(points)
	points []geo.Fixed // of all arcs, one after another; of a pack, only between checks its blocks

	packed *pack.Array[geo.Fixed] // the same points in a pack, nil if they are in memory
}

// line returns the points of an arc.
func (l *lines) line(arc int) []geo.Fixed {
	return l.between(uint64(l.start[arc]), uint64(l.start[arc+1]))
}

// between returns the points from first to before end. Most borders of a country are never
// used in detail, so their blocks are not checked before.
func (l *lines) between(first, end uint64) []geo.Fixed {
	if l.packed != nil {
		return l.packed.Range(int(first), int(end))
	}
	return l.points[first:end]
}

// slack is the fraction of a tolerance that is used. The rest allows for writing
// borders with fewer digits: 6 decimals move a vertex by up to 8 cm.
const slack = 0.994

// firstLimit is the first error limit (metres) for removing vertices. The limit then
// doubles up to the tolerance of the last level. The heap holds only vertices below
// the limit, so it stays small; the order of removal is the same.
const firstLimit = 0.25

// generalise draws arcs at each level, each with some of the vertices of the next
// finer level. No lines cross or touch that did not before. The border of any area or
// group stays within the level's tolerance of its border at Street, in both
// directions. Small islands, lakes and gaps are dropped if they are that close to
// other borders of the same areas and groups. Every area and every group keeps some
// border.
//
// groupOf is the group of each area. progress, if not nil, is called with the number
// of vertices removed.
func generalise(ctx context.Context, a *arcs, groupOf []uint32, progress func(done, total int64)) ([levels]lines, error) {
	var drawn [levels]lines
	if progress == nil {
		progress = func(int64, int64) {}
	}
	total := int64(len(a.points))
	if a.len() == 0 {
		a = &arcs{lines: lines{start: []uint32{0}}}
	}
	drawn[Street] = a.lines
	t := newThinning(a, groupOf, Country.Tolerance()*slack)
	islands := findIslands(a)
	tick := func() { progress(min(t.removed, total-1), total) }
	limit := firstLimit
	for level := Ward; level <= Country; level++ {
		tolerance := level.Tolerance() * slack
		var steps []float64
		for ; limit < tolerance; limit *= 2 {
			steps = append(steps, limit)
		}
		for _, step := range append(steps, tolerance) {
			if err := t.thin(ctx, step, tick); err != nil {
				return drawn, fmt.Errorf("generalise borders for level %v: %w", level, err)
			}
		}
		t.dropIslands(islands, tolerance)
		// Dropped islands make room for removing further vertices.
		if err := t.thin(ctx, tolerance, tick); err != nil {
			return drawn, fmt.Errorf("generalise borders for level %v: %w", level, err)
		}
		drawn[level] = t.lines()
	}
	progress(total, total)
	return drawn, nil
}
