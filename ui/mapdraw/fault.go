package mapdraw

import "roadsnap/engine/geo"

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
	for _, at := range c.visible(c.project(f.Points, v), warningSpace*s, v) {
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
