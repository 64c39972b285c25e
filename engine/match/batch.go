// SPDX-License-Identifier: MIT

package match

import "roadsnap/engine/road"

// batch is the task of matching a part of a trip: the map, the model, the rules of the
// profile, and the state between it and its neighbours.
type batch struct {
	model    model // of the profile
	base     model // of all profiles
	graph    *road.Graph
	finder   *road.Finder
	rules    road.Rules
	topSpeed float64 // m/s
	profile  Profile

	prices       [numProfiles]*road.Prices // see pricesFor
	sparsePrices *road.Prices

	from  handover // from the previous batch
	next  handover // for the next batch
	final bool     // no more observations will follow
	due   due      // what a live stream must decide
	turn  turn     // from the shift of the previous batch to that of this one

	corrections *corrections // nil for nearly all trips
	pinned      bool         // a pin is among the observations

	skipIslands bool // candidates on islands are left out; see road.Graph.Island
	lenient     bool // violations are allowed, at a price
}

// begin prepares for the next batch.
func (bt *batch) begin(from handover, final bool, p Profile) {
	bt.from, bt.next, bt.final = from, from, final
	bt.model = bt.base.forProfile(p)
	bt.rules = rulesFor(p, bt.model, bt.pricesFor(p, false), bt.graph.Means())
	bt.topSpeed, bt.profile = traitsOf[p].topSpeed, p
	if bt.corrections != nil {
		bt.rules.Closed = bt.corrections.closed
	}
}

// result holds the results of the batch so far, with its own indexes.
type result struct {
	points         []Point
	decided        int // number of decided observations, overlap included
	legs           []Leg
	continued      bool // the first leg continues one of the previous batch
	warnings       []Warning
	violates       bool    // a leg uses a forbidden way
	inferredLength float64 // metres
	// breaks[i] is why leg i does not continue the previous leg. track holds the lines
	// of all legs, that of leg i before trackEnds[i], and trackEdges the edge after each
	// vertex.
	breaks     []GapCause
	track      []vertex
	trackEdges []edgePlace
	trackEnds  []int
}

// clear removes the results of the previous batch.
func (r *result) clear() {
	r.legs, r.continued, r.warnings, r.violates, r.inferredLength = r.legs[:0], false, r.warnings[:0], false, 0
	r.breaks, r.track, r.trackEdges, r.trackEnds = r.breaks[:0], r.track[:0], r.trackEdges[:0], r.trackEnds[:0]
}
