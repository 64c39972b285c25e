package mapdraw

import (
	"math"

	"roadsnap/engine/geo"
)

// Faults marks positions at which something went wrong: a red disc with a
// cross, told from the triangles of Warnings by its shape as well.
type Faults struct{ Points []geo.Point }

// AboveLabels puts Faults over the labels.
func (Faults) AboveLabels() bool { return true }

const (
	faultRadius = 6.5 // logical pixels
	faultCross  = 2.6 // from the middle of the cross to the end of an arm
)

// Draw implements Overlay.
func (f Faults) Draw(c *Canvas, v Viewport) {
	o, s := &c.theme.over, c.scale
	for _, at := range spaced(c.project(f.Points, v), warningSpace*s, v) {
		c.mask.stroke(at, at, 2*(faultRadius+1.4)*s, 0)
		c.mask.paint(c.dst, o.faultRim)
		c.mask.stroke(at, at, 2*faultRadius*s, 0)
		c.mask.paint(c.dst, o.fault)
		arm := faultCross * s
		c.mask.stroke(vec{at.x - arm, at.y - arm}, vec{at.x + arm, at.y + arm}, 1.8*s, 0)
		c.mask.stroke(vec{at.x - arm, at.y + arm}, vec{at.x + arm, at.y - arm}, 1.8*s, 0)
		c.mask.paint(c.dst, o.faultRim)
	}
}

// markMargin is how far outside the picture a mark may stand, in logical pixels,
// and still be seen in it.
const markMargin = 16.0

// spaced returns the positions that v shows, and of those in one square of
// spacing by spacing pixels only the first. The squares are fixed to the world,
// so that dragging the map does not make marks come and go, and are those of
// the marks on screen.
func spaced(at []vec, spacing float64, v Viewport) []vec {
	seen := box{0, 0, float64(v.Width), float64(v.Height)}.grow(markMargin * v.scale())
	ox, oy := v.origin()
	taken := map[cell]bool{}
	var out []vec
	for _, p := range at {
		if outside(p, seen) != 0 {
			continue
		}
		square := cell{int32(math.Floor((p.x + ox) / spacing)), int32(math.Floor((p.y + oy) / spacing))}
		if !taken[square] {
			taken[square] = true
			out = append(out, p)
		}
	}
	return out
}
