package mapdraw

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/maptest"
)

// TestNamesOfUnitsAreWholeOnPictures cuts pictures out of a quilt with names, at
// random: each name is whole, and lies on no other and on no panel.
func TestNamesOfUnitsAreWholeOnPictures(t *testing.T) {
	themes := maptest.Themes(t)
	b := NewBorders(&quilt{}, themes.Light, BordersOptions{Fonts: maptest.Fonts(t)})
	defer b.Close()
	const seed = 11
	rng := rand.New(rand.NewPCG(seed, seed))
	written := map[string]int{}
	for i := range 60 {
		o := exported(t, themes.Light)
		o.Overlays = []overlay.Overlay{b, b.Names(nil)}
		o.View.Zoom = 9 + 6*rng.Float64()
		o.View.Center = maptest.View.ToPoint(450*rng.Float64(), 350*rng.Float64())
		o.Width, o.Height = 150+rng.IntN(500), 120+rng.IntN(400)
		name := fmt.Sprintf("seed %d, picture %d, %d × %d at %+v", seed, i, o.Width, o.Height, o.View)
		e, err := newExporter(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		if err := e.chooseNames(); err != nil {
			t.Fatal(err)
		}
		checkLabels(t, name, e)
		for _, lb := range e.labels {
			written[strings.ReplaceAll(lb.Label.Text, "\n", " ")]++
		}
	}
	for _, want := range []string{"Miền Tây", "Phường Bắc", "Phường Nam", "Xã Đông Hưng Thuận"} {
		if written[want] == 0 {
			t.Errorf("%q is on none of the pictures", want)
		}
	}
}

// TestBordersAreLinesInSVG has borders, the unit that is selected and a clicked
// road written as shapes, none as a picture in the picture.
func TestBordersAreLinesInSVG(t *testing.T) {
	themes := maptest.Themes(t)
	b := NewBorders(&quilt{}, themes.Light, BordersOptions{Fonts: maptest.Fonts(t)})
	defer b.Close()
	b.Select("south")
	o := exported(t, themes.Light)
	o.Source, o.Overlays = nil, []overlay.Overlay{b, overlay.Highlight{Line: trip()[0].(overlay.Route).Legs[0].Line}, b.Names(nil)}
	var file bytes.Buffer
	if err := ExportSVG(context.Background(), &file, o); err != nil {
		t.Fatal(err)
	}
	look := &o.Theme.Borders
	for what, want := range map[string]string{
		"wards": colour("stroke", look.Ward.Colour), "provinces": colour("stroke", look.Province.Colour),
		"the selected unit": colour("fill", look.Selected), "its outline": colour("stroke", look.Core),
		"the clicked road": colour("stroke", overlay.Halved(o.Theme.Overlay.Halo)), "a name": `aria-label="Phường Nam"`,
	} {
		if !strings.Contains(file.String(), want) {
			t.Errorf("%s: there is no %s", what, want)
		}
	}
	if strings.Contains(file.String(), "<image") {
		t.Error("something is embedded as a picture")
	}
}
