package ui

import (
	"image"

	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/view"
)

// mapFrames has the pictures of a map composed, one at a time, on a goroutine:
// composing takes longer than a frame where a trip has fifty thousand points or
// tiles of other zooms stand in, and the window is to answer meanwhile. All
// methods run on the UI thread.
type mapFrames struct {
	compose func(shot) (complete bool)
	do      func(func()) // runs a function on the UI thread
	arrived func(shot)   // hears of each picture

	spare *image.RGBA // to compose into, or nil
	busy  bool        // a goroutine composes
	again bool        // something has changed since it began
}

// shot is a picture and what it shows.
type shot struct {
	picture  *image.RGBA
	view     view.Viewport
	overlays []overlay.Overlay
	complete bool // every tile and label of it was there
}

// bleed is how far pictures reach beyond the view on each side, in logical
// pixels: about as far as a map is dragged before the next picture is there.
const bleed = 64

// begin has v composed, unless a goroutine is busy: then again tells the owner, when
// that picture has arrived, to begin anew. It keeps overlays.
func (f *mapFrames) begin(v view.Viewport, overlays []overlay.Overlay) {
	if f.busy {
		f.again = true
		return
	}
	f.busy, f.again = true, false
	v.Bleed = int(bleed * v.Scale)
	s := shot{picture: f.take(v), view: v, overlays: overlays}
	go func() {
		s.complete = f.compose(s)
		f.do(func() {
			f.busy = false
			f.arrived(s)
		})
	}()
}

// give takes back a picture that is no longer shown.
func (f *mapFrames) give(picture *image.RGBA) { f.spare = picture }

// take returns a picture for v to draw over. What was given back serves for
// another size too, as where the inspector opens and closes beside the map: a new
// one, of some eight megabytes, would have the collector run every few times.
func (f *mapFrames) take(v view.Viewport) *image.RGBA {
	bounds := image.Rect(0, 0, v.Width+2*v.Bleed, v.Height+2*v.Bleed)
	bytes := 4 * bounds.Dx() * bounds.Dy()
	var pixels []byte
	if f.spare != nil {
		pixels = f.spare.Pix
		f.spare = nil
	}
	if cap(pixels) < bytes || cap(pixels) > 2*bytes {
		pixels = make([]byte, bytes)
	}
	// The toolkit tells pictures apart by their addresses.
	return &image.RGBA{Pix: pixels[:bytes], Stride: 4 * bounds.Dx(), Rect: bounds}
}
