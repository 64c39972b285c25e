package mapdraw

import "roadsnap/ui/mapdraw/raster"

// discs draws circles with a radius in logical pixels into the mask.
func (c *Canvas) discs(at []raster.Vec, radius float64) {
	stamps := raster.NewDisc(radius * c.scale)
	for _, p := range at {
		c.mask.Press(&stamps, p)
	}
}
