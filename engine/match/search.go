// SPDX-License-Identifier: MIT

package match

import "roadsnap/engine/road"

// lattice holds the steps of the batch and their candidates.
type lattice struct {
	*batch
	*result
	*recorded

	steps      []step
	candidates []candidate
	sawIsland  bool // there was a candidate on an island

	hits   []road.Hit
	sample []float64
}

// relaxer finds the arcs between two steps.
type relaxer struct {
	*batch
	*recorded
	*lattice

	search *road.Search
	effort int           // states that the searches may still settle; negative when overdrawn
	arcs   []arc         // of the current chain
	edges  []road.EdgeID // of their routes

	places  []road.Position // of the sources
	sources []int32         // candidates to search from, the best first; see rankSources
	targets []road.Position
	reached []float64 // by target; see setTargets
	bounds  []float64 // by target; see setBounds
}

// chainSearch finds the best chain from a step to the next cut.
type chainSearch struct {
	*batch
	*lattice
	*relaxer

	offRoad []offRoad // from the first step of the chain to the one after its last
	choices []choice
	total   float64 // log-probability of all chains
}

// explainer answers a question about the current chain.
type explainer struct {
	*batch
	*recorded
	*lattice
	*relaxer
	*chainSearch

	question *question // from Explain, or nil
}
