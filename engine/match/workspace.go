package match

import (
	"roadsnap/engine/geo"
	"roadsnap/engine/road"
)

// workspace is everything that matching one batch of a trip needs. It is reused, so
// that matching allocates little more than its result.
type workspace struct {
	config   Config
	graph    *road.Graph
	search   *road.Search
	finder   *road.Finder
	prices   *road.Prices // for those who drive
	rules    road.Rules
	topSpeed float64 // m/s
	profile  Profile

	// The batch at hand.
	from    handover // what the batch before left
	next    handover // what this one leaves
	final   bool     // no more observations will follow
	decided int      // how many of the observations are, lenders included
	lastFix int      // that an open leg has; see settle

	question *question // asked about an observation, if any

	mainland  bool // candidates on islands are left out; see road.Graph.Island
	sawIsland bool // there was a candidate on an island
	lenient   bool // closed directions and banned turns are to be had, at a price
	pressed   bool // the best chain is so bad that a forbidden way may be better
	violates  bool // a leg goes a forbidden way

	// What was recorded.
	fixes        []fix
	firstNew     int     // the first fix that is not only there to lend
	usualSeconds float64 // median step from fix to fix
	usualMetres  float64
	calm         []geo.Point // see medians
	stops        []stop
	steady       []int32        // see findSteady
	toRoad       []roadDistance // see measureToRoad

	// The search.
	steps      []step
	candidates []candidate
	arcs       []arc
	edges      []road.EdgeID   // of the routes of the chain at hand
	places     []road.Position // of the sources
	sources    []int32         // candidates to search from, the best first; see rankSources
	reached    []float64       // by target; see faceTargets
	bounds     []float64       // by target; see setBounds
	aways      []away          // of the chain at hand, from its first step to the one after its last
	choices    []choice
	total      float64 // log-probability of all chains
	effort     int     // states that the searches may still settle; below 0 when overdrawn

	// The route of the chain at hand.
	pieces      []piece
	chosenAlong []float64 // of each choice, metres along the route; never decreasing
	shares      []float64 // see shareRoute
	odd         []float64 // by choice; see rateOddness
	line        []vertex
	windows     []window
	cells       []cell
	blocks      []block
	passes      []pass
	inferred    []span

	// What the batch has so far, by its own indexes.
	points         []Point
	legs           []Leg
	continued      bool // the first leg is the next piece of one of the batch before
	warnings       []Warning
	inferredLength float64 // metres
	// breaks[i] is why leg i does not continue the leg before; track holds the
	// lines of all legs, that of leg i before trackEnds[i], and trackWays the way
	// after each vertex.
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

// begin makes the workspace forget the batch before, but for what it left.
func (w *workspace) begin(from handover, final bool, p Profile) {
	w.from, w.next, w.final = from, from, final
	w.rules, w.sawIsland = rulesFor(p, w.config, w.prices), false
	w.pressed, w.violates = false, false
	w.topSpeed, w.profile = profileTopSpeed[p], p
	w.legs, w.continued, w.warnings, w.inferredLength = w.legs[:0], false, w.warnings[:0], 0
	w.breaks, w.track, w.trackWays, w.trackEnds = w.breaks[:0], w.track[:0], w.trackWays[:0], w.trackEnds[:0]
}

// grow returns a slice of length n, reusing s where it is long enough. Its
// contents are whatever was there.
func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}
