// SPDX-License-Identifier: MIT

package coast

import "slices"

// spread extends the known ground to all corners connected without a crossing. In
// components with a loose end it does so only near the coast.
func (s *survey) spread() {
	seen := make([]bool, len(s.corners))
	islets := s.roundIslets()
	var open []int
	for c := range s.corners {
		if seen[c] {
			continue
		}
		together := s.component(c, seen)
		if slices.ContainsFunc(together, s.atLoose) {
			open = append(open, together...)
		} else if s.fill(together, islets); s.report.Fault != "" {
			return
		}
	}
	if len(open) > 0 {
		s.spreadNear(open)
		s.forgetContradictions()
		s.forgetCutIslets()
	}
}

// beyond calls visit with each neighbour of corner c that no coast separates from
// it.
func (s *survey) beyond(c int, visit func(int)) {
	row := s.nx + 1
	if c%row < s.nx && !s.crossed[eastOf(c)] {
		visit(c + 1)
	}
	if c/row < s.ny && !s.crossed[northOf(c)] {
		visit(c + row)
	}
	if c%row > 0 && !s.crossed[eastOf(c-1)] {
		visit(c - 1)
	}
	if c >= row && !s.crossed[northOf(c-row)] {
		visit(c - row)
	}
}

// component returns the corners connected to c by sides without a crossing.
func (s *survey) component(c int, seen []bool) []int {
	all := []int{c}
	seen[c] = true
	for i := 0; i < len(all); i++ {
		s.beyond(all[i], func(c int) {
			if !seen[c] {
				seen[c] = true
				all = append(all, c)
			}
		})
	}
	return all
}

// atLoose reports whether c is a corner of a cell with a loose end.
func (s *survey) atLoose(c int) bool { return s.away[c] == 0 }

// fill gives all corners of a component the ground of its known ones. If none is
// known, it uses the largest islet, because a smaller one may be in its lagoon.
func (s *survey) fill(together []int, islets map[int]islet) {
	all := unknown
	for _, c := range together {
		if at, found := s.clashes[c]; found {
			s.fault(FaultSameSides, at)
			return
		}
		k := s.corners[c]
		if all != unknown && k == all.other() {
			s.fault(FaultMissing, s.coastAt(c))
			return
		}
		all = max(all, k)
	}
	if all == unknown {
		all = s.largestOf(together, islets)
	}
	for _, c := range together {
		s.corners[c] = all
	}
}

// largestOf returns the ground around the largest islet at one of the corners.
func (s *survey) largestOf(together []int, islets map[int]islet) (k ground) {
	largest := int64(0)
	for _, c := range together {
		if i, found := islets[c]; found && i.size() > largest {
			largest, k = i.size(), i.round
		}
	}
	return k
}

// coastAt returns a place where a coast crosses a side that ends in corner c.
func (s *survey) coastAt(c int) Place {
	row := s.nx + 1
	for _, d := range [...]side{eastOf(c), northOf(c), eastOf(max(c-1, 0)), northOf(max(c-row, 0))} {
		if on := s.on(d); len(on) > 0 {
			return s.placeOf(on[0])
		}
	}
	return placeAt(0, s.at(place{c % row, c / row}))
}

// spreadNear spreads the known ground of open corners up to s.reach cells, but no
// closer to a loose end than to the coast.
func (s *survey) spreadNear(open []int) {
	var front []int
	isOpen := make([]bool, len(s.corners))
	for _, c := range open {
		isOpen[c] = true
		if s.corners[c] != unknown {
			front = append(front, c)
		}
	}
	for steps := 1; steps <= s.reach; steps++ {
		front = s.spreadFrom(front, func(c int) bool { return int(s.away[c]) > steps+margin })
	}
	for i := range s.islets {
		s.spreadRound(&s.islets[i], isOpen)
	}
}

// spreadFrom spreads the ground of the front to neighbouring unknown corners that
// may accepts. It returns these corners.
func (s *survey) spreadFrom(front []int, may func(corner int) bool) (next []int) {
	for _, c := range front {
		s.beyond(c, func(d int) {
			if _, clash := s.clashes[d]; !clash && s.corners[d] == unknown && may(d) {
				s.corners[d] = s.corners[c]
				next = append(next, d)
			}
		})
	}
	return next
}

// spreadRound makes the corners around an islet known as far as they are open. It
// affects only the cells of the islet, because the coast near it may be missing.
func (s *survey) spreadRound(i *islet, isOpen []bool) {
	var front []int
	round := s.round(i)
	for _, c := range round {
		if s.corners[c] != unknown {
			front = append(front, c)
		}
	}
	may := func(c int) bool { return isOpen[c] && !s.nearLoose(c) && slices.Contains(round, c) }
	if _, clash := s.clashes[round[0]]; len(front) == 0 && !clash && may(round[0]) {
		s.corners[round[0]] = i.round
		front = round[:1]
	}
	for len(front) > 0 {
		front = s.spreadFrom(front, may)
	}
}

// forgetContradictions makes corners unknown if land and sea meet without a coast,
// or if both sides of a coast have the same ground. A coast is missing there.
func (s *survey) forgetContradictions() {
	var wrong []int
	for c, k := range s.corners {
		s.beyond(c, func(d int) {
			if k != unknown && s.corners[d] == k.other() {
				wrong = append(wrong, c)
			}
		})
	}
	for i := 0; i < len(s.crossings); {
		all := s.on(s.crossings[i].side)
		i += len(all)
		on := parting(all)
		if len(on) == 0 {
			continue
		}
		from, to := s.ends(on[0].side)
		a, b := s.corner(from), s.corner(to)
		if _, found := contradiction(on); found || s.corners[a] != isLand(on[0].land) || s.corners[b] != isLand(!on[len(on)-1].land) {
			wrong = append(wrong, a, b)
		}
	}
	for _, c := range wrong {
		s.corners[c] = unknown
	}
}

// forgetCutIslets makes the cells of partly known islets unknown, and repeats this
// for islets that become partly known.
func (s *survey) forgetCutIslets() {
	at := make(map[int][]int) // islets by the corners around them
	todo := make([]int, len(s.islets))
	for i := range s.islets {
		todo[i] = i
		for _, c := range s.round(&s.islets[i]) {
			at[c] = append(at[c], i)
		}
	}
	for len(todo) > 0 {
		round := s.round(&s.islets[todo[len(todo)-1]])
		todo = todo[:len(todo)-1]
		if !slices.ContainsFunc(round, func(c int) bool { return s.corners[c] == unknown }) {
			continue
		}
		for _, c := range round {
			if s.corners[c] != unknown {
				s.corners[c] = unknown
				todo = append(todo, at[c]...)
			}
		}
	}
}
