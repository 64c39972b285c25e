// SPDX-License-Identifier: MIT

// Package coast distinguishes sea from land for the background of map pictures.
//
// It combines three sources. Vietnam's land is the area of its administrative
// units, in full detail. Land abroad (World) is coarse and has no borders. It
// extends under Vietnam's land, so that no sea shows between them. The coastline
// of a map (Shore) divides its area into sea and land, as exactly as its roads.
// Its sea is drawn over all other land. Its land is drawn under the others, so it
// shows only where they have sea.
//
// # Dividing an area by coastlines
//
// Coastline ways have land to their left. In an extract they extend beyond the
// area, or end within its bounding box, at the true edge of the extract. Some are
// broken or have the wrong direction. Nothing is guessed.
//
//   - A lattice divides the area into cells (lattice.go).
//   - Where a coast crosses a side of a cell, it determines the ground at both ends
//     of the side (survey.go).
//   - Corners connected by sides without a crossing have the same ground
//     (spread.go).
//   - A cell is known if its four corners are. The coasts in known cells, closed
//     along the edge of these cells, divide sea from land (trace.go).
//   - Islets, rings smaller than a cell, are used as a whole or not at all
//     (islet.go).
package coast

import (
	"sync"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
)

// Kind is a kind of ground.
type Kind uint8

// The kinds of ground. Each is drawn over those before it.
const (
	Sea    Kind = iota // the background
	Dry                // land by the map's own coastline
	Abroad             // land that is not Vietnam's
	Sketch             // Vietnam's land, as in an overview
	Home               // Vietnam's land
	Wet                // sea by the map's own coastline
	NumKinds
)

// String returns "sea", "dry", "abroad", "sketch", "home" or "wet".
func (k Kind) String() string {
	return [NumKinds]string{Sea: "sea", Dry: "dry", Abroad: "abroad", Sketch: "sketch", Home: "home", Wet: "wet"}[k]
}

// Known is the area whose ground is drawn at every level. At the country level the
// whole Earth is drawn. At other levels the ground outside Known is drawn only
// around the coast of a map, because the coarse coasts may be kilometres off.
var Known = geo.Bounds{South: 0, West: 92, North: 30, East: 125}

// Land is an area of land without inner borders, at each level. It is safe for
// concurrent use.
type Land struct {
	net    *boundary.Net
	within func(area int) bool

	mu     sync.Mutex
	levels [boundary.Country + 1]*boundary.Silhouette // nil until first used
}

// NewLand returns the union of the areas for which within returns true. It is valid
// while the pack of net is open.
func NewLand(net *boundary.Net, within func(area int) bool) *Land {
	return &Land{net: net, within: within}
}

// All returns true. It selects every area for NewLand.
func All(int) bool { return true }

// at returns the land at a level, which is computed on first use. It retries at
// every call if the pack is damaged.
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

// The areas of the World pack. Areas after these are not land.
const (
	nearArea = 0 // the land within Known
	farArea  = 1 // the rest of the Earth
)

// NewWorld returns the World in net. The first area of net is the land within
// Known, the second the land elsewhere.
func NewWorld(net *boundary.Net) *World {
	return &World{
		near: NewLand(net, func(area int) bool { return area == nearArea }),
		all:  NewLand(net, func(area int) bool { return area <= farArea }),
	}
}

// Country is the land of Vietnam; either field may be nil.
type Country struct{ Sketch, Home *Land }

// Visit calls visit with the rings of the ground in box, kind by kind. A point of
// box is of a kind if it is inside an odd number of the rings of that kind. A ring
// is valid until visit returns. shore is the Shore of the map, nil if it has none.
func (w *World) Visit(level boundary.Level, box geo.FixedBounds, own Country, shore *Shore, visit func(Kind, []geo.Fixed)) {
	if shore == nil {
		shore = new(Shore)
	}
	abroad, sea := w.near, Known
	if level == boundary.Country {
		abroad, sea = w.all, geo.Bounds{South: -90, West: -180, North: 90, East: 180}
	}
	if !sea.Fixed().Intersects(box) {
		// Beyond the area of the map's own coastline there is only the land of w,
		// whose coasts may be kilometres off. Draw it as a sketch.
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
