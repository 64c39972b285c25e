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

// Rules say which routes a search may find and what it makes of them.
type Rules struct {
	// Access is who travels. An edge may be used if any of them may travel it; a
	// turn may be made unless it is banned for all of them that may travel the
	// next edge.
	Access Access
	// UTurnPenalty is what turning back at a node costs beyond its length, in
	// metres, unless there is no other way on from there.
	UTurnPenalty float64
	// DeadEndPenalty is what it costs where there is none, in metres.
	DeadEndPenalty float64
	// AgainstPenalty is what it costs, in metres, to enter an edge that is open
	// to those who travel in the other direction only, from one that is not. 0
	// forbids it. AgainstShare is what each metre there costs beyond its price, as
	// a share of that: who does it does not go on for long.
	AgainstPenalty, AgainstShare float64
	// BannedTurnPenalty is what it costs, in metres, to make a turn that a
	// restriction bans. 0 forbids it.
	BannedTurnPenalty float64
	// TurnPenalty is what a sharp turn at a junction costs beyond its length, in
	// metres; see turnShare.
	TurnPenalty float64
	// Prices are what a metre of each class costs; nil is a metre for all.
	Prices *Prices
}

// defaultUTurnPenalty is in metres: turning a vehicle round in a street takes
// ten to fifteen seconds, in which it would otherwise have gone about 100 m.
const defaultUTurnPenalty = 100

// DefaultRules returns the rules for those who travel: vehicles pay for a
// U-turn, somebody on foot does not.
func DefaultRules(access Access) Rules {
	r := Rules{Access: access}
	if access&Foot == 0 {
		r.UTurnPenalty = defaultUTurnPenalty
	}
	return r
}

// Prices are what a metre of each class costs, in hundredths of a metre, above 0.
// With dear alleys and cheap main roads the cheapest route is the one that
// people take, which is not the shortest.
type Prices [numClasses]uint16

// evenPrices make a metre of any class cost a metre.
var evenPrices = func() (p Prices) {
	for c := range p {
		p[c] = onePrice
	}
	return p
}()

// onePrice is the price at which a metre costs a metre.
const onePrice = 100

// of returns what a length in centimetres of class c costs, rounded up: no edge
// is cheaper than its length at the least price.
func (p *Prices) of(length uint32, c Class) uint64 {
	return (uint64(length)*uint64(p[c]) + onePrice - 1) / onePrice
}

// ofMetres returns what a part of an edge of class c costs.
func (p *Prices) ofMetres(length float64, c Class) float64 {
	return length * float64(p[c]) / onePrice
}

// least returns the least price as a share of one.
func (p *Prices) least() float64 { return float64(slices.Min(p[:])) / onePrice }

// Search finds the cheapest routes from one position to many within a bound:
// Dijkstra's algorithm on edges rather than nodes, so that turn restrictions and
// U-turns count, drawn towards targets that are far off (see aim). It is a
// workspace for one goroutine: what one Run learns is valid until the next, and
// a Run allocates only if it has more targets or a longer queue than any before.
type Search struct {
	// MaxStates is how many states a Run may settle before it gives up on the
	// targets that are left, as if they were beyond the bound; 0 is no limit. A
	// state is an edge entered. What is found is the cheapest all the same.
	MaxStates int
	// Hasty makes a Run that has found one target give up on the others once it
	// has settled hastyStates times as many states as up to there: those are next
	// to the one, or so far from it by road that all round is searched for them.
	Hasty bool

	g      *Graph
	labels []label // by state

	// Of all runs to the same targets.
	targets []target
	limits  limits
	least   float64 // price of a metre of the cheapest class, metres
	near    plane   // round the targets
	survey  survey

	// Of the current run.
	stamp     uint32 // even
	queue     heap
	aim       aim
	goals     []goal
	from      Position
	remainder float64 // metres from there to the end of the edge
	start     float64 // what these cost, metres
	settled   int     // states that the run has settled
	bounds    []float64
}

// hastyStates is how many times as many states as up to the first target a hasty
// run settles, and hastyLeast how many more: enough for the ways next to the first.
const (
	hastyStates = 4
	hastyLeast  = 200
)

// state is an edge at the moment of entering it, named by its place in the
// arrays of edges by node: the states after one node lie side by side. One more,
// origin, is that of standing at the end of the first edge; it is a state of its
// own because a route round a loop may enter the first edge again.
type state uint32

func (s *Search) origin() state { return state(len(s.labels) - 1) }

// label is what the current run knows about a state.
type label struct {
	stamp  uint32 // the run that it belongs to, plus one while it is a target not settled
	cost   uint32 // centimetres from the end of the first edge, with penalties
	rank   uint32 // its place in the queue: what a route to a target by way of it costs at least; see pass
	parent state
	course course // outlives the run
}

// unreached is a cost above all that a run accepts.
const unreached = math.MaxUint32

// limits are the bound and the rules in the units of the search.
type limits struct {
	access Access
	prices *Prices
	turn   uint32 // centimetres
	uTurn  uint32 // centimetres
	bound  uint32 // centimetres from the end of the first edge, below unreached

	deadEnd uint32 // centimetres
	against uint32 // centimetres; 0 forbids
	share   uint64 // what an edge travelled against costs beyond its price, in 256ths of that
	banned  uint32 // centimetres; 0 forbids
}

