// SPDX-License-Identifier: MIT

package match

import (
	"roadsnap/engine/geo"
	"roadsnap/engine/road"
)

// workspace holds the state of matching one batch of a trip. It is reused, so matching
// allocates little more than its result.
type workspace struct {
	model    model
	graph    *road.Graph
	search   *road.Search
	finder   *road.Finder
	prices   *road.Prices // for motor vehicles
	rules    road.Rules
	topSpeed float64 // m/s
	profile  Profile

	// The current batch.
	from    handover // from the previous batch
	next    handover // for the next batch
	final   bool     // no more observations will follow
	decided int      // number of decided observations, overlap included
	lastFix int      // last fix of an open leg; see finishLeg

	question *question // from Explain, or nil

	skipIslands bool // candidates on islands are left out; see road.Graph.Island
	sawIsland   bool // there was a candidate on an island
	lenient     bool // violations are allowed, at a price
	suspicious  bool // a forbidden way may be better than the best chain
	violates    bool // a leg uses a forbidden way

	// The input.
	fixes        []fix
	firstNew     int     // the first fix after the overlap
	usualSeconds float64 // median step from fix to fix
	usualMetres  float64
	filtered     []geo.Point // see medians
	stops        []stop
	steady       []int32        // see findSteady
	toRoad       []roadDistance // see measureToRoad

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

	// The results of the batch so far, with its own indexes.
	points         []Point
	legs           []Leg
	continued      bool // the first leg continues one of the previous batch
	warnings       []Warning
	inferredLength float64 // metres
	// breaks[i] is why leg i does not continue the previous leg. track holds the lines
	// of all legs, that of leg i before trackEnds[i], and trackWays the way after each
	// vertex.
	breaks    []GapCause
	track     []vertex
	trackWays []int64
	trackEnds []int

	// Scratch.
	hits       []road.Hit
	targets    []road.Position
	shape      []geo.Point
	sample     []float64
	timeTails  []int32
	timeBefore []int32
}

// begin prepares the workspace for the next batch.
func (w *workspace) begin(from handover, final bool, p Profile) {
	w.from, w.next, w.final = from, from, final
	w.rules, w.sawIsland = rulesFor(p, w.model, w.prices), false
	w.suspicious, w.violates = false, false
	w.topSpeed, w.profile = profileTopSpeed[p], p
	w.legs, w.continued, w.warnings, w.inferredLength = w.legs[:0], false, w.warnings[:0], 0
	w.breaks, w.track, w.trackWays, w.trackEnds = w.breaks[:0], w.track[:0], w.trackWays[:0], w.trackEnds[:0]
}

// grow returns a slice of length n, reusing s if it is large enough. The contents are
// undefined.
func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}
