// SPDX-License-Identifier: MIT

package gis_test

import (
	"bytes"
	"image"
	"image/draw"
	"image/png"
	"strings"
	"testing"

	"roadsnap/assets"
	"roadsnap/engine/choropleth"
	"roadsnap/engine/geo"
	"roadsnap/engine/layer"
	"roadsnap/ui/gis"
	"roadsnap/ui/mapdraw/export"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
	"roadsnap/ui/text"
)

// TestGoldenChoropleth draws a table that is joined to provinces as a picture with title, legend,
// scale, north and source, in both languages.
func TestGoldenChoropleth(t *testing.T) {
	for _, language := range []string{"en", "vi"} {
		words, err := text.Load(assets.Translations(), language)
		if err != nil {
			t.Fatal(err)
		}
		o := choroplethOf(t, words)
		var out bytes.Buffer
		if err := export.PNG(t.Context(), &out, o); err != nil {
			t.Fatal(err)
		}
		decoded, err := png.Decode(&out)
		if err != nil {
			t.Fatal(err)
		}
		picture := image.NewRGBA(decoded.Bounds())
		draw.Draw(picture, picture.Rect, decoded, image.Point{}, draw.Src)
		maptest.Golden(t, "choropleth_"+language, "five classes of values, a province without one, and what explains them", picture)

		var page bytes.Buffer
		if err := export.PDF(t.Context(), &page, o); err != nil {
			t.Fatal(err)
		}
		if s := page.String(); !strings.HasPrefix(s, "%PDF-1.4") || !strings.HasSuffix(s, "%%EOF\n") || !strings.Contains(s, "/MediaBox [0 0 390.00 487.50]") {
			t.Errorf("the PDF begins %q", s[:min(len(s), 300)])
		}
	}
}

func choroplethOf(t *testing.T, words text.Catalogue) export.Options {
	d := newDesk(t, nil)
	language := choropleth.Language(words.Language)
	d.SpeakTo(language)
	path := file(t, "values.csv", values())
	d.ReadTable(path, func(table *layer.Layer, j gis.Join, err error) {
		if err != nil {
			t.Error(err)
			return
		}
		d.TryJoin(table, j, func(data *gis.Data, err error) {
			if err != nil {
				t.Error(err)
				return
			}
			d.AddJoined(path, j, data, "gia_tri")
		})
	})
	d.wait()
	d.SetStyle(func(s *gis.Style) { s.Label = "gia_tri" })
	d.wait()
	themes := maptest.Themes(t)
	o := export.Options{
		Theme: themes.Light, Fonts: maptest.Fonts(t), Width: 520, Height: 650, ScaleBar: true, Licence: "Niên giám 2025 · Roadsnap",
		View:     view.Viewport{Center: geo.Point{Lat: 16, Lon: 107}, Zoom: 4.9, Width: 520, Height: 650, Scale: 1},
		Overlays: append(d.Overlays(), d.Names()...), Title: d.State().Item().Title(), North: words.T("legend.north"), Colours: d.Legend(),
	}
	return o
}
