// SPDX-License-Identifier: MIT

package road

import (
	"math"
	"slices"

	"roadsnap/engine/geo"
)

// Position is a place on a directed edge.
type Position struct {
	Edge   EdgeID
	Offset float64 // metres from the start of the edge, along the edge
}

// Rules are the permitted routes of a search and their costs.
type Rules struct {
	// Access is the set of travellers. An edge may be used if any of them may travel
	// it. A turn may be made unless it is banned for all of them that may travel the
	// next edge.
	Access Access
	// UTurnPenalty is the cost of turning back at a node, besides the length (metres),
	// unless there is no other way to continue.
	UTurnPenalty float64
	// DeadEndPenalty is the cost of turning back where there is no other way to
	// continue (metres).
	DeadEndPenalty float64
	// AgainstPenalty is the cost (metres) of entering an edge that is open only in the
	// other direction, from one that is not. 0 forbids it, and so does a road with
	// [Class.NeverAgainst]. AgainstShare is the
	// additional cost of each metre there, as a share of its price.
	AgainstPenalty, AgainstShare float64
	// BannedTurnPenalty is the cost of a turn that a restriction bans (metres). 0
	// forbids it.
	BannedTurnPenalty float64
	// NoTrucksShare is the additional cost of each metre from which trucks are banned,
	// as a share of its price.
	NoTrucksShare float64
	// TurnPenalty is the cost of a sharp turn at a junction (metres); see turnShare.
	// AnglePenalty is the additional cost of each 90° turned there, bends included.
	TurnPenalty, AnglePenalty float64
	// Prices are the costs of a metre of each class; nil means one metre for all.
	Prices *Prices
	// LimitWeight makes a road with an unusual speed limit for its class cost its price
	// times (usual limit / limit) to this power, 0 to 1: of two roads next to each other,
	// drivers take the faster one. See usualLimits.
	LimitWeight float64
	// Closed are links that no route passes, nil for none. The caller must not search from
	// them or to them.
	Closed *LinkSet
}

// defaultUTurnPenalty is 100 m: turning a vehicle round in a street takes ten to
// fifteen seconds, in which it would otherwise go about that far.
const defaultUTurnPenalty = 100

// DefaultRules returns the rules for the given travellers. U-turns are free for
// pedestrians.
func DefaultRules(access Access) Rules {
	r := Rules{Access: access}
	if access&Foot == 0 {
		r.UTurnPenalty = defaultUTurnPenalty
	}
	return r
}

// Prices holds the cost of a metre of each class (hundredths of a metre), above 0. With
// expensive alleys and cheap main roads, the cheapest route is the one that people
// take, which is not the shortest.
type Prices [numClasses]uint16

// evenPrices makes a metre of any class cost a metre.
var evenPrices = func() (p Prices) {
	for c := range p {
		p[c] = onePrice
	}
	return p
}()

// onePrice is the price of a metre that costs a metre.
const onePrice = 100

// of returns the cost of a length (centimetres) of class c, rounded up, so that no edge
// is cheaper than its length at the least price.
func (p *Prices) of(length uint32, c Class) uint64 {
	return (uint64(length)*uint64(p[c]) + onePrice - 1) / onePrice
}

// ofMetres returns the cost of a part of an edge of class c.
func (p *Prices) ofMetres(length float64, c Class) float64 {
	return length * float64(p[c]) / onePrice
}

// least returns the least price relative to onePrice.
func (p *Prices) least() float64 { return float64(slices.Min(p[:])) / onePrice }

