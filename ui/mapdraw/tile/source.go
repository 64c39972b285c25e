package tile

import (
	"roadsnap/engine/basemap"
	"roadsnap/engine/boundary"
	"roadsnap/engine/coast"
	"roadsnap/engine/geo"
)

// Source is where the map's features come from: the engine, or a few made by a
// test. Visit calls visit with each feature that a picture of box at zoom
// shows, until visit returns false. The features, and the coordinates in them,
// are read only while visit runs. Visit is called by several workers at a time.
type Source interface {
	Visit(zoom int, box geo.Box, visit func(basemap.Feature) bool) error
}

// GroundSource is a Source that tells sea from land. Ground calls visit with
// closed lines of what a picture of box shows, at a level that suits its zoom; a
// point is of a kind if it lies within an odd number of the kind's lines. Under
// what none of them tells lies Theme.Background.
type GroundSource interface {
	Ground(level boundary.Level, box geo.Box, visit func(coast.Kind, []geo.Fixed)) error
}