// NewSearch returns a workspace for searches in g. It takes 40 bytes of address
// space for each link of the graph, and 8 for each node once there is a survey;
// memory is used only where searches go.
func NewSearch(g *Graph) *Search {
	return &Search{g: g, labels: make([]label, g.NumEdges()+1)}
}

// Run searches from one position to all targets at once and stops as soon as it
// knows the way to each of them. The cost of a route is its length at the prices
// of the rules plus their penalties; a target is found if its cheapest route costs at most
// bound metres. All edges of a route are permitted, the first and the last
// included.
//
// A target ahead on the edge of from is reached straight along the edge, one
// behind only by coming round to the edge again. Offsets outside an edge are
// held within it. A bound that is negative or NaN finds nothing.
func (s *Search) Run(from Position, bound float64, targets []Position, rules Rules) {
	s.Targets(targets, rules)
	s.bounds = s.bounds[:0]
	for range targets {
		s.bounds = append(s.bounds, bound)
	}
	s.RunWithin(from, s.bounds)
}

// RunWithin is Run to the targets that were set last, with a bound for each of
// them. The nearer the bounds, the less it searches.
func (s *Search) RunWithin(from Position, bounds []float64) {
	length := s.g.Length(from.Edge.Link())
	s.begin(Position{from.Edge, clamp(from.Offset, length)})
	s.remainder = length - s.from.Offset
	s.start = s.priced(from.Edge, s.remainder)
	if s.travellers(s.g.Access(from.Edge), from.Edge) == 0 {
		for i := range s.targets {
			s.targets[i].found, s.targets[i].edges, s.targets[i].cost = false, 0, 0
		}
		return
	}
	s.enlist(bounds)
	s.settle()
	for i := range s.targets {
		if t := &s.targets[i]; t.direct || t.wanted {
			s.conclude(t, bounds[i])
		}
	}
}

// maxTurnPenalty is in metres; fullTurn times more does not fit 32 bits.
const maxTurnPenalty = 1_000_000

// priced returns what a part of e costs by the rules, in metres.
func (s *Search) priced(e EdgeID, length float64) float64 {
	price := s.limits.prices.ofMetres(length, s.g.Class(e.Link()))
	if s.limits.against > 0 && s.g.Access(e)&s.limits.access == 0 {
		price += price * float64(s.limits.share) / wholeShare
	}
	return price
}

// wholeShare is a share of one; maxAgainstShare more than anyone wants.
const (
	wholeShare      = 256
	maxAgainstShare = 1000
)

// Distance returns the length of the cheapest route to target i of the last Run
// in metres, without prices and penalties; found is false if there is none within the
// bound.
func (s *Search) Distance(i int) (metres float64, found bool) {
	t := &s.targets[i]
	if !t.found || t.direct {
		return t.edges, t.found
	}
	var between uint64 // centimetres
	for at := s.labels[t.state].parent; at != s.origin(); at = s.labels[at].parent {
		between += uint64(s.g.arcs[at].Length)
	}
	return t.edges + float64(between)/centimetresPerMetre, true
}

// Cost returns what that route costs, in metres.
func (s *Search) Cost(i int) (metres float64, found bool) {
	return s.targets[i].cost, s.targets[i].found
}

// Settled returns how many states the last Run settled: its cost in time.
func (s *Search) Settled() int { return s.settled }

// Path appends to dst the edges of the cheapest route to target i of the last
// Run, from the edge of the start to the edge of the target, both included. A
// target ahead on the first edge has that one edge. Of a target that was not
// found it appends nothing.
func (s *Search) Path(dst []EdgeID, i int) []EdgeID {
	t := &s.targets[i]
	if !t.found {
		return dst
	}
	return s.AppendRest(append(dst, s.from.Edge), i)
}

// AppendRest is Path without the edge of the start.
func (s *Search) AppendRest(dst []EdgeID, i int) []EdgeID {
	t := &s.targets[i]
	if !t.found || t.direct {
		return dst
	}
	rest := len(dst)
	for at := t.state; at != s.origin(); at = s.labels[at].parent {
		dst = append(dst, s.g.out[at])
	}
	slices.Reverse(dst[rest:])
	return dst
}

// begin makes the workspace forget the run before.
func (s *Search) begin(from Position) {
	if s.stamp > math.MaxUint32-3 { // every 2³¹ runs the stamps begin anew
		clear(s.labels)
		s.stamp = 0
	}
	s.stamp += 2
	s.queue, s.goals = s.queue[:0], s.goals[:0]
	s.from, s.settled = from, 0
}

// centimetresUp converts metres, rounding up, and holds the result below
// unreached. NaN and less than nothing are nothing.
func centimetresUp(m float64) uint32 {
	return uint32(min(math.Ceil(clamp(m, math.Inf(1))*centimetresPerMetre), unreached-1))
}

