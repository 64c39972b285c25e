// SPDX-License-Identifier: MIT

package export

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/borders"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

// TestTheCountryIsSeenAmongItsNeighbours draws views of the country in both
// languages. Seas and neighbours must be named, and not over names in the
// country.
func TestTheCountryIsSeenAmongItsNeighbours(t *testing.T) {
	theme := maptest.Themes(t).Light
	provinces := []borders.Name{
		{Text: "Nghệ An", At: geo.Point{Lat: 19.2, Lon: 104.9}, Province: true}, {Text: "Cà Mau", At: geo.Point{Lat: 9.2, Lon: 105.1}, Province: true},
	}
	for language, want := range map[string][]string{
		"vi": {"Biển Đông", "Vịnh\nBắc Bộ", "Vịnh\nThái Lan", "LÀO", "CAMPUCHIA", "TRUNG QUỐC", "THÁI LAN"},
		"en": {"East Sea", "Gulf of\nTonkin", "Gulf of\nThailand", "LAOS", "CAMBODIA", "CHINA", "THAILAND"},
	} {
		b := borders.New(named{&quilt{empty: true}, provinces}, theme, borders.Options{Fonts: maptest.Fonts(t), Language: "vi"})
		defer b.Close()
		b.SetLanguage(language)
		o := exported(t, theme)
		o.Source, o.Legend, o.Overlays = nil, nil, []overlay.Overlay{b, b.Names(nil)}
		o.View = view.Viewport{Width: 1400, Height: 850, Scale: 1}.Fit(borders.CountryBounds(geo.NoBounds), 48)
		o.Width, o.Height = 1400, 850
		for _, zoom := range []float64{5, 5.5, o.View.Zoom} {
			o.View.Zoom = zoom
			e, err := newExporter(context.Background(), o)
			if err != nil {
				t.Fatal(err)
			}
			if err := e.chooseNames(); err != nil {
				t.Fatal(err)
			}
			checkLabels(t, language, e)
			var texts []string
			for _, lb := range e.labels {
				texts = append(texts, lb.Label.Text)
			}
			for _, n := range provinces {
				if !slices.ContainsFunc(texts, func(s string) bool { return strings.ReplaceAll(s, "\n", " ") == n.Text }) {
					t.Errorf("%s, zoom %v: %q is not among %q", language, zoom, n.Text, texts)
				}
			}
			for _, text := range want {
				if !slices.Contains(texts, text) {
					t.Errorf("%s, zoom %v: %q is not among %q", language, zoom, text, texts)
				}
			}
		}
		var svg bytes.Buffer
		if err := SVG(context.Background(), &svg, o); err != nil {
			t.Fatal(err)
		}
		if sea := `aria-label="` + want[0] + `"`; !strings.Contains(svg.String(), sea) {
			t.Errorf("%s: no %s in the picture", language, sea)
		}
	}
}

// named is a source with additional names.
type named struct {
	*quilt
	names []borders.Name
}

func (n named) BorderNames() ([]borders.Name, error) { return n.names, nil }
