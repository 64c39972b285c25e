// SPDX-License-Identifier: MIT

package export

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"

	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/text"
	"roadsnap/ui/mapdraw/view"
)

// PNG writes a picture as PNG. It is drawn from top to bottom in bands, so that
// its memory grows with the width of the picture and the number of its labels,
// but not with its height. When ctx ends, PNG returns its error and leaves a
// partial file.
func PNG(ctx context.Context, w io.Writer, o Options) error {
	e, err := newExporter(ctx, o)
	if err != nil {
		return err
	}
	e.total = 2 * squares(e.Height)
	if err := e.chooseNames(); err != nil {
		return fmt.Errorf("export the map: %w", err)
	}
	if o.DotsPerInch > 0 {
		w = newDensityWriter(w, o.DotsPerInch)
	}
	b := &pngRows{exporter: e, band: band{inker: &e.layouts.Inker}}
	if err := png.Encode(faultyWriter{w, &b.err}, b); err != nil {
		return fmt.Errorf("export the map: %w", err)
	}
	return nil
}

// pngRows is the picture as the PNG encoder reads it, row by row from the top.
// Only one band of its pixels exists at a time.
type pngRows struct {
	*exporter
	band  band
	pixel color.RGBA // last result of At
	err   error
}

// ColorModel implements image.Image.
func (b *pngRows) ColorModel() color.Model { return color.RGBAModel }

// Bounds implements image.Image.
func (b *pngRows) Bounds() image.Rectangle { return image.Rect(0, 0, b.Width, b.Height) }

// Opaque saves the encoder a first pass over all pixels.
func (b *pngRows) Opaque() bool { return true }

// At implements image.Image. The result is valid until the next call, because a
// new colour for each pixel would keep the garbage collector busy.
func (b *pngRows) At(x, y int) color.Color {
	if b.band.Dst == nil || y < b.band.top || y >= b.band.top+b.band.Dst.Rect.Dy() {
		b.next(y)
	}
	i := b.band.Dst.PixOffset(x, y-b.band.top)
	px := b.band.Dst.Pix[i : i+4 : i+4]
	b.pixel = color.RGBA{px[0], px[1], px[2], px[3]}
	return &b.pixel
}

// faultyWriter is a writer that fails with an error from elsewhere.
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

// next draws the band that contains the row y.
func (b *pngRows) next(y int) {
	b.band.top = y - y%view.TileSize
	height := min(view.TileSize, b.Height-b.band.top)
	if b.band.Dst == nil || b.band.Dst.Rect.Dy() != height {
		b.band.Dst = image.NewRGBA(image.Rect(0, 0, b.Width, height))
	}
	if b.err == nil {
		b.err = b.draw()
		b.step()
	}
}

// draw draws the band.
func (b *pngRows) draw() error {
	dst, top := b.band.Dst, b.band.top
	for left := 0; left < b.Width; left += view.TileSize {
		if err := b.gather(square(left, top)); err != nil {
			return err
		}
		if err := b.gatherGround(square(left, top), 0); err != nil {
			return err
		}
		b.painter.Draw(b.stopped)
		if err := b.ctx.Err(); err != nil {
			return err
		}
		draw.Draw(dst, square(left, 0), b.painter.Picture.Dst, image.Point{}, draw.Src)
	}
	b.band.Reset(dst.Rect.Dx(), dst.Rect.Dy())
	b.compose(&b.band, b.view.Band(top, top+dst.Rect.Dy()))
	return b.ctx.Err()
}

// band is a page that paints on some rows of a picture.
type band struct {
	raster.Picture
	top   int // first row
	inker *text.Inker
}

func (b *band) sink() raster.Sink { return &b.Picture }

func (b *band) shown() raster.Box { return b.Box().Add(0, float64(b.top)) }

func (b *band) group(string) {}

func (b *band) boxes(of []raster.Box, radius float64, fill color.RGBA) {
	for _, box := range of {
		box = box.Add(0, -float64(b.top))
		r := min(radius, (box.X1-box.X0)/2, (box.Y1-box.Y0)/2)
		core := rectangle(box.Grow(-r))
		b.Fill([][]raster.Vec{core})
		if r > 0 {
			b.Polyline(core, 2*r, 0)
		}
	}
	b.Paint(fill)
}

// rectangle returns the closed ring of b.
func rectangle(b raster.Box) []raster.Vec {
	return []raster.Vec{{X: b.X0, Y: b.Y0}, {X: b.X1, Y: b.Y0}, {X: b.X1, Y: b.Y1}, {X: b.X0, Y: b.Y1}, {X: b.X0, Y: b.Y0}}
}

func (b *band) inset(at raster.Vec, width, height int, ground color.RGBA, fill func(raster.Sink)) {
	inset := raster.NewPicture(width, height, ground)
	fill(inset)
	corner := image.Pt(int(math.Round(at.X)), int(math.Round(at.Y-float64(b.top))))
	draw.Draw(b.Dst, inset.Dst.Rect.Add(corner), inset.Dst, image.Point{}, draw.Src)
}

func (b *band) write(t text.Writing, at raster.Vec) {
	b.inker.Sprite(t).Blit(b.Dst, raster.Vec{X: at.X, Y: at.Y - float64(b.top)})
}

// densityWriter adds the number of pixels per inch to a PNG, which the standard
// library does not support. Without it, programs choose the print size.
type densityWriter struct {
	io.Writer
	head  int // bytes before the position of the chunk
	chunk []byte
}

// pngHead is the length of the signature and the chunk IHDR. The chunk pHYs may
// follow them (Portable Network Graphics, third edition, 5.6).
const pngHead = 8 + 25

func newDensityWriter(w io.Writer, dotsPerInch float64) *densityWriter {
	const inch = 0.0254 // metres
	perMetre := uint32(math.Round(dotsPerInch / inch))
	const length, metres = 9, 1
	chunk := binary.BigEndian.AppendUint32(nil, length)
	chunk = append(chunk, "pHYs"...)
	chunk = binary.BigEndian.AppendUint32(chunk, perMetre)
	chunk = binary.BigEndian.AppendUint32(chunk, perMetre)
	chunk = append(chunk, metres)
	return &densityWriter{w, pngHead, binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))}
}

// Write implements io.Writer.
func (w *densityWriter) Write(p []byte) (n int, err error) {
	if w.head > 0 {
		n, err = w.Writer.Write(p[:min(w.head, len(p))])
		if w.head -= n; err != nil || w.head > 0 {
			return n, err
		}
		if _, err := w.Writer.Write(w.chunk); err != nil {
			return n, err
		}
	}
	m, err := w.Writer.Write(p[n:])
	return n + m, err
}
