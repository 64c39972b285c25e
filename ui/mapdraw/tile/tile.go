// SPDX-License-Identifier: MIT

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
	// Picture is nil for a tile with plain ground only, and for a compressed
	// tile.
	Picture *image.RGBA
	Ground  color.RGBA
	Labels  label.Set

	// Fields of the cache.
	packed  []byte // the compressed picture, nil if it was never compressed
	packing bool   // a worker is compressing it
	shown   bool   // in some frame
	openAt  *list.Element
}

// bytes returns the memory of t without its picture.
func (t *Tile) bytes() int64 {
	return int64(256+len(t.packed)) + t.Labels.Bytes()
}

// closed reports whether the picture of t exists only in compressed form.
func (t *Tile) closed() bool { return t.Picture == nil && t.packed != nil }

// Source provides the map's features: the engine, or a few made by a test. Visit
// calls visit with each feature that a picture of box at zoom shows, until visit
// returns false. The features and their coordinates are valid only while visit
// runs. Several workers may call Visit at the same time.
type Source interface {
	Visit(zoom int, box geo.FixedBounds, visit func(basemap.Feature) bool) error
}

// GroundSource is a Source that separates sea from land. Ground calls visit with
// the closed lines that a picture of box shows, at a level of detail for its
// zoom. A point is of a kind if it lies within an odd number of the kind's lines.
// All other ground has the colour Theme.Background.
type GroundSource interface {
	Ground(level boundary.Level, box geo.FixedBounds, visit func(coast.Kind, []geo.Fixed)) error
}