// Search finds the cheapest routes from one position to many within a bound. It runs
// Dijkstra's algorithm on edges rather than nodes, to account for turn restrictions and
// U-turns, with the A* heuristic for distant targets (see heuristic). It must not be
// used concurrently. The results of a Run are valid until the next one. A Run allocates
// only if it has more targets or a longer queue than any before.
type Search struct {
	// MaxStates is the maximum number of states that a Run settles; the remaining
	// targets are then treated as beyond the bound. 0 is no limit. A state is an edge
	// entered. Routes that are found are the cheapest regardless.
	MaxStates int
	// Hasty makes a Run that has found one target give up on the others once it has
	// settled hastyStates times as many states as up to there. Such targets are so far
	// away by road that the whole area would be searched for them.
	Hasty bool

	g      *Graph
	labels pages[label] // by state

	// The sections of g. What a run reads of them has been checked by open.
	arcs    []packedArc
	offsets []uint32
	nodes   []geo.Fixed

	// Set by Targets, for all runs.
	targets []target
	limits  limits
	least   float64 // price of a metre of the cheapest class (metres)
	near    plane   // around the targets
	survey  survey
	bands   bandPrices // for the last LimitWeight

	// State of the current run.
	stamp     uint32 // even
	queue     heap
	heuristic heuristic
	goals     []goal
	from      Position
	remainder float64 // from there to the end of the edge (metres)
	start     float64 // cost of that part (metres)
	settled   int     // number of states settled
	bounds    []float64
}

// After the first target, a hasty run settles hastyStates times as many states as up to
// there, plus hastyLeast, which is enough for targets next to the first.
const (
	hastyStates = 2
	hastyLeast  = 200
)

// state is an edge at the moment of entering it, given by its index in the arcs, which
// are by node, so that the states after one node are adjacent. One additional state,
// origin, is the end of the first edge. It is distinct because a route round a loop may
// enter the first edge again.
type state uint32

func (s *Search) origin() state { return state(s.g.NumEdges()) }

// label returns the label of a state, which must not be changed unless its page is in use.
func (s *Search) label(at state) *label { return s.labels.get(uint32(at)) }

// label holds the data of the current run about a state.
type label struct {
	stamp  uint32 // the run that it belongs to, plus one for an unsettled target
	cost   uint32 // centimetres from the end of the first edge, with penalties
	rank   uint32 // its place in the queue: a lower bound of the cost of a route to a target through it; see enqueue
	parent state
}

// unreached is a cost above any that a run accepts.
const unreached = math.MaxUint32

// limits holds the bound and the rules in the units of the search.
type limits struct {
	access Access // without the bits that arcs have for other purposes
	prices *Prices
	byBand *bandPrices // nil if speed limits do not count
	turn   uint32      // centimetres
	angle  uint32      // centimetres
	uTurn  uint32      // centimetres
	bound  uint32      // centimetres from the end of the first edge, below unreached

	deadEnd uint32 // centimetres
	against uint32 // centimetres; 0 forbids
	share   uint64 // additional cost of an edge travelled against its direction (256ths of its price)
	banned  uint32 // centimetres; 0 forbids

	dear      uint8  // the edges with this bit of access cost more
	dearShare uint64 // additional cost of such an edge (256ths of its price)

	closed *LinkSet
}

// NewSearch returns a workspace for searches in g. Its memory grows with the parts that
// one run searches; a large city takes 4 MB. For each link of the graph it takes a
// sixteenth of a byte.
func NewSearch(g *Graph) *Search {
	return &Search{
		g: g, labels: newPages[label](g.NumEdges() + 1),
		arcs: g.arcs.Unchecked(), offsets: g.outOffsets.Unchecked(), nodes: g.nodes.Unchecked(),
	}
}

// open takes the page of a state into use. An arc whose page is in use, and the node at
// which it ends, may then be read without a check.
func (s *Search) open(at state) {
	if s.labels.unused(uint32(at)) {
		s.openPage(uint32(at) / pageSize)
	}
}

// openAll opens the pages of the states from first to before end.
func (s *Search) openAll(first, end uint32) {
	for at := first &^ (pageSize - 1); at < end; at += pageSize {
		s.open(state(at))
	}
}

