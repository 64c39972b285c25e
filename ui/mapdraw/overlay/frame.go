package overlay

import (
	"image"
	"runtime"
	"sync"

	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
)

// Frame draws the overlays of one picture after another, and keeps what they
// were made ready for. It is used by one goroutine.
type Frame struct {
	picture raster.Picture
	canvas  Canvas
	lines   lineCache
	bands   bands
}

// Draw draws overlays into dst, a picture of v, and calls labels before those that lie
// above the labels. bleed is how many pixels of dst, on each side, nobody is to read.
func (f *Frame) Draw(dst *image.RGBA, theme *style.Theme, v view.Viewport, bleed int, overlays []Overlay, labels func()) {
	f.begin(dst, theme, v.DeviceScale(), bleed)
	f.drawSide(overlays, v, false)
	labels()
	f.drawSide(overlays, v, true)
	f.picture.Dst = nil // it is the caller's
}

func (f *Frame) begin(dst *image.RGBA, theme *style.Theme, scale float64, bleed int) {
	f.picture.Dst = dst
	f.picture.Reset(dst.Rect.Dx(), dst.Rect.Dy())
	c := &f.canvas
	c.Sink, c.Theme, c.Scale, c.lines, c.Bleed = &f.picture, theme, scale, &f.lines, bleed
	f.lines.tick()
}

// drawSide draws the overlays that lie above the labels, or those below.
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

// divisible is an Overlay whose parts do not depend on where the picture ends,
// so that a picture may be drawn in bands.
type divisible interface {
	Overlay
	// vertices is how much there is to draw.
	vertices() int
}

// divideFrom is the number of vertices from which drawing is worth more than
// one processor.
const divideFrom = 2000

// bands are the canvases of a picture that several processors draw.
type bands struct {
	canvases []Canvas
	pictures []raster.Picture
}

// drawTogether draws overlays one over another, each band of the picture on a
// goroutine of its own. None of them may be drawn twice at a time.
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
// same side of the labels, and what there is to draw of them.
func together(overlays []Overlay, aboveLabels bool) (n, vertices int) {
	for _, o := range overlays {
		d, ok := o.(divisible)
		if !ok || IsAbove(o) != aboveLabels {
			break
		}
		n++
		vertices += d.vertices()
	}
	return n, vertices
}

// IsAbove reports whether o lies above the labels of the map.
func IsAbove(o Overlay) bool {
	top, ok := o.(Topmost)
	return ok && top.AboveLabels()
}

func (t RawTrace) vertices() int { return len(t.Points) }

func (r Route) vertices() int {
	n := 0
	for _, leg := range r.Legs {
		n += len(leg.Line)
	}
	return n
}
