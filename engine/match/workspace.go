// SPDX-License-Identifier: MIT

package match

import (
	"roadsnap/engine/geo"
	"roadsnap/engine/road"
)

// workspace holds the state of matching one batch of a trip, from the observations to
// the legs. It is reused, so matching allocates little more than its result. Its parts
// refer to each other: each has the parts before it that it needs.
type workspace struct {
	batch
	result
	recorded
	noiseMeter

	search  *road.Search
	lastFix int // last fix of an open leg; see finishLeg

	question *question // from Explain, or nil

	sawIsland  bool // there was a candidate on an island
	suspicious bool // a forbidden way may be better than the best chain

	// The search.
	steps      []step
	candidates []candidate
	arcs       []arc
	edges      []road.EdgeID   // of the routes of the current chain
	places     []road.Position // of the sources
	sources    []int32         // candidates to search from, the best first; see rankSources
	reached    []float64       // by target; see faceTargets
	bounds     []float64       // by target; see setBounds
	offRoad    []offRoad       // of the current chain, from its first step to the one after its last
	choices    []choice
	total      float64 // log-probability of all chains
	effort     int     // states that the searches may still settle; negative when overdrawn

	// The route of the current chain.
	pieces      []piece
	chosenAlong []float64 // of each choice, metres along the route; never decreasing
	shares      []float64 // see shareRoute
	odd         []float64 // see rateOddness
	line        []vertex
	windows     []window
	cells       []cell
	blocks      []block
	passes      []pass
	inferred    []span

	// Scratch.
	hits    []road.Hit
	targets []road.Position
	shape   []geo.Point
	sample  []float64
}

// newWorkspace returns a workspace for matching on g.
func newWorkspace(g *road.Graph, p model, prices *road.Prices) *workspace {
	w := &workspace{
		batch:  batch{model: p, graph: g, finder: road.NewFinder(g), prices: prices},
		search: road.NewSearch(g),
	}
	w.recorded = recorded{batch: &w.batch, result: &w.result}
	w.noiseMeter = noiseMeter{batch: &w.batch, recorded: &w.recorded}
	return w
}

// begin prepares the workspace for the next batch.
func (w *workspace) begin(from handover, final bool, p Profile) {
	w.batch.begin(from, final, p)
	w.result.clear()
	w.sawIsland, w.suspicious, w.effort = false, false, from.effort
}

// grow returns a slice of length n, reusing s if it is large enough. The contents are
// undefined.
func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}
