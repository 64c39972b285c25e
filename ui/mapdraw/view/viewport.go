// SPDX-License-Identifier: MIT

package view

import (
	"image"
	"math"

	"roadsnap/engine/geo"
)

// The range of zoom levels of a Viewport: from a continent to a street corner.
const (
	MinZoom = 3.0
	MaxZoom = 20.0
)

// ZoomStep is the distance between the zoom levels for which tiles are drawn. A
// view whose Zoom is a multiple of it shows its tiles pixel by pixel; any other
// view scales them by at most 9 %.
const ZoomStep = 0.25

// Viewport is the part of the world that a picture shows, and the picture's size.
// It is a value: its methods return the changed view.
type Viewport struct {
	// Center is the position in the middle of the picture.
	Center geo.Point
	// Zoom is the web-mercator zoom level: at 0 the world is 256 logical
	// pixels wide, and each level doubles it.
	Zoom float64
	// Width and Height are the picture's size in device pixels.
	Width, Height int
	// Bleed is the number of device pixels by which the picture extends beyond
	// Width and Height on each side. The bleed may be incomplete.
	Bleed int
	// Scale is the number of device pixels in a logical pixel. A value of 0 or
	// less means 1.
	Scale float64
	// Covered holds the parts of the picture that other elements cover, in device
	// pixels from its upper left corner. The map writes no name there.
	Covered [MaxCovered]image.Rectangle
}

// MaxCovered is the greatest number of covered parts of a picture.
const MaxCovered = 6

// DeviceScale returns Scale rounded to 1/20, or 1 if Scale is not set. A toolkit
// that divides sizes gives a slightly different Scale for each size of a window,
// and the map must not change with it.
func (v Viewport) DeviceScale() float64 {
	if v.Scale > 0 {
		return DensityOf(v.Scale).Scale()
	}
	return 1
}

// WorldSize returns the side of the whole world (device pixels).
func WorldSize(zoom, scale float64) float64 { return 256 * math.Exp2(zoom) * scale }

// WorldSize returns the side of the whole world (device pixels).
func (v Viewport) WorldSize() float64 { return WorldSize(v.Zoom, v.DeviceScale()) }

// Origin returns the world pixel of the picture's upper left corner.
func (v Viewport) Origin() (x, y float64) {
	c, size := Project(v.Center), v.WorldSize()
	return c.X*size - float64(v.Width)/2, c.Y*size - float64(v.Height)/2
}

// Under returns where the corner of w lies in the picture of v (pixels of v), and
// how many pixels of v one pixel of w covers.
func (v Viewport) Under(w Viewport) (x, y, ratio float64) {
	vx, vy := v.Origin()
	wx, wy := w.Origin()
	ratio = v.WorldSize() / w.WorldSize()
	return wx*ratio - vx, wy*ratio - vy, ratio
}

// Whole returns the view of the whole picture of v, including its bleed.
func (v Viewport) Whole() Viewport {
	bleed := v.Bleed
	v.Bleed = 0
	return v.Inset(-bleed)
}

// Inset returns v with by fewer pixels on each side.
func (v Viewport) Inset(by int) Viewport {
	v.Width, v.Height = v.Width-2*by, v.Height-2*by
	for i, r := range v.Covered {
		if !r.Empty() {
			v.Covered[i] = r.Sub(image.Pt(by, by))
		}
	}
	return v
}

// Clamp returns v with its zoom and centre clamped to their ranges.
func (v Viewport) Clamp() Viewport {
	v.Zoom = min(max(v.Zoom, MinZoom), MaxZoom)
	v.Center.Lat = min(max(v.Center.Lat, -maxLatitude), maxLatitude)
	v.Center.Lon = min(max(v.Center.Lon, -180), 180)
	return v
}

// ToScreen returns where p lies in the picture, in device pixels from its upper
// left corner. Points outside the view have positions outside the picture.
func (v Viewport) ToScreen(p geo.Point) (x, y float64) {
	w, size := Project(p), v.WorldSize()
	ox, oy := v.Origin()
	return w.X*size - ox, w.Y*size - oy
}

// ToPoint returns the position on the Earth of a device pixel.
func (v Viewport) ToPoint(x, y float64) geo.Point {
	ox, oy := v.Origin()
	size := v.WorldSize()
	return World{X: (x + ox) / size, Y: (y + oy) / size}.Point()
}

// Pan returns the view moved by (dx, dy) device pixels, as when the map is
// dragged: the position at (x, y) is then at (x+dx, y+dy).
func (v Viewport) Pan(dx, dy float64) Viewport {
	c, size := Project(v.Center), v.WorldSize()
	v.Center = World{X: c.X - dx/size, Y: c.Y - dy/size}.Point()
	return v.Clamp()
}

