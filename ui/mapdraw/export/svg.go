// SPDX-License-Identifier: MIT

package export

import (
	"context"
	"fmt"
	"image"
	"io"

	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/tile"
)

// SVG writes a picture as SVG: lines, areas and letters as paths, grouped by
// kind, each group a layer for Inkscape. All features of the picture are in
// memory at once.
func SVG(ctx context.Context, w io.Writer, o Options) error {
	e, err := newExporter(ctx, o)
	if err != nil {
		return err
	}
	e.total = squares(e.Height) + 2
	if err := e.writeSVG(w); err != nil {
		return fmt.Errorf("export the map: %w", err)
	}
	return nil
}

func (e *exporter) writeSVG(w io.Writer) error {
	if err := e.chooseNames(); err != nil {
		return err
	}
	e.painter = tile.NewPainter(&e.Theme, nil) // the names are chosen already
	whole := image.Rect(0, 0, e.Width, e.Height)
	if err := e.gather(whole); err != nil {
		return err
	}
	if err := e.gatherGround(whole, areaMargin*e.view.Scale); err != nil {
		return err
	}
	e.step()
	doc := newSVG(w, e.Width, e.Height, e.DotsPerInch, e.Licence)
	sheet := &svgSink{svg: doc, scale: e.view.Scale, box: raster.Sized(e.Width, e.Height)}
	sheet.group("background")
	sheet.boxes([]raster.Box{sheet.box}, 0, e.Theme.Background)
	e.painter.DrawInto(sheet, e.stopped)
	e.compose(sheet, e.view)
	sheet.group("")
	e.step()
	if err := e.ctx.Err(); err != nil {
		return err
	}
	return doc.finish()
}
