// SPDX-License-Identifier: MIT

package export

import (
	"image/color"

	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
)

// arrow is a filled shape of one colour.
type arrow struct {
	shape []raster.Vec
	fill  color.RGBA
}

func (a arrow) draw(to page, corner raster.Vec) {
	low, high := a.shape[0], a.shape[0]
	for _, p := range a.shape {
		low, high = raster.Vec{X: min(low.X, p.X), Y: min(low.Y, p.Y)}, raster.Vec{X: max(high.X, p.X), Y: max(high.Y, p.Y)}
	}
	steps := int(high.Y - low.Y + 0.5)
	boxes := make([]raster.Box, 0, steps)
	for i := range steps { // a triangle of rows, because a page takes boxes
		y := low.Y + float64(i)
		half := (high.X - low.X) / 2 * (float64(i) + 0.5) / float64(steps)
		mid := (low.X + high.X) / 2
		boxes = append(boxes, raster.Box{X0: mid - half, Y0: y, X1: mid + half, Y1: y + 1})
	}
	bars{boxes: boxes, fill: a.fill}.draw(to, corner)
}

// northPanel returns an arrow to the north, with its letter. The top of every picture is north.
func (e *exporter) northPanel() panel {
	s := e.view.Scale
	const width, height, tip, foot = 24.0, 38.0, 6.0, 20.0
	p := e.board("north", width*s, height*s)
	letter, w := e.line(e.North, style.Bold, panelLetters*s)
	mid := width / 2 * s
	p.parts = append(p.parts,
		arrow{[]raster.Vec{{X: mid, Y: tip * s}, {X: mid - 6*s, Y: foot * s}, {X: mid + 6*s, Y: foot * s}}, letter.Style.Fill},
		words{letter, raster.Vec{X: mid - w/2, Y: 29 * s}})
	return p
}
