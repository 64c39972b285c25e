// SPDX-License-Identifier: MIT

package match

import (
	"context"
	"slices"
	"sync"

	"roadsnap/engine/road"
)

// Version is the version of the model. It is raised when the same trip on the same map may
// get another result, so that kept matches are made again.
const Version = "21"

// Matcher matches trips on one road graph. It is safe for concurrent use: each call
// uses a workspace of its own, and the graph is only read.
type Matcher struct {
	model      model
	graph      *road.Graph
	workspaces sync.Pool // of *workspace
}

// New returns a matcher on g with the settings c. The error wraps [ErrConfig].
func New(g *road.Graph, c Config) (*Matcher, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	return newMatcher(g, newModel(c)), nil
}

func newMatcher(g *road.Graph, p model) *Matcher {
	m := &Matcher{model: p, graph: g}
	m.workspaces.New = func() any {
		return newWorkspace(g, p)
	}
	return m
}

// Config returns the settings of m.
func (m *Matcher) Config() Config { return m.model.Config }

// Match finds the roads of one trip. The result has one Point per observation, in
// order. A trip that no road explains gives a result without legs, not an error. The
// error is that of ctx, or wraps [ErrProfile].
func (m *Matcher) Match(ctx context.Context, obs []Observation, p Profile) (Result, error) {
	s, err := m.Stream(p)
	if err != nil {
		return Result{}, err
	}
	return s.all(ctx, obs)
}

// batch matches the observations that a stream holds. It returns the workspace that
// holds the result; the caller must return it to the pool.
//
// Rare cases are only tried if the first result makes no sense. If the trip breaks near
// an island of the network, it is matched again without islands: a vehicle next to the
// paths of a closed park did not come from them. If a one-way street or a banned turn
// may explain a bad result, the trip is matched again with violations allowed. All runs
// share one effort budget.
func (m *Matcher) batch(ctx context.Context, obs []Observation, final bool, s *Stream) (*workspace, error) {
	w := m.workspaces.Get().(*workspace)
	w.question = s.question.copy()
	w.skipIslands, w.lenient = false, s.state.anchor.place.against
	w.corrections, w.pinned = s.corrections, false
	from := s.state
	due := s.dueOf(obs, final)
	obs = obs[:due.end]
	if w.corrections != nil {
		var lenient bool
		w.pinned, lenient = w.corrections.within(from.base+from.overlap-pinAhead, from.base+due.end+pinAhead)
		w.lenient = w.lenient || lenient
	}
	if s.live() {
		from.renewEffort(&m.model)
		from.earn(&m.model, obs, len(obs)-from.overlap, len(obs))
	} else {
		from.earn(&m.model, obs, due.fresh, from.base+len(obs))
	}
	if w.pinned {
		from.effort += pinEffort
	}
	w.due, w.turn = due, s.turn()
	err := w.match(ctx, obs, from, final, s.profile)
	learned := false // the shift, from the result in w
	again := func(skipIslands, lenient bool, better func(v, w *workspace) bool) (used bool) {
		v := m.workspaces.Get().(*workspace)
		v.question = s.question.copy()
		v.corrections, v.pinned = w.corrections, w.pinned
		v.skipIslands, v.lenient, v.due, v.turn = skipIslands, lenient, due, w.turn
		from.effort = w.next.effort
		if err = v.match(ctx, obs, from, final, s.profile); err == nil {
			w.next.effort = v.next.effort
			if used = v.unsettled || better(v, w); used {
				w, v = v, w
				learned = false
			}
		}
		m.workspaces.Put(v)
		return used
	}
	for runs := 0; runs < shiftRuns && err == nil && !w.unsettled && w.effort.left > 0; runs++ {
		at, differs := w.estimateShift()
		learned = true
		if !differs {
			break
		}
		before := from
		from.useShift(at, w.turn)
		if !again(w.skipIslands, w.lenient, func(v, w *workspace) bool { return v.onRoads() >= w.onRoads() }) {
			from.shift, from.anchor = before.shift, before.anchor
			break
		}
	}
	if err == nil && !w.unsettled && w.sawIsland && w.anyUnrouted() && w.effort.left > 0 {
		again(true, w.lenient, func(v, w *workspace) bool { return v.onRoads() > w.onRoads() })
	}
	if err == nil && !w.unsettled && w.suspicious && !w.lenient && w.effort.left > 0 {
		again(w.skipIslands, true, func(v, w *workspace) bool { return v.violates && v.onRoads() >= w.onRoads() })
	}
	if err == nil && !learned {
		w.estimateShift() // for the next batch
	}
	if !w.unsettled {
		s.question = w.question
	}
	return w, err
}

