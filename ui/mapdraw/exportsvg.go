package mapdraw

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/tile"
	"roadsnap/ui/mapdraw/view"
)

// ExportSVG writes a picture as SVG: lines, areas and letters as paths,
// grouped by what they are, each group a layer for Inkscape. All features of
// the picture are held in memory at once.
func ExportSVG(ctx context.Context, w io.Writer, o ExportOptions) error {
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
