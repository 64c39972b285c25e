// SPDX-License-Identifier: MIT

package overlay

import (
	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/view"
)

// Target marks a place that was searched for with a ring, above the labels.
type Target struct{ At geo.Point }

// Sizes of the ring (logical pixels). An icon and its rim have room in it.
const (
	targetRadius = 16.0
	targetWidth  = 3.5
	targetCasing = 1.5 // on each side
)

// AboveLabels implements Topmost.
func (Target) AboveLabels() bool { return true }

// Draw implements Overlay.
func (t Target) Draw(c *Canvas, v view.Viewport) {
	for _, at := range c.project([]geo.Point{t.At}, v) {
		ring := raster.Ring(at, targetRadius*c.Scale)
		c.Sink.Polyline(ring, (targetWidth+2*targetCasing)*c.Scale, 0)
		c.Sink.Paint(c.Theme.Overlay.Casing)
		c.Sink.Polyline(ring, targetWidth*c.Scale, 0)
		c.Sink.Paint(c.Theme.Overlay.Halo)
	}
}
