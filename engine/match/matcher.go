package match

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"roadsnap/engine/road"
)

// Matcher matches trips on one road graph. It is safe for concurrent use: each
// call works in a workspace of its own, and the graph is only read.
type Matcher struct {
	config     Config
	workspaces sync.Pool // of *workspace
}

// New returns a matcher on g with the parameters c. The error wraps [ErrConfig].
func New(g *road.Graph, c Config) (*Matcher, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	m := &Matcher{config: c}
	m.workspaces.New = func() any {
		return &workspace{config: c, graph: g, search: road.NewSearch(g)}
	}
	return m, nil
}

// Config returns the parameters of m.
func (m *Matcher) Config() Config { return m.config }

// Match finds the roads of one trip. The result has one Point per observation,
// in order, whatever the observations are: a trip that no road explains is a
// result without legs, not an error. The errors are those of the context, and
// [ErrProfile].
func (m *Matcher) Match(ctx context.Context, obs []Observation, p Profile) (Result, error) {
	if !p.Valid() {
		return Result{}, fmt.Errorf("match: profile %d: %w", uint8(p), ErrProfile)
	}
	w, result, err := m.match(ctx, obs, p)
	m.workspaces.Put(w)
	return result, err
}

// match matches the trip, and once more without the islands of the network where
// one of them may be why it broke: a vehicle that stood beside the paths of a
// closed park did not come from them. It returns the workspace that holds what
// led to the result, for the caller to give back.
func (m *Matcher) match(ctx context.Context, obs []Observation, p Profile) (*workspace, Result, error) {
	w := m.workspaces.Get().(*workspace)
	w.mainland = false
	result, err := w.matchOnce(ctx, obs, p)
	if err != nil || !w.sawIsland || !slices.ContainsFunc(result.Points, Point.isLost) {
		return w, result, err
	}
	v := m.workspaces.Get().(*workspace)
	v.mainland = true
	again, err := v.matchOnce(ctx, obs, p)
	if err == nil && again.onRoads() > result.onRoads() {
		w, v, result = v, w, again
	}
	m.workspaces.Put(v)
	return w, result, err
}

// isLost reports whether the point has a road near that nothing joins to the
// roads of the others.
func (p Point) isLost() bool { return p.Reason == ReasonNoRoute }

// onRoads counts the points that have a place on a leg.
func (r *Result) onRoads() (n int) {
	for i := range r.Points {
		if r.Points[i].State != OffRoad {
			n++
		}
	}
	return n
}

// matchOnce runs the parts of the model in turn.
func (w *workspace) matchOnce(ctx context.Context, obs []Observation, p Profile) (Result, error) {
	w.begin(p)
	w.prepare(obs)
	w.pulse()
	w.estimateSigma()
	w.reduce()
	if err := w.findCandidates(ctx); err != nil {
		return Result{}, fmt.Errorf("match: %d observations: %w", len(obs), err)
	}
	w.markOutages()
	if err := w.findLegs(ctx); err != nil {
		return Result{}, fmt.Errorf("match: %d observations: %w", len(obs), err)
	}
	w.explain()
	return w.result(p), nil
}

// findLegs runs chain after chain until all steps are used up.
func (w *workspace) findLegs(ctx context.Context) error {
	reached := 0 // last step that a leg or chain reached
	for begin := 0; begin < len(w.steps); {
		last, err := w.chain(ctx, begin)
		if err != nil {
			return err
		}
		w.backtrack(begin, last)
		if w.lone() {
			w.steps[w.choices[0].step].chosen = false
			w.blame(begin, last+1, ReasonNoRoute)
		} else {
			var cause GapCause
			if len(w.legs) > 0 {
				cause = w.causeBetween(reached, reached+1)
			}
			w.breaks = append(w.breaks, cause)
			w.posteriors(begin, last)
			w.settle()
			w.blame(begin, last+1, ReasonOutlier)
			reached = last
		}
		begin = last + 1
	}
	return nil
}

// lone reports whether the chain is a single fix in a trip of more: a point on
// a road says nothing about a route.
func (w *workspace) lone() bool {
	if len(w.choices) > 1 || len(w.fixes) == 1 {
		return false
	}
	first, end := w.legFixes()
	return end-first == 1
}

// result assembles what the callers get.
func (w *workspace) result(p Profile) Result {
	gaps := w.gaps()
	slices.SortStableFunc(w.warnings, func(a, b Warning) int { return cmp.Compare(a.Index, b.Index) })
	return Result{
		Profile: p, Points: w.points, Legs: w.legs, Gaps: gaps, Warnings: w.warnings,
		Distance: w.measure(gaps),
	}
}
