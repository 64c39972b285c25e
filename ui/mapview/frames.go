// SPDX-License-Identifier: MIT

package mapview

import (
	"context"
	"image"

	"roadsnap/ui/job"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/view"
)

// frames composes the pictures of a map in the background, one at a time.
// Composing takes longer than a frame if a trip has fifty thousand points or
// tiles of other zooms fill in, and the window must stay responsive. All methods
// run on the UI goroutine.
type frames struct {
	jobs    *job.Runner
	compose func(shot) (complete bool)
	arrived func(shot) // called with each picture

	spare *image.RGBA // to compose into, or nil
	busy  bool        // a picture is being composed
	again bool        // something has changed since
}

// shot is a picture and its content.
type shot struct {
	picture  *image.RGBA
	view     view.Viewport
	overlays []overlay.Overlay
	complete bool // all tiles and labels were there
}

// bleed is the margin of pictures around the view on each side (logical pixels).
// It is about as far as a map is dragged before the next picture is ready.
const bleed = 64

// begin starts composing v. While another picture is being composed it sets again
// instead, and the owner calls begin again when that picture has arrived. It
// keeps overlays.
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

// take returns a picture for v to draw into. It reuses the memory of a returned
// picture for another size too, for example when the inspector next to the map
// opens or closes. Allocating some eight megabytes each time would run the
// garbage collector often.
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
	// The toolkit identifies pictures by their addresses.
	return &image.RGBA{Pix: pixels[:bytes], Stride: 4 * bounds.Dx(), Rect: bounds}
}
