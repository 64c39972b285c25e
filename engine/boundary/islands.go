// SPDX-License-Identifier: MIT

package boundary

import (
	"sort"

	"roadsnap/engine/geo"
)

// An island is a connected component of the borders: arcs that are connected by
// nodes. It may be land in the sea, a lake or a gap in the land, an enclave, or the
// mainland with all its borders.
type island struct {
	arcs    []uint32
	box     geo.FixedBounds
	dropped bool
}

// across returns the longer side of the island's box (units). An island inside
// another is smaller across, because they do not touch.
func (is *island) across() int64 {
	return max(int64(is.box.MaxLat)-int64(is.box.MinLat), int64(is.box.MaxLon)-int64(is.box.MinLon))
}

// findIslands returns all components, the largest first.
func findIslands(a *arcs) []*island {
	root := make([]uint32, a.len()) // union-find parent of each arc
	find := func(i uint32) uint32 {
		for root[i] != i {
			root[i] = root[root[i]]
			i = root[i]
		}
		return i
	}
	at := map[geo.Fixed]uint32{} // an arc with an end there
	for i := range a.len() {
		root[i] = uint32(i)
		line := a.line(i)
		for _, p := range []geo.Fixed{line[0], line[len(line)-1]} {
			other, ok := at[p]
			if !ok {
				at[p] = uint32(i)
				continue
			}
			r, s := find(uint32(i)), find(other)
			root[max(r, s)] = min(r, s)
		}
	}
	byRoot := map[uint32]*island{}
	var islands []*island
	for i := range a.len() {
		r := find(uint32(i))
		if byRoot[r] == nil {
			byRoot[r] = &island{box: geo.NoFixedBounds}
			islands = append(islands, byRoot[r])
		}
		is := byRoot[r]
		is.arcs = append(is.arcs, uint32(i))
		is.box = is.box.Union(geo.FixedBoundsOf(a.line(i)...))
	}
	sort.SliceStable(islands, func(i, j int) bool { return islands[i].across() > islands[j].across() })
	return islands
}

// outside returns the owner of the land or sea round an island.
func (is *island) outside(a *arcs) owner {
	// Everything lies east or due north of the westernmost vertex (of several, the
	// southernmost). The leftmost segment from there therefore has the outside to its
	// left.
	first := a.line(int(is.arcs[0]))[0]
	for _, arc := range is.arcs {
		for _, p := range a.line(int(arc)) {
			if p.Lon < first.Lon || p.Lon == first.Lon && p.Lat < first.Lat {
				first = p
			}
		}
	}
	var to geo.Fixed
	o, found := nobody, false
	look := func(p geo.Fixed, left owner) {
		if !found || orientation(first, to, p) > 0 {
			to, o, found = p, left, true
		}
	}
	for _, arc := range is.arcs {
		line := a.line(int(arc))
		for i, p := range line {
			if p != first {
				continue
			}
			if i > 0 {
				look(line[i-1], a.right[arc])
			}
			if i+1 < len(line) {
				look(line[i+1], a.left[arc])
			}
		}
	}
	return o
}

// holds reports whether p lies where the island's owner differs from outside. p must
// not be on the lines of the island. If holds is false for p, dropping the island
// does not affect p.
func (is *island) holds(a *arcs, outside owner, p geo.Fixed) bool {
	// Going east, count every change to or from the outside's owner.
	holds := false
	for _, arc := range is.arcs {
		if a.left[arc] != outside && a.right[arc] != outside {
			continue
		}
		line := a.line(int(arc))
		for i := 1; i < len(line); i++ {
			u, v := line[i-1], line[i]
			if up := v.Lat > p.Lat; (u.Lat > p.Lat) != up && (orientation(u, v, p) > 0) == up {
				holds = !holds
			}
		}
	}
	return holds
}

// A witness is the box of a dropped island. The line that represents the island must
// stay near the box, at this and all coarser levels.
type witness struct {
	box geo.FixedBounds
	of  party
	at  uint32 // start of the segment that represents the island
}

