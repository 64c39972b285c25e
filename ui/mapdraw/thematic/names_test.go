// SPDX-License-Identifier: MIT

package thematic_test

import (
	"fmt"
	"image/color"
	"testing"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/label"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/thematic"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

// TestNamesDoNotOverlap chooses the names of points that lie close together, at both scales of
// screens.
func TestNamesDoNotOverlap(t *testing.T) {
	var list []orb.Geometry
	var texts []string
	for i := range 400 {
		list = append(list, orb.MultiPoint{{106 + 0.01*float64(i%20), 16 + 0.01*float64(i/20)}})
		texts = append(texts, fmt.Sprintf("Cửa hàng số %d", i))
	}
	texts[0] = ""
	themes := maptest.Themes(t)
	n := thematic.NewNames(thematic.NewShapes(list), texts, 7, maptest.Fonts(t))
	before := 0
	for _, scale := range []float64{1, 1.5, 2} {
		v := view.Viewport{Center: geo.Point{Lat: 16.1, Lon: 106.1}, Zoom: 10, Width: int(700 * scale), Height: int(500 * scale), Scale: scale}
		edge := raster.Sized(v.Width, v.Height).Add(v.Origin())
		taken := raster.Around((edge.X0+edge.X1)/2, (edge.Y0+edge.Y1)/2, 60*scale, 60*scale)
		plan := label.Plan{}
		plan.Take([]raster.Box{taken}, raster.Vec{})
		chosen := n.Choose(label.NewLayouter(&themes.Light, maptest.Fonts(t)), edge, v, plan)
		if len(chosen) < 10 || before > 0 && len(chosen) != before {
			t.Errorf("scale %g: %d names, at the scale before %d", scale, len(chosen), before)
		}
		before = len(chosen)
		size := v.WorldSize()
		for i, a := range chosen {
			at := raster.Vec{X: a.Label.At.X * size, Y: a.Label.At.Y * size}
			box := a.Boxes[0].Add(at.X, at.Y)
			if a.Label.Text == "" || box.Overlaps(taken) || !box.Within(edge) {
				t.Errorf("scale %g: %q lies at %v", scale, a.Label.Text, box)
			}
			for _, b := range chosen[:i] {
				if box.Overlaps(b.Boxes[0].Add(b.Label.At.X*size, b.Label.At.Y*size)) {
					t.Errorf("scale %g: %q overlaps %q", scale, a.Label.Text, b.Label.Text)
				}
			}
		}
	}
}

// TestNamesOnTheMap writes a name in an area: dark letters with a light halo on a blue ground.
// The space is taken afterwards.
func TestNamesOnTheMap(t *testing.T) {
	themes := maptest.Themes(t)
	square := orb.MultiPolygon{{{{105.9, 15.9}, {106.1, 15.9}, {106.1, 16.1}, {105.9, 16.1}, {105.9, 15.9}}}}
	n := thematic.NewNames(thematic.NewShapes([]orb.Geometry{square, nil}), []string{"Huế", "nowhere"}, 2, maptest.Fonts(t))
	blue := color.RGBA{0x30, 0x60, 0xc0, 0xff}
	for _, scale := range []float64{1, 2} {
		v := view.Viewport{Center: geo.Point{Lat: 16, Lon: 106}, Zoom: 11, Width: int(400 * scale), Height: int(300 * scale), Scale: scale}
		p := raster.NewPicture(v.Width, v.Height, blue)
		c := overlay.NewCanvas(p, &themes.Light, scale)
		n.Draw(c, v)
		dark, light := 0, 0
		for y := range v.Height {
			for x := range v.Width {
				switch q := p.Dst.RGBAAt(x, y); {
				case q.R < 0x60 && q.G < 0x50 && q.B < 0x60:
					dark++
				case q.R > 0xd0 && q.G > 0xd0:
					light++
				}
			}
		}
		if dark < 20 || light < 20 {
			t.Errorf("scale %g: %d dark and %d light pixels", scale, dark, light)
		}
		if middle := []raster.Box{raster.Around(200*scale, 150*scale, 2, 2)}; c.Taken.Room(middle, raster.Vec{}) {
			t.Error("the space is not taken")
		}
		far := v
		far.Zoom = 3
		q := raster.NewPicture(v.Width, v.Height, blue)
		n.Draw(overlay.NewCanvas(q, &themes.Light, scale), far)
		for i := 0; i < len(q.Dst.Pix); i += 4 {
			if q.Dst.Pix[i] != blue.R {
				t.Fatal("a name is written in an area that is too narrow for it")
			}
		}
	}
}

// TestAnchors places names in areas of which the middle is outside, and on lines.
func TestAnchors(t *testing.T) {
	u := orb.MultiPolygon{{{{106, 16}, {106.4, 16}, {106.4, 16.4}, {106.3, 16.4}, {106.3, 16.05}, {106.1, 16.05}, {106.1, 16.4}, {106, 16.4}, {106, 16}}}}
	ring := orb.MultiPolygon{{{{107, 16}, {107.4, 16}, {107.4, 16.4}, {107, 16.4}, {107, 16}}, {{107.05, 16.05}, {107.05, 16.35}, {107.3, 16.35}, {107.3, 16.05}, {107.05, 16.05}}}}
	line := orb.MultiLineString{{{108, 16}, {108.1, 16}}, {{108, 17}, {108.4, 17}}}
	themes := maptest.Themes(t)
	list := []orb.Geometry{u, ring, line}
	n := thematic.NewNames(thematic.NewShapes(list), []string{"a", "b", "c"}, 0, maptest.Fonts(t))
	v := view.Viewport{Center: geo.Point{Lat: 16.5, Lon: 107}, Zoom: 10, Width: 2000, Height: 2000, Scale: 1}
	got := n.Choose(label.NewLayouter(&themes.Light, maptest.Fonts(t)), raster.Sized(v.Width, v.Height).Add(v.Origin()), v, label.Plan{})
	if len(got) != 3 {
		t.Fatalf("%d names", len(got))
	}
	for _, lb := range got {
		at := lb.Label.At.Point()
		p := orb.Point{at.Lon, at.Lat}
		switch lb.Label.Text {
		case "a", "b":
			if area := list[lb.Label.Text[0]-'a'].(orb.MultiPolygon); !planar.MultiPolygonContains(area, p) {
				t.Errorf("%s is outside its area: %v", lb.Label.Text, at)
			}
		case "c":
			if d := planar.Distance(p, orb.Point{108.2, 17}); d > 0.05 {
				t.Errorf("the name of the line is at %v", at)
			}
		}
	}
}
