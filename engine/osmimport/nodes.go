package osmimport

import (
	"math"
	"slices"
	"sort"

	"roadsnap/engine/geo"
)

// nodeTable holds the positions of the nodes that ways use, in sorted arrays:
// 18 bytes a node, where a map would take five times as much.
type nodeTable struct {
	ids    []int64
	points []geo.Fixed
	// found is 0 for a node that was not seen yet, else 1 more than the version
	// seen.
	found []uint16
	// cursor is where the last node was found. Files are mostly sorted, so that
	// the next one is near.
	cursor int

	duplicates int64
}

// newNodeTable returns a table with a place for each of the ids, which it sorts
// and keeps.
func newNodeTable(ids []int64) *nodeTable {
	slices.Sort(ids)
	ids = slices.Compact(ids)
	return &nodeTable{ids: ids, points: make([]geo.Fixed, len(ids)), found: make([]uint16, len(ids))}
}

// place sets the position of a node, if the table has a place for it. Of several
// versions of a node the highest counts, of several of the same the first.
func (t *nodeTable) place(id int64, p geo.Fixed, version int32) {
	i, wanted := t.seek(id)
	if !wanted {
		return
	}
	seen := uint16(min(max(int64(version), 0)+1, math.MaxUint16))
	if t.found[i] != 0 {
		t.duplicates++
		if t.found[i] >= seen {
			return
		}
	}
	t.points[i], t.found[i] = p, seen
}

// seek returns the place of an id, looking from the cursor onwards in steps that
// double.
func (t *nodeTable) seek(id int64) (int, bool) {
	low, high := 0, len(t.ids)
	if c := t.cursor; c < len(t.ids) && t.ids[c] <= id {
		low = c
		for step := 1; low+step < high; step *= 2 {
			if t.ids[low+step] > id {
				high = low + step
				break
			}
			low += step
		}
	}
	i := low + sort.Search(high-low, func(k int) bool { return t.ids[low+k] >= id })
	if i < len(t.ids) {
		t.cursor = i
	}
	return i, i < len(t.ids) && t.ids[i] == id
}

// noNode stands for a node that is not in the file.
const noNode = -1

// resolve replaces ids by the nodes' places in the table, or noNode: once, so
// that what builds on the ways needs no more searching.
func (t *nodeTable) resolve(ids []int64) {
	for k, id := range ids {
		i, wanted := t.seek(id)
		if !wanted || t.found[i] == 0 {
			i = noNode
		}
		ids[k] = int64(i)
	}
}