// openPage checks the blocks of all arcs of a page and of their nodes.
func (s *Search) openPage(page uint32) {
	first := int(page) * pageSize
	g := s.g
	for i := range g.arcs.Range(first, min(first+pageSize, len(s.arcs))) {
		n := int(s.arcs[first+i].head())
		g.nodes.Need(n)
		g.outOffsets.Need(n)
		g.outOffsets.Need(n + 1)
	}
	s.labels.add(page)
}

// Run searches from one position to all targets and stops as soon as the cheapest route
// to each of them is known. The cost of a route is its length at the prices of the
// rules plus penalties. A target is found if its cheapest route costs at most bound
// (metres). All edges of a route are permitted, including the first and the last.
//
// A target ahead on the edge of from is reached along the edge, one behind only by
// coming round to the edge again. Offsets are clamped to their edge. Nothing is found
// within a bound that is negative or NaN.
func (s *Search) Run(from Position, bound float64, targets []Position, rules Rules) {
	s.Targets(targets, rules)
	s.bounds = s.bounds[:0]
	for range targets {
		s.bounds = append(s.bounds, bound)
	}
	s.RunWithin(from, s.bounds)
}

// RunWithin is like Run to the current targets, with a bound for each of them. Smaller
// bounds make it faster.
func (s *Search) RunWithin(from Position, bounds []float64) {
	arc := s.g.arcOf(from.Edge)
	length := metres(arc.Length)
	s.begin(Position{from.Edge, clamp(from.Offset, length)})
	s.remainder = length - s.from.Offset
	s.start = s.priced(arc, s.remainder)
	if s.travellers(arc.access(), from.Edge) == 0 {
		for i := range s.targets {
			s.targets[i].found = false
		}
		return
	}
	s.selectTargets(bounds, arc.head())
	s.run()
	for i := range s.targets {
		if t := &s.targets[i]; t.direct || t.wanted {
			s.finishTarget(t, bounds[i])
		}
	}
}

// maxTurnPenalty and maxAnglePenalty are the greatest penalties of turns (metres); fullTurn
// times the one, and halfTurn times the other, fit into 32 bits of centimetres.
const maxTurnPenalty, maxAnglePenalty = 1_000_000, 250_000

// priced returns the cost of a part of an edge by the rules (metres).
func (s *Search) priced(arc *packedArc, length float64) float64 {
	road := &roadTypes[arc.Road]
	price := s.limits.prices.ofMetres(length, road.class)
	if s.limits.byBand != nil {
		price *= float64(s.limits.byBand.factors[road.band]) / wholeShare
	}
	if s.limits.against > 0 && arc.access()&s.limits.access == 0 {
		price += price * float64(s.limits.share) / wholeShare
	}
	if arc.Access&s.limits.dear != 0 {
		price += price * float64(s.limits.dearShare) / wholeShare
	}
	return price
}

// wholeShare is a share of one; maxAgainstShare is the greatest AgainstShare.
const (
	wholeShare      = 256
	maxAgainstShare = 1000
)

// Distance returns the length of the cheapest route to target i of the last Run
// (metres), without prices and penalties. found is false if there is none within the
// bound.
func (s *Search) Distance(i int) (metres float64, found bool) {
	t := &s.targets[i]
	switch {
	case !t.found:
		return 0, false
	case t.direct:
		return t.edges, true
	}
	var between uint64 // centimetres
	for at := s.label(t.state).parent; at != s.origin(); at = s.label(at).parent {
		between += uint64(s.arcs[at].Length)
	}
	return t.edges + float64(between)/centimetresPerMetre, true
}

// Cost returns the cost of that route (metres).
func (s *Search) Cost(i int) (metres float64, found bool) {
	if t := &s.targets[i]; t.found {
		return t.cost, true
	}
	return 0, false
}

// Settled returns how many states the last Run settled, a measure of its time.
func (s *Search) Settled() int { return s.settled }

