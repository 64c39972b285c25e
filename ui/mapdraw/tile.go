package mapdraw

import (
	"container/list"
	"image"
	"image/color"

	"roadsnap/ui/mapdraw/label"
	"roadsnap/ui/mapdraw/view"
)

// tile is a drawn tile.
type tile struct {
	key view.Tile
	// picture is nil for a tile that shows nothing but ground of one colour, and
	// for one that is packed away.
	picture *image.RGBA
	ground  color.RGBA
	labels  label.Set

	// Of the cache.
	packed  []byte // the picture, nil where it was never packed
	packing bool   // a worker packs it
	shown   bool   // in some frame
	openAt  *list.Element
}

// bytes returns the memory that t takes but for its picture, for the cache's
// account.
func (t *tile) bytes() int64 {
	return int64(256+len(t.packed)) + t.labels.Bytes()
}

// closed reports whether t has a picture, but packed.
func (t *tile) closed() bool { return t.picture == nil && t.packed != nil }
