// SPDX-License-Identifier: MIT

package boundary

import "roadsnap/engine/geo"

// Silhouette is the outline of several areas together, as closed lines: coasts and
// frontiers, without the borders between the areas. It is meant for drawing small
// parts of it, and reads the pack of its Net.
type Silhouette struct{ rings []shore }

// shore is a closed line of a silhouette.
type shore struct {
	box    geo.FixedBounds
	chunks []chunk
}

// chunk is a piece of a border, in the direction of the shore or reversed.
type chunk struct {
	box    geo.FixedBounds
	points []geo.Fixed // a view of the pack
	back   bool
}

// chunkPoints is the number of points in a chunk. It is small, so that a chunk of
// which a picture shows only a corner adds little.
const chunkPoints = 128

// Silhouette returns the silhouette, at a level, of the areas for which within is
// true.
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
		// An even number of shores meet in each node, so the walk ends where it
		// began. The order of the borders does not affect which points lie within an
		// odd number of rings.
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
				// Skip borders already walked for good: in a damaged pack all of them
				// may meet in one node.
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
	first := len(r.chunks)
	for i := 0; i < len(line)-1; i += chunkPoints - 1 {
		piece := line[i:min(i+chunkPoints, len(line))]
		st := chunk{box: geo.FixedBoundsOf(piece...), points: piece, back: back}
		r.chunks, r.box = append(r.chunks, st), r.box.Union(st.box)
	}
	if back {
		for i, j := first, len(r.chunks)-1; i < j; i, j = i+1, j-1 {
			r.chunks[i], r.chunks[j] = r.chunks[j], r.chunks[i]
		}
	}
}

// Visit calls visit with closed lines such that a point of box is on land if it lies
// within an odd number of them. The first point is not repeated at the end. Outside
// box the lines may differ from the shore, because invisible parts are shortened. A
// line is valid until visit returns.
func (s *Silhouette) Visit(box geo.FixedBounds, visit func(ring []geo.Fixed)) {
	var out []geo.Fixed
	for i := range s.rings {
		r := &s.rings[i]
		if !r.box.Intersects(box) {
			continue
		}
		out = out[:0]
		for k := range r.chunks {
			out = r.chunks[k].appendTo(out, box)
		}
		visit(out)
	}
}

// appendTo appends the chunk without its last point, which is the first of the next
// chunk. A chunk outside box lies wholly beyond one of its sides, and so does the
// straight line that replaces it. No point of box therefore changes sides.
func (t *chunk) appendTo(out []geo.Fixed, box geo.FixedBounds) []geo.Fixed {
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
