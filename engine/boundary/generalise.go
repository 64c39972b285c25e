package boundary

import (
	"context"
	"fmt"

	"roadsnap/engine/geo"
)

// lines are the points of arcs at one level, in the order of the arcs. An arc that
// is not drawn at the level has no points; all others have what arcs promise, but
// that a closed one may begin at another of its vertices.
type lines struct {
	start  []uint32    // where the points of each arc start; the last is len(points)
	points []geo.Fixed // of all arcs, one after another
}

// line returns the points of an arc.
func (l *lines) line(arc int) []geo.Fixed { return l.points[l.start[arc]:l.start[arc+1]] }

// slack is the part of a tolerance that is used. The rest is left to those who write
// borders in fewer digits: 6 decimals move a vertex by up to 8 cm.
const slack = 0.994

// firstLimit is the error up to which vertices are removed in one go, in metres. From
// there on the limit doubles, up to the tolerance of the last level: only vertices
// below the limit are in the heap, which stays small, and their order is the same.
const firstLimit = 0.25

// generalise draws arcs at each level, each level with some of the vertices of the
// next finer one. No line crosses or touches another that it did not before, and no
// point of the border of any area, or of any group of areas, is farther from that
// border at Street than the level's tolerance, nor the other way round. Small
// islands, lakes and gaps that are as near as that to other borders of the same
// areas and groups are dropped, but every area and every group keeps something.
//
// groupOf is the group of each area. progress, if not nil, hears of vertices.
func generalise(ctx context.Context, a *arcs, groupOf []uint32, progress func(done, total int64)) ([levels]lines, error) {
	var drawn [levels]lines
	if progress == nil {
		progress = func(int64, int64) {}
	}
	total := int64(len(a.points))
	if a.len() == 0 {
		a = &arcs{start: []uint32{0}}
	}
	drawn[Street] = lines{start: a.start, points: a.points}
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
		// They leave room, and work, for those that stay.
		if err := t.thin(ctx, tolerance, tick); err != nil {
			return drawn, fmt.Errorf("generalise borders for level %v: %w", level, err)
		}
		drawn[level] = t.lines()
	}
	progress(total, total)
	return drawn, nil
}
