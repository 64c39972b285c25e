// SPDX-License-Identifier: MIT

package maps

import (
	"context"
	"image"
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/ui/job"
	"roadsnap/ui/mapdraw"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/tile"
	"roadsnap/ui/mapdraw/view"
)

// coverages draws small maps that show where the maps of the list are.
type coverages struct {
	jobs   *job.Runner
	source tile.GroundSource // nil draws none
	theme  style.Theme
	drawn  map[geo.Bounds]*image.RGBA
}

var (
	// coverageSize is the size of a small map (logical pixels). Vietnam fills it.
	coverageSize = fyne.NewSize(54, 84)
	// vietnam is the part of the Earth on the small map of a map in or near Vietnam.
	vietnam = geo.Bounds{South: 8.1, West: 102, North: 23.5, East: 109.8}
)

const (
	// coverageScale is the number of pixels of the picture in a logical pixel, enough for
	// screens of a high density.
	coverageScale = 2
	// coverageMargin is how much larger than a map elsewhere its small map is, on each side.
	coverageMargin = 3
)

// picture returns the small map of bounds. Its picture appears when it is drawn.
func (c *coverages) picture(b geo.Bounds) fyne.CanvasObject {
	if c.source == nil || b.Empty() {
		return nil
	}
	shown := canvas.NewImageFromImage(image.NewRGBA(image.Rect(0, 0, 1, 1)))
	shown.FillMode = canvas.ImageFillStretch
	shown.SetMinSize(coverageSize)
	if done := c.drawn[b]; done != nil {
		shown.Image = done
		return shown
	}
	source, theme := ground{c.source}, c.theme
	c.jobs.Start(func(ctx context.Context) func() {
		picture, err := drawCoverage(ctx, source, theme, b)
		return func() {
			if err == nil {
				c.drawn[b], shown.Image = picture, picture
				shown.Refresh()
			}
		}
	})
	return shown
}

// drawCoverage draws the land and sea round bounds, and marks them.
func drawCoverage(ctx context.Context, source tile.Source, theme style.Theme, b geo.Bounds) (*image.RGBA, error) {
	around := vietnam
	if !around.Intersects(b) {
		high, wide := coverageMargin*(b.North-b.South), coverageMargin*(b.East-b.West)
		around = geo.Bounds{South: b.South - high, West: b.West - wide, North: b.North + high, East: b.East + wide}
	}
	v := view.Viewport{Width: int(coverageScale * coverageSize.Width), Height: int(coverageScale * coverageSize.Height), Scale: coverageScale}
	v = v.Fit(around, 0)
	m := mapdraw.NewMap(source, theme, mapdraw.Options{Workers: 1})
	defer m.Close()
	if err := m.Wait(ctx, v); err != nil {
		return nil, err
	}
	picture := image.NewRGBA(image.Rect(0, 0, v.Width, v.Height))
	m.Compose(picture, v, []overlay.Overlay{covered(b)})
	return picture, nil
}

// ground is a source of land and sea without anything on it.
type ground struct{ tile.GroundSource }

// Visit implements tile.Source.
func (ground) Visit(int, geo.FixedBounds, func(basemap.Feature) bool) error { return nil }

// covered marks bounds on a small map.
type covered geo.Bounds

const (
	coveredLeast = 6.0 // side of the smallest mark (logical pixels)
	coveredLine  = 1.5
)

// Draw implements overlay.Overlay.
func (b covered) Draw(c *overlay.Canvas, v view.Viewport) {
	x0, y0 := v.ToScreen(geo.Point{Lat: b.North, Lon: b.West})
	x1, y1 := v.ToScreen(geo.Point{Lat: b.South, Lon: b.East})
	line := coveredLine * c.Scale
	grow := func(from, to, most float64) (float64, float64) {
		if short := coveredLeast*c.Scale - (to - from); short > 0 {
			from, to = from-short/2, to+short/2
		}
		return max(from, line/2), min(to, most-line/2) // all of the frame is seen
	}
	x0, x1 = grow(x0, x1, float64(v.Width))
	y0, y1 = grow(y0, y1, float64(v.Height))
	frame := []raster.Vec{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}, {X: x0, Y: y0}}
	col := c.Theme.Overlay.Route
	c.Sink.Fill([][]raster.Vec{frame})
	c.Sink.Paint(color.RGBA{col.R / 4, col.G / 4, col.B / 4, col.A / 4})
	c.Sink.Polyline(frame, line, 0)
	c.Sink.Paint(col)
}
