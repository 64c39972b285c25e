package mapdraw

import (
	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
)

// Source is where the map's features come from: the engine, or a few made by a
// test. Visit calls visit with each feature that a picture of box at zoom
// shows, until visit returns false. The features, and the coordinates in them,
// are read only while visit runs. Visit is called by several workers at a time.
type Source interface {
	Visit(zoom int, box geo.Box, visit func(basemap.Feature) bool) error
}
