package mapview

import (
	"context"
	"image"

	"roadsnap/ui/job"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/view"
)

// frames has the pictures of a map composed in the background, one at a time:
// composing takes longer than a frame where a trip has fifty thousand points or
// tiles of other zooms fill in, and the window is to answer meanwhile. All methods
// run on the UI goroutine.
type frames struct {
	jobs    *job.Runner
	compose func(shot) (complete bool)
	arrived func(shot) // called with each picture

	spare *image.RGBA // to compose into, or nil
	busy  bool        // a picture is being composed
	again bool        // something has changed since that began
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

// begin has v composed. While another picture is being composed it sets again
// instead, and the owner begins again when that picture has arrived. It keeps
// overlays.
func (f *frames) begin(v view.Viewport, overlays []overlay.Overlay) {
	if f.busy {
		f.again = true
		return
	}
	f.busy, f.again = true, false
	v.Bleed = int(bleed * v.Scale)
	s := shot{picture: f.take(v), view: v, overlays: overlays}
	f.jobs.Start(func(context.Context) func() {
		s.complete = f.compose(s)
		return func() {
			f.busy = false
			f.arrived(s)
		}
	})
}

// give takes back a picture that is no longer shown.
func (f *frames) give(picture *image.RGBA) { f.spare = picture }

// take returns a picture for v to draw over. What was given back serves for
// another size too, as where the inspector opens and closes beside the map: a new
// one, of some eight megabytes, would have the collector run every few times.
func (f *frames) take(v view.Viewport) *image.RGBA {
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
