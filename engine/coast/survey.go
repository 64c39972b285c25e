// SPDX-License-Identifier: MIT

package coast

import (
	"cmp"
	"slices"

	"roadsnap/engine/geo"
)

// A coastline with loose ends determines the ground only within reach, and only at
// corners that are closer to the coast than to a loose end by more than margin,
// because the missing coast may be anywhere. The reach is the error of a sketch of
// land plus the margin of pictures.
const (
	reach  = 10 * cellSize // units of latitude
	margin = 1             // cells
	far    = reach/cellSize + margin + 1
)

// ground is the ground at a corner.
type ground uint8

const (
	unknown ground = iota
	land
	sea
)

func (k ground) other() ground { return land + sea - k }

func isLand(yes bool) ground {
	if yes {
		return land
	}
	return sea
}

// crossing is a point where a coast crosses a side.
type crossing struct {
	step
	line int // index into survey.lines
}

// survey determines the ground at the corners of a lattice.
type survey struct {
	lattice
	reach  int     // cells
	lines  []Line  // without islets
	islets []islet // largest first
	report Report

	crossings []crossing // by side, then by position along it
	loose     []place    // cells with a loose end
	away      []uint8    // by corner: distance from the nearest loose end (cells), at most far
	crossed   []bool     // by side
	corners   []ground
	clashes   map[int]Place // corners with contradictory ground
}

// fault records the first fault and its place.
func (s *survey) fault(why Fault, at Place) {
	if s.report.Fault == "" {
		s.report.Fault, s.report.FaultAt = why, at
	}
}

// take surveys the lines within area. It reports whether any corner is known.
func (s *survey) take(lines []Line, area geo.FixedBounds) bool {
	s.lattice = newLattice(area)
	s.reach = int(max(reach/max(s.height, cellSize), 1))
	s.sort(lines)
	for _, find := range []func(){s.findEnds, s.findCrossings, s.checkSides, s.spread} {
		if find(); s.report.Fault != "" {
			return false
		}
	}
	return slices.ContainsFunc(s.corners, func(k ground) bool { return k != unknown })
}

// cellsOf returns the south-western and the north-eastern cell of a box.
func (s *survey) cellsOf(b geo.FixedBounds) (from, to place) {
	return s.cellOf(geo.Fixed{Lat: b.MinLat, Lon: b.MinLon}), s.cellOf(geo.Fixed{Lat: b.MaxLat, Lon: b.MaxLon})
}

// findEnds finds the loose ends of coasts. It is a fault if two coasts meet head to
// head, because it is unknown which of them is right.
func (s *survey) findEnds() {
	type end struct {
		at    geo.Fixed
		way   int64
		begin int // 1 if the line begins here, −1 if it ends
	}
	var ends []end
	for _, l := range s.lines {
		first, last := l.Points[0], l.Points[len(l.Points)-1]
		if first != last {
			ends = append(ends, end{first, l.Way, 1}, end{last, l.Way, -1})
		}
	}
	slices.SortStableFunc(ends, func(a, b end) int {
		return cmp.Or(cmp.Compare(a.at.Lat, b.at.Lat), cmp.Compare(a.at.Lon, b.at.Lon))
	})
	for i := 0; i < len(ends); {
		first, balance := ends[i], 0
		for ; i < len(ends) && ends[i].at == first.at; i++ {
			balance += ends[i].begin
		}
		c := s.cellOf(first.at)
		if balance == 0 || !s.hasCell(c) {
			continue
		}
		if balance < -1 || balance > 1 {
			s.fault(FaultHeadToHead, placeAt(first.way, first.at))
			return
		}
		s.report.Ends = append(s.report.Ends, placeAt(first.way, first.at))
		s.loose = append(s.loose, c)
	}
	s.measureAway()
}

// measureAway sets s.away to the Chebyshev distance from the cell of the nearest
// loose end, first along rows, then along columns.
func (s *survey) measureAway() {
	s.away = make([]uint8, s.numCorners())
	for i := range s.away {
		s.away[i] = far
	}
	for _, c := range s.loose {
		for y := c.y; y <= c.y+1; y++ {
			for x := max(c.x-s.reach, 0); x <= min(c.x+1+s.reach, s.nx); x++ {
				i := s.corner(place{x, y})
				s.away[i] = min(s.away[i], uint8(max(c.x-x, x-c.x-1, 0)))
			}
		}
	}
	column := make([]uint8, s.ny+1)
	for x := range s.nx + 1 {
		for y := range column {
			column[y] = s.away[s.corner(place{x, y})]
		}
		for y := range column {
			if column[y] == far {
				continue
			}
			for k := max(y-s.reach, 0); k <= min(y+s.reach, s.ny); k++ {
				i := s.corner(place{x, k})
				s.away[i] = min(s.away[i], max(column[y], uint8(abs(k-y))))
			}
		}
	}
}