// anyUnrouted reports whether a point is near a road but has no route to the roads of
// the other points.
func (r *result) anyUnrouted() bool {
	return slices.ContainsFunc(r.points, func(p Point) bool { return p.Reason == ReasonNoRoute })
}

// onRoads counts the points that have a place on a leg.
func (r *result) onRoads() (n int) {
	for i := range r.points {
		if r.points[i].State != OffRoad {
			n++
		}
	}
	return n
}

// match runs the parts of the model in order over a batch, which begins with the
// overlap. Unless the batch is final, its last observations stay undecided; see decide.
func (w *workspace) match(ctx context.Context, obs []Observation, from handover, final bool, p Profile) error {
	w.begin(from, final, p)
	w.prepare(obs)
	w.measureInterval()
	w.estimateNoise()
	w.reduce()
	if err := w.findCandidates(ctx); err != nil {
		return err
	}
	w.markOutages()
	if err := w.findLegs(ctx); err != nil {
		return err
	}
	w.giveReasons()
	w.handOverRest()
	return nil
}

// findLegs runs chain after chain until all steps are used.
func (w *workspace) findLegs(ctx context.Context) error {
	w.decided = len(w.points)
	for begin := 0; begin < len(w.steps); {
		last, open, err := w.chain(ctx, begin)
		if err != nil {
			return err
		}
		w.backtrack(begin, last)
		w.suspicious = w.suspicious || w.suspectsViolation(last)
		w.posteriors(begin, last)
		w.collectResiduals()
		w.answer(begin, last)
		if open && !w.final {
			if w.unsettled = !w.settle(begin, last); !w.unsettled {
				w.decide(begin, last)
			}
			return nil
		}
		w.finishLegs(begin, last, false)
		if !open {
			w.next.broken = w.steps[last+1].cut
		}
		begin = last + 1
	}
	if !w.final {
		w.decided = w.dueFirst()
	}
	return nil
}

// anchored reports whether a chain from step begin continues where the previous batch
// ended.
func (bt *batch) anchored(begin int) bool { return begin == 0 && bt.from.anchor.set }

// finishLegs makes legs of the chain in w.choices, which spans the steps from begin to
// last: one for each part of it that is on the roads. If the chain is open, so is the
// last leg.
func (w *workspace) finishLegs(begin, last int, open bool) {
	next := begin // the first step after the previous leg
	for all := w.choices; len(all) > 0; {
		n := 1
		for n < len(all) && !all[n].begins {
			n++
		}
		w.choices, all = all[:n], all[n:]
		first, end := w.choices[0].step, w.choices[n-1].step+1
		w.setReason(next, first, w.leftOutFor(first-next))
		goesOn := open && len(all) == 0
		if !goesOn && w.isolated() {
			w.steps[first].chosen = false
			w.setReason(first, end, ReasonNoRoute)
		} else {
			if first > begin {
				w.next.broken = w.causeBetween(first-1, first)
			}
			w.next.anchor = anchor{}
			w.finishLeg(goesOn)
			w.setReason(first, end, ReasonOutlier)
		}
		next = end
	}
	w.setReason(next, last+1, w.leftOutFor(last+1-next))
}

// isolated reports whether the chain is a single fix in a longer trip: one point on a
// road does not define a route.
func (r *route) isolated() bool {
	if len(r.choices) > 1 || len(r.fixes) == 1 || r.anchored(r.choices[0].step) {
		return false
	}
	first, end := r.legFixes()
	return end-first == 1
}
