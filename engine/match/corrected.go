// SPDX-License-Identifier: MIT

package match

import (
	"cmp"
	"context"
	"maps"
	"slices"
)

// corrected matches a trip under constraints and explains observation question if it is
// not nil. As long as some cannot be followed, it matches again without them.
func (m *Matcher) corrected(ctx context.Context, obs []Observation, p Profile, constraints []Constraint, question *int) (Corrected, Explanation, error) {
	unmet := map[int]UnmetReason{}
	for {
		c, answer, r, err := m.constrained(ctx, obs, p, constraints, unmet, question)
		if err != nil {
			return Corrected{}, Explanation{}, err
		}
		found, err := m.unmet(ctx, obs, p, constraints, unmet, c, r)
		if err != nil {
			return Corrected{}, Explanation{}, err
		}
		if len(found) > 0 {
			for n, reason := range found {
				unmet[n] = reason
			}
			continue
		}
		done := Corrected{Result: c.withoutVias(r)}
		for n, reason := range unmet {
			done.Unmet = append(done.Unmet, Unmet{n, reason})
		}
		slices.SortFunc(done.Unmet, func(a, b Unmet) int { return cmp.Compare(a.Number, b.Number) })
		if question != nil {
			answer.Point = done.Points[*question]
			answer.Weighed = c.realBefore(answer.Weighed)
		}
		return done, answer, nil
	}
}

// constrained matches a trip once under the constraints that are not unmet. The result
// includes the via points.
func (m *Matcher) constrained(ctx context.Context, obs []Observation, p Profile, constraints []Constraint, unmet map[int]UnmetReason, index *int) (*corrections, Explanation, Result, error) {
	c, err := m.resolve(ctx, obs, p, constraints, unmet)
	if err != nil {
		return nil, Explanation{}, Result{}, err
	}
	s, err := m.Stream(p)
	if err != nil {
		return nil, Explanation{}, Result{}, err
	}
	if len(unmet) < len(constraints) {
		s.corrections = c
	}
	if index != nil {
		s.question = &question{index: c.at[*index]}
	}
	r, err := s.all(ctx, c.obs)
	if err != nil || s.question == nil {
		return c, Explanation{}, r, err
	}
	return c, s.question.answer, r, nil
}

// unmet returns the constraints that a result does not follow, of those not yet known.
func (m *Matcher) unmet(ctx context.Context, obs []Observation, p Profile, constraints []Constraint, known map[int]UnmetReason, c *corrections, r Result) (map[int]UnmetReason, error) {
	found := map[int]UnmetReason{}
	for i, x := range c.pins {
		switch at := &r.Points[i]; {
		case at.State == OffRoad, x.via && slices.ContainsFunc(r.Legs, func(l Leg) bool { return l.FirstIndex == i || l.LastIndex == i }):
			found[x.number] = UnmetNoRoute
		case at.WayID != x.way:
			found[x.number] = UnmetConflict
		}
	}
	for _, s := range c.spans {
		if s.bridge && !slices.ContainsFunc(r.Legs, func(l Leg) bool { return l.FirstIndex <= s.first && s.last <= l.LastIndex }) {
			found[s.number] = UnmetNoRoute
		}
	}
	if err := m.breaking(ctx, obs, p, constraints, known, c, r, found); err != nil {
		return nil, err
	}
	if len(found) > 0 || len(r.Legs) > 0 {
		return found, nil
	}
	return m.nothingLeft(ctx, obs, p, constraints, known)
}

// breaking adds the pins that break the trip, although nothing else does: no route leads to
// them or on from there, or only one which is less likely than that the vehicle left the
// roads.
func (m *Matcher) breaking(ctx context.Context, obs []Observation, p Profile, constraints []Constraint, known map[int]UnmetReason, c *corrections, r Result, found map[int]UnmetReason) error {
	worse := func(numbers ...int) (bool, error) {
		others := maps.Clone(known)
		for _, n := range numbers {
			others[n] = UnmetConflict
		}
		_, _, before, err := m.constrained(ctx, obs, p, constraints, others, nil)
		return len(before.Legs) < len(r.Legs) && onRoads(before) >= onRoads(r)-len(numbers), err
	}
	var pins []int
	for _, x := range c.pins {
		if found[x.number] == "" {
			pins = append(pins, x.number)
		}
	}
	if len(pins) == 0 || len(r.Legs) < 2 {
		return nil
	}
	if some, err := worse(pins...); err != nil || !some {
		return err
	}
	slices.Sort(pins)
	for _, n := range pins {
		alone, err := worse(n)
		if err != nil {
			return err
		}
		if alone {
			found[n] = UnmetNoRoute
		}
	}
	return nil
}

// nothingLeft returns the forbidden ways without which a trip has a leg, if it has none
// with them.
func (m *Matcher) nothingLeft(ctx context.Context, obs []Observation, p Profile, constraints []Constraint, known map[int]UnmetReason) (map[int]UnmetReason, error) {
	found := map[int]UnmetReason{}
	// Without the last ones that it takes, something is left.
	without := map[int]UnmetReason{}
	maps.Copy(without, known)
	for n := len(constraints) - 1; n >= 0; n-- {
		if constraints[n].Kind != Forbid || known[n] != "" {
			continue
		}
		found[n], without[n] = UnmetNothingLeft, UnmetNothingLeft
		_, _, before, err := m.constrained(ctx, obs, p, constraints, without, nil)
		if err != nil {
			return nil, err
		}
		if len(before.Legs) > 0 {
			return found, nil
		}
	}
	return nil, nil
}

// onRoads counts the points on legs.
func onRoads(r Result) (n int) {
	for i := range r.Points {
		if r.Points[i].State != OffRoad {
			n++
		}
	}
	return n
}

// realBefore returns the observation of the input at an index in c.obs, or the last one
// before it.
func (c *corrections) realBefore(i int) int {
	for i > 0 && c.real[i] < 0 {
		i--
	}
	return c.real[i]
}

// realAfter returns the observation of the input at an index in c.obs, or the next one.
func (c *corrections) realAfter(i int) int {
	for i < len(c.real)-1 && c.real[i] < 0 {
		i++
	}
	if c.real[i] < 0 {
		return c.realBefore(i)
	}
	return c.real[i]
}

// withoutVias returns the result for the observations of the input.
func (c *corrections) withoutVias(r Result) Result {
	if len(c.real) == len(c.at) {
		return r
	}
	points := r.Points[:0]
	for i, p := range r.Points {
		if c.real[i] >= 0 {
			p.Index = c.real[i]
			points = append(points, p)
		}
	}
	r.Points = points
	for i := range r.Legs {
		l := &r.Legs[i]
		l.FirstIndex, l.LastIndex = c.realAfter(l.FirstIndex), c.realBefore(l.LastIndex)
		for k := range l.Inferred {
			s := &l.Inferred[k]
			s.FirstIndex, s.LastIndex = c.realBefore(s.FirstIndex), c.realAfter(s.LastIndex)
		}
	}
	for i := range r.Gaps {
		g := &r.Gaps[i]
		g.FirstIndex, g.LastIndex = c.realBefore(g.FirstIndex), c.realAfter(g.LastIndex)
	}
	warnings := r.Warnings[:0]
	for _, x := range r.Warnings {
		switch {
		case c.real[x.Index] >= 0:
			x.Index = c.real[x.Index]
		case x.Kind == WarnMissingTime:
			continue
		default:
			x.Index = c.realBefore(x.Index)
		}
		warnings = append(warnings, x)
	}
	r.Warnings = warnings
	return r
}
