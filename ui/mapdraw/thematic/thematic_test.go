// SPDX-License-Identifier: MIT

package thematic

import (
	"image/color"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/paulmach/orb"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
)

var colours = []color.NRGBA{{0xff, 0, 0, 0xff}, {0, 0, 0xff, 0xff}}

// square returns an area round a place (degrees).
func square(lon, lat, half float64) orb.MultiPolygon {
	return orb.MultiPolygon{{{{lon - half, lat - half}, {lon + half, lat - half}, {lon + half, lat + half}, {lon - half, lat + half}, {lon - half, lat - half}}}}
}

func draw(l *Layer, v view.Viewport) *raster.Picture {
	p := raster.NewPicture(v.Width, v.Height, color.RGBA{0xff, 0xff, 0xff, 0xff})
	l.Draw(overlay.NewCanvas(p, &style.Theme{}, v.DeviceScale()), v)
	return p
}

func viewOf(lat, lon, zoom float64) view.Viewport {
	return view.Viewport{Center: geo.Point{Lat: lat, Lon: lon}, Zoom: zoom, Width: 400, Height: 300, Scale: 1}
}

// TestAreas draws two areas at zooms at which they are whole, larger than the picture, and
// smaller than a pixel.
func TestAreas(t *testing.T) {
	s := NewShapes([]orb.Geometry{square(106, 16, 0.1), nil, square(106.3, 16, 0.1)})
	l := &Layer{Shapes: s, Classes: []int8{0, 1, 1}, Colours: colours, Opacity: 1}
	for _, zoom := range []float64{8, 14, 18} {
		for i, lon := range []float64{106, 0, 106.3} {
			if lon == 0 {
				continue
			}
			got := draw(l, viewOf(16, lon, zoom)).Dst.RGBAAt(200, 150)
			if want := colours[min(i, 1)]; got != (color.RGBA{want.R, want.G, want.B, 0xff}) {
				t.Errorf("zoom %g, area %d: %v", zoom, i, got)
			}
		}
	}
	if got := draw(l, viewOf(16, 106.15, 8)).Dst.RGBAAt(200, 150); got != (color.RGBA{0xff, 0xff, 0xff, 0xff}) {
		t.Errorf("between the areas is %v", got)
	}
	if got := draw(l, viewOf(16, 106, 1)).Dst.RGBAAt(200, 150); got == (color.RGBA{0xff, 0xff, 0xff, 0xff}) {
		t.Error("an area smaller than a pixel is not drawn")
	}
	l.Hollow, l.Size = true, 4
	if got := draw(l, viewOf(16, 106, 8)).Dst.RGBAAt(200, 150); got != (color.RGBA{0xff, 0xff, 0xff, 0xff}) {
		t.Errorf("inside a hollow area is %v", got)
	}
	if got := draw(l, viewOf(16, 106.1, 8)).Dst.RGBAAt(200, 150); got != (color.RGBA{0xff, 0, 0, 0xff}) {
		t.Errorf("the outline of a hollow area is %v", got)
	}
	l.Hollow = false
	l.Classes = []int8{-1, -1, -1}
	if got := draw(l, viewOf(16, 106, 8)).Dst.RGBAAt(200, 150); got != (color.RGBA{0xff, 0xff, 0xff, 0xff}) {
		t.Errorf("an area without a class is %v", got)
	}
}

