// SPDX-License-Identifier: MIT

package sites

import (
	"image/color"
	"slices"
	"sync"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/label"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
)

// Site is a named place.
type Site struct {
	Name   string
	At     geo.Point
	Radius float64    // metres
	Ink    color.RGBA // the zero value: the violet of places
}

// Overlay draws named places above the labels of the map. It is safe for concurrent use.
type Overlay struct {
	circles Circles
	fonts   *style.Fonts

	mu      sync.Mutex
	theme   *style.Theme // of layouts
	layouts *label.Layouter
	names   map[nameKey]label.Laid
}

// nameKey identifies the picture of a name.
type nameKey struct {
	text  string
	scale float64
}

// New returns the overlay of places, and of areas below them. Without fonts it draws no names.
func New(list []Site, fonts *style.Fonts, areas ...Area) *Overlay {
	o := &Overlay{circles: Circles{list: list}, fonts: fonts}
	for _, a := range areas {
		o.circles.areas = append(o.circles.areas, shapeOf(a))
	}
	return o
}

// AboveLabels implements overlay.Topmost.
func (*Overlay) AboveLabels() bool { return true }

// Draw implements overlay.Overlay. It omits the names that would overlap those of places
// before them.
func (o *Overlay) Draw(c *overlay.Canvas, v view.Viewport) {
	o.circles.Draw(c, v)
	if o.fonts == nil || c.Image() == nil {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.theme != c.Theme {
		o.theme, o.layouts, o.names = c.Theme, label.NewLayouter(c.Theme, o.fonts), map[nameKey]label.Laid{}
	}
	frame, plan := frameOf(v), label.Plan{}
	for _, s := range o.circles.anchors(frame) {
		if !frame.meets(s.at, s.radius) {
			continue
		}
		key := nameKey{s.name, c.Scale}
		laid, known := o.names[key]
		if !known {
			laid = nameOf(o.layouts, s.name, c.Scale)
			laid.Sprite = o.layouts.Draw(laid.Label, c.Scale)
			o.names[key] = laid
		}
		if at := above(s.at, s.radius, laid); plan.Claim(laid.Boxes, at) {
			laid.Sprite.Blit(c.Image(), at)
		}
	}
}

// Circles returns an overlay that draws the places without their names.
func (o *Overlay) Circles() overlay.Topmost { return o.circles }

// Choose returns the names of the places on a picture whose bounds are edge (pixels of the
// world), as far as they leave the space of plan free. It adds theirs to plan.
func (o *Overlay) Choose(layouts *label.Layouter, edge raster.Box, v view.Viewport, plan label.Plan) (chosen []label.Laid) {
	size := v.WorldSize()
	frame := frame{size: size, box: edge}
	for _, s := range o.circles.anchors(frame) {
		laid := nameOf(layouts, s.name, v.DeviceScale())
		at := above(s.at, s.radius, laid)
		if laid.Boxes[0].Add(at.X, at.Y).Within(edge) && plan.Claim(laid.Boxes, at) {
			laid.Label.At = view.World{X: at.X / size, Y: at.Y / size}
			chosen = append(chosen, laid)
		}
	}
	return chosen
}

// Circles draws named places as circles with their radius, and areas.
type Circles struct {
	list  []Site
	areas []shape
}

// anchor is what a name belongs to: a circle, or the northern end of an area.
type anchor struct {
	name   string
	at     raster.Vec
	radius float64
}

// anchors returns the anchors of all names.
func (l Circles) anchors(f frame) []anchor {
	list := make([]anchor, 0, len(l.list)+len(l.areas))
	for _, s := range l.list {
		at, radius := f.circle(s)
		list = append(list, anchor{s.Name, at, radius})
	}
	for i := range l.areas {
		list = append(list, anchor{name: l.areas[i].Name, at: f.pixel(l.areas[i].north)})
	}
	return list
}

// AboveLabels implements overlay.Topmost.
func (Circles) AboveLabels() bool { return true }

// Sizes (logical pixels).
const (
	rimWidth  = 2.0
	rimCasing = 1.2 // on each side
	leastDisc = 4.5 // a smaller circle is drawn as a disc of this radius
	nameSize  = 12.0
	nameHalo  = 1.8
	nameSpace = 4.0 // between a circle and its name
	tint      = 40  // opacity of the area, of 255
)

// Draw implements overlay.Overlay.
func (l Circles) Draw(c *overlay.Canvas, v view.Viewport) {
	frame := frameOf(v)
	for i := range l.areas {
		if s := &l.areas[i]; frame.shows(s.box) {
			s.draw(c, frame)
		}
	}
	for _, s := range l.list {
		ink := orInk(s.Ink, c.Theme)
		at, radius := frame.circle(s)
		if !frame.meets(at, radius) {
			continue
		}
		if radius < leastDisc*c.Scale {
			disc := []raster.Vec{at}
			c.Sink.Discs(disc, (leastDisc+rimCasing)*c.Scale)
			c.Sink.Paint(c.Theme.Overlay.Casing)
			c.Sink.Discs(disc, leastDisc*c.Scale)
			c.Sink.Paint(ink)
			continue
		}
		ring := raster.Ring(at, radius)
		c.Sink.Fill([][]raster.Vec{ring})
		c.Sink.Paint(faded(ink))
		c.Sink.Polyline(ring, (rimWidth+2*rimCasing)*c.Scale, 0)
		c.Sink.Paint(c.Theme.Overlay.Casing)
		c.Sink.Polyline(ring, rimWidth*c.Scale, 0)
		c.Sink.Paint(ink)
	}
}

// inkOf returns the colour of places, a violet that no other mark has.
func inkOf(theme *style.Theme) color.RGBA {
	g := theme.Background
	if int(g.R)+int(g.G)+int(g.B) < 3*128 {
		return color.RGBA{0xcf, 0xa8, 0xf5, 0xff}
	}
	return color.RGBA{0x7a, 0x3e, 0xa8, 0xff}
}

// orInk returns a chosen colour, or that of places.
func orInk(chosen color.RGBA, theme *style.Theme) color.RGBA {
	if chosen == (color.RGBA{}) {
		return inkOf(theme)
	}
	return chosen
}

// faded returns a mostly transparent version of an opaque colour.
func faded(ink color.RGBA) color.RGBA {
	part := func(x uint8) uint8 { return uint8(int(x) * tint / 255) }
	return color.RGBA{part(ink.R), part(ink.G), part(ink.B), tint}
}

// frame is a part of a world that is size pixels wide, relative to origin.
type frame struct {
	size   float64
	origin raster.Vec
	box    raster.Box
}

func frameOf(v view.Viewport) frame {
	f := frame{size: v.WorldSize(), box: raster.Sized(v.Width, v.Height)}
	f.origin.X, f.origin.Y = v.Origin()
	return f
}

// circle returns the circle of a place (pixels).
func (f frame) circle(s Site) (at raster.Vec, radius float64) {
	return f.pixel(view.Project(s.At)), view.Length(s.Radius, s.At) * f.size
}

// pixel returns a place of the world in pixels.
func (f frame) pixel(w view.World) raster.Vec {
	return raster.Vec{X: w.X*f.size - f.origin.X, Y: w.Y*f.size - f.origin.Y}
}

// shows reports whether a box of the world overlaps the frame.
func (f frame) shows(b raster.Box) bool {
	low, high := f.pixel(view.World{X: b.X0, Y: b.Y0}), f.pixel(view.World{X: b.X1, Y: b.Y1})
	return f.box.Overlaps(raster.Box{X0: low.X, Y0: low.Y, X1: high.X, Y1: high.Y})
}

// meets reports whether a circle lies in the frame or near it, with room for its name.
func (f frame) meets(at raster.Vec, radius float64) bool {
	const room = 200 // pixels
	return f.box.Grow(radius + room).Has(at)
}

// nameOf returns the label of a name, without a picture.
func nameOf(layouts *label.Layouter, name string, scale float64) label.Laid {
	look := layouts.Theme.Borders.Names[style.Ward].Text
	look.Fill, look.Halo, look.HaloWidth = inkOf(layouts.Theme), layouts.Theme.Overlay.Casing, nameHalo
	look.Spacing, look.Face = 0, style.Bold
	lb := &label.Label{Kind: label.Level, Text: name, Style: &look, Size: nameSize * scale}
	_, width := layouts.Types.Set(name, &look)
	lb.Width = width * lb.Size
	return label.Laid{Label: lb, Boxes: slices.Clip(lb.Boxes(scale))}
}

// above returns the place of a name above a circle.
func above(at raster.Vec, radius float64, name label.Laid) raster.Vec {
	scale := name.Label.Size / nameSize
	return raster.Vec{X: at.X, Y: at.Y - max(radius, leastDisc*scale) - nameSpace*scale - name.Label.Size/2}
}
