// SPDX-License-Identifier: MIT

package export

import (
	"image"
	"image/draw"
	"slices"

	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
)

// Scale explains the colours of a ramp: a title above a strip of the colours, with the values
// between them below it.
type Scale struct {
	Ramp   style.Ramp
	Title  string
	Bounds []string // values between the classes, one fewer than these
}

// Equal reports whether two scales are the same.
func (s Scale) Equal(other Scale) bool {
	return s.Ramp == other.Ramp && s.Title == other.Title && slices.Equal(s.Bounds, other.Bounds)
}

// Sizes of a scale (logical pixels).
const (
	ClassWidth  = 25.0 // of the colour of a class
	StripHeight = 9.0  // of the strip of colours
)

// Strip draws the colours of a ramp side by side, width by height device pixels.
func Strip(t style.Theme, r style.Ramp, width, height int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for i, col := range t.Ramps[r] {
		part := image.Rect(width*i/r.Classes(), 0, width*(i+1)/r.Classes(), height)
		draw.Draw(img, part, image.NewUniform(col), image.Point{}, draw.Src)
	}
	return img
}

// scaleParts returns the parts of a scale with its upper left corner at a position of a
// panel, and the room that they take (pixels).
func (e *exporter) scaleParts(scale Scale, at raster.Vec) (parts []part, width, height float64) {
	s := e.view.Scale
	title, width := e.line(scale.Title, style.Regular, panelLetters*s)
	parts = append(parts, words{title, raster.Vec{X: at.X, Y: at.Y + panelRow/2*s}})
	top := at.Y + panelRow*s
	for i, col := range e.Theme.Ramps[scale.Ramp] {
		left := at.X + float64(i)*ClassWidth*s
		parts = append(parts, bars{boxes: []raster.Box{{X0: left, Y0: top, X1: left + ClassWidth*s, Y1: top + StripHeight*s}}, fill: col})
	}
	const letters = panelLetters - 1
	for i, value := range scale.Bounds {
		written, wide := e.line(value, style.Regular, letters*s)
		middle := at.X + float64(i+1)*ClassWidth*s
		parts = append(parts, words{written, raster.Vec{X: middle - wide/2, Y: top + (StripHeight+panelRow/2-1)*s}})
	}
	return parts, max(width, float64(scale.Ramp.Classes())*ClassWidth*s), (2*panelRow + StripHeight - 2) * s
}
