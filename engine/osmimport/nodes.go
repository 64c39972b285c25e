// SPDX-License-Identifier: MIT

package osmimport

import (
	"math"
	"slices"
	"sort"

	"roadsnap/engine/geo"
)

// nodeTable holds the positions of the nodes that ways use, in sorted arrays. It
// takes 18 bytes per node; a map would take five times as much.
type nodeTable struct {
	ids    []int64
	points []geo.Fixed
	// found is 0 for a node not found yet, else its version plus 1.
	found []uint16
	// cursor is the index of the last node found. The next one is near, because
	// files are mostly sorted.
	cursor int

	duplicates int64
}

// newNodeTable returns a table with an entry for each id. It sorts and keeps ids.
func newNodeTable(ids []int64) *nodeTable {
	slices.Sort(ids)
	ids = slices.Compact(ids)
	return &nodeTable{ids: ids, points: make([]geo.Fixed, len(ids)), found: make([]uint16, len(ids))}
}

// place sets the position of a node if the table has an entry for it. The highest
// version of a node wins, then the first in the file.
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

// seek returns the index of id by galloping search from the cursor.
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

// noNode is the index of a node that is not in the file.
const noNode = -1

// resolve replaces ids by the indexes of the nodes, or noNode, so that later steps
// need no search.
func (t *nodeTable) resolve(ids []int64) {
	for k, id := range ids {
		i, wanted := t.seek(id)
		if !wanted || t.found[i] == 0 {
			i = noNode
		}
		ids[k] = int64(i)
	}
}
