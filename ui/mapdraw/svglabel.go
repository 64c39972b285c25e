package mapdraw

import (
	"roadsnap/ui/mapdraw/label"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/text"
)

// names writes the labels: plates below words below places, each as outlines.
func (s *svgMap) names() {
	s.open("labels", "labels")
	size := s.view.WorldSize()
	for i := range s.labels {
		lb := s.labels[i].Label
		at := raster.Vec{X: lb.At.X*size - s.origin.X, Y: lb.At.Y*size - s.origin.Y}
		t := svgText{text: lb.Text, size: lb.Size, style: lb.Style, halo: lb.Style.HaloWidth * s.scale}
		if lb.Kind == label.Along {
			t.letters = s.layouts.Along(lb)
		} else {
			t.letters = s.layouts.Level(lb)
		}
		if lb.Kind == label.Shield {
			w, h := lb.PlateSize()
			plate := raster.Around(at.X, at.Y, w/2, h/2)
			s.rect(plate, label.PlateRadius*s.scale, lb.Plate.Frame)
			s.rect(plate.Grow(-label.PlateFrame*s.scale), (label.PlateRadius-label.PlateFrame)*s.scale, lb.Plate.Plate)
		}
		for j := range t.letters {
			t.letters[j].X += at.X
			t.letters[j].Y += at.Y
		}
		s.text(t)
	}
	s.end()
}

// furniture writes the panels.
func (s *svgMap) furniture() {
	for i := range s.panels {
		p := &s.panels[i]
		s.open(p.name, p.name)
		s.rect(p.box, p.radius, p.fill)
		for _, b := range p.bars {
			s.rect(b, 0, p.ink)
		}
		for _, sw := range p.swatches {
			s.swatch(sw)
		}
		for _, t := range p.texts {
			glyphs, _ := s.layouts.Types.Set(t.text, t.style)
			letters := make([]text.InkGlyph, len(glyphs))
			for i, g := range glyphs {
				letters[i] = text.InkGlyph{Glyph: g.Glyph, X: t.at.X + g.X*t.size, Y: t.at.Y + text.CapHeight/2*t.size, Ux: 1}
			}
			s.text(svgText{text: t.text, letters: letters, size: t.size, style: t.style})
		}
		s.end()
	}
}

// swatch writes a sample of the legend, cut by a path of its own: Inkscape does not
// cut a picture in the picture at its edge.
func (s *svgMap) swatch(sw panelSwatch) {
	s.swatches++
	s.printf("<clipPath id=\"swatch-%d\"><rect width=\"%d\" height=\"%d\"/></clipPath>\n", s.swatches, sw.width, sw.height)
	s.printf("<g transform=\"translate(%s %s)\" clip-path=\"url(#swatch-%d)\">\n", number(sw.at.X), number(sw.at.Y), s.swatches)
	s.rect(raster.Box{X0: 0, Y0: 0, X1: float64(sw.width), Y1: float64(sw.height)}, 0, s.Theme.Background)
	v := swatchView(s.view.Zoom, sw.width, sw.height, s.scale)
	sw.sample.overlay(v, &s.Theme).Draw(overlay.NewCanvas(s.sink(sw.width, sw.height), &s.Theme, s.scale), v)
	s.end()
}
