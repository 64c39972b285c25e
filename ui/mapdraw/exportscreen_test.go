package mapdraw

import (
	"bytes"
	"context"
	"image"
	"image/draw"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
)

// shores is a coast, an islet before it, and two units that both are selected.
type shores struct{ view Viewport }

func (s shores) line(xy ...float64) (out []geo.Fixed) {
	for i := 0; i < len(xy); i += 2 {
		out = append(out, s.view.ToPoint(xy[i], xy[i+1]).Fixed())
	}
	return out
}

func (s shores) Borders(_ boundary.Level, _ geo.Box, visit func(Border)) error {
	visit(Border{Line: s.line(20, 10, 60, 90, 30, 150), Province: true})
	visit(Border{Line: s.line(100, 40, 112, 40, 112, 52, 100, 52, 100, 40), Province: true})
	return nil
}

func (s shores) Outline(code string, _ boundary.Level, _ geo.Box, visit func([]geo.Fixed)) error {
	if code == "a" {
		visit(s.line(130, 100, 142, 100, 142, 112, 130, 112))
	} else {
		visit(s.line(142, 100, 180, 100, 180, 140, 142, 112))
	}
	return nil
}

func (shores) BorderNames() ([]BorderName, error) { return nil, nil }

// TestExportedBordersAreThoseOfTheScreen compares an islet and two selected units,
// which are drawn finer than a coast and a unit alone.
func TestExportedBordersAreThoseOfTheScreen(t *testing.T) {
	theme := testThemes(t).Light
	v := Viewport{Center: geo.Point{Lat: 10, Lon: 106}, Zoom: 9, Width: 200, Height: 160, Scale: 1}.snapped()
	b := NewBorders(shores{v}, theme, BordersOptions{})
	defer b.Close()
	b.Select("a", "b")
	if err := b.Wait(tenSeconds(t), v); err != nil {
		t.Fatal(err)
	}
	e := &exporter{ExportOptions: ExportOptions{Theme: theme, Width: v.Width, Height: v.Height}, view: v}
	picture := func(o Overlay) *image.RGBA {
		dst := image.NewRGBA(image.Rect(0, 0, v.Width, v.Height))
		draw.Draw(dst, dst.Rect, image.NewUniform(theme.Background), image.Point{}, draw.Src)
		var m mask
		m.reset(v.Width, v.Height)
		o.Draw(&Canvas{dst: dst, mask: &m, theme: &theme, scale: 1}, v)
		return dst
	}
	screen, exported := picture(b), picture(e.newBorderSheet(b))
	for i := range screen.Pix {
		// Laid over one another first, or over the ground one by one.
		if d := int(screen.Pix[i]) - int(exported.Pix[i]); d < -24 || d > 24 {
			t.Fatalf("pixel %d, %d: %d on the screen, %d on the picture", i/4%v.Width, i/4/v.Width, screen.Pix[i], exported.Pix[i])
		}
	}
	var file bytes.Buffer
	o := ExportOptions{Source: crowd(1, 1), Theme: theme, Fonts: fonts(t), Width: v.Width, Height: v.Height, View: v, Overlays: []Overlay{b}}
	if err := ExportSVG(context.Background(), &file, o); err != nil {
		t.Fatal(err)
	}
	var widths []float64
	for _, part := range strings.Split(file.String(), "stroke-width=\"")[1:] {
		text, _, _ := strings.Cut(part, "\"")
		width, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		widths = append(widths, width)
	}
	coast := theme.borders.province.width.at(v.Zoom)
	halo, core := theme.borders.haloOf(worldBox{0, 0, 12 / v.worldSize(), 12 / v.worldSize()}, v.worldSize(), true)
	for what, want := range map[string]float64{
		"coast": coast, "islet": max(coast*isletShare, isletLeast), "halo of a small unit": halo, "line in it": core,
	} {
		if !slices.ContainsFunc(widths, func(w float64) bool { return math.Abs(w-want) < 0.02 }) {
			t.Errorf("the SVG has no %s of %.2f pixels, but %v", what, want, widths)
		}
	}
}
