// SPDX-License-Identifier: MIT

package export

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

// street returns a picture of a street of the embedded map, with points of interest.
func street(t testing.TB) Options {
	return Options{
		Source: maptest.Andorra(t), Theme: maptest.Themes(t).Light, Fonts: maptest.Fonts(t), Width: 420, Height: 320, Scale: 1,
		View:   view.Viewport{Center: geo.Point{Lat: 42.5075, Lon: 1.5290}, Zoom: 17, Width: 420, Height: 320, Scale: 1},
		Symbol: func(k basemap.Kind) string { return "«" + strings.TrimPrefix(k.String(), "poi_") + "»" },
	}
}

func TestGoldenSymbols(t *testing.T) {
	maptest.Golden(t, "symbols", "the legend explains the icons on the map, once each, and covers no name", exportPNG(t, street(t)))
}

// TestLegendExplainsTheIcons compares the legend with the icons on the picture.
func TestLegendExplainsTheIcons(t *testing.T) {
	o := street(t)
	e, err := newExporter(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.chooseNames(); err != nil {
		t.Fatal(err)
	}
	checkLabels(t, "street", e)
	explained := map[basemap.Kind]int{}
	for _, k := range e.symbols {
		explained[k]++
	}
	shown := 0
	for k, site := range o.Theme.Sites {
		for _, lb := range e.labels {
			if lb.Label.Site == site {
				shown++
				if explained[k] != 1 {
					t.Errorf("the icon of %v is explained %d times", k, explained[k])
				}
				break
			}
		}
	}
	if shown < 4 || shown > len(e.symbols) {
		t.Errorf("%d kinds are shown, and %d explained", shown, len(e.symbols))
	}
	var svg bytes.Buffer
	if err := SVG(context.Background(), &svg, o); err != nil {
		t.Fatal(err)
	}
	if name := o.Symbol(e.symbols[0]); !strings.Contains(svg.String(), name) {
		t.Errorf("the SVG document does not contain %q", name)
	}
	o.Height = 60 // has room for one icon only
	if e, err = newExporter(t.Context(), o); err == nil {
		err = e.chooseNames()
	}
	if err != nil || len(e.symbols) > 1 {
		t.Errorf("a low picture explains %d icons, %v", len(e.symbols), err)
	}
	o.Height, o.View.Zoom = 320, 8 // too far for icons
	if e, err = newExporter(t.Context(), o); err == nil {
		err = e.chooseNames()
	}
	if err != nil || len(e.symbols) != 0 || len(e.panels) != 1 {
		t.Errorf("without icons the picture has %d panels and explains %v, %v", len(e.panels), e.symbols, err)
	}
}
