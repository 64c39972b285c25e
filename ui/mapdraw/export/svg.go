package export

import (
	"context"
	"fmt"
	"io"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/tile"
	"roadsnap/ui/mapdraw/view"
)

// SVG writes a picture as SVG: lines, areas and letters as paths,
// grouped by what they are, each group a layer for Inkscape. All features of
// the picture are held in memory at once.
func SVG(ctx context.Context, w io.Writer, o Options) error {
	e, err := newExporter(ctx, o)
	if err != nil {
		return err
	}
	e.total = squares(e.Height) + 2
	if err := e.writeSVG(w); err != nil {
		return fmt.Errorf("mapdraw: export: %w", err)
	}
	return nil
}

func (e *exporter) writeSVG(w io.Writer) error {
	if err := e.chooseNames(); err != nil {
		return err
	}
	if err := e.gatherAll(); err != nil {
		return err
	}
	e.step()
	doc := newSVG(w, e.Width, e.Height, e.DotsPerInch, e.Licence)
	sheet := &svgSink{svg: doc, scale: e.view.Scale, box: raster.Box{X1: float64(e.Width), Y1: float64(e.Height)}}
	sheet.group("background")
	sheet.boxes([]raster.Box{sheet.box}, 0, e.Theme.Background)
	e.painter.DrawInto(sheet, e.stopped)
	e.compose(sheet, e.view)
	sheet.leave()
	e.step()
	if err := e.ctx.Err(); err != nil {
		return err
	}
	return doc.finish()
}

// gatherAll reads the features of the whole picture, without their names.
func (e *exporter) gatherAll() error {
	e.painter = tile.NewPainter(&e.Theme, nil)
	margin := e.painter.Aim(e.view, 0, 0)
	if e.Source == nil {
		return nil
	}
	if err := e.Source.Visit(view.DataZoom(e.view.Zoom), e.view.BoxOf(0, 0, e.Width, e.Height, margin), e.take); err != nil {
		return err
	}
	err := e.painter.GatherGround(e.Source, func(margin float64) geo.Box {
		return e.view.BoxOf(0, 0, e.Width, e.Height, margin+areaMargin*e.view.Scale)
	})
	if err != nil {
		return err
	}
	return e.ctx.Err()
}
