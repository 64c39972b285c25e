package raster

import (
	"image"
	"image/color"
	"image/draw"
)

// Shapes takes shapes of one colour. Positions and widths are in device pixels.
type Shapes interface {
	// Box returns the part of the plane that is shown.
	Box() Box
	// Fill draws the area within rings, by the even-odd rule.
	Fill(rings [][]Vec)
	// Polyline draws a line.
	Polyline(line []Vec, width float64, ends Caps)
	// DashesFrom draws a line as dashes. The first part of the line, run pixels long,
	// is not given.
	DashesFrom(line []Vec, run, width, on, off float64, ends Caps)
	// Discs draws a disc round each position.
	Discs(at []Vec, radius float64)
}

// Sink takes the shapes of a picture in the order in which they are painted. What
// is drawn once into a Sink can be shown on a screen and written as SVG.
type Sink interface {
	Shapes
	// Paint lays a colour over all shapes since the last Paint.
	Paint(col color.RGBA)
	// Layer names what follows: a layer in a group of layers, or "" for the group
	// itself.
	Layer(group, name string)
}

// Picture is the Sink that paints on an opaque image. Reset prepares it for an image
// of another size.
type Picture struct {
	Mask
	Dst *image.RGBA
}

// NewPicture returns a Picture of a size and of one colour.
func NewPicture(width, height int, ground color.RGBA) *Picture {
	p := &Picture{Dst: image.NewRGBA(image.Rect(0, 0, width, height))}
	draw.Draw(p.Dst, p.Dst.Rect, image.NewUniform(ground), image.Point{}, draw.Src)
	p.Reset(width, height)
	return p
}

// Paint implements Sink.
func (p *Picture) Paint(col color.RGBA) { p.Mask.Paint(p.Dst, col) }

// Layer implements Sink: an image has no layers.
func (p *Picture) Layer(string, string) {}

// Transparent is the Sink that paints on a see-through image.
type Transparent struct{ Picture }

// Paint implements Sink.
func (t *Transparent) Paint(col color.RGBA) { t.LayOver(t.Dst, col) }
