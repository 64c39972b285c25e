package coast

import "slices"

// spread finds out what lies at the corners from which no coast parts those that are
// known. Where loose ends leave a way to wherever, that is believed near the coast
// alone.
func (s *survey) spread() {
	seen := make([]bool, len(s.corners))
	islets := s.roundIslets()
	var open []int
	for c := range s.corners {
		if seen[c] {
			continue
		}
		together := s.together(c, seen)
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

// beyond calls visit with the corners to which sides lead from c that no coast
// crosses.
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

// together returns the corners that sides without a crossing join to c.
func (s *survey) together(c int, seen []bool) []int {
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

// atLoose reports whether a corner is of a cell in which there is a loose end.
func (s *survey) atLoose(c int) bool { return s.away[c] == 0 }

// fill gives all corners that lie together what is known of some of them. Islets are
// asked only if nothing else tells, and then the largest: there may be one in a
// lagoon of another.
func (s *survey) fill(together []int, islets map[int]islet) {
	all := untold
	for _, c := range together {
		if at, found := s.clashes[c]; found {
			s.fault(FaultSameSides, at)
			return
		}
		k := s.corners[c]
		if all != untold && k == all.other() {
			s.fault(FaultMissing, s.coastAt(c))
			return
		}
		all = max(all, k)
	}
	if all == untold {
		all = s.largestOf(together, islets)
	}
	for _, c := range together {
		s.corners[c] = all
	}
}

// largestOf returns what the largest islet by some corners says.
func (s *survey) largestOf(together []int, islets map[int]islet) (k known) {
	largest := int64(0)
	for _, c := range together {
		if i, found := islets[c]; found && i.size() > largest {
			largest, k = i.size(), i.round
		}
	}
	return k
}

// coastAt returns where a coast crosses a side that ends in a corner.
func (s *survey) coastAt(c int) Place {
	row := s.nx + 1
	for _, d := range [...]side{eastOf(c), northOf(c), eastOf(max(c-1, 0)), northOf(max(c-row, 0))} {
		if on := s.on(d); len(on) > 0 {
			return s.placeOf(on[0])
		}
	}
	return placeAt(0, s.at(place{c % row, c / row}))
}

// spreadNear spreads what is known of open corners as far as that is believed.
func (s *survey) spreadNear(open []int) {
	var front []int
	isOpen := make([]bool, len(s.corners))
	for _, c := range open {
		isOpen[c] = true
		if s.corners[c] != untold {
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

// spreadFrom spreads what is known of corners over sides without a crossing, to
// where it may, and returns where it came to.
func (s *survey) spreadFrom(front []int, may func(corner int) bool) (next []int) {
	for _, c := range front {
		s.beyond(c, func(d int) {
			if _, clash := s.clashes[d]; !clash && s.corners[d] == untold && may(d) {
				s.corners[d] = s.corners[c]
				next = append(next, d)
			}
		})
	}
	return next
}

// spreadRound sees to it that an islet lies in cells that are told, if anything round
// it is open. It tells of the water that it stands in alone: the coast off which it
// lies may be missing.
func (s *survey) spreadRound(i *islet, isOpen []bool) {
	var front []int
	round := s.round(i)
	for _, c := range round {
		if s.corners[c] != untold {
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

// forgetContradictions leaves out where land and sea meet without a coast, or the
// same meets itself across one: a coast is missing there.
func (s *survey) forgetContradictions() {
	var wrong []int
	for c, k := range s.corners {
		s.beyond(c, func(d int) {
			if k != untold && s.corners[d] == k.other() {
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
		s.corners[c] = untold
	}
}

// forgetCutIslets leaves out the cells of islets that are not told of as a whole, and
// so on with those that this cuts.
func (s *survey) forgetCutIslets() {
	at := make(map[int][]int) // islets by the corners round them
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
		if !slices.ContainsFunc(round, func(c int) bool { return s.corners[c] == untold }) {
			continue
		}
		for _, c := range round {
			if s.corners[c] != untold {
				s.corners[c] = untold
				todo = append(todo, at[c]...)
			}
		}
	}
}
