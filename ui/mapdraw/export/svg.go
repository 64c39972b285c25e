package export

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/label"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/text"
	"roadsnap/ui/mapdraw/tile"
	"roadsnap/ui/mapdraw/view"
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

// SVG writes a picture as SVG: lines, areas and letters as paths,
// grouped by what they are, each group a layer for Inkscape. All features of
// the picture are held in memory at once.
func SVG(ctx context.Context, w io.Writer, o Options) error {
	e, err := newExporter(ctx, o)
	if err != nil {
		return err
	}
	e.total = squares(e.Height) + 2
	if err := e.chooseNames(); err != nil {
		return fmt.Errorf("mapdraw: export: %w", err)
	}
	buffered := bufio.NewWriter(w)
	s := &svgMap{exporter: e, svg: &svg{w: buffered, scale: e.view.Scale}}
	if err := s.write(); err != nil {
		return fmt.Errorf("mapdraw: export: %w", err)
	}
	if err := buffered.Flush(); err != nil {
		return fmt.Errorf("mapdraw: export: %w", err)
	}
	return nil
}

// svgMap writes a picture as SVG.
type svgMap struct {
	*exporter
	*svg
	painter  *tile.Painter // with all features of the picture, and no names
	texts    int           // how many have a name of their own
	swatches int           // how many there are
}

// sink returns what writes the shapes of a picture of a size.
func (s *svgMap) sink(width, height int) *svgSink {
	return &svgSink{svg: s.svg, box: raster.Box{X1: float64(width), Y1: float64(height)}}
}

func (s *svgMap) write() error {
	if err := s.gatherAll(); err != nil {
		return err
	}
	s.step()
	s.begin(s.Width, s.Height, s.DotsPerInch, s.Licence)
	s.open("background", "background")
	s.rect(raster.Box{X0: 0, Y0: 0, X1: float64(s.Width), Y1: float64(s.Height)}, 0, s.Theme.Background)
	s.end()
	sink := s.sink(s.Width, s.Height)
	s.painter.DrawInto(sink, s.stopped)
	sink.Layer("overlays", "")
	s.overlays(sink, false)
	sink.leave()
	s.names()
	sink.Layer("marks", "")
	s.overlays(sink, true)
	sink.leave()
	s.furniture()
	s.finish()
	s.step()
	return s.ctx.Err()
}

// overlays draws those that lie above the labels, or those below.
func (s *svgMap) overlays(sink raster.Sink, aboveLabels bool) {
	c := overlay.NewCanvas(sink, &s.Theme, s.scale)
	for _, o := range s.Overlays {
		if overlay.IsAbove(o) == aboveLabels && !s.stopped() {
			o.Draw(c, s.view)
		}
	}
}

// gatherAll reads the features of the whole picture.
func (s *svgMap) gatherAll() error {
	s.painter = tile.NewPainter(&s.Theme, nil)
	margin := s.painter.Aim(s.view, 0, 0)
	if s.Source == nil {
		return nil
	}
	s.exporter.painter = s.painter
	if err := s.Source.Visit(view.DataZoom(s.view.Zoom), s.view.BoxOf(0, 0, s.Width, s.Height, margin), s.take); err != nil {
		return err
	}
	err := s.painter.GatherGround(s.Source, func(margin float64) geo.Box {
		return s.view.BoxOf(0, 0, s.Width, s.Height, margin+areaMargin*s.view.Scale)
	})
	if err != nil {
		return err
	}
	return s.ctx.Err()
}