func TestPick(t *testing.T) {
	areas := NewShapes([]orb.Geometry{square(106, 16, 1), square(106, 16, 0.1), nil})
	for _, c := range []struct {
		lon  float64
		want int
		ok   bool
	}{{106, 1, true}, {106.5, 0, true}, {108, 0, false}} {
		if got, ok := areas.Pick(geo.Point{Lat: 16, Lon: c.lon}, 10); ok != c.ok || ok && got != c.want {
			t.Errorf("at %g: %d, %v", c.lon, got, ok)
		}
	}
	points := NewShapes([]orb.Geometry{orb.MultiPoint{{106, 16}}, orb.MultiPoint{{106.001, 16}}})
	if got, ok := points.Pick(geo.Point{Lat: 16, Lon: 106.0009}, 100); !ok || got != 1 {
		t.Errorf("point %d, %v", got, ok)
	}
	if _, ok := points.Pick(geo.Point{Lat: 16.1, Lon: 106}, 100); ok {
		t.Error("a far point is found")
	}
	line := NewShapes([]orb.Geometry{orb.MultiLineString{{{106, 16}, {107, 16}}}})
	if _, ok := line.Pick(geo.Point{Lat: 16.0001, Lon: 106.5}, 100); !ok {
		t.Error("a line is not found between its vertices")
	}
	if b := line.Box(0); math.Abs(b.West-106) > 1e-9 || math.Abs(b.East-107) > 1e-9 {
		t.Errorf("box %v", b)
	}
}

// TestPoints draws a point at any zoom in the colour of its class.
func TestPoints(t *testing.T) {
	var list []orb.Geometry
	for i := range 1000 {
		list = append(list, orb.MultiPoint{{100 + float64(i%40), float64(i / 40)}})
	}
	list = append(list, orb.MultiPoint{{106.123, 16.456}})
	classes := make([]int8, len(list))
	classes[1000] = 1
	l := &Layer{Shapes: NewShapes(list), Classes: classes, Colours: colours, Opacity: 1, Size: 8}
	for _, zoom := range []float64{9, 12, 18} {
		if got := draw(l, viewOf(16.456, 106.123, zoom)).Dst.RGBAAt(200, 150); got != (color.RGBA{0, 0, 0xff, 0xff}) {
			t.Errorf("zoom %g: %v", zoom, got)
		}
	}
}

func bench(b *testing.B, l *Layer) {
	v := view.Viewport{Center: geo.Point{Lat: 16, Lon: 106}, Zoom: 6, Width: 1400, Height: 900, Scale: 1}
	p := raster.NewPicture(v.Width, v.Height, color.RGBA{0xff, 0xff, 0xff, 0xff})
	c := overlay.NewCanvas(p, &style.Theme{}, 1)
	zooms := []float64{6, 8, 10, 13}
	for _, z := range zooms { // simplified once per level
		v.Zoom = z
		l.Draw(c, v)
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		v.Zoom = zooms[i%len(zooms)]
		i++
		l.Draw(c, v)
	}
}

// BenchmarkPoints draws 100,000 points over the whole country.
func BenchmarkPoints(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	list, classes := make([]orb.Geometry, 100_000), make([]int8, 100_000)
	for i := range list {
		list[i] = orb.MultiPoint{{104 + 4*r.Float64(), 9 + 14*r.Float64()}}
		classes[i] = int8(r.IntN(2))
	}
	bench(b, &Layer{Shapes: NewShapes(list), Classes: classes, Colours: colours, Opacity: 0.8, Size: 6})
}

// BenchmarkAreas draws 10,000 areas of 60 vertices over the whole country.
func BenchmarkAreas(b *testing.B) {
	r := rand.New(rand.NewPCG(3, 4))
	list, classes := make([]orb.Geometry, 10_000), make([]int8, 10_000)
	for i := range list {
		lon, lat := 104+4*float64(i%100)/100, 9+14*float64(i/100)/100
		ring := orb.Ring{}
		for k := range 60 {
			a := 2 * math.Pi * float64(k) / 60
			d := 0.9 + 0.1*r.Float64()
			ring = append(ring, orb.Point{lon + 0.02*d*math.Cos(a), lat + 0.07*d*math.Sin(a)})
		}
		list[i] = orb.MultiPolygon{{append(ring, ring[0])}}
		classes[i] = int8(r.IntN(2))
	}
	bench(b, &Layer{Shapes: NewShapes(list), Classes: classes, Colours: colours, Opacity: 0.8, Outline: true})
}
