// SPDX-License-Identifier: MIT

package reportfile

import (
	"image/color"
	"math"

	"roadsnap/engine/geo"
	"roadsnap/engine/report"
)

var (
	paper    = color.RGBA{0xf6, 0xf5, 0xf1, 0xff}
	wideRoad = color.RGBA{0xd0, 0xcc, 0xc2, 0xff}
	road     = color.RGBA{0xe2, 0xdf, 0xd7, 0xff}
	snapped  = color.RGBA{0x1f, 0x5f, 0xbf, 0xff}
	recorded = color.RGBA{0xe0, 0x7a, 0x00, 0xff}
)

// frame is a part of a page that shows a part of the map, in Mercator's projection.
type frame struct {
	x, y, w, h float64 // on the page (millimetres)
	left, top  float64 // projected
	scale      float64 // millimetres per projected unit
	metres     float64 // per millimetre, in the middle
}

// mercator projects a place to the unit square.
func mercator(p geo.Point) (x, y float64) {
	sin := math.Sin(p.Lat * math.Pi / 180)
	return p.Lon/360 + 0.5, 0.5 - math.Log((1+sin)/(1-sin))/(4*math.Pi)
}

// newFrame returns a frame around the lines of a sheet; ok is false without any.
func newFrame(s *report.Sheet, x, y, w, h float64) (f frame, ok bool) {
	minX, minY, maxX, maxY := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	middle := 0.0
	grow := func(p geo.Point) {
		px, py := mercator(p)
		minX, maxX, minY, maxY = min(minX, px), max(maxX, px), min(minY, py), max(maxY, py)
		middle = p.Lat
	}
	s.Raw.Points(grow)
	for _, l := range s.Snapped {
		l.Points(grow)
	}
	if math.IsInf(minX, 0) {
		return f, false
	}
	const least = 300.0 / 40_075_017 // of the equator: a trip of some metres is shown with its surroundings
	width, height := max(maxX-minX, least)*1.1, max(maxY-minY, least)*1.1
	f = frame{x: x, y: y, w: w, h: h, scale: min(w/width, h/height)}
	f.left, f.top = (minX+maxX)/2-w/f.scale/2, (minY+maxY)/2-h/f.scale/2
	f.metres = 40_075_017 * math.Cos(middle*math.Pi/180) / f.scale
	return f, true
}

// SheetBounds returns the part of the map that the picture of a sheet shows, for the roads
// around; ok is false without points.
func SheetBounds(s *report.Sheet) (box geo.Bounds, ok bool) {
	f, ok := newFrame(s, 0, 0, mapWidth, mapHeight)
	if !ok {
		return box, false
	}
	unproject := func(x, y float64) geo.Point {
		return geo.Point{Lat: math.Atan(math.Sinh(math.Pi*(1-2*y))) * 180 / math.Pi, Lon: (x - 0.5) * 360}
	}
	a, b := unproject(f.left, f.top+f.h/f.scale), unproject(f.left+f.w/f.scale, f.top)
	return geo.Bounds{South: a.Lat, West: a.Lon, North: b.Lat, East: b.Lon}, true
}

// spot returns a place on the page.
func (f *frame) spot(p geo.Point) Spot {
	x, y := mercator(p)
	return Spot{f.x + (x-f.left)*f.scale, f.y + (y-f.top)*f.scale}
}

// draw adds a line, cut at the edges of the frame. Vertices that are nearer than a tenth of a
// millimetre are left out.
func (f *frame) draw(l *layout, line report.SheetLine, c color.RGBA, stroke float64) {
	const least = 0.1
	var path []Spot
	flush := func() {
		if len(path) > 1 {
			l.add(Item{Kind: PathItem, Path: path, Color: c, Stroke: stroke})
		}
		path = nil
	}
	var before Spot
	first := true
	line.Points(func(p geo.Point) {
		at := f.spot(p)
		if first {
			before, first = at, false
			return
		}
		if math.Hypot(at.X-before.X, at.Y-before.Y) < least {
			return
		}
		a, b, ok := f.clip(before, at)
		if ok {
			if len(path) == 0 || path[len(path)-1] != a {
				flush()
				path = append(path, a)
			}
			path = append(path, b)
		}
		before = at
	})
	flush()
}

