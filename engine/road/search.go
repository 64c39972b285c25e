// SPDX-License-Identifier: MIT

package road

import (
	"math"
	"slices"
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
	// JunctionPenalty is the least cost of passing a junction, straight on or not.
	TurnPenalty, JunctionPenalty float64
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
	hastyStates = 4
	hastyLeast  = 200
)

// state is an edge at the moment of entering it, given by its index in the arcs, which
// are by node, so that the states after one node are adjacent. One additional state,
// origin, is the end of the first edge. It is distinct because a route round a loop may
// enter the first edge again.
type state uint32

func (s *Search) origin() state { return state(s.g.NumEdges()) }

// label returns the label of a state, which must not be changed unless the state has been
// reached in this run.
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
	access   Access // without the bits that arcs have for other purposes
	prices   *Prices
	byBand   *bandPrices // nil if speed limits do not count
	turn     uint32      // centimetres
	junction uint32      // centimetres
	uTurn    uint32      // centimetres
	bound    uint32      // centimetres from the end of the first edge, below unreached

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
	return &Search{g: g, labels: newPages[label](g.NumEdges() + 1)}
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
			s.targets[i].found, s.targets[i].edges, s.targets[i].cost = false, 0, 0
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

// maxTurnPenalty is the greatest turn penalty (metres); fullTurn times it fits into 32
// bits of centimetres.
const maxTurnPenalty = 1_000_000

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
	if !t.found || t.direct {
		return t.edges, t.found
	}
	var between uint64 // centimetres
	for at := s.label(t.state).parent; at != s.origin(); at = s.label(at).parent {
		between += uint64(s.arc(at).Length)
	}
	return t.edges + float64(between)/centimetresPerMetre, true
}

// Cost returns the cost of that route (metres).
func (s *Search) Cost(i int) (metres float64, found bool) {
	return s.targets[i].cost, s.targets[i].found
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
		dst = append(dst, s.arc(at).Edge)
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
	return uint32(min(math.Ceil(clamp(m, math.Inf(1))*centimetresPerMetre), unreached-1))
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
	if left := s.leastFrom(s.arc(first).head()); left <= s.limits.bound {
		s.expand(s.origin(), s.arc(first), 0, left)
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
			s.enqueue(at, s.g.arcs.Item(int(at)), l)
			continue
		}
		arc := s.g.arcs.Item(int(at)) // it was read when the state was reached
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
	if s.limits.byBand != nil && road.band != usualBand {
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

// expand enters every edge that may follow arc. At its end the route has the given cost,
// and at least left remains to a target; their sum is within the bound. parent is the
// previous state.
func (s *Search) expand(parent state, arc *packedArc, cost, left uint32) {
	g := s.g
	edge := arc.Edge
	first, end := g.outOf(arc.head())
	restricted := arc.Access&turnsBit != 0
	junction := s.limits.turn|s.limits.junction > 0 && end-first > 2 && arc.Head&bendBit == 0
	room := s.limits.bound - cost - left
	var back state
	canTurnBack, deadEnd := false, true
	unlawful := uint64(0) // penalty of turning back against the law
	next := g.arcs.Range(first, end)
	for i := range next {
		to := &next[i]
		who := Access(to.Access) & s.limits.access
		lawful, penalty := true, uint64(0)
		if who == 0 {
			if who = s.travellers(to.access(), to.Edge); who == 0 {
				continue
			}
			lawful = false
			if Access(arc.Access)&s.limits.access != 0 {
				penalty = uint64(s.limits.against)
			}
		}
		if restricted && who&^g.BannedFor(edge, to.Edge) == 0 {
			if s.limits.banned == 0 {
				continue
			}
			lawful = false
			penalty += uint64(s.limits.banned)
		}
		at := state(first + i)
		if to.Edge == edge.Reverse() {
			back, canTurnBack = at, true
			unlawful = penalty
			continue
		}
		deadEnd = deadEnd && !lawful
		if junction {
			penalty += uint64(max(s.limits.turn*turnShare(arc.Arrives, to.Leaves)/fullTurn, s.limits.junction))
		}
		if penalty <= uint64(room) {
			s.reach(at, to, cost+uint32(penalty), left, parent)
		}
	}
	uTurn := unlawful + uint64(s.limits.uTurn)
	if deadEnd {
		uTurn = unlawful + uint64(s.limits.deadEnd)
	}
	if canTurnBack && uTurn <= uint64(room) {
		s.reach(back, g.arcs.Item(int(back)), cost+uint32(uTurn), left, parent)
	}
}

// travellers returns the travellers that may use an edge of that access, including
// against its direction if the rules allow it.
func (s *Search) travellers(access Access, e EdgeID) Access {
	if who := access & s.limits.access; who != 0 || s.limits.against == 0 || s.g.Class(e.Link()).NeverAgainst() {
		return who
	}
	return s.g.Access(e.Reverse()) & s.limits.access
}

// reach records a route to the state of an edge if it is the cheapest so far. The sum of
// cost and left is within the bound.
func (s *Search) reach(at state, arc *packedArc, cost, left uint32, parent state) {
	l := s.label(at)
	if l.stamp&^1 != s.stamp {
		l = s.labels.set(uint32(at))
	} else if l.cost <= cost {
		return
	}
	l.cost, l.parent = cost, parent
	if l.stamp == s.stamp+1 {
		l.rank = cost + left
		s.queue.push(makeEntry(l.rank, at))
		return
	}
	l.stamp = s.stamp
	s.enqueue(at, arc, l)
}

// enqueue queues the state of an edge for expansion at its end, ranked by the lower bound
// from there. A state from which no target can be reached within the bound is not queued.
func (s *Search) enqueue(at state, arc *packedArc, l *label) {
	l.rank = unreached
	price := s.priceOf(arc)
	if price > uint64(s.limits.bound-l.cost) {
		return
	}
	end := l.cost + uint32(price)
	if left := s.leastFrom(arc.head()); left <= s.limits.bound-end {
		l.rank = end + left
		s.queue.push(makeEntry(l.rank, at))
	}
}