// ZoomAt returns the view dz levels closer. The position under the device pixel
// (x, y) stays in place.
func (v Viewport) ZoomAt(x, y, dz float64) Viewport {
	size := v.WorldSize()
	ox, oy := v.Origin()
	under := World{X: (x + ox) / size, Y: (y + oy) / size}
	v.Zoom = min(max(v.Zoom+dz, MinZoom), MaxZoom)
	size = v.WorldSize()
	v.Center = World{
		X: under.X + (float64(v.Width)/2-x)/size,
		Y: under.Y + (float64(v.Height)/2-y)/size,
	}.Point()
	return v.Clamp()
}

// maxFitZoom limits the zoom of a view that is fitted to a single point, so that
// it shows more than one crossing.
const maxFitZoom = 17

// Fit returns the view that shows all of b with at least padding device pixels on
// each side. It is as close as a zoom level with tiles allows, but not closer
// than zoom 17. Empty bounds leave the view unchanged.
func (v Viewport) Fit(b geo.Bounds, padding float64) Viewport {
	if b.Empty() {
		return v
	}
	nw := Project(geo.Point{Lat: b.North, Lon: b.West})
	se := Project(geo.Point{Lat: b.South, Lon: b.East})
	w := max(float64(v.Width)-2*padding, 16)
	h := max(float64(v.Height)-2*padding, 16)
	size := min(w/max(se.X-nw.X, 1e-12), h/max(se.Y-nw.Y, 1e-12))
	zoom := math.Log2(size / (256 * v.DeviceScale()))
	v.Zoom = min(math.Floor(zoom/ZoomStep)*ZoomStep, maxFitZoom)
	v.Center = World{X: (nw.X + se.X) / 2, Y: (nw.Y + se.Y) / 2}.Point()
	return v.Clamp()
}

// Bounds returns the part of the Earth that the picture shows.
func (v Viewport) Bounds() geo.Bounds { return v.boundsOf(image.Rect(0, 0, v.Width, v.Height), 0) }

// GeoBox returns the positions in a part of v's picture, enlarged by a margin
// (pixels) on all sides.
func (v Viewport) GeoBox(part image.Rectangle, margin float64) geo.FixedBounds {
	return v.boundsOf(part, margin).Fixed()
}

func (v Viewport) boundsOf(part image.Rectangle, margin float64) geo.Bounds {
	nw := v.ToPoint(float64(part.Min.X)-margin, float64(part.Min.Y)-margin)
	se := v.ToPoint(float64(part.Max.X)+margin, float64(part.Max.Y)+margin)
	return geo.Bounds{
		South: max(se.Lat, -maxLatitude), West: max(nw.Lon, -180),
		North: min(nw.Lat, maxLatitude), East: min(se.Lon, 180),
	}
}

// MetresPerPixel returns the length on the ground of one device pixel at the
// centre of the picture.
func (v Viewport) MetresPerPixel() float64 {
	return 2 * math.Pi * geo.EarthRadius * math.Cos(v.Center.Lat*math.Pi/180) / v.WorldSize()
}

// ScaleBar returns the length of the scale bar on the ground (metres) and in the
// picture (device pixels). It is the longest round length (1, 2 or 5 times a
// power of ten) whose bar is at most 120 logical pixels long at the centre of v.
func (v Viewport) ScaleBar() (metres, pixels float64) {
	const longest = 120
	perPixel := v.MetresPerPixel()
	limit := longest * v.DeviceScale() * perPixel
	power := math.Pow(10, math.Floor(math.Log10(limit)))
	metres = power
	for _, step := range []float64{2, 5} {
		if step*power <= limit {
			metres = step * power
		}
	}
	return metres, metres / perPixel
}

// Snapped returns v moved so that its upper left corner is on a whole world
// pixel.
func (v Viewport) Snapped() Viewport {
	ox, oy := v.Origin()
	return v.from(math.Round(ox), math.Round(oy))
}

// Band returns the view of the rows of v in [from, to).
func (v Viewport) Band(from, to int) Viewport {
	ox, oy := v.Origin()
	v.Height = to - from
	return v.from(ox, oy+float64(from))
}

// from returns v with its upper left corner at the world pixel (ox, oy).
func (v Viewport) from(ox, oy float64) Viewport {
	size := v.WorldSize()
	v.Center = World{X: (ox + float64(v.Width)/2) / size, Y: (oy + float64(v.Height)/2) / size}.Point()
	return v
}
