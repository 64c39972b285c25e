// SPDX-License-Identifier: MIT

package borders

import (
	"image"

	"roadsnap/ui/mapdraw/label"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
)

// plane is the part of the world in a picture of borders.
type plane struct {
	frame raster.Box // in pixels of a world that is size wide
	size  float64
	scale float64 // device pixels in a logical pixel
}

// planeOf returns the plane of v.
func planeOf(v view.Viewport) plane {
	return plane{label.PageOf(v).Box, v.WorldSize(), v.DeviceScale()}
}

// plane returns the plane of a part of the requested picture.
func (w layerWish) plane(part image.Rectangle) plane {
	return plane{raster.BoxOf(part), view.WorldSize(w.zoom, w.density), w.density}
}

// seen returns the visible part of the world with a margin (device pixels).
func (p plane) seen(margin float64) view.Box {
	b := p.frame.Grow(margin)
	return view.Box{X0: b.X0 / p.size, Y0: b.Y0 / p.size, X1: b.X1 / p.size, Y1: b.Y1 / p.size}
}

// pixels appends a line in pixels of the picture to dst.
func (p plane) pixels(dst []raster.Vec, line []view.World) []raster.Vec {
	for _, q := range line {
		dst = append(dst, raster.Vec{X: q.X*p.size - p.frame.X0, Y: q.Y*p.size - p.frame.Y0})
	}
	return dst
}

// lineDrawer draws borders and reuses its memory.
type lineDrawer struct {
	lines  *borderLines
	passes []borderPass
	widest float64 // greatest width of a border (logical pixels), 0 for no limit
	near   []*borderLine
	shape  []raster.Vec
}

// aim selects the lines that are visible in a plane.
func (d *lineDrawer) aim(p plane) {
	seen := d.seen(p)
	d.near = d.near[:0]
	for i := range d.lines.lines {
		if l := &d.lines.lines[i]; l.box.Meets(seen) {
			d.near = append(d.near, l)
		}
	}
}

// seen returns the part of the world from which a stroke reaches into p.
func (d *lineDrawer) seen(p plane) view.Box { return p.seen(reachOf(d.passes)*p.scale + 1) }

// draw draws the lines in p, which must be the plane of aim or a part of it.
func (d *lineDrawer) draw(to raster.Sink, p plane) {
	seen := d.seen(p)
	for _, pass := range d.passes {
		for _, l := range d.near {
			if l.province != pass.province || !l.box.Meets(seen) {
				continue
			}
			d.shape = p.pixels(d.shape[:0], d.lines.points[l.first:l.end])
			width := pass.widthOf(d.lines, l, p.size/p.scale)
			if d.widest > 0 {
				width = min(width, d.widest)
			}
			pass.stroke(to, d.shape, width, p.scale)
		}
		to.Paint(pass.colour)
	}
}

// ringSet holds rings of outlines in pixels of a picture.
type ringSet struct {
	points []raster.Vec
	rings  [][]raster.Vec
	boxes  []view.Box // of each ring
}

// add adds the rings of o that lie within margin device pixels of p.
func (s *ringSet) add(o *unitOutline, p plane, margin float64) {
	seen := p.seen(margin)
	for i, ring := range o.rings {
		if !o.boxes[i].Meets(seen) {
			continue
		}
		first := len(s.points)
		s.points = p.pixels(s.points, ring)
		// If append moves the points, earlier rings keep the old memory.
		s.rings = append(s.rings, raster.Straighten(s.points[first:len(s.points):len(s.points)], raster.Unseen))
		s.boxes = append(s.boxes, o.boxes[i])
	}
}

// drawHalos draws the halos of rings and the lines in their middle.
func (s *ringSet) drawHalos(to raster.Sink, look *style.Border, p plane, several bool) {
	cores := make([]float64, len(s.rings))
	for i, ring := range s.rings {
		halo, core := haloOf(look, s.boxes[i], p.size/p.scale, several)
		to.Polyline(ring, halo*p.scale, 0)
		cores[i] = core
	}
	to.Paint(look.Halo)
	for i, ring := range s.rings {
		to.Polyline(ring, cores[i]*p.scale, 0)
	}
	to.Paint(look.Core)
}
