package mapdraw

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
)

// panel is a small board on an exported picture: legend, scale bar or licence.
// Places are in pixels of the picture.
type panel struct {
	name     string
	box      box
	radius   float64
	fill     color.RGBA
	ink      color.RGBA
	texts    []panelText
	bars     []box
	swatches []panelSwatch
	zoom     float64 // of the picture, which the swatches explain
}

// panelText is a line of text: its left end and the middle of its capitals.
type panelText struct {
	text  string
	at    vec
	style *textStyle
	size  float64
}

type panelSwatch struct {
	sample        Sample
	at            vec
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
// scale bar beside it or above it, the legend at the lower left if it has room, and
// notes at their places.
func (e *exporter) furnish() []panel {
	s := e.view.Scale
	margin := panelMargin * s
	right, bottom := float64(e.Width)-margin, float64(e.Height)-margin
	style := e.panelStyle()

	licence := e.newPanel("licence")
	// A licence that does not fit is made smaller: it must be read on any picture.
	_, ems := e.layouts.types.set(e.Licence, style)
	size := min(panelLetters*s, max(float64(e.Width)-2*panelInset*s, 1)/ems)
	width := ems*size + 2*panelInset*s
	if width+2*margin > float64(e.Width) {
		right = (float64(e.Width) + width) / 2
	}
	licence.place(right, max(bottom, min(panelRow*s, float64(e.Height))), width, min(panelRow*s, float64(e.Height)))
	licence.texts = []panelText{{e.Licence, vec{licence.box.x0 + panelInset*s, licence.middle()}, style, size}}
	panels := []panel{licence}

	if e.ScaleBar {
		bar := e.scalePanel(style)
		w, h := bar.box.x1-bar.box.x0, bar.box.y1-bar.box.y0
		x, y := licence.box.x0-margin-w, bottom-h
		if x < margin {
			x, y = right-w, licence.box.y0-margin/2-h
		}
		bar.move(x, y)
		panels = append(panels, bar)
	}
	if len(e.Legend) > 0 {
		legend := e.legendPanel(style)
		h := legend.box.y1 - legend.box.y0
		y := bottom - h
		for _, p := range panels {
			if legend.box.add(margin, y).overlaps(p.box) {
				y = min(y, p.box.y0-margin/2-h)
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
	whole := box{0, 0, float64(e.Width), float64(e.Height)}
	kept := panels[:1] // the licence stays, whatever its room
	for _, p := range panels[1:] {
		if p.box.within(whole) {
			kept = append(kept, p)
		}
	}
	return kept
}

// panelStyle is how panels are written: as on the plates of plain road numbers.
func (e *exporter) panelStyle() *textStyle {
	plain := e.Theme.shields[len(e.Theme.shields)-1]
	return &textStyle{fill: plain.text.fill, face: regular}
}

func (e *exporter) newPanel(name string) panel {
	plain := e.Theme.shields[len(e.Theme.shields)-1]
	mul := func(v uint8) uint8 { return uint8(uint32(v) * panelAlpha / 255) }
	return panel{
		name: name, zoom: e.view.Zoom, radius: panelRadius * e.view.Scale, ink: plain.text.fill,
		fill: color.RGBA{mul(plain.plate.R), mul(plain.plate.G), mul(plain.plate.B), panelAlpha},
	}
}

func (p *panel) place(right, bottom, width, height float64) {
	p.box = box{right - width, bottom - height, right, bottom}
}

func (p *panel) middle() float64 { return (p.box.y0 + p.box.y1) / 2 }

// move moves a panel that lies at 0, 0.
func (p *panel) move(x, y float64) {
	p.box = p.box.add(x, y)
	for i := range p.texts {
		p.texts[i].at = vec{p.texts[i].at.x + x, p.texts[i].at.y + y}
	}
	for i := range p.bars {
		p.bars[i] = p.bars[i].add(x, y)
	}
	for i := range p.swatches {
		p.swatches[i].at = vec{p.swatches[i].at.x + x, p.swatches[i].at.y + y}
	}
}

// scalePanel measures the ground at the middle of the picture.
func (e *exporter) scalePanel(style *textStyle) panel {
	s := e.view.Scale
	metres, pixels := ScaleBar(e.view)
	text := fmt.Sprintf("%.0f m", metres)
	switch {
	case metres >= 1000:
		text = fmt.Sprintf("%.0f km", metres/1000)
	case metres < 1:
		text = fmt.Sprintf("%.0f cm", metres*100)
	}
	p := e.newPanel("scale")
	inset, size := panelInset*s, panelLetters*s
	p.box = box{0, 0, pixels + 2*inset, (panelRow + barTick) * s}
	_, ems := e.layouts.types.set(text, style)
	p.texts = []panelText{{text, vec{(p.box.x1 - ems*size) / 2, panelRow / 2 * s}, style, size}}
	line := (panelRow + 1) * s
	thick := barHeight * s
	p.bars = []box{
		{inset, line - thick, inset + pixels, line},
		{inset, line - barTick*s, inset + thick, line},
		{inset + pixels - thick, line - barTick*s, inset + pixels, line},
	}
	return p
}

func (e *exporter) legendPanel(style *textStyle) panel {
	s := e.view.Scale
	inset, size := panelInset*s, panelLetters*s
	p := e.newPanel("legend")
	widest := 0.0
	for i, row := range e.Legend {
		y := inset + (float64(i)+0.5)*panelRow*s
		_, ems := e.layouts.types.set(row.Text, style)
		widest = max(widest, ems*size)
		p.swatches = append(p.swatches, panelSwatch{
			row.Sample, vec{inset, y - swatchHeight/2*s}, int(math.Round(swatchWidth * s)), int(math.Round(swatchHeight * s)),
		})
		p.texts = append(p.texts, panelText{row.Text, vec{inset + (swatchWidth+6)*s, y}, style, size})
	}
	p.box = box{0, 0, widest + (swatchWidth+6)*s + 2*inset, float64(len(e.Legend))*panelRow*s + 2*inset}
	return p
}

// draw draws the panel into a band of the picture that begins dy pixels from
// its top.
func (p *panel) draw(c *Canvas, l *layouter, dy float64) {
	b := p.box.add(0, dy)
	if b.y1 < 0 || b.y0 > float64(c.mask.height) {
		return
	}
	r := min(p.radius, (b.x1-b.x0)/2, (b.y1-b.y0)/2)
	core := rectangle(b.grow(-r))
	c.mask.fillArea([][]vec{core})
	c.mask.polyline(core, 2*r, 0)
	c.mask.paint(c.dst, p.fill)
	for _, bar := range p.bars {
		c.mask.fillArea([][]vec{rectangle(bar.add(0, dy))})
	}
	c.mask.paint(c.dst, p.ink)
	for _, s := range p.swatches {
		at := image.Pt(int(math.Round(s.at.x)), int(math.Round(s.at.y+dy)))
		picture := swatch(*c.theme, s.sample, swatchView(p.zoom, s.width, s.height, c.scale))
		draw.Draw(c.dst, picture.Rect.Add(at), picture, image.Point{}, draw.Src)
	}
	for _, t := range p.texts {
		glyphs, _ := l.types.set(t.text, t.style)
		ink := make([]inkGlyph, len(glyphs))
		for i, g := range glyphs {
			ink[i] = inkGlyph{glyph: g.glyph, x: g.x * t.size, y: capHeight / 2 * t.size, ux: 1}
		}
		l.inker.sprite(ink, t.style, t.size, 0, nil).blit(c.dst, int(math.Round(t.at.x)), int(math.Round(t.at.y+dy)))
	}
}

// rectangle returns the closed ring round b.
func rectangle(b box) []vec {
	return []vec{{b.x0, b.y0}, {b.x1, b.y0}, {b.x1, b.y1}, {b.x0, b.y1}, {b.x0, b.y0}}
}
