package export

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/view"
)

// PNG writes a picture as PNG. It is drawn from its top to its bottom in
// bands, so that the memory it takes grows with the width of the picture and
// the number of its labels, but not with its height. When ctx ends, PNG
// returns its error and has written a part of a file.
func PNG(ctx context.Context, w io.Writer, o Options) error {
	e, err := newExporter(ctx, o)
	if err != nil {
		return err
	}
	e.total = 2 * squares(e.Height)
	if err := e.chooseNames(); err != nil {
		return fmt.Errorf("mapdraw: export: %w", err)
	}
	if o.DotsPerInch > 0 {
		w = newDensityWriter(w, o.DotsPerInch)
	}
	b := &pngRows{exporter: e}
	if err := png.Encode(faultyWriter{w, &b.err}, b); err != nil {
		return fmt.Errorf("mapdraw: export: %w", err)
	}
	return nil
}

// pngRows is the picture as the PNG encoder reads it: row by row from the top.
// Of its pixels only one band is there at a time.
type pngRows struct {
	*exporter
	band    *image.RGBA // what picture paints on
	top     int         // of the band
	picture raster.Picture
	pixel   color.RGBA // that At returned last
	err     error
}

// ColorModel implements image.Image.
func (b *pngRows) ColorModel() color.Model { return color.RGBAModel }

// Bounds implements image.Image.
func (b *pngRows) Bounds() image.Rectangle { return image.Rect(0, 0, b.Width, b.Height) }

// Opaque spares the encoder a first look at all pixels.
func (b *pngRows) Opaque() bool { return true }

// At implements image.Image. What it returns is good until the next call: a
// colour of its own for each of so many pixels would keep the collector busy.
func (b *pngRows) At(x, y int) color.Color {
	if b.band == nil || y < b.top || y >= b.top+b.band.Rect.Dy() {
		b.next(y)
	}
	i := b.band.PixOffset(x, y-b.top)
	px := b.band.Pix[i : i+4 : i+4]
	b.pixel = color.RGBA{px[0], px[1], px[2], px[3]}
	return &b.pixel
}

// faultyWriter fails with an error that came up elsewhere.
type faultyWriter struct {
	io.Writer
	err *error
}

func (w faultyWriter) Write(p []byte) (int, error) {
	if *w.err != nil {
		return 0, *w.err
	}
	return w.Writer.Write(p)
}

// next makes the band that holds the row y.
func (b *pngRows) next(y int) {
	b.top = y - y%view.TileSize
	height := min(view.TileSize, b.Height-b.top)
	if b.band == nil || b.band.Rect.Dy() != height {
		b.band = image.NewRGBA(image.Rect(0, 0, b.Width, height))
	}
	if b.err == nil {
		b.err = b.draw()
		b.step()
	}
}

// draw draws the band.
func (b *pngRows) draw() error {
	for left := 0; left < b.Width; left += view.TileSize {
		if err := b.gather(left, b.top); err != nil {
			return err
		}
		err := b.painter.GatherGround(b.Source, func(margin float64) geo.Box {
			return b.view.BoxOf(left, b.top, view.TileSize, view.TileSize, margin)
		})
		if err != nil {
			return err
		}
		b.painter.Draw(b.stopped)
		if err := b.ctx.Err(); err != nil {
			return err
		}
		draw.Draw(b.band, image.Rect(left, 0, left+view.TileSize, view.TileSize), b.painter.Image(), image.Point{}, draw.Src)
	}
	b.picture.Dst = b.band
	b.picture.Reset(b.band.Rect.Dx(), b.band.Rect.Dy())
	v := b.view.Band(b.top, b.top+b.band.Rect.Dy())
	c := overlay.NewCanvas(&b.picture, &b.Theme, v.Scale)
	b.overlays(c, v, false)
	b.writeLabels()
	b.overlays(c, v, true)
	for i := range b.panels {
		b.panels[i].draw(c, b.layouts, -float64(b.top))
	}
	return b.ctx.Err()
}

// writeLabels draws the labels that the band shows a part of.
func (b *pngRows) writeLabels() {
	size := b.view.WorldSize()
	for i := range b.labels {
		lb := &b.labels[i]
		x, y := lb.Label.At.X*size-b.origin.X, lb.Label.At.Y*size-b.origin.Y-float64(b.top)
		seen := false
		for _, part := range lb.Boxes {
			part = part.Grow(lb.Label.Size).Add(x, y)
			seen = seen || (part.Y0 < float64(b.band.Rect.Dy()) && part.Y1 > 0)
		}
		if seen {
			b.layouts.Draw(lb.Label, b.view.Scale).Blit(b.band, int(math.Round(x)), int(math.Round(y)))
		}
	}
}

// overlays draws those that lie above the labels, or those below.
func (b *pngRows) overlays(c *overlay.Canvas, v view.Viewport, aboveLabels bool) {
	for _, o := range b.Overlays {
		if overlay.IsAbove(o) == aboveLabels {
			o.Draw(c, v)
		}
	}
}
