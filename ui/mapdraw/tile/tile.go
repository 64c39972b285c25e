package tile

import (
	"container/list"
	"image"
	"image/color"

	"roadsnap/engine/basemap"
	"roadsnap/engine/boundary"
	"roadsnap/engine/coast"
	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/label"
	"roadsnap/ui/mapdraw/view"
)

// Tile is a drawn tile.
type Tile struct {
	Key view.Tile
	// Picture is nil for a tile that shows nothing but ground of one colour, and
	// for one that is packed away.
	Picture *image.RGBA
	Ground  color.RGBA
	Labels  label.Set

	// Of the cache.
	packed  []byte // the picture, nil where it was never packed
	packing bool   // a worker packs it
	shown   bool   // in some frame
	openAt  *list.Element
}

// bytes returns the memory that t takes but for its picture, for the cache's
// account.
func (t *Tile) bytes() int64 {
	return int64(256+len(t.packed)) + t.Labels.Bytes()
}

// closed reports whether t has a picture, but packed.
func (t *Tile) closed() bool { return t.Picture == nil && t.packed != nil }

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