// A party is an area or a group of areas whose border has to stay near.
type party struct {
	number uint32
	group  bool
}

// parties returns the areas and groups of which an arc is a border.
func (t *thinning) parties(arc uint32) []party {
	left, right := t.arcs.left[arc], t.arcs.right[arc]
	var parties []party
	for _, o := range []owner{left, right} {
		if o == nobody {
			continue
		}
		parties = append(parties, party{number: o})
		if t.groupOf(left) != t.groupOf(right) {
			parties = append(parties, party{number: t.groupOf(o), group: true})
		}
	}
	return parties
}

// groupOf returns the group of an owner, nobody for nobody.
func (t *thinning) groupOf(o owner) uint32 {
	if o == nobody {
		return nobody
	}
	return t.group[o]
}

// dropIslands removes islands that lie within limit metres of the kept lines, largest
// first. An island is removed as a whole, with the islands inside it. It must be near
// a segment of every area and group of which it is a border. The first island of an
// area has no such segment, so no area and no group vanishes.
func (t *thinning) dropIslands(islands []*island, limit float64) {
	// A wider island may be near some coast too, but it matters on the map.
	widest := int64(4 * limit / metresPerUnit)
	small := sort.Search(len(islands), func(i int) bool { return islands[i].across() <= widest })
	kept := newNearby(t, limit)
	for _, is := range islands[small:] {
		if !is.dropped {
			kept.watch(is.box)
		}
	}
	for i, is := range islands {
		if is.dropped || i >= small && t.drop(is, islands[i+1:], kept) {
			continue
		}
		for _, arc := range is.arcs {
			kept.add(arc)
		}
	}
}

// drop removes an island and the islands inside it, if every party of theirs has a
// segment near enough to represent it. It reports whether it did.
func (t *thinning) drop(is *island, smaller []*island, kept *nearby) bool {
	all := []*island{is}
	left, ok := t.hosts(nil, is, kept)
	if !ok {
		return false
	}
	outside, known := nobody, false
	for _, in := range smaller {
		if in.dropped || is.box.Union(in.box) != is.box {
			continue
		}
		if !known {
			outside, known = is.outside(t.arcs), true
		}
		if !is.holds(t.arcs, outside, t.arcs.line(int(in.arcs[0]))[0]) {
			continue
		}
		if left, ok = t.hosts(left, in, kept); !ok {
			return false
		}
		all = append(all, in)
	}
	for _, one := range all {
		t.remove(one)
	}
	for _, w := range left {
		t.stands[t.vertices[w.at].arc] = append(t.stands[t.vertices[w.at].arc], w)
	}
	for _, w := range left {
		t.renew(w.at)
		t.renew(t.vertices[w.at].next)
	}
	return true
}

// hosts appends to left the witnesses of an island that would be dropped: its own and
// those of the islands that it represents. It reports whether each has a segment to
// represent it.
func (t *thinning) hosts(left []witness, is *island, kept *nearby) ([]witness, bool) {
	seen := map[party]bool{}
	leave := func(box geo.FixedBounds, of party) bool {
		at, ok := kept.host(box, of)
		left = append(left, witness{box: box, of: of, at: at})
		return ok
	}
	for _, arc := range is.arcs {
		for _, p := range t.parties(arc) {
			if !seen[p] && !leave(is.box, p) {
				return left, false
			}
			seen[p] = true
		}
		for _, w := range t.stands[arc] {
			if !leave(w.box, w.of) {
				return left, false
			}
		}
	}
	return left, true
}

// remove removes all vertices of an island.
func (t *thinning) remove(is *island) {
	is.dropped = true
	for _, arc := range is.arcs {
		for v := t.arcs.start[arc]; v < t.arcs.start[arc+1]; v++ {
			if t.vertices[v].next != gone {
				t.take(v)
			}
		}
	}
}