// Path appends to dst the edges of the cheapest route to target i of the last Run, from
// the edge of the start to the edge of the target, both included. A target ahead on the
// first edge has that one edge. If the target was not found, it appends nothing.
func (s *Search) Path(dst []EdgeID, i int) []EdgeID {
	t := &s.targets[i]
	if !t.found {
		return dst
	}
	return s.AppendRest(append(dst, s.from.Edge), i)
}

// AppendRest is like Path without the edge of the start.
func (s *Search) AppendRest(dst []EdgeID, i int) []EdgeID {
	t := &s.targets[i]
	if !t.found || t.direct {
		return dst
	}
	rest := len(dst)
	for at := t.state; at != s.origin(); at = s.label(at).parent {
		dst = append(dst, s.arcs[at].Edge)
	}
	slices.Reverse(dst[rest:])
	return dst
}

// begin resets the workspace for the next run.
func (s *Search) begin(from Position) {
	if s.stamp > math.MaxUint32-3 { // every 2³¹ runs the stamps start again
		s.labels.clear()
		s.stamp = 0
	}
	s.labels.shrink()
	s.stamp += 2
	s.queue, s.goals = s.queue[:0], s.goals[:0]
	s.from, s.settled = from, 0
}

// centimetresUp converts metres, rounding up, to a value below unreached. NaN and
// negative values become 0.
func centimetresUp(m float64) uint32 {
	m *= centimetresPerMetre
	switch {
	case !(m > 0):
		return 0
	case m >= unreached-1:
		return unreached - 1
	}
	down := uint32(m)
	if float64(down) < m {
		down++
	}
	return down
}

// run settles states in order of rank until all targets are settled, nothing is left
// within the bound, or the limit of states is reached.
//
// A state may be settled again after a cheaper route to it is found, because the
// heuristic is admissible but not consistent. A target is settled once: when it is
// taken from the queue, everything left is no cheaper.
func (s *Search) run() {
	if len(s.goals) == 0 {
		return
	}
	most := s.MaxStates
	first := s.g.stateOf(s.from.Edge)
	s.open(first)
	if left := s.leastFrom(s.arcs[first].head()); left <= s.limits.bound {
		s.expand(s.origin(), &s.arcs[first], 0, left)
	}
	for len(s.queue) > 0 {
		e := s.queue.pop()
		if e.rank() > s.limits.bound {
			return // the bound has decreased since
		}
		at := e.state()
		l := s.label(at)
		if l.rank != e.rank() {
			continue // reached more cheaply since this entry was made
		}
		if s.settled++; s.settled == most {
			return
		}
		if l.stamp != s.stamp {
			l.stamp = s.stamp
			if s.removeGoal(at); len(s.goals) == 0 {
				return
			}
			if s.Hasty && most == s.MaxStates {
				most = s.settled*hastyStates + hastyLeast
				if s.MaxStates > 0 {
					most = min(most, s.MaxStates)
				}
			}
			s.enqueue(at, &s.arcs[at], l)
			continue
		}
		arc := &s.arcs[at]
		if s.limits.closed != nil && s.limits.closed.Has(arc.Edge.Link()) {
			continue
		}
		end := l.cost + uint32(s.priceOf(arc))
		s.expand(at, arc, end, l.rank-end)
	}
}

// arc returns the edge of a state.
func (s *Search) arc(at state) *packedArc { return s.g.arcs.At(int(at)) }

// priceOf returns the cost of an edge.
func (s *Search) priceOf(arc *packedArc) uint64 {
	road := &roadTypes[arc.Road]
	price := s.limits.prices.of(arc.Length, road.class)
	if road.band != usualBand && s.limits.byBand != nil {
		price = (price*uint64(s.limits.byBand.factors[road.band]) + wholeShare - 1) / wholeShare
	}
	if s.limits.against > 0 && Access(arc.Access)&s.limits.access == 0 {
		price += price * s.limits.share / wholeShare
	}
	if arc.Access&s.limits.dear != 0 {
		price += price * s.limits.dearShare / wholeShare
	}
	return price
}
