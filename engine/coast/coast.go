// Package coast tells sea from land for pictures of the map: what lies under
// everything else.
//
// Three sources are laid over each other. Vietnam's own land is that of its units,
// as finely as they are known. The land round it is coarse, and known to be no
// more than land: a picture in which the country stands out has a neighbourhood,
// not neighbours. It reaches under the country's own land, so that no sea shows
// where the two meet. A map with a coastline knows in its area what is sea and what
// is land (Shore), as exactly as it knows its roads: its sea lies over all that the
// others have for land, its land under it, where only the sea would be.
//
// # How a coastline is read
//
// Ways of coastline have land to their left. Extracts have them whole, so that they
// stick out of the area, and cut them off in the midst of it, where its true edge
// runs; now and then one is broken or runs the wrong way. Nothing is guessed: an
// area is divided by a lattice (lattice.go), and wherever a coast crosses a side of a
// cell it tells what lies at both ends of the side (survey.go); corners that no coast
// parts have the same in common (spread.go). Cells all of whose corners are told
// are what the map knows, and the coast in them, closed along the edge of them all,
// parts its sea from its land (trace.go). Islets, smaller than a cell, take part as a
// whole or not at all (islet.go).
package coast

import (
	"sync"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
)

// Kind is what the ground is.
type Kind uint8

// The kinds of ground, each over those before it.
const (
	Sea    Kind = iota // where nothing else is
	Dry                // land by the map's own coastline
	Abroad             // land that is not Vietnam's
	Sketch             // Vietnam's land, as an overview has it
	Home               // Vietnam's land
	Wet                // sea by the map's own coastline
	NumKinds
)

// String returns "sea", "dry", "abroad", "sketch", "home" or "wet".
func (k Kind) String() string {
	return [NumKinds]string{Sea: "sea", Dry: "dry", Abroad: "abroad", Sketch: "sketch", Home: "home", Wet: "wet"}[k]
}

// Known is where the ground is told at every level. At the level of the country
// it is told for the whole Earth, and farther away only there, or round the coast of
// a map: what is known of other coasts may be kilometres off.
var Known = geo.Bounds{South: 0, West: 92, North: 30, East: 125}

// Land is land in one colour, at each level.
type Land struct {
	net    *boundary.Net
	within func(area int) bool

	mu     sync.Mutex
	levels [boundary.Country + 1]*boundary.Silhouette // nil until asked for
}

// NewLand returns the land of those areas that within is true of. It is good for
// as long as the pack of the borders is open.
func NewLand(net *boundary.Net, within func(area int) bool) *Land {
	return &Land{net: net, within: within}
}

// All is true of every area.
func All(int) bool { return true }

// at returns the land at a level, which is made ready when it is first asked for.
// Of a damaged pack it never is.
func (l *Land) at(level boundary.Level) *boundary.Silhouette {
	l.mu.Lock()
	defer l.mu.Unlock()
	level = l.net.Level(level)
	if l.levels[level] == nil {
		l.levels[level] = l.net.Silhouette(level, l.within)
	}
	return l.levels[level]
}

// World is the land abroad.
type World struct{ near, all *Land }

// The areas of the pack of the land abroad. Its last one is no land.
const (
	nearArea = 0 // what lies within Known
	farArea  = 1 // the rest of the Earth
)

// NewWorld returns the land that is in net: that within Known as its first area,
// and that elsewhere as its second.
func NewWorld(net *boundary.Net) *World {
	return &World{
		near: NewLand(net, func(area int) bool { return area == nearArea }),
		all:  NewLand(net, func(area int) bool { return area <= farArea }),
	}
}

// Country is the land of the country itself; either may be nil.
type Country struct{ Sketch, Home *Land }

// Visit calls visit with closed lines of each kind of ground that a picture of
// box shows, kind after kind: a point of box is of a kind if it lies within an
// odd number of its lines. A line is good until visit returns. shore is that of the
// map, nil if it has none.
func (w *World) Visit(level boundary.Level, box geo.FixedBounds, own Country, shore *Shore, visit func(Kind, []geo.Fixed)) {
	if shore == nil {
		shore = new(Shore)
	}
	abroad, sea := w.near, Known
	if level == boundary.Country {
		abroad, sea = w.all, geo.Bounds{South: -90, West: -180, North: 90, East: 180}
	}
	if !sea.Fixed().Intersects(box) {
		// There is nothing to go on with beyond what the map's own coastline tells but
		// those other coasts, of which a sketch may be kilometres off.
		sea, abroad, own.Sketch = shore.bounds(), nil, w.all
		if !sea.Fixed().Intersects(box) {
			own.Sketch = nil
		}
	}
	if b := sea.Fixed(); b.Intersects(box) {
		visit(Sea, []geo.Fixed{
			{Lat: b.MinLat, Lon: b.MinLon}, {Lat: b.MinLat, Lon: b.MaxLon},
			{Lat: b.MaxLat, Lon: b.MaxLon}, {Lat: b.MaxLat, Lon: b.MinLon},
		})
	}
	for kind, land := range [...]*Land{Dry: shore.land, Abroad: abroad, Sketch: own.Sketch, Home: own.Home, Wet: shore.sea} {
		if land != nil {
			land.at(level).Visit(box, func(ring []geo.Fixed) { visit(Kind(kind), ring) })
		}
	}
}