// settle takes states in order of rank until all targets are among them, nothing
// is left within the bound, or the run may settle no more.
//
// A state may be settled, made cheaper and settled again, as the aim promises
// never to say too much but not to grow evenly. A target never is: when it comes
// up, all that is left in the queue is no cheaper.
func (s *Search) settle() {
	if len(s.goals) == 0 {
		return
	}
	most := s.MaxStates
	first := s.g.stateOf(s.from.Edge)
	if left := s.leastFrom(s.g.arcs[first].Head); left <= s.limits.bound {
		s.expand(s.origin(), first, 0, left)
	}
	for len(s.queue) > 0 {
		e := s.queue.pop()
		if e.rank() > s.limits.bound {
			return // which has come down since
		}
		at := e.state()
		l := &s.labels[at]
		if l.rank != e.rank() {
			continue // reached more cheaply since this entry was made
		}
		if s.settled++; s.settled == most {
			return
		}
		if l.stamp != s.stamp {
			l.stamp = s.stamp
			if s.strike(at); len(s.goals) == 0 {
				return
			}
			if s.Hasty && most == s.MaxStates {
				most = s.settled*hastyStates + hastyLeast
				if s.MaxStates > 0 {
					most = min(most, s.MaxStates)
				}
			}
			s.pass(at, l)
			continue
		}
		end := l.cost + uint32(s.priceOf(at))
		s.expand(at, at, end, l.rank-end)
	}
}

// priceOf returns what it costs to pass the edge of a state.
func (s *Search) priceOf(at state) uint64 {
	arc := &s.g.arcs[at]
	price := s.limits.prices.of(arc.Length, arc.Class)
	if s.limits.against > 0 && arc.Access&s.limits.access == 0 {
		price += price * s.limits.share / wholeShare
	}
	return price
}

// expand enters every edge that may follow the edge of arc. At its end the route
// has the given cost and so much left at least, within the bound together; parent
// is the state that it came from.
func (s *Search) expand(parent, arc state, cost, left uint32) {
	g := s.g
	edge, head := g.out[arc], g.arcs[arc].Head
	restricted := g.arcs[arc].Flags&arcTurns != 0
	junction := s.limits.turn > 0 && g.outOffsets[head+1]-g.outOffsets[head] > 2
	var arrival heading
	if junction {
		arrival = s.courseOf(arc).arrives
	}
	room := s.limits.bound - cost - left
	var back state
	canTurnBack, deadEnd := false, true
	unlawful := uint64(0) // what turning back costs for being against the law
	for i := g.outOffsets[head]; i < g.outOffsets[head+1]; i++ {
		who := g.arcs[i].Access & s.limits.access
		next := g.out[i]
		lawful, penalty := true, uint64(0)
		if who == 0 {
			if who = s.travellers(0, next); who == 0 {
				continue
			}
			lawful = false
			if g.arcs[arc].Access&s.limits.access != 0 {
				penalty = uint64(s.limits.against)
			}
		}
		if restricted && who&^g.BannedFor(edge, next) == 0 {
			if s.limits.banned == 0 {
				continue
			}
			lawful = false
			penalty += uint64(s.limits.banned)
		}
		if next == edge.Reverse() {
			back, canTurnBack = state(i), true
			unlawful = penalty
			continue
		}
		deadEnd = deadEnd && !lawful
		if junction {
			penalty += uint64(s.limits.turn * turnShare(arrival, s.courseOf(state(i)).leaves) / fullTurn)
		}
		if penalty <= uint64(room) {
			s.reach(state(i), cost+uint32(penalty), left, parent)
		}
	}
	uTurn := unlawful + uint64(s.limits.uTurn)
	if deadEnd {
		uTurn = unlawful + uint64(s.limits.deadEnd)
	}
	if canTurnBack && uTurn <= uint64(room) {
		s.reach(back, cost+uint32(uTurn), left, parent)
	}
}

// travellers returns who may travel an edge of that access, if need be against
// the direction in which it is open.
func (s *Search) travellers(access Access, e EdgeID) Access {
	if who := access & s.limits.access; who != 0 || s.limits.against == 0 {
		return who
	}
	return s.g.Access(e.Reverse()) & s.limits.access
}

// reach notes a route to a state if it is the cheapest so far. Cost and what is
// left at least are within the bound together.
func (s *Search) reach(at state, cost, left uint32, parent state) {
	l := &s.labels[at]
	if l.stamp&^1 == s.stamp && l.cost <= cost {
		return
	}
	l.cost, l.parent = cost, parent
	if l.stamp == s.stamp+1 {
		l.rank = cost + left
		s.queue.push(makeEntry(l.rank, at))
		return
	}
	l.stamp = s.stamp
	s.pass(at, l)
}

// pass queues a state for what lies beyond its edge, ranked by what is left from
// there: a route that cannot come to a target any more never enters the queue.
func (s *Search) pass(at state, l *label) {
	l.rank = unreached
	price := s.priceOf(at)
	if price > uint64(s.limits.bound-l.cost) {
		return
	}
	end := l.cost + uint32(price)
	if left := s.leastFrom(s.g.arcs[at].Head); left <= s.limits.bound-end {
		l.rank = end + left
		s.queue.push(makeEntry(l.rank, at))
	}
}
