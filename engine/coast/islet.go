// SPDX-License-Identifier: MIT

package coast

import (
	"cmp"
	"slices"

	"roadsnap/engine/geo"
)

// islet is a ring of coast that is smaller than a cell and within the lattice. It is
// used as a whole or not at all. Its direction is used only if no other coast
// determines the ground around it, because many islets have the wrong direction.
type islet struct {
	Line
	box   geo.FixedBounds
	round ground // the ground around it, if its direction is right
}

// sort separates islets from other coasts.
func (s *survey) sort(lines []Line) {
	next := make(map[geo.Fixed]int, len(lines)) // the line that begins at a point, −1 for several
	for i, l := range lines {
		if _, several := next[l.Points[0]]; several {
			i = -1
		}
		next[l.Points[0]] = i
	}
	walked := make([]bool, len(lines))
	for i, l := range lines {
		if walked[i] {
			continue
		}
		var ring []geo.Fixed
		var ways []Line
		closed := false
		for k := i; k >= 0 && !walked[k] && !closed; {
			walked[k] = true
			points := lines[k].Points
			ring, ways = append(ring, points[min(len(ring), 1):]...), append(ways, lines[k])
			end := points[len(points)-1]
			closed = end == ring[0]
			if n, found := next[end]; found {
				k = n
			} else {
				k = -1
			}
		}
		if !closed || !s.addIslet(Line{l.Way, ring}) {
			s.lines = append(s.lines, ways...)
			continue
		}
		s.report.Ways += len(ways)
	}
	slices.SortStableFunc(s.islets, func(a, b islet) int { return cmp.Compare(b.size(), a.size()) })
}

func (s *survey) isSmall(b geo.FixedBounds) bool {
	return int64(b.MaxLat)-int64(b.MinLat) < s.height && int64(b.MaxLon)-int64(b.MinLon) < s.width
}

// addIslet adds ring to the islets and returns true if it is an islet. A ring
// without area is dropped.
func (s *survey) addIslet(ring Line) bool {
	i := islet{Line: ring, box: geo.FixedBoundsOf(ring.Points...)}
	from, to := s.cellsOf(i.box)
	if !s.isSmall(i.box) || !s.hasCell(from) || !s.hasCell(to) {
		return false
	}
	twice, o := int64(0), ring.Points[0] // its area, positive if it runs counter-clockwise
	for k, b := range ring.Points[1:] {
		a := ring.Points[k]
		twice += int64(a.Lon-o.Lon)*int64(b.Lat-o.Lat) - int64(b.Lon-o.Lon)*int64(a.Lat-o.Lat)
	}
	if i.round = isLand(twice < 0); twice != 0 {
		s.islets = append(s.islets, i)
	}
	return true
}

// size returns the area of the box.
func (i *islet) size() int64 {
	return (int64(i.box.MaxLat) - int64(i.box.MinLat)) * (int64(i.box.MaxLon) - int64(i.box.MinLon))
}

// round returns the corners of the cells of an islet, the south-western one first.
func (s *survey) round(i *islet) (corners []int) {
	from, to := s.cellsOf(i.box)
	for y := from.y; y <= to.y+1; y++ {
		for x := from.x; x <= to.x+1; x++ {
			corners = append(corners, s.corner(place{x, y}))
		}
	}
	return corners
}

// roundIslets returns the islets by their south-western corner. Of several islets
// with the same corner it has the largest.
func (s *survey) roundIslets() map[int]islet {
	round := make(map[int]islet)
	for _, i := range s.islets {
		from, _ := s.cellsOf(i.box)
		if _, found := round[s.corner(from)]; !found {
			round[s.corner(from)] = i
		}
	}
	return round
}
