package match

import (
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/road"
)

// workspace is everything that matching one trip needs. It is reused, so that
// matching allocates little more than its result.
type workspace struct {
	config   Config
	graph    *road.Graph
	search   *road.Search
	rules    road.Rules
	topSpeed float64 // m/s

	mainland  bool // candidates on islands are left out; see road.Graph.Island
	sawIsland bool // there was a candidate on an island

	// The trip.
	fixes        []fix
	epoch        time.Time // to which fix.seconds count
	usualSeconds float64   // median step from fix to fix
	usualMetres  float64
	calm         []geo.Point // see medians

	// The search.
	steps      []step
	candidates []candidate
	arcs       []arc
	choices    []choice
	total      float64 // log-probability of all chains
	effort     int     // states that the searches may still settle; below 0 when overdrawn

	// The route of the chain at hand.
	pieces   []piece
	anchors  []float64
	line     []vertex
	spans    []window
	cells    []cell
	blocks   []block
	passes   []pass
	inferred []span

	// What the trip has so far. These leave the workspace with the result.
	points   []Point
	legs     []Leg
	warnings []Warning
	distance Distances
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
	path       []road.EdgeID
	shape      []geo.Point
	sample     []float64
	timeTails  []int32
	timeBefore []int32
}

// begin makes the workspace forget the trip before.
func (w *workspace) begin(p Profile) {
	w.rules, w.sawIsland = rulesFor(p, w.config), false
	w.topSpeed = profileTopSpeed[p]
	w.points, w.legs, w.warnings, w.distance = nil, nil, nil, Distances{}
	w.breaks, w.track, w.trackWays, w.trackEnds = w.breaks[:0], w.track[:0], w.trackWays[:0], w.trackEnds[:0]
}

// legStart returns where the line of a leg begins in w.track.
func (w *workspace) legStart(leg int) int {
	if leg == 0 {
		return 0
	}
	return w.trackEnds[leg-1]
}

// legLine returns the line of a leg; its positions count from its own start.
func (w *workspace) legLine(leg int) []vertex { return w.track[w.legStart(leg):w.trackEnds[leg]] }
