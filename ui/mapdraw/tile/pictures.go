// SPDX-License-Identifier: MIT

package tile

import (
	"image"

	"roadsnap/ui/mapdraw/view"
)

// pictures lends out the pictures of tiles and takes them back. Their memory is
// mapped from the system, because the garbage collector would let the heap grow
// in proportion to it, and because freed memory then returns to the system at
// once. The last user of a picture must therefore return it. The Map's mu guards
// it.
type pictures struct {
	reading bool          // a frame is being composed
	retired []*image.RGBA // returned during the frame, which may still read them
	free    []*image.RGBA // ready for reuse
	made    int           // number of pictures not returned to the system
	Poison  bool          // in tests: fill free pictures with a colour that occurs nowhere else
}

// maxFree is the greatest number of free pictures kept for reuse.
const maxFree = 4

// pictureBytes is the memory of a tile's picture.
const pictureBytes = 4 * view.TileSize * view.TileSize

// Take returns a picture with arbitrary content.
func (p *pictures) Take() *image.RGBA {
	if n := len(p.free) - 1; n >= 0 {
		picture := p.free[n]
		p.free[n] = nil
		p.free = p.free[:n]
		return picture
	}
	p.made++
	return &image.RGBA{Pix: allocate(pictureBytes), Stride: 4 * view.TileSize, Rect: image.Rect(0, 0, view.TileSize, view.TileSize)}
}

// retire takes back a picture that the current frame may be reading. Later frames
// must not use it.
func (p *pictures) retire(picture *image.RGBA) {
	switch {
	case picture == nil:
	case p.reading:
		p.retired = append(p.retired, picture)
	default:
		p.Drop(picture)
	}
}

// Drop takes back a picture that is no longer read.
func (p *pictures) Drop(picture *image.RGBA) {
	if picture == nil {
		return
	}
	if p.Poison {
		for i := range picture.Pix {
			picture.Pix[i] = 0xa5
		}
	}
	if len(p.free) < maxFree {
		p.free = append(p.free, picture)
		return
	}
	p.unmake(picture)
}

func (p *pictures) unmake(picture *image.RGBA) {
	p.made--
	releaseMemory(picture.Pix)
}

// BeginFrame must be called before pictures are looked up for a frame.
func (p *pictures) BeginFrame() { p.reading = true }

// EndFrame must be called after a frame is composed.
func (p *pictures) EndFrame() {
	p.reading = false
	for i, picture := range p.retired {
		p.Drop(picture)
		p.retired[i] = nil
	}
	p.retired = p.retired[:0]
}

// Close returns the free pictures to the system and reports how many pictures are
// still in use.
func (p *pictures) Close() (inUse int) {
	for _, picture := range p.free {
		p.unmake(picture)
	}
	p.free = nil
	return p.made
}
