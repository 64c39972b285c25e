package tile

import (
	"image"

	"roadsnap/ui/mapdraw/view"
)

// pictures hands out the pictures of tiles and takes them back. Their memory is
// not Go's: it would be looked after by the collector, which lets the heap grow
// by a share of what it holds, and it goes back to the system at once. So a
// picture must be given back by its last user. The Map's lock guards it.
type pictures struct {
	reading bool          // a frame is being composed
	retired []*image.RGBA // given back since; the frame may still read them
	free    []*image.RGBA // to be drawn over
	made    int           // that the system has not got back
	Poison  bool          // in tests: what is free looks like nothing else
}

// maxFree bounds the pictures that wait for a tile.
const maxFree = 4

// pictureBytes is the memory that a tile's picture takes.
const pictureBytes = 4 * view.TileSize * view.TileSize

// Take returns a picture with anything in it.
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

// retire takes a picture back that a frame may be reading. Frames to come must
// not find it.
func (p *pictures) retire(picture *image.RGBA) {
	switch {
	case picture == nil:
	case p.reading:
		p.retired = append(p.retired, picture)
	default:
		p.Drop(picture)
	}
}

// Drop takes a picture back that nobody reads.
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

// BeginFrame is called before pictures are looked up for a frame.
func (p *pictures) BeginFrame() { p.reading = true }

// EndFrame is called when a frame is composed.
func (p *pictures) EndFrame() {
	p.reading = false
	for i, picture := range p.retired {
		p.Drop(picture)
		p.retired[i] = nil
	}
	p.retired = p.retired[:0]
}

// Close gives back to the system what is free, and returns how many pictures are still
// in use.
func (p *pictures) Close() (inUse int) {
	for _, picture := range p.free {
		p.unmake(picture)
	}
	p.free = nil
	return p.made
}