// clip cuts a segment at the edges of the frame (Liang and Barsky, 1984); ok is false if it lies
// outside.
func (f *frame) clip(a, b Spot) (Spot, Spot, bool) {
	t0, t1 := 0.0, 1.0
	dx, dy := b.X-a.X, b.Y-a.Y
	for _, edge := range [][2]float64{{-dx, a.X - f.x}, {dx, f.x + f.w - a.X}, {-dy, a.Y - f.y}, {dy, f.y + f.h - a.Y}} {
		p, q := edge[0], edge[1]
		switch {
		case p == 0 && q < 0:
			return a, b, false
		case p < 0:
			t0 = max(t0, q/p)
		case p > 0:
			t1 = min(t1, q/p)
		}
	}
	if t0 > t1 {
		return a, b, false
	}
	cut := func(t float64) Spot { return Spot{a.X + t*dx, a.Y + t*dy} }
	from, to := a, b
	if t0 > 0 {
		from = cut(t0)
	}
	if t1 < 1 {
		to = cut(t1)
	}
	return from, to, true
}

// dotStep is the least distance of dots (millimetres), between which the route is seen.
const dotStep = 1.3

// drawMap adds the picture: roads, the route, the recorded points, a scale bar and a legend.
func (l *layout) drawMap(s *report.Sheet, x, y, w, h float64) {
	l.add(Item{Kind: BoxItem, X: x, Y: y, W: w, H: h, Color: paper})
	f, ok := newFrame(s, x, y, w, h)
	if ok {
		for _, wide := range []bool{false, true} {
			for _, r := range s.Roads {
				if r.Wide == wide {
					c, stroke := road, 0.3
					if wide {
						c, stroke = wideRoad, 0.6
					}
					f.draw(l, r.Line, c, stroke)
				}
			}
		}
		names := f.roadNames(s)
		for i := range names { // so that no road crosses a name
			names[i].clear(l)
		}
		for _, line := range s.Snapped {
			f.draw(l, line, snapped, 0.8)
		}
		last := Spot{math.Inf(1), 0}
		s.Raw.Points(func(p geo.Point) {
			at := f.spot(p)
			if math.Hypot(at.X-last.X, at.Y-last.Y) >= dotStep {
				l.add(Item{Kind: DotItem, X: at.X, Y: at.Y, W: 0.7, Color: recorded})
				last = at
			}
		})
		for i := range names {
			names[i].draw(l)
		}
		l.scaleBar(&f)
	}
	lang := l.doc.Language
	lx := x + 2
	for _, entry := range []struct {
		key string
		c   color.RGBA
		dot bool
	}{{"sheet.legend.snapped", snapped, false}, {"sheet.legend.raw", recorded, true}} {
		text := lang.T(entry.key)
		width := faceOf(false).width(text, 7)
		l.add(Item{Kind: BoxItem, X: lx - 1, Y: y + 1, W: width + 9, H: 4, Color: color.RGBA{0xff, 0xff, 0xff, 0xff}})
		if entry.dot {
			l.add(Item{Kind: DotItem, X: lx + 2.5, Y: y + 3, W: 1.2, Color: entry.c})
		} else {
			l.add(Item{Kind: PathItem, Path: []Spot{{lx, y + 3}, {lx + 5, y + 3}}, Color: entry.c, Stroke: 0.8})
		}
		l.text(lx+6.5, y+1.7, text, style{size: 7, color: ink})
		lx += width + 10
	}
	for _, edge := range [][4]float64{{x, y, w, 0}, {x, y + h, w, 0}, {x, y, 0, h}, {x + w, y, 0, h}} {
		l.add(Item{Kind: LineItem, X: edge[0], Y: edge[1], W: edge[2], H: edge[3], Stroke: 0.2, Color: faint})
	}
}

// scaleBar adds a bar with a round length, at most a quarter of the picture.
func (l *layout) scaleBar(f *frame) {
	length := math.Pow(10, math.Floor(math.Log10(f.metres*f.w/4)))
	for _, factor := range []float64{5, 2} {
		if length*factor <= f.metres*f.w/4 {
			length *= factor
			break
		}
	}
	text := l.doc.Language.Number(length, 0) + " m"
	if length >= 1000 {
		text = l.doc.Language.Number(length/1000, 0) + " km"
	}
	w := length / f.metres
	x, y := f.x+f.w-w-3, f.y+f.h-3
	l.add(Item{Kind: BoxItem, X: x - 1, Y: y - 5, W: w + 2, H: 6.5, Color: color.RGBA{0xff, 0xff, 0xff, 0xff}})
	l.add(Item{Kind: LineItem, X: x, Y: y, W: w, Stroke: 0.5, Color: ink})
	l.text(x, y-4, text, style{size: 7, color: ink, width: w, align: report.Center})
}
