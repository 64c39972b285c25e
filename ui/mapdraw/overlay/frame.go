// SPDX-License-Identifier: MIT

package overlay

import (
	"image"
	"runtime"
	"sync"

	"roadsnap/ui/mapdraw/label"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
)

// Frame draws the overlays of one picture after another, and keeps their prepared
// lines. It is not safe for concurrent use.
type Frame struct {
	picture raster.Picture
	canvas  Canvas
	lines   lineCache
	bands   bands
}

// Draw draws overlays into dst, a picture of v, and calls labels before the
// overlays that lie above the labels. bleed is the width of the margin of dst
// that is not shown, on each side (pixels). labels leaves the space of taken free.
func (f *Frame) Draw(dst *image.RGBA, theme *style.Theme, v view.Viewport, bleed int, overlays []Overlay, labels func(taken label.Plan)) {
	f.begin(dst, theme, v.DeviceScale(), bleed)
	f.drawSide(overlays, v, false)
	labels(f.canvas.Taken)
	f.drawSide(overlays, v, true)
	f.picture.Dst = nil // owned by the caller
}

func (f *Frame) begin(dst *image.RGBA, theme *style.Theme, scale float64, bleed int) {
	f.picture.Dst = dst
	f.picture.Reset(dst.Rect.Dx(), dst.Rect.Dy())
	c := &f.canvas
	c.Sink, c.Theme, c.Scale, c.lines, c.Bleed = &f.picture, theme, scale, &f.lines, bleed
	if c.Taken == nil {
		c.Taken = label.Plan{}
	}
	clear(c.Taken)
	f.lines.tick()
}

// drawSide draws the overlays above the labels, or those below.
func (f *Frame) drawSide(overlays []Overlay, v view.Viewport, aboveLabels bool) {
	for i := 0; i < len(overlays); i++ {
		if n, vertices := together(overlays[i:], aboveLabels); vertices >= divideFrom {
			f.bands.drawTogether(&f.canvas, overlays[i:i+n], v)
			i += n - 1
		} else if IsAbove(overlays[i]) == aboveLabels {
			overlays[i].Draw(&f.canvas, v)
		}
	}
}

// Divisible is an Overlay whose parts do not depend on the edge of the picture,
// so that the picture can be drawn in bands.
type Divisible interface {
	Overlay
	// Vertices returns the number of vertices to draw.
	Vertices() int
}

// divideFrom is the number of vertices from which drawing on several processors
// is faster.
const divideFrom = 2000

// bands holds the canvases of a picture that several processors draw.
type bands struct {
	canvases []Canvas
	pictures []raster.Picture
}

// drawTogether draws overlays in order, each band of the picture on its own
// goroutine. It must not be called concurrently with the same overlays.
func (b *bands) drawTogether(whole *Canvas, overlays []Overlay, v view.Viewport) {
	if b.canvases == nil {
		n := min(runtime.GOMAXPROCS(0), 4)
		b.canvases, b.pictures = make([]Canvas, n), make([]raster.Picture, n)
	}
	n := len(b.canvases)
	var wait sync.WaitGroup
	for i := range n {
		c, p := &b.canvases[i], &b.pictures[i]
		from, to := v.Height*i/n, v.Height*(i+1)/n
		p.Dst = whole.Image().SubImage(image.Rect(0, from, v.Width, to)).(*image.RGBA)
		p.Dst.Rect = image.Rect(0, 0, v.Width, to-from)
		p.Reset(v.Width, to-from)
		c.Sink, c.Theme, c.Scale, c.lines = p, whole.Theme, whole.Scale, whole.lines
		draw := func() {
			for _, o := range overlays {
				o.Draw(c, v.Band(from, to))
			}
		}
		if i == n-1 {
			draw()
		} else {
			wait.Go(draw)
		}
	}
	wait.Wait()
}

// together returns how many of the first overlays are divisible and lie on the
// same side of the labels, and the number of their vertices.
func together(overlays []Overlay, aboveLabels bool) (n, vertices int) {
	for _, o := range overlays {
		d, ok := o.(Divisible)
		if !ok || IsAbove(o) != aboveLabels {
			break
		}
		n++
		vertices += d.Vertices()
	}
	return n, vertices
}

// IsAbove reports whether o lies above the labels of the map.
func IsAbove(o Overlay) bool {
	top, ok := o.(Topmost)
	return ok && top.AboveLabels()
}

// Vertices implements Divisible.
func (t RawTrace) Vertices() int { return len(t.Points) }

// Vertices implements Divisible.
func (r Route) Vertices() int {
	n := 0
	for _, leg := range r.Legs {
		n += len(leg.Line)
	}
	return n
}
