// SPDX-License-Identifier: MIT

package raster

import (
	"image"
	"image/color"
	"image/draw"
)

// Shapes receives shapes of one colour. Positions and widths are in device
// pixels.
type Shapes interface {
	// Box returns the visible part of the plane.
	Box() Box
	// Fill draws the area within rings, by the even-odd rule.
	Fill(rings [][]Vec)
	// Polyline draws a line.
	Polyline(line []Vec, width float64, ends Caps)
	// DashesFrom draws a line as dashes. line omits the first run pixels of the
	// whole line.
	DashesFrom(line []Vec, run, width, on, off float64, ends Caps)
	// Discs draws a disc around each position.
	Discs(at []Vec, radius float64)
}

// Sink receives the shapes of a picture in painting order. Code that draws into a
// Sink can draw to the screen and write SVG.
type Sink interface {
	Shapes
	// Paint fills all shapes since the last Paint with a colour.
	Paint(col color.RGBA)
	// Layer names the layer that follows: a layer in a group of layers, or the
	// group itself if name is "".
	Layer(group, name string)
}

// Picture is a Sink that paints on an opaque image. Reset prepares it for an
// image of another size.
type Picture struct {
	Mask
	Dst *image.RGBA
}

// NewPicture returns a Picture filled with ground.
func NewPicture(width, height int, ground color.RGBA) *Picture {
	p := &Picture{Dst: image.NewRGBA(image.Rect(0, 0, width, height))}
	draw.Draw(p.Dst, p.Dst.Rect, image.NewUniform(ground), image.Point{}, draw.Src)
	p.Reset(width, height)
	return p
}

// Paint implements Sink.
func (p *Picture) Paint(col color.RGBA) { p.Mask.Paint(p.Dst, col) }

// Layer implements Sink. It does nothing, because an image has no layers.
func (p *Picture) Layer(string, string) {}

// Transparent is a Sink that paints on a transparent image.
type Transparent struct{ Picture }

// Paint implements Sink.
func (t *Transparent) Paint(col color.RGBA) { t.LayOver(t.Dst, col) }
