// SPDX-License-Identifier: MIT

package export

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"roadsnap/ui/mapdraw/borders"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/maptest"
)

// TestBordersOnAPictureAreThoseOfTheScreen draws a quilt in both ways. The sheet
// draws on the picture itself, the screen on a transparent layer. The two may
// differ by rounding.
func TestBordersOnAPictureAreThoseOfTheScreen(t *testing.T) {
	theme := maptest.Themes(t).Light
	b := borders.New(&quilt{}, theme, borders.Options{})
	defer b.Close()
	b.Select("south")
	view := maptest.View.Snapped() // the screen's map lies on whole pixels
	screen := drawBorders(t, b, theme, view)
	o := exported(t, theme)
	o.View = view
	o.Source, o.Overlays, o.Legend, o.ScaleBar = nil, []overlay.Overlay{b}, nil, false
	o.Width, o.Height = view.Width, view.Height
	picture := exportPNG(t, o)
	far, borders := 0, 0
	for y := range view.Height - 30 { // the licence below
		for x := range view.Width {
			p, q := picture.RGBAAt(x, y), screen.RGBAAt(x, y)
			if q != theme.Background {
				borders++
			}
			for _, d := range []int{int(p.R) - int(q.R), int(p.G) - int(q.G), int(p.B) - int(q.B)} {
				if d > 40 || d < -40 {
					far++
					break
				}
			}
		}
	}
	if borders < 5000 || far > borders/50 {
		t.Errorf("%d of %d pixels of borders differ", far, borders)
	}
}

// TestLegendExplainsTheUnitsOfThePicture exports parts of a quilt.
func TestLegendExplainsTheUnitsOfThePicture(t *testing.T) {
	theme := maptest.Themes(t).Light
	for _, c := range []struct {
		name     string
		selected string
		x, y     float64 // middle of the exported part, in pixels of maptest.View
		want     []Sample
	}{
		{"everything", "south", 260, 180, []Sample{SampleProvinceBorder, SampleWardBorder, SampleUnit}},
		{"nothing selected", "", 260, 180, []Sample{SampleProvinceBorder, SampleWardBorder}},
		{"a border of provinces", "south", 260, 80, []Sample{SampleProvinceBorder}},
		{"a border of wards", "", 160, 190, []Sample{SampleWardBorder}},
		{"the middle of a ward", "south", 100, 265, []Sample{SampleUnit}},
		{"another ward", "south", 150, 110, nil},
		{"the hollow of a border", "south", 60, 370, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := borders.New(&quilt{}, theme, borders.Options{})
			defer b.Close()
			b.Select(c.selected)
			o := exported(t, theme)
			o.Source, o.Overlays = nil, []overlay.Overlay{b}
			o.View.Center = maptest.View.ToPoint(c.x, c.y)
			o.View.Width, o.View.Height = 30, 30
			o.Legend = []LegendRow{{SampleRaw, "Điểm"}}
			for _, s := range []Sample{SampleProvinceBorder, SampleWardBorder, SampleUnit} {
				o.Legend = append(o.Legend, LegendRow{s, "Ranh giới"})
			}
			e, err := newExporter(context.Background(), o)
			if err != nil {
				t.Fatal(err)
			}
			want := append([]Sample{SampleRaw}, c.want...)
			var got []Sample
			for _, row := range e.Legend {
				got = append(got, row.Sample)
			}
			if !slices.Equal(got, want) {
				t.Errorf("the legend explains %v, want %v", got, want)
			}
			var svg bytes.Buffer
			if err := SVG(context.Background(), &svg, o); err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(svg.String(), `<clipPath id="swatch-`); n != len(want) {
				t.Errorf("the SVG has %d samples, want %d", n, len(want))
			}
		})
	}
}
