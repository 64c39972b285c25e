package tile

import (
	"container/list"
	"image"
	"image/color"

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
