// SPDX-License-Identifier: MIT

package match

import (
	"roadsnap/engine/geo"
	"roadsnap/engine/road"
)

// route is the route of the current chain.
type route struct {
	*batch
	*recorded
	*lattice
	*relaxer
	*chainSearch

	pieces      []piece
	chosenAlong []float64 // of each choice, metres along the route; never decreasing
	line        []vertex

	shape  []geo.Point
	sample []float64
	hits   []road.Hit
}

// placer places the fixes on the route.
type placer struct {
	*batch
	*result
	*recorded
	*lattice
	*chainSearch
	*route

	windows []window
	cells   []cell
	blocks  []block
}

// assessor rates how sure the route is at each choice and each fix.
type assessor struct {
	*batch
	*result
	*recorded
	*lattice
	*chainSearch
	*route

	shares []float64 // see shareRoute
	odd    []float64 // see rateOddness
}

// legMaker makes a leg of the current chain.
type legMaker struct {
	*batch
	*result
	*recorded
	*chainSearch
	*route
	*placer
	*assessor

	lastFix  int // last fix of an open leg; see finishLeg
	inferred []span
	passes   []pass
	sample   []float64
}
