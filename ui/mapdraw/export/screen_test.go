// SPDX-License-Identifier: MIT

package export

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"roadsnap/engine/basemap"
	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/borders"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/tile"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

// shores is a coast, an islet off it, and two selected units.
type shores struct{ view view.Viewport }

func (s shores) line(xy ...float64) (out []geo.Fixed) {
	for i := 0; i < len(xy); i += 2 {
		out = append(out, s.view.ToPoint(xy[i], xy[i+1]).Fixed())
	}
	return out
}

func (s shores) Borders(_ boundary.Level, _ geo.FixedBounds, visit func(borders.Border)) error {
	visit(borders.Border{Line: s.line(20, 10, 60, 90, 30, 150), Province: true})
	visit(borders.Border{Line: s.line(100, 40, 112, 40, 112, 52, 100, 52, 100, 40), Province: true})
	return nil
}

func (s shores) Outline(code string, _ boundary.Level, _ geo.FixedBounds, visit func([]geo.Fixed)) error {
	if code == "a" {
		visit(s.line(130, 100, 142, 100, 142, 112, 130, 112))
	} else {
		visit(s.line(142, 100, 180, 100, 180, 140, 142, 112))
	}
	return nil
}

func (shores) BorderNames() ([]borders.Name, error) { return nil, nil }

func (shores) FormerDistricts() ([]borders.District, error) { return nil, nil }

// nameless is a source without names, because screen and picture may choose
// different ones.
type nameless struct{ tile.Source }

func (n nameless) Visit(zoom int, box geo.FixedBounds, visit func(basemap.Feature) bool) error {
	return n.Source.Visit(zoom, box, func(f basemap.Feature) bool {
		f.Name, f.Ref = "", ""
		return visit(f)
	})
}

// marked returns the options of a picture with a trip, a clicked road, and a
// measured area and line, both across the bands of a PNG.
func marked(t *testing.T, theme style.Theme) Options {
	v := maptest.View
	v.Width, v.Height = 700, 900
	v = v.Snapped()
	at := func(x, y float64) geo.Point { return v.ToPoint(x, y) }
	ink, casing := color.RGBA{0x20, 0x20, 0x20, 0xFF}, color.RGBA{0xFF, 0xFF, 0xFF, 0xFF}
	return Options{
		Source: nameless{maptest.Town()}, Theme: theme, Fonts: maptest.Fonts(t), View: v, Width: v.Width, Height: v.Height,
		Overlays: append(trip(),
			overlay.Highlight{Line: []geo.Point{at(100, 40), at(300, 480), at(260, 800)}},
			overlay.Measure{Points: []geo.Point{at(380, 420), at(600, 460), at(560, 620)}, Closed: true, Ink: ink, Casing: casing},
			overlay.Measure{Points: []geo.Point{at(60, 300), at(500, 560), at(400, 700)}, Ink: ink, Casing: casing},
		),
		Notes: []Note{{at(400, 700), "1,2 km · cuối 0,4 km"}},
	}
}

