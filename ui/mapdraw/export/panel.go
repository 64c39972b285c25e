// SPDX-License-Identifier: MIT

package export

import (
	"fmt"
	"image/color"
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

// panel is a small board on an exported picture: legend, scale bar, licence or
// note.
type panel struct {
	name  string
	box   raster.Box // in pixels of the picture
	parts []part     // in paint order
}

// part is an element of a panel. Positions are in pixels relative to the panel's
// upper left corner.
type part interface {
	// draw draws the part of a panel whose corner is at a position of the
	// picture.
	draw(to page, corner raster.Vec)
}

// bars are boxes of one colour.
type bars struct {
	boxes  []raster.Box
	radius float64 // of their corners
	fill   color.RGBA
}

// words is a line of text.
type words struct {
	text.Writing
	at raster.Vec // left end, and middle of the capitals
}

// sampled is a sample of the legend.
type sampled struct {
	sample Sample
	at     raster.Vec
	view   view.Viewport
	theme  *style.Theme
}

// Sizes of panels (logical pixels).
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

	titleLetters    = 16.0
	subtitleLetters = 12.0
	titleLeading    = 1.35 // height of a line, as a multiple of its letters
)

// furnish returns the panels of the picture. The licence is at the lower right,
// the scale bar next to it or above it, the title at the upper left, and the legend at
// the lower left if it has room. Notes are at their positions.
func (e *exporter) furnish() []panel {
	s := e.view.Scale
	margin := panelMargin * s
	right, bottom := float64(e.Width)-margin, float64(e.Height)-margin

	licence := e.licencePanel()
	width, height := licence.size()
	if width+2*margin > float64(e.Width) {
		right = (float64(e.Width) + width) / 2
	}
	licence.move(right-width, max(bottom, height)-height)
	panels := []panel{licence}
	if e.Title+e.Subtitle != "" {
		title := e.titlePanel()
		title.move(margin, margin)
		panels = append(panels, title)
	}

	if e.North != "" {
		arrow := e.northPanel()
		w, _ := arrow.size()
		arrow.move(float64(e.Width)-margin-w, margin)
		panels = append(panels, arrow)
	}
	if e.ScaleBar {
		bar := e.scalePanel()
		w, h := bar.size()
		x, y := licence.box.X0-margin-w, bottom-h
		if x < margin {
			x, y = right-w, licence.box.Y0-margin/2-h
		}
		bar.move(x, y)
		panels = append(panels, bar)
	}
	if len(e.Legend)+len(e.Colours)+len(e.Scales)+len(e.symbols) > 0 {
		legend := e.legendPanel()
		_, h := legend.size()
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
	whole := raster.Sized(e.Width, e.Height)
	// The licence stays even if it does not fit.
	return slices.DeleteFunc(panels, func(p panel) bool { return p.name != "licence" && !p.box.Within(whole) })
}

// board returns an empty panel of a size. It looks like the plates of plain road
// numbers.
func (e *exporter) board(name string, width, height float64) panel {
	plain := e.plainShield()
	mul := func(v uint8) uint8 { return uint8(uint32(v) * panelAlpha / 255) }
	p := panel{name: name, box: raster.Box{X0: 0, Y0: 0, X1: width, Y1: height}}
	p.parts = []part{bars{
		[]raster.Box{p.box}, panelRadius * e.view.Scale,
		color.RGBA{mul(plain.Plate.R), mul(plain.Plate.G), mul(plain.Plate.B), panelAlpha},
	}}
	return p
}

// plainShield returns the style of road numbers that no other shield takes.
func (e *exporter) plainShield() *style.Shield { return &e.Theme.Shields[len(e.Theme.Shields)-1] }

// line typesets a line of text and returns it with its width.
func (e *exporter) line(line string, face style.Face, size float64) (t text.Writing, width float64) {
	look := &style.Text{Fill: e.plainShield().Text.Fill, Face: face}
	glyphs, ems := e.layouts.Types.Set(line, look)
	t = text.Writing{Text: line, Letters: make([]text.InkGlyph, len(glyphs)), Style: look, Size: size}
	for i, g := range glyphs {
		t.Letters[i] = text.InkGlyph{Glyph: g.Glyph, X: g.X * size, Y: text.CapHeight / 2 * size, Ux: 1}
	}
	return t, ems * size
}

func (p *panel) size() (width, height float64) { return p.box.X1 - p.box.X0, p.box.Y1 - p.box.Y0 }

// move moves a panel that lies at 0, 0.
func (p *panel) move(x, y float64) { p.box = p.box.Add(x, y) }

func (e *exporter) licencePanel() panel {
	s := e.view.Scale
	inset := panelInset * s
	// A licence that is too wide gets smaller letters, because every picture must
	// show it.
	_, ems := e.line(e.Licence, style.Regular, 1)
	licence, width := e.line(e.Licence, style.Regular, min(panelLetters*s, max(float64(e.Width)-2*inset, 1)/ems))
	p := e.board("licence", width+2*inset, min(panelRow*s, float64(e.Height)))
	p.parts = append(p.parts, words{licence, raster.Vec{X: inset, Y: p.box.Y1 / 2}})
	return p
}

// scalePanel returns the scale bar for the middle of the picture.
func (e *exporter) scalePanel() panel {
	s := e.view.Scale
	metres, pixels := e.view.ScaleBar()
	length := fmt.Sprintf("%.0f m", metres)
	switch {
	case metres >= 1000:
		length = fmt.Sprintf("%.0f km", metres/1000)
	case metres < 1:
		length = fmt.Sprintf("%.0f cm", metres*100)
	}
	inset := panelInset * s
	p := e.board("scale", pixels+2*inset, (panelRow+barTick)*s)
	bottom, thick := (panelRow+1)*s, barHeight*s
	written, width := e.line(length, style.Regular, panelLetters*s)
	p.parts = append(p.parts, bars{boxes: []raster.Box{
		{X0: inset, Y0: bottom - thick, X1: inset + pixels, Y1: bottom},
		{X0: inset, Y0: bottom - barTick*s, X1: inset + thick, Y1: bottom},
		{X0: inset + pixels - thick, Y0: bottom - barTick*s, X1: inset + pixels, Y1: bottom},
	}, fill: written.Style.Fill}, words{written, raster.Vec{X: (p.box.X1 - width) / 2, Y: panelRow / 2 * s}})
	return p
}

// titlePanel returns the title above the subtitle. A line that is too wide for the picture
// gets smaller letters.
func (e *exporter) titlePanel() panel {
	s := e.view.Scale
	inset := panelInset * s
	room := float64(e.Width) - 2*(inset+panelMargin*s)
	if e.North != "" {
		const arrow = 32 // logical pixels
		room -= arrow * s
	}
	var texts []part
	widest, bottom := 0.0, inset
	for _, l := range []struct {
		text    string
		face    style.Face
		letters float64
	}{{e.Title, style.Bold, titleLetters}, {e.Subtitle, style.Regular, subtitleLetters}} {
		if l.text == "" {
			continue
		}
		_, ems := e.line(l.text, l.face, 1)
		size := min(l.letters*s, max(room, 1)/ems)
		written, width := e.line(l.text, l.face, size)
		height := l.letters * titleLeading * s
		texts = append(texts, words{written, raster.Vec{X: inset, Y: bottom + height/2}})
		widest, bottom = max(widest, width), bottom+height
	}
	p := e.board("title", widest+2*inset, bottom+inset)
	p.parts = append(p.parts, texts...)
	return p
}

func (e *exporter) legendPanel() panel {
	s := e.view.Scale
	inset, indent := panelInset*s, panelInset*s+(swatchWidth+6)*s
	sample := swatchView(e.view.Zoom, int(math.Round(swatchWidth*s)), int(math.Round(swatchHeight*s)), s)
	theme := e.Theme.WithRoute(e.LegendRoute)
	var samples, texts []part
	widest := 0.0
	for i, row := range e.Legend {
		y := inset + (float64(i)+0.5)*panelRow*s
		written, width := e.line(row.Text, style.Regular, panelLetters*s)
		widest = max(widest, width+(swatchWidth+6)*s)
		samples = append(samples, sampled{row.Sample, raster.Vec{X: inset, Y: y - swatchHeight/2*s}, sample, &theme})
		texts = append(texts, words{written, raster.Vec{X: indent, Y: y}})
	}
	for i, row := range e.Colours {
		y := inset + (float64(len(e.Legend)+i)+0.5)*panelRow*s
		if row.Heading {
			written, width := e.line(row.Text, style.Bold, panelLetters*s)
			widest, texts = max(widest, width), append(texts, words{written, raster.Vec{X: inset, Y: y}})
			continue
		}
		written, width := e.line(row.Text, style.Regular, panelLetters*s)
		widest = max(widest, width+(swatchWidth+6)*s)
		box := raster.Box{X0: inset, Y0: y - swatchHeight/2*s, X1: inset + swatchWidth*s, Y1: y + swatchHeight/2*s}
		samples = append(samples, bars{[]raster.Box{box}, 0, color.RGBAModel.Convert(row.Colour).(color.RGBA)})
		texts = append(texts, words{written, raster.Vec{X: indent, Y: y}})
	}
	for i, kind := range e.symbols {
		y := inset + (float64(len(e.Legend)+len(e.Colours)+i)+0.5)*panelRow*s
		written, width := e.line(e.Symbol(kind), style.Regular, panelLetters*s)
		widest = max(widest, width+(swatchWidth+6)*s)
		texts = append(texts, words{label.Symbol(e.Theme.Sites[kind], swatchHeight*s), raster.Vec{X: inset + swatchWidth/2*s, Y: y}}, words{written, raster.Vec{X: indent, Y: y}})
	}
	bottom := inset + float64(len(e.Legend)+len(e.Colours)+len(e.symbols))*panelRow*s
	for _, scale := range e.Scales {
		parts, width, height := e.scaleParts(scale, raster.Vec{X: inset, Y: bottom})
		texts, widest, bottom = append(texts, parts...), max(widest, width), bottom+height
	}
	p := e.board("legend", widest+2*inset, bottom+inset)
	p.parts = slices.Concat(p.parts, samples, texts)
	return p
}

// draw draws the panel if the page shows a part of it.
func (p *panel) draw(to page) {
	if !p.box.Meets(to.shown()) {
		return
	}
	to.group(p.name)
	for _, part := range p.parts {
		part.draw(to, raster.Vec{X: p.box.X0, Y: p.box.Y0})
	}
}

func (b bars) draw(to page, corner raster.Vec) {
	moved := make([]raster.Box, len(b.boxes))
	for i, box := range b.boxes {
		moved[i] = box.Add(corner.X, corner.Y)
	}
	to.boxes(moved, b.radius, b.fill)
}

func (w words) draw(to page, corner raster.Vec) {
	to.write(w.Writing, w.at.Add(corner))
}

func (s sampled) draw(to page, corner raster.Vec) {
	to.inset(s.at.Add(corner), s.view.Width, s.view.Height, s.theme.Background,
		func(sink raster.Sink) { s.sample.draw(sink, s.theme, s.view) })
}

// Note is a line of text at a position, such as a measured length.
type Note struct {
	At   geo.Point
	Text string
}

// Sizes of notes (logical pixels).
const (
	noteGap     = 8.0 // from its position
	noteLetters = 11.0
)

// notePanel returns a note next to its position and completely on the picture. It
// is above and to the right as on the screen, or on another side if it would
// cover another panel or a measured line. If no side is free it covers other
// panels.
func (e *exporter) notePanel(name string, n Note, taken []panel) panel {
	s := e.view.Scale
	inset := panelInset * s
	written, length := e.line(n.Text, style.Bold, noteLetters*s)
	p := e.board(name, length+2*inset, panelRow*s)
	width, height := p.size()
	p.parts = append(p.parts, words{written, raster.Vec{X: inset, Y: height / 2}})

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

// measuredIn reports whether a measured line crosses a part of the picture.
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
