package export

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/label"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/text"
	"roadsnap/ui/mapdraw/view"
)

// panel is a small board on an exported picture: legend, scale bar or licence.
// Places are in pixels of the picture.
type panel struct {
	name     string
	box      raster.Box
	radius   float64
	fill     color.RGBA
	ink      color.RGBA
	texts    []panelText
	bars     []raster.Box
	swatches []panelSwatch
	zoom     float64 // of the picture, which the swatches explain
}

// panelText is a line of text: its left end and the middle of its capitals.
type panelText struct {
	text  string
	at    raster.Vec
	style *style.Text
	size  float64
}

type panelSwatch struct {
	sample        Sample
	at            raster.Vec
	width, height int
}

// Measures of panels, in logical pixels.
const (
	panelLetters = 11.0
	panelInset   = 7.0
	panelMargin  = 8.0
	panelRow     = 19.0
	panelRadius  = 4.0
	swatchWidth  = 34.0
	swatchHeight = 16.0
	barHeight    = 2.0
	barTick      = 6.0
	panelAlpha   = 0xe6
)

// furnish makes the panels of the picture: the licence at the lower right, the
// scale bar next to it or above it, the legend at the lower left if it has room, and
// notes at their places.
func (e *exporter) furnish() []panel {
	s := e.view.Scale
	margin := panelMargin * s
	right, bottom := float64(e.Width)-margin, float64(e.Height)-margin
	style := e.panelStyle()

	licence := e.newPanel("licence")
	// A licence that does not fit is made smaller: it must be read on any picture.
	_, ems := e.layouts.Types.Set(e.Licence, style)
	size := min(panelLetters*s, max(float64(e.Width)-2*panelInset*s, 1)/ems)
	width := ems*size + 2*panelInset*s
	if width+2*margin > float64(e.Width) {
		right = (float64(e.Width) + width) / 2
	}
	licence.place(right, max(bottom, min(panelRow*s, float64(e.Height))), width, min(panelRow*s, float64(e.Height)))
	licence.texts = []panelText{{e.Licence, raster.Vec{X: licence.box.X0 + panelInset*s, Y: licence.middle()}, style, size}}
	panels := []panel{licence}

	if e.ScaleBar {
		bar := e.scalePanel(style)
		w, h := bar.box.X1-bar.box.X0, bar.box.Y1-bar.box.Y0
		x, y := licence.box.X0-margin-w, bottom-h
		if x < margin {
			x, y = right-w, licence.box.Y0-margin/2-h
		}
		bar.move(x, y)
		panels = append(panels, bar)
	}
	if len(e.Legend) > 0 {
		legend := e.legendPanel(style)
		h := legend.box.Y1 - legend.box.Y0
		y := bottom - h
		for _, p := range panels {
			if legend.box.Add(margin, y).Overlaps(p.box) {
				y = min(y, p.box.Y0-margin/2-h)
			}
		}
		legend.move(margin, y)
		panels = append(panels, legend)
	}
	for i, n := range e.Notes {
		if n.Text != "" {
			panels = append(panels, e.notePanel(fmt.Sprintf("note-%d", i+1), n, panels))
		}
	}
	whole := raster.Box{X0: 0, Y0: 0, X1: float64(e.Width), Y1: float64(e.Height)}
	kept := panels[:1] // the licence stays, whatever its room
	for _, p := range panels[1:] {
		if p.box.Within(whole) {
			kept = append(kept, p)
		}
	}
	return kept
}

// panelStyle is how panels are written: as on the plates of plain road numbers.
func (e *exporter) panelStyle() *style.Text {
	plain := e.Theme.Shields[len(e.Theme.Shields)-1]
	return &style.Text{Fill: plain.Text.Fill, Face: style.Regular}
}

func (e *exporter) newPanel(name string) panel {
	plain := e.Theme.Shields[len(e.Theme.Shields)-1]
	mul := func(v uint8) uint8 { return uint8(uint32(v) * panelAlpha / 255) }
	return panel{
		name: name, zoom: e.view.Zoom, radius: panelRadius * e.view.Scale, ink: plain.Text.Fill,
		fill: color.RGBA{mul(plain.Plate.R), mul(plain.Plate.G), mul(plain.Plate.B), panelAlpha},
	}
}