// findCrossings finds the crossings of coasts and sides. It is a fault if the lines
// are too long for a coast.
func (s *survey) findCrossings() {
	left := 1 << 19 // cells that walk may visit; each segment adds 8
	for i, l := range s.lines {
		within := false
		for k, b := range l.Points[1:] {
			a := l.Points[k]
			from, to := s.cellOf(a), s.cellOf(b)
			within = within || s.hasCell(from) || s.hasCell(to)
			if left += 8 - abs(from.x-to.x) - abs(from.y-to.y); left < 0 {
				s.fault(FaultTooLong, placeAt(l.Way, a))
				return
			}
			s.walk(a, b, func(st step) {
				if st.within {
					within = true
					s.crossings = append(s.crossings, crossing{st, i})
				}
			})
		}
		if within {
			s.report.Ways++
		}
	}
	slices.SortStableFunc(s.crossings, func(a, b crossing) int {
		return cmp.Or(cmp.Compare(a.side, b.side), cmp.Compare(a.at, b.at))
	})
}

func abs(n int) int { return max(n, -n) }

// on returns the crossings of a side.
func (s *survey) on(d side) []crossing {
	from, _ := slices.BinarySearchFunc(s.crossings, d, func(c crossing, d side) int { return cmp.Compare(c.side, d) })
	to := from
	for to < len(s.crossings) && s.crossings[to].side == d {
		to++
	}
	return s.crossings[from:to]
}

// checkSides determines the ground at the ends of each crossed side, and records
// clashes. Land and sea must alternate along a side. Sides near loose ends are
// ignored.
func (s *survey) checkSides() {
	s.crossed = make([]bool, 2*s.numCorners())
	s.corners = make([]ground, s.numCorners())
	s.clashes = make(map[int]Place)
	for i := 0; i < len(s.crossings); {
		d := s.crossings[i].side
		all := s.on(d)
		i += len(all)
		on := parting(all)
		s.crossed[d] = len(on) > 0
		from, to := s.ends(d)
		a, b := s.corner(from), s.corner(to)
		if len(on) == 0 || s.nearLoose(a) || s.nearLoose(b) {
			continue
		}
		if k, wrong := contradiction(on); wrong {
			s.clashes[a], s.clashes[b] = s.placeOf(on[k]), s.placeOf(on[k])
			continue
		}
		s.note(a, isLand(on[0].land), on[0])
		s.note(b, isLand(!on[len(on)-1].land), on[len(on)-1])
	}
	for c := range s.clashes {
		s.corners[c] = unknown
	}
}

func (s *survey) placeOf(c crossing) Place { return placeAt(s.lines[c.line].Way, c.point) }

// parting returns the crossings without pairs in opposite directions at the same
// point. Such coasts, as of two adjoining lands, divide nothing.
func parting(on []crossing) []crossing {
	kept := slices.Clone(on[:0:0])
	for _, c := range on {
		if n := len(kept); n > 0 && kept[n-1].at == c.at && kept[n-1].land != c.land {
			kept = kept[:n-1]
		} else {
			kept = append(kept, c)
		}
	}
	return kept
}

// contradiction returns the first crossing with the same direction as the one
// before it.
func contradiction(on []crossing) (k int, found bool) {
	for k := 1; k < len(on); k++ {
		if on[k].land == on[k-1].land {
			return k, true
		}
	}
	return 0, false
}

// nearLoose reports whether a corner is too close to a loose end to be determined
// by a crossing.
func (s *survey) nearLoose(corner int) bool { return s.away[corner] <= margin }

// note sets the ground of a corner, and records a clash if it contradicts the
// ground known before.
func (s *survey) note(corner int, k ground, by crossing) {
	if s.corners[corner] == k.other() {
		s.clashes[corner] = s.placeOf(by)
	}
	s.corners[corner] = k
}