// TestExportedMarksAreThoseOfTheScreen compares pixel by pixel, outside the
// panels, which the screen does not have.
func TestExportedMarksAreThoseOfTheScreen(t *testing.T) {
	themes := maptest.Themes(t)
	for name, theme := range map[string]style.Theme{"light": themes.Light, "dark": themes.Dark} {
		o := marked(t, theme)
		e, err := newExporter(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		if len(e.panels) != 2 || e.panels[1].name != "note-1" {
			t.Fatalf("the panels are %+v", e.panels)
		}
		screen, exported := complete(t, o.Source, theme, o.View, o.Overlays...), exportPNG(t, o)
		for i := range screen.Pix {
			x, y := i/4%o.Width, i/4/o.Width
			if slices.ContainsFunc(e.panels, func(p panel) bool { return p.box.Grow(1).Has(raster.Vec{X: float64(x), Y: float64(y)}) }) {
				continue
			}
			// Only rounding may differ.
			if d := int(screen.Pix[i]) - int(exported.Pix[i]); d < -3 || d > 3 {
				t.Fatalf("%s: pixel %d, %d: %d on the screen, %d on the picture", name, x, y, screen.Pix[i], exported.Pix[i])
			}
		}
	}
}

// TestNotesLieNextToTheirPlaces checks that notes are whole and on no other
// panel.
func TestNotesLieNextToTheirPlaces(t *testing.T) {
	o := marked(t, maptest.Themes(t).Light)
	for _, at := range []raster.Vec{{X: 350, Y: 450}, {X: 0, Y: 0}, {X: 699, Y: 0}, {X: 0, Y: 899}, {X: 699, Y: 899}, {X: 600, Y: 880}, {X: -5000, Y: 450}} {
		o.Notes = []Note{{o.View.ToPoint(at.X, at.Y), "12,34 km"}, {At: o.View.Center}}
		e, err := newExporter(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		if len(e.panels) != 2 {
			t.Fatalf("at %v there are %d panels", at, len(e.panels))
		}
		note := e.panels[1].box
		if !note.Within(raster.Box{X0: 0, Y0: 0, X1: 700, Y1: 900}) || note.Overlaps(e.panels[0].box) {
			t.Errorf("at %v the note lies at %v, the licence at %v", at, note, e.panels[0].box)
		}
		if near := (raster.Box{X0: 0, Y0: 0, X1: 700, Y1: 900}).Has(at); near && !note.Grow(4*noteGap).Has(at) {
			t.Errorf("the note of %v lies at %v", at, note)
		}
	}
}

// TestNotesLeaveTheLineFree measures a line that comes from each side.
func TestNotesLeaveTheLineFree(t *testing.T) {
	o := marked(t, maptest.Themes(t).Light)
	end := o.View.ToPoint(350, 450)
	for _, from := range []raster.Vec{{X: 650, Y: 330}, {X: 650, Y: 600}, {X: 50, Y: 330}, {X: 50, Y: 600}, {X: 350, Y: 50}, {X: 350, Y: 850}} {
		line := []geo.Point{o.View.ToPoint(from.X, from.Y), end}
		o.Overlays, o.Notes = []overlay.Overlay{overlay.Measure{Points: line}}, []Note{{end, "12,34 km"}}
		e, err := newExporter(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		note := e.panels[1].box
		for i := range 1000 {
			part := float64(i) / 1000
			if at := (raster.Vec{X: from.X + (350-from.X)*part, Y: from.Y + (450-from.Y)*part}); note.Has(at) {
				t.Errorf("the note at %v covers its line from %v", note, from)
				break
			}
		}
	}
}

// TestMeasurementsAreLinesInSVG checks that marks are editable shapes and not
// pictures, and that the texts are there.
func TestMeasurementsAreLinesInSVG(t *testing.T) {
	o := marked(t, maptest.Themes(t).Light)
	var file bytes.Buffer
	if err := SVG(t.Context(), &file, o); err != nil {
		t.Fatal(err)
	}
	text := file.String()
	if strings.Contains(text, "<image") {
		t.Error("a mark is embedded as a picture")
	}
	for what, want := range map[string]string{
		"length":        `aria-label="1,2 km · cuối 0,4 km"`,
		"casing":        `stroke="#ffffff" stroke-width="5.4"`,
		"line":          `stroke="#202020" stroke-width="2.2"`,
		"area":          `fill-opacity="0.141"`,
		"corner":        `r="4.2" fill="#202020"`,
		"selected road": `stroke-width="14"`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the SVG has no %s: %s", what, want)
		}
	}
}

// TestExportedBordersAreThoseOfTheScreen compares an islet and two selected
// units, which are drawn finer than a coast and a single unit.
func TestExportedBordersAreThoseOfTheScreen(t *testing.T) {
	theme := maptest.Themes(t).Light
	v := view.Viewport{Center: geo.Point{Lat: 10, Lon: 106}, Zoom: 9, Width: 200, Height: 160, Scale: 1}.Snapped()
	b := borders.New(shores{v}, theme, borders.Options{})
	defer b.Close()
	b.Select("a", "b")
	if err := b.Wait(maptest.Patience(t), v); err != nil {
		t.Fatal(err)
	}
	picture := func(o overlay.Overlay) *image.RGBA {
		p := raster.NewPicture(v.Width, v.Height, theme.Background)
		o.Draw(overlay.NewCanvas(p, &theme, 1), v)
		return p.Dst
	}
	screen, exported := picture(b), picture(b.Sheet(v, &theme))
	for i := range screen.Pix {
		// The layers are blended first on the screen, and one by one on the
		// picture.
		if d := int(screen.Pix[i]) - int(exported.Pix[i]); d < -24 || d > 24 {
			t.Fatalf("pixel %d, %d: %d on the screen, %d on the picture", i/4%v.Width, i/4/v.Width, screen.Pix[i], exported.Pix[i])
		}
	}
	var file bytes.Buffer
	o := Options{Source: maptest.Crowd(1, 1), Theme: theme, Fonts: maptest.Fonts(t), Width: v.Width, Height: v.Height, View: v, Overlays: []overlay.Overlay{b}}
	if err := SVG(context.Background(), &file, o); err != nil {
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
	coast := theme.Borders.Province.Width.At(v.Zoom)
	// The halo of a unit 12 pixels wide takes 15 % of it, and the line in it
	// shrinks by the same share.
	share := max(min(0.15*12/theme.Borders.HaloWidth, 1), 0.1)
	halo, core := theme.Borders.HaloWidth*share, max(theme.Borders.CoreWidth*share, 0.45)
	for what, want := range map[string]float64{
		"coast": coast, "islet": max(coast*0.4, 0.9), "halo of a small unit": halo, "line in it": core,
	} {
		if !slices.ContainsFunc(widths, func(w float64) bool { return math.Abs(w-want) < 0.02 }) {
			t.Errorf("the SVG has no %s of %.2f pixels, but %v", what, want, widths)
		}
	}
}