func (p *panel) place(right, bottom, width, height float64) {
	p.box = raster.Box{X0: right - width, Y0: bottom - height, X1: right, Y1: bottom}
}

func (p *panel) middle() float64 { return (p.box.Y0 + p.box.Y1) / 2 }

// move moves a panel that lies at 0, 0.
func (p *panel) move(x, y float64) {
	p.box = p.box.Add(x, y)
	for i := range p.texts {
		p.texts[i].at = raster.Vec{X: p.texts[i].at.X + x, Y: p.texts[i].at.Y + y}
	}
	for i := range p.bars {
		p.bars[i] = p.bars[i].Add(x, y)
	}
	for i := range p.swatches {
		p.swatches[i].at = raster.Vec{X: p.swatches[i].at.X + x, Y: p.swatches[i].at.Y + y}
	}
}

// scalePanel measures the ground at the middle of the picture.
func (e *exporter) scalePanel(style *style.Text) panel {
	s := e.view.Scale
	metres, pixels := view.ScaleBar(e.view)
	text := fmt.Sprintf("%.0f m", metres)
	switch {
	case metres >= 1000:
		text = fmt.Sprintf("%.0f km", metres/1000)
	case metres < 1:
		text = fmt.Sprintf("%.0f cm", metres*100)
	}
	p := e.newPanel("scale")
	inset, size := panelInset*s, panelLetters*s
	p.box = raster.Box{X0: 0, Y0: 0, X1: pixels + 2*inset, Y1: (panelRow + barTick) * s}
	_, ems := e.layouts.Types.Set(text, style)
	p.texts = []panelText{{text, raster.Vec{X: (p.box.X1 - ems*size) / 2, Y: panelRow / 2 * s}, style, size}}
	line := (panelRow + 1) * s
	thick := barHeight * s
	p.bars = []raster.Box{
		{X0: inset, Y0: line - thick, X1: inset + pixels, Y1: line},
		{X0: inset, Y0: line - barTick*s, X1: inset + thick, Y1: line},
		{X0: inset + pixels - thick, Y0: line - barTick*s, X1: inset + pixels, Y1: line},
	}
	return p
}

func (e *exporter) legendPanel(style *style.Text) panel {
	s := e.view.Scale
	inset, size := panelInset*s, panelLetters*s
	p := e.newPanel("legend")
	widest := 0.0
	for i, row := range e.Legend {
		y := inset + (float64(i)+0.5)*panelRow*s
		_, ems := e.layouts.Types.Set(row.Text, style)
		widest = max(widest, ems*size)
		p.swatches = append(p.swatches, panelSwatch{
			row.Sample, raster.Vec{X: inset, Y: y - swatchHeight/2*s}, int(math.Round(swatchWidth * s)), int(math.Round(swatchHeight * s)),
		})
		p.texts = append(p.texts, panelText{row.Text, raster.Vec{X: inset + (swatchWidth+6)*s, Y: y}, style, size})
	}
	p.box = raster.Box{X0: 0, Y0: 0, X1: widest + (swatchWidth+6)*s + 2*inset, Y1: float64(len(e.Legend))*panelRow*s + 2*inset}
	return p
}

