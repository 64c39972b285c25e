// SPDX-License-Identifier: MIT

package boundary

import (
	"cmp"
	"slices"

	"roadsnap/engine/geo"
)

// owners gives each face to one area. Where several areas cover it, the smallest gets
// it. An enclave therefore survives even if its neighbour's outline has no hole for
// it. settle may decide otherwise later.
func owners(f *faces, s *sets, areaOf []uint32) (of []owner, overlaps map[uint32][]uint32) {
	members := make([][]uint32, len(s.members)) // the areas of each set of parts
	for set, parts := range s.members {
		for _, part := range parts {
			members[set] = append(members[set], areaOf[part])
		}
		slices.Sort(members[set])
		members[set] = slices.Compact(members[set])
	}
	size := make(map[uint32]float64) // of each area, overlaps included
	for face, set := range f.cover {
		for _, area := range members[set] {
			size[area] += f.size[face]
		}
	}
	of = make([]owner, len(f.cover))
	overlaps = make(map[uint32][]uint32)
	for face, set := range f.cover {
		of[face] = nobody
		if areas := members[set]; len(areas) > 0 {
			of[face] = slices.MinFunc(areas, func(a, b uint32) int {
				return cmp.Or(cmp.Compare(size[a], size[b]), cmp.Compare(a, b))
			})
			if len(areas) > 1 {
				overlaps[uint32(face)] = areas
			}
		}
	}
	return of, overlaps
}

// borders keeps the lines along which the owner changes, and joins those that meet
// where no other line does.
func borders(g *graph, f *faces, of []owner) *arcs {
	left := func(h half) owner { return of[f.left[h]] }
	w := newWeb(&g.lines, func(line int) bool { return left(half(2*line)) != left(half(2*line+1)) })
	isNode := func(p geo.Fixed) bool { return len(w.out[p]) != 2 }
	out := arcs{lines: lines{start: []uint32{0}}} // start of the first arc, even if there is none
	used := make([]bool, g.lines.len())
	follow := func(first half) {
		var line []geo.Fixed
		for h := first; !used[h/2]; h = w.next(h) {
			used[h/2] = true
			line = appendHalf(line, &g.lines, h)
			if isNode(w.from(h ^ 1)) {
				break
			}
		}
		out.add(line, left(first), left(first^1))
	}
	for _, fromNodes := range [2]bool{true, false} {
		for i := range g.lines.len() {
			for _, h := range [2]half{half(2 * i), half(2*i + 1)} {
				if !used[i] && left(h) != left(h^1) && isNode(w.from(h)) == fromNodes {
					follow(h)
				}
			}
		}
	}
	return &out
}

// appendHalf appends the points of a half to a line that ends where the half begins.
func appendHalf(line []geo.Fixed, lines *arcs, h half) []geo.Fixed {
	points := lines.line(int(h / 2))
	if h%2 == 0 {
		return append(line, points[min(len(line), 1):]...)
	}
	for i := len(points) - 1 - min(len(line), 1); i >= 0; i-- {
		line = append(line, points[i])
	}
	return line
}
