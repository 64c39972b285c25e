// SPDX-License-Identifier: MIT

package mapping

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/geo"
	"roadsnap/engine/trace"
)

// sketch shows where the points of the preview are, without a map below them.
type sketch struct {
	points  []geo.Point
	bounds  geo.Bounds
	raster  *canvas.Raster
	place   *widget.Label // the middle of the points
	content fyne.CanvasObject
}

func newSketch() *sketch {
	s := &sketch{place: widget.NewLabel("")}
	s.place.Truncation = fyne.TextTruncateEllipsis
	s.place.Importance = widget.LowImportance
	s.raster = canvas.NewRaster(s.draw)
	s.raster.SetMinSize(fyne.NewSize(120, 120))
	s.content = container.NewBorder(nil, s.place, nil, nil, s.raster)
	return s
}

// show shows the points of trips.
func (s *sketch) show(trips []trace.Trip) {
	s.points, s.bounds = nil, geo.NoBounds
	for _, t := range trips {
		for _, o := range t.Observations {
			if o.Valid() {
				s.points, s.bounds = append(s.points, o.Point), s.bounds.Extend(o.Point)
			}
		}
	}
	at := ""
	if len(s.points) > 0 {
		middle := s.points[len(s.points)/2]
		at = fmt.Sprintf("%.4f, %.4f", middle.Lat, middle.Lon)
	}
	s.place.SetText(at)
	s.raster.Refresh()
}

// sketchMargin is the blank margin round the points, as a share of the picture.
const sketchMargin = 0.08

// draw draws the points (device pixels).
func (s *sketch) draw(w, h int) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	fill(img, img.Bounds(), theme.Color(theme.ColorNameInputBackground))
	if len(s.points) == 0 || w < 8 || h < 8 {
		return img
	}
	middle := geo.Point{Lat: (s.bounds.South + s.bounds.North) / 2, Lon: (s.bounds.West + s.bounds.East) / 2}
	narrow := math.Cos(middle.Lat * math.Pi / 180)
	tall, wide := s.bounds.North-s.bounds.South, (s.bounds.East-s.bounds.West)*narrow
	scale := (1 - 2*sketchMargin) * min(float64(w)/max(wide, 1e-5), float64(h)/max(tall, 1e-5))
	dot := max(1, min(w, h)/120)
	ink := theme.Color(theme.ColorNamePrimary)
	for _, p := range s.points {
		x := w/2 + int((p.Lon-middle.Lon)*narrow*scale)
		y := h/2 - int((p.Lat-middle.Lat)*scale)
		fill(img, image.Rect(x-dot, y-dot, x+dot+1, y+dot+1), ink)
	}
	return img
}

func fill(img *image.RGBA, r image.Rectangle, c color.Color) {
	r = r.Intersect(img.Bounds())
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			img.Set(x, y, c)
		}
	}
}
