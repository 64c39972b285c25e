// SPDX-License-Identifier: MIT

package match

import (
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

	lattice
	relaxer
	chainSearch
	shiftMeter
	explainer

	route
	placer
	assessor
	legMaker

	suspicious bool // a forbidden way may be better than the best chain
	unsettled  bool // nothing is decided, because the batch may grow; see settle
}

// newWorkspace returns a workspace for matching on g.
func newWorkspace(g *road.Graph, p model) *workspace {
	w := &workspace{
		batch:   batch{model: p, base: p, graph: g, finder: road.NewFinder(g)},
		relaxer: relaxer{search: road.NewSearch(g)},
	}
	w.recorded = recorded{batch: &w.batch, result: &w.result}
	w.noiseMeter = noiseMeter{batch: &w.batch, recorded: &w.recorded}
	w.lattice = lattice{batch: &w.batch, result: &w.result, recorded: &w.recorded}
	w.relaxer.batch, w.relaxer.recorded, w.relaxer.lattice = &w.batch, &w.recorded, &w.lattice
	w.chainSearch = chainSearch{batch: &w.batch, lattice: &w.lattice, relaxer: &w.relaxer}
	w.shiftMeter = shiftMeter{batch: &w.batch, recorded: &w.recorded, lattice: &w.lattice, chainSearch: &w.chainSearch}
	w.explainer = explainer{batch: &w.batch, recorded: &w.recorded, lattice: &w.lattice, relaxer: &w.relaxer, chainSearch: &w.chainSearch}
	w.route = route{batch: &w.batch, recorded: &w.recorded, lattice: &w.lattice, relaxer: &w.relaxer, chainSearch: &w.chainSearch}
	w.placer = placer{
		batch: &w.batch, result: &w.result, recorded: &w.recorded, lattice: &w.lattice, chainSearch: &w.chainSearch,
		route: &w.route,
	}
	w.assessor = assessor{
		batch: &w.batch, result: &w.result, recorded: &w.recorded, lattice: &w.lattice, chainSearch: &w.chainSearch,
		route: &w.route,
	}
	w.legMaker = legMaker{
		batch: &w.batch, result: &w.result, recorded: &w.recorded, chainSearch: &w.chainSearch,
		route: &w.route, placer: &w.placer, assessor: &w.assessor,
	}
	return w
}

// begin prepares the workspace for the next batch.
func (w *workspace) begin(from handover, final bool, p Profile) {
	w.batch.begin(from, final, p)
	w.result.clear()
	w.residuals = w.residuals[:0]
	w.sawIsland, w.suspicious, w.unsettled, w.effort = false, false, false, effort{left: from.effort}
}

// grow returns a slice of length n, reusing s if it is large enough. The contents are
// undefined.
func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}