// draw draws the panel into a band of the picture that begins dy pixels from
// its top.
func (p *panel) draw(c *overlay.Canvas, l *label.Layouter, dy float64) {
	b := p.box.Add(0, dy)
	if b.Y1 < 0 || b.Y0 > c.Sink.Box().Y1 {
		return
	}
	r := min(p.radius, (b.X1-b.X0)/2, (b.Y1-b.Y0)/2)
	core := rectangle(b.Grow(-r))
	c.Sink.Fill([][]raster.Vec{core})
	c.Sink.Polyline(core, 2*r, 0)
	c.Sink.Paint(p.fill)
	for _, bar := range p.bars {
		c.Sink.Fill([][]raster.Vec{rectangle(bar.Add(0, dy))})
	}
	c.Sink.Paint(p.ink)
	for _, s := range p.swatches {
		at := image.Pt(int(math.Round(s.at.X)), int(math.Round(s.at.Y+dy)))
		picture := swatch(*c.Theme, s.sample, swatchView(p.zoom, s.width, s.height, c.Scale))
		draw.Draw(c.Image(), picture.Rect.Add(at), picture, image.Point{}, draw.Src)
	}
	for _, t := range p.texts {
		glyphs, _ := l.Types.Set(t.text, t.style)
		ink := make([]text.InkGlyph, len(glyphs))
		for i, g := range glyphs {
			ink[i] = text.InkGlyph{Glyph: g.Glyph, X: g.X * t.size, Y: text.CapHeight / 2 * t.size, Ux: 1}
		}
		l.Inker.Sprite(ink, t.style, t.size, 0, nil).Blit(c.Image(), int(math.Round(t.at.X)), int(math.Round(t.at.Y+dy)))
	}
}

// rectangle returns the closed ring round b.
func rectangle(b raster.Box) []raster.Vec {
	return []raster.Vec{{X: b.X0, Y: b.Y0}, {X: b.X1, Y: b.Y0}, {X: b.X1, Y: b.Y1}, {X: b.X0, Y: b.Y1}, {X: b.X0, Y: b.Y0}}
}

// Note is a line of text at a place, such as a length that was measured.
type Note struct {
	At   geo.Point
	Text string
}

// Measures of notes, in logical pixels.
const (
	noteGap     = 8.0 // from its place
	noteLetters = 11.0
)

// notePanel puts a note next to its place and wholly on the picture: above and to the
// right as on the screen, or where it covers neither what is taken nor what is
// measured; over what is taken if there is no such side.
func (e *exporter) notePanel(name string, n Note, taken []panel) panel {
	s := e.view.Scale
	look := e.panelStyle()
	look.Face = style.Bold
	p := e.newPanel(name)
	_, ems := e.layouts.Types.Set(n.Text, look)
	size, inset := noteLetters*s, panelInset*s
	width, height := ems*size+2*inset, panelRow*s
	p.box = raster.Box{X0: 0, Y0: 0, X1: width, Y1: height}
	p.texts = []panelText{{n.Text, raster.Vec{X: inset, Y: height / 2}, look, size}}

	x, y := e.view.ToScreen(n.At)
	gap, margin := noteGap*s, panelMargin*s
	right, bottom := float64(e.Width)-margin-width, float64(e.Height)-margin-height
	var places []raster.Vec
	for _, top := range [2]float64{y - gap - height, y + gap} {
		for _, left := range [2]float64{x + gap, x - gap - width} {
			places = append(places, raster.Vec{X: max(min(left, right), margin), Y: max(min(top, bottom), margin)})
		}
	}
	covers := func(at raster.Vec) bool {
		return slices.ContainsFunc(taken, func(other panel) bool { return p.box.Add(at.X, at.Y).Overlaps(other.box) })
	}
	free := slices.IndexFunc(places, func(at raster.Vec) bool { return !covers(at) && !e.measuredIn(p.box.Add(at.X, at.Y)) })
	if free < 0 {
		free = slices.IndexFunc(places, func(at raster.Vec) bool { return !covers(at) })
	}
	at := places[max(free, 0)]
	for _, other := range taken {
		if free < 0 && p.box.Add(at.X, at.Y).Overlaps(other.box) {
			at.Y = other.box.Y0 - panelMargin/2*s - height
		}
	}
	p.move(at.X, at.Y)
	return p
}

// measuredIn reports whether a line that is measured crosses a part of the picture.
func (e *exporter) measuredIn(b raster.Box) bool {
	for _, o := range e.Overlays {
		m, ok := o.(overlay.Measure)
		if !ok {
			continue
		}
		var last raster.Vec
		for i, p := range m.Line() {
			x, y := e.view.ToScreen(p)
			at := raster.Vec{X: x, Y: y}
			if i > 0 {
				if t0, t1 := raster.Within(last, at, b); t0 <= t1 {
					return true
				}
			}
			last = at
		}
	}
	return false
}
