// SPDX-License-Identifier: MIT

package match

import "roadsnap/engine/road"

// batch is the task of matching a part of a trip: the map, the model, the rules of the
// profile, and the state between it and its neighbours.
type batch struct {
	model    model
	graph    *road.Graph
	finder   *road.Finder
	prices   *road.Prices // for motor vehicles
	rules    road.Rules
	topSpeed float64 // m/s
	profile  Profile

	from  handover // from the previous batch
	next  handover // for the next batch
	final bool     // no more observations will follow

	skipIslands bool // candidates on islands are left out; see road.Graph.Island
	lenient     bool // violations are allowed, at a price
}

// begin prepares for the next batch.
func (w *batch) begin(from handover, final bool, p Profile) {
	w.from, w.next, w.final = from, from, final
	w.rules = rulesFor(p, w.model, w.prices)
	w.topSpeed, w.profile = profileTopSpeed[p], p
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
	// of all legs, that of leg i before trackEnds[i], and trackWays the way after each
	// vertex.
	breaks    []GapCause
	track     []vertex
	trackWays []int64
	trackEnds []int
}

// clear removes the results of the previous batch.
func (w *result) clear() {
	w.legs, w.continued, w.warnings, w.violates, w.inferredLength = w.legs[:0], false, w.warnings[:0], false, 0
	w.breaks, w.track, w.trackWays, w.trackEnds = w.breaks[:0], w.track[:0], w.trackWays[:0], w.trackEnds[:0]
}
