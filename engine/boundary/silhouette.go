package boundary

import "roadsnap/engine/geo"

// Silhouette is the land of several areas in one piece, as closed lines: coasts
// and frontiers, without the borders within. It is made for pictures of small
// parts of it, and reads the pack of its Net.
type Silhouette struct{ rings []shore }

// shore is a closed line of a silhouette.
type shore struct {
	box       geo.FixedBounds
	stretches []stretch
}

// stretch is a piece of a border, seen along the shore or against it.
type stretch struct {
	box    geo.FixedBounds
	points []geo.Fixed // a view of the pack
	back   bool
}

// stretchPoints is how many points a stretch has: few enough that one which a
// picture shows a corner of adds little.
const stretchPoints = 128

// Silhouette returns the silhouette, at a level, of the areas that within is true
// of.
func (n *Net) Silhouette(l Level, within func(area int) bool) *Silhouette {
	lines := &n.lines[n.Level(l)]
	mine := func(o owner) bool { return o != nobody && within(int(o)) }
	at := map[geo.Fixed][]int{} // the borders that end at a node
	used := make([]bool, n.NumArcs())
	for i := range used {
		line := lines.line(i)
		if used[i] = len(line) == 0 || mine(n.arcs.left[i]) == mine(n.arcs.right[i]); used[i] {
			continue
		}
		at[line[0]] = append(at[line[0]], i)
		at[line[len(line)-1]] = append(at[line[len(line)-1]], i)
	}
	s := new(Silhouette)
	for i := range used {
		if used[i] {
			continue
		}
		// An even number of shores meet in each node, so that the walk ends where
		// it began. Which of them follows which makes no difference to what lies
		// within an odd number.
		ring := shore{box: geo.NoFixedBounds}
		start := lines.line(i)[0]
		for from, next := start, i; next >= 0; {
			used[next] = true
			line := lines.line(next)
			back := line[0] != from
			ring.add(line, back)
			if from = line[len(line)-1]; back {
				from = line[0]
			}
			if next = -1; from != start {
				// Borders that were walked are left behind for good: of a damaged pack
				// all may meet in one node.
				list := at[from]
				for len(list) > 0 && used[list[0]] {
					list = list[1:]
				}
				if at[from] = list; len(list) > 0 {
					next = list[0]
				}
			}
		}
		s.rings = append(s.rings, ring)
	}
	return s
}

// add appends a border to the shore.
func (r *shore) add(line []geo.Fixed, back bool) {
	first := len(r.stretches)
	for i := 0; i < len(line)-1; i += stretchPoints - 1 {
		piece := line[i:min(i+stretchPoints, len(line))]
		st := stretch{box: geo.FixedBoundsOf(piece...), points: piece, back: back}
		r.stretches, r.box = append(r.stretches, st), r.box.Union(st.box)
	}
	if back {
		for i, j := first, len(r.stretches)-1; i < j; i, j = i+1, j-1 {
			r.stretches[i], r.stretches[j] = r.stretches[j], r.stretches[i]
		}
	}
}

// Visit calls visit with closed lines such that a point of box is on land if it
// lies within an odd number of them; the first point is not repeated at the end.
// Outside of box the lines may run elsewhere than the shore does: what cannot be
// seen is cut short. A line is good until visit returns.
func (s *Silhouette) Visit(box geo.FixedBounds, visit func(ring []geo.Fixed)) {
	var out []geo.Fixed
	for i := range s.rings {
		r := &s.rings[i]
		if !r.box.Intersects(box) {
			continue
		}
		out = out[:0]
		for k := range r.stretches {
			out = r.stretches[k].appendTo(out, box)
		}
		visit(out)
	}
}

// appendTo appends the stretch but for its last point, which is the first of the
// next. A stretch beside box lies wholly beyond one of its sides, and so does the
// straight line in its place: no point of box changes from one side to the other.
func (t *stretch) appendTo(out []geo.Fixed, box geo.FixedBounds) []geo.Fixed {
	last := len(t.points) - 1
	switch {
	case !t.box.Intersects(box) && t.back:
		return append(out, t.points[last])
	case !t.box.Intersects(box):
		return append(out, t.points[0])
	case !t.back:
		return append(out, t.points[:last]...)
	}
	for i := last; i > 0; i-- {
		out = append(out, t.points[i])
	}
	return out
}
