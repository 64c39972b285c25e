// SPDX-License-Identifier: MIT

package style

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"strings"
	"testing"

	"roadsnap/engine/basemap"
)

func shippedStyle(t testing.TB) string {
	t.Helper()
	data, err := os.ReadFile("../../../assets/style/map.json")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestShippedStylePaintsEveryKind(t *testing.T) {
	themes := testThemes(t)
	for _, theme := range []Theme{themes.Light, themes.Dark} {
		painted := map[basemap.Kind]int{}
		for _, s := range theme.Areas {
			painted[s.Kind]++
		}
		for _, s := range theme.Lines {
			painted[s.Kind]++
		}
		for _, s := range theme.Roads {
			painted[s.Kind]++
		}
		for _, s := range theme.Places {
			painted[s.Kind]++
		}
		for k := range theme.Sites {
			painted[k]++
		}
		for _, k := range basemap.Kinds() {
			if painted[k] != 1 {
				t.Errorf("%v is painted by %d styles, want 1", k, painted[k])
			}
		}
	}
}

func TestShippedPalettesNameTheSameColours(t *testing.T) {
	var file styleFile
	if err := json.Unmarshal([]byte(shippedStyle(t)), &file); err != nil {
		t.Fatal(err)
	}
	text := shippedStyle(t)
	text = text[strings.Index(text, `"background"`):]
	for name := range file.Palettes.Light {
		if _, ok := file.Palettes.Dark[name]; !ok {
			t.Errorf("dark has no %q", name)
		}
		if !strings.Contains(text, `"`+name+`"`) {
			t.Errorf("nothing is painted in %q", name)
		}
	}
	for name := range file.Palettes.Dark {
		if _, ok := file.Palettes.Light[name]; !ok {
			t.Errorf("light has no %q", name)
		}
	}
}

// TestTracesStandOut checks that raw points, route and ground differ in lightness
// in every theme, because every eye can see that.
func TestTracesStandOut(t *testing.T) {
	themes := testThemes(t)
	for name, theme := range map[string]Theme{"light": themes.Light, "dark": themes.Dark} {
		o := theme.Overlay
		for _, c := range []struct {
			what  string
			ratio float64
			least float64
		}{
			{"route on its casing", contrast(o.Route, o.Casing), 4},
			{"raw dot on its rim", contrast(o.RawDot, o.RawRim), 2.8},
			{"route on land", contrast(o.Route, theme.Background), 3},
			{"raw dot on land", contrast(o.RawDot, theme.Background), 2.4},
		} {
			if c.ratio < c.least {
				t.Errorf("%s: %s has a contrast of %.1f, want at least %.1f", name, c.what, c.ratio, c.least)
			}
		}
	}
}

// contrast is the contrast ratio of WCAG 2, 1…21.
func contrast(a, b interface{ RGBA() (r, g, b, a uint32) }) float64 {
	luminance := func(c interface{ RGBA() (r, g, b, a uint32) }) float64 {
		r, g, b, _ := c.RGBA()
		linear := func(v uint32) float64 {
			s := float64(v) / 0xffff
			if s <= 0.04045 {
				return s / 12.92
			}
			return math.Pow((s+0.055)/1.055, 2.4)
		}
		return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
	}
	hi, lo := luminance(a), luminance(b)
	if hi < lo {
		hi, lo = lo, hi
	}
	return (hi + 0.05) / (lo + 0.05)
}

func TestParseTellsWhatIsWrong(t *testing.T) {
	good := shippedStyle(t)
	for _, c := range []struct {
		name, old, new, want string
	}{
		{"not JSON", `{`, ``, "map style is not valid"},
		{"more after the end", "", "}", "extra data after its end"},
		{"unknown field", `"background"`, `"backdrop"`, `unknown field "backdrop"`},
		{"bad colour", `"#9fcde8"`, `"blue"`, `"blue" is not a colour`},
		{"bad digit", `"#9fcde8"`, `"#9fcdeg"`, "is not a colour"},
		{"missing colour", `"fill": "green"`, `"fill": "grass"`, `light: areas[1].fill: the palette has no colour "grass"`},
		{"wrong kind", `"kind": "green"`, `"kind": "road_path"`, `areas[1]: kind "road_path" is not allowed here`},
		{"no such kind", `"kind": "place_city"`, `"kind": "city"`, `places[0]: kind "city" is not allowed here`},
		{"zooms out of order", `[[10, 0.6], [13, 0.8]`, `[[13, 0.6], [10, 0.8]`, "are not in ascending order"},
		{"too wide", `[[10, 0.6], [13, 0.8]`, `[[10, 0.6], [13, 1100]`, "lines[4].width: 1100 at zoom 13 is not within"},
		{"odd dash", `"dash": [6, 4]`, `"dash": [6]`, "lines[3].dash: want two lengths"},
		{"dash too short", `"dash": [6, 4]`, `"dash": [6, 1e-9]`, "lines[3].dash: want two lengths"},
		{"ties too close", `"ties": 14`, `"ties": 1e-9`, "lines[4].ties: 1e-09 is not within"},
		{"halo too wide", `"halo_width": 2,`, `"halo_width": 2000,`, "halo_width: 2000 is not within"},
		{"name without style", `"name_zoom": 13, "name": {"size": [[13, 10], [17, 12]]`, `"name_zoom": 13, "nome": {"size": [[13, 10], [17, 12]]`, `unknown field "nome"`},
		{"plate for no letters", `"prefixes": ["CT"]`, `"prefixes": []`, "shields.kinds[0].prefixes: none given"},
		{"plate of no colour", `"plate": "plate_ql"`, `"plate": "red"`, `light: shields.kinds[1].plate: the palette has no colour "red"`},
		{"border of no width", `"ward": {"fill": "border_ward", "width": [[5, 0.2],`, `"ward": {"fill": "border_ward", "edge": [[5, 0.2],`, "borders.ward.width: missing"},
		{"casing of no colour", `"casing": "border_casing", "edge"`, `"edge"`, `light: borders.province.casing: the palette has no colour ""`},
		{"halo of a unit too wide", `"halo_width": 7,`, `"halo_width": 70,`, "borders.halo_width: 70 is not within"},
		{"name of no unit", `"islands":`, `"isles":`, "borders.names.islands.text.size: missing"},
		{"name of one unit more", `"islands":`, `"isles": {}, "islands":`, "borders.names: want 5 kinds of names, not 6"},
		{"no colour of routes", `"route": "route"`, `"rout": "route"`, `overlays.route: the palette has no colour ""`},
		{"a colour too many", `"route": "route"`, `"rout": "route", "route": "route"`, "overlays: want 15 colours, not 16"},
		{"no such face", `"face": "italic"`, `"face": "gothic"`, `"gothic" is not one of regular, bold, italic`},
	} {
		t.Run(c.name, func(t *testing.T) {
			bad := strings.Replace(good, c.old, c.new, 1)
			if c.old == "" {
				bad = good + c.new
			}
			_, err := Parse([]byte(bad))
			if !errors.Is(err, Err) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("Parse: %v; want %q in it", err, c.want)
			}
		})
	}
}

func TestStops(t *testing.T) {
	s := Stops{{10, 1}, {12, 4}, {14, 0}}
	for _, c := range []struct{ zoom, want float64 }{
		{3, 1}, {10, 1}, {11, 2}, {12, 4}, {13, 2}, {14, 0}, {20, 0},
	} {
		if got := s.At(c.zoom); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("at zoom %v: %v, want %v", c.zoom, got, c.want)
		}
	}
	if got := Stops(nil).At(5); got != 0 {
		t.Errorf("no stops: %v, want 0", got)
	}
}

func testThemes(t testing.TB) Style {
	t.Helper()
	s, err := Parse([]byte(shippedStyle(t)))
	if err != nil {
		t.Fatal(err)
	}
	return s
}
