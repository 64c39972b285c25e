// SPDX-License-Identifier: MIT

package boundary

import (
	"cmp"
	"slices"

	"roadsnap/engine/geo"
)

// Neighbour is a land that shares a border with another.
type Neighbour struct {
	Number int     // of the area, or of the group if the other land is a group
	Metres float64 // length of the shared border at the finest level
}

// Neighbours returns the areas that share a border with an area, or the groups that
// share one with a group, the longest border first. Lands that meet it only in single
// points are not included. The rest of the outline faces the sea, foreign land and
// gaps; Outline returns the length of the whole.
func (l Land) Neighbours() []Neighbour {
	shared := make(map[int]float64)
	for _, h := range l.outlineHalves() {
		other := l.n.arcs.right[h/2]
		if h%2 == 1 {
			other = l.n.arcs.left[h/2]
		}
		if other == nobody {
			continue
		}
		number := int(other)
		if l.isGroup() {
			number = l.n.Area(number).Group()
		}
		shared[number] += metres(l.n.arcs.line(int(h / 2)))
	}
	list := make([]Neighbour, 0, len(shared))
	for number, length := range shared {
		list = append(list, Neighbour{number, length})
	}
	slices.SortFunc(list, func(a, b Neighbour) int {
		return cmp.Or(cmp.Compare(b.Metres, a.Metres), cmp.Compare(a.Number, b.Number))
	})
	return list
}

// Outline returns the length of all rings of the land (metres) at the finest level.
func (l Land) Outline() (length float64) {
	for _, h := range l.outlineHalves() {
		length += metres(l.n.arcs.line(int(h / 2)))
	}
	return length
}

func (l Land) isGroup() bool { return l.i >= l.n.NumAreas() }

// outlineHalves returns the halves of all rings of the land, which lies to their
// left.
func (l Land) outlineHalves() []half {
	first, end := l.record().Polygon, l.n.lands[l.i+1].Polygon
	return l.n.halves[l.n.rings[l.n.polygons[first]]:l.n.rings[l.n.polygons[end]]]
}

// metres returns the length of a line, summed over its segments on the sphere of geo.
func metres(line []geo.Fixed) (sum float64) {
	for i := 1; i < len(line); i++ {
		sum += geo.Distance(line[i-1].Point(), line[i].Point())
	}
	return sum
}
