// SPDX-License-Identifier: MIT

package export

import (
	"bytes"
	"context"
	"image"
	"image/draw"
	"image/png"
	"slices"
	"strings"
	"testing"

	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/maptest"
)

// titled returns the options of a picture of a coloured trip with everything around the map.
func titled(t *testing.T) Options {
	t.Helper()
	at := maptest.View.ToPoint
	route := overlay.Route{Legs: []overlay.RouteLeg{{Line: nil}}}
	var lines []overlay.PaintedLine
	for i := range 7 {
		x := 60 + 60*float64(i)
		lines = append(lines, overlay.PaintedLine{Line: slices.Clip(append(route.Legs[0].Line[:0:0], at(x, 180-12*float64(i)), at(x+60, 168-12*float64(i)))), Class: i})
		route.Legs[0].Line = append(route.Legs[0].Line, lines[i].Line...)
	}
	route.Paint = overlay.NewPaint(style.RampSpeed, lines)
	return Options{
		Source: maptest.Town(), Theme: maptest.Themes(t).Light, Fonts: maptest.Fonts(t),
		View: maptest.View, Width: 560, Height: 400, Scale: 1,
		Title: "51C-123.45", Subtitle: "21/11/2026 · 12,4 km", ScaleBar: true,
		Overlays: []overlay.Overlay{route, overlay.Arrows{Legs: route.Legs}},
		Legend:   []LegendRow{{SampleUnknown, "Không có giá trị"}, {SampleStop, "Điểm dừng"}},
		Scales:   []Scale{{Ramp: style.RampSpeed, Title: "Tốc độ (km/h)", Bounds: []string{"20", "40", "60", "80", "100"}}},
	}
}

func TestGoldenPictureWithTitle(t *testing.T) {
	var file bytes.Buffer
	if err := PNG(context.Background(), &file, titled(t)); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&file)
	if err != nil {
		t.Fatal(err)
	}
	got := image.NewRGBA(img.Bounds())
	draw.Draw(got, got.Rect, img, image.Point{}, draw.Src)
	maptest.Golden(t, "picture_titled", "title, legend with a scale, scale bar and attribution", got)
}

// TestTitleStaysInThePicture makes the title longer than the picture is wide.
func TestTitleStaysInThePicture(t *testing.T) {
	o := titled(t)
	o.Title = strings.Repeat("Công ty vận tải ", 12)
	e, err := newExporter(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(e.panels, func(p panel) bool { return p.name == "title" })
	if i < 0 {
		t.Fatal("there is no title")
	}
	if b := e.panels[i].box; b.X0 < 0 || b.X1 > float64(o.Width) {
		t.Errorf("the title is at %v of a picture %d pixels wide", b, o.Width)
	}
	for k, p := range e.panels {
		if k != i && p.box.Overlaps(e.panels[i].box) {
			t.Errorf("the title lies on the %s", p.name)
		}
	}
	o.Title, o.Subtitle = "", ""
	if e, err = newExporter(context.Background(), o); err != nil || slices.ContainsFunc(e.panels, func(p panel) bool { return p.name == "title" }) {
		t.Errorf("without a title there is a panel for it, or the error %v", err)
	}
}
