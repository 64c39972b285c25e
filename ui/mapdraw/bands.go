package mapdraw

import (
	"image"
	"runtime"
	"sync"

	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/view"
)

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
		p.Dst = whole.image().SubImage(image.Rect(0, from, v.Width, to)).(*image.RGBA)
		p.Dst.Rect = image.Rect(0, 0, v.Width, to-from)
		p.Reset(v.Width, to-from)
		c.sink, c.theme, c.scale, c.lines = p, whole.theme, whole.scale, whole.lines
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
		if !ok || isAbove(o) != aboveLabels {
			break
		}
		n++
		vertices += d.vertices()
	}
	return n, vertices
}

func isAbove(o Overlay) bool {
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
