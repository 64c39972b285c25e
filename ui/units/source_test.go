// SPDX-License-Identifier: MIT

package units_test

import (
	"context"
	"image"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"fyne.io/fyne/v2/theme"

	"roadsnap/assets"
	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/mapdraw"
	"roadsnap/ui/mapdraw/borders"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/units"
)

// newUnits returns the model of units over the embedded overview or a pack.
func newUnits(t testing.TB, pack string) *settledUnits {
	t.Helper()
	e, err := engine.New(engine.Options{Units: data.Units(), Overview: data.OverviewPack})
	if err != nil {
		t.Fatal(err)
	}
	if pack != "" {
		if err := e.OpenPack(pack); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := e.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	ui := jobtest.New(t)
	u := &settledUnits{units.NewModel(ui.Jobs, e), ui, t}
	ui.Rest(t)
	return u
}

// settledUnits is a model whose State waits for its jobs.
type settledUnits struct {
	*units.Model
	ui *jobtest.UI
	t  testing.TB
}

// State waits until no job runs and returns the state.
func (u *settledUnits) State() units.State {
	u.ui.Rest(u.t)
	return u.Model.State()
}

func mapLook(t testing.TB) (style.Style, *style.Fonts) {
	t.Helper()
	themes, err := style.Parse(assets.MapStyle)
	if err != nil {
		t.Fatal(err)
	}
	fonts, err := style.ParseFonts(theme.DefaultTextFont().Content(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return themes, fonts
}

// TestEveryViewOfTheCountryNamesTheArchipelagos compares pictures of the whole country
// with and without names near Hoàng Sa and Trường Sa.
func TestEveryViewOfTheCountryNamesTheArchipelagos(t *testing.T) {
	model := newUnits(t, "")
	themes, fonts := mapLook(t)
	bounds := borders.CountryBounds(model.State().Borders.Bounds)
	for name, look := range map[string]style.Theme{"light": themes.Light, "dark": themes.Dark} {
		for _, size := range [][2]int{{640, 480}, {1500, 900}} {
			v := view.Viewport{Width: size[0], Height: size[1], Scale: 1}.Fit(bounds, 48)
			m := mapdraw.NewMap(nil, look, mapdraw.Options{})
			b := borders.New(model.BorderSource(), look, borders.Options{Fonts: fonts})
			if err := b.Wait(t.Context(), v); err != nil {
				t.Fatal(err)
			}
			plain, named := image.NewRGBA(image.Rect(0, 0, v.Width, v.Height)), image.NewRGBA(image.Rect(0, 0, v.Width, v.Height))
			m.Compose(plain, v, []overlay.Overlay{b})
			m.Compose(named, v, []overlay.Overlay{b, b.Names(m)})
			for place, at := range map[string]geo.Point{"Hoàng Sa": {Lat: 16.5, Lon: 112}, "Trường Sa": {Lat: 9.8, Lon: 114.3}} {
				x, y := v.ToScreen(at)
				if !image.Pt(int(x), int(y)).In(named.Rect) {
					t.Errorf("%s, %v: %s is not in the view", name, size, place)
				}
				written := 0
				for py := int(y) - 20; py <= int(y)+20; py++ {
					for px := int(x) - 60; px <= int(x)+60; px++ {
						if plain.RGBAAt(px, py) != named.RGBAAt(px, py) {
							written++
						}
					}
				}
				if written < 200 {
					t.Errorf("%s, %v: %s is not named: %d pixels differ", name, size, place, written)
				}
			}
			b.Close()
			m.Close()
		}
	}
}

// wardsPack returns a pack with the borders of all wards, built from the data that the
// environment names.
func wardsPack(t testing.TB) string {
	t.Helper()
	folder := os.Getenv("ROADSNAP_DATA")
	if folder == "" {
		t.Skip("ROADSNAP_DATA is not set: no borders of wards to draw")
	}
	out := filepath.Join(t.TempDir(), "units.rsp")
	_, err := engine.Import(t.Context(), engine.ImportOptions{
		Units: []string{filepath.Join(folder, "units")}, Table: newUnits(t, "").Table(), Out: out, Name: "units",
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// BenchmarkBorders draws the borders of all 3,321 wards at country zoom, and some of them
// at a closer zoom, both cold from the pack and while panning.
func BenchmarkBorders(b *testing.B) {
	model := newUnits(b, wardsPack(b))
	style, fonts := mapLook(b)
	size := view.Viewport{Width: 1600, Height: 1000, Scale: 1}
	near := size
	near.Center = geo.Point{Lat: 10.78, Lon: 106.7}
	for _, c := range []struct {
		name string
		view func() view.Viewport
	}{
		{"country", func() view.Viewport { return size.Fit(borders.CountryBounds(model.State().Borders.Bounds), 48) }},
		{"province", func() view.Viewport { near.Zoom = 8; return near }},
		{"ward", func() view.Viewport { near.Zoom = 11; return near }},
		{"street", func() view.Viewport { near.Zoom = 14; return near }},
	} {
		v := c.view()
		dst := image.NewRGBA(image.Rect(0, 0, v.Width, v.Height))
		m := mapdraw.NewMap(nil, style.Light, mapdraw.Options{})
		b.Run(c.name+"/cold", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				o := borders.New(model.BorderSource(), style.Light, borders.Options{Fonts: fonts})
				if err := o.Wait(context.Background(), v); err != nil {
					b.Fatal(err)
				}
				m.Compose(dst, v, []overlay.Overlay{o, o.Names(m)})
				o.Close()
			}
		})
		o := borders.New(model.BorderSource(), style.Light, borders.Options{Fonts: fonts})
		o.Select("79")
		if err := o.Wait(context.Background(), v); err != nil {
			b.Fatal(err)
		}
		b.Run(c.name+"/pan", func(b *testing.B) {
			b.ReportAllocs()
			step := 0
			for b.Loop() {
				step++
				m.Compose(dst, v.Pan(float64(step%40), 0), []overlay.Overlay{o, o.Names(m)})
			}
		})
		o.Close()
		m.Close()
	}
}

// BenchmarkSelectedWards draws all 3,321 wards selected one by one, at country zoom and at
// a close zoom, both after the click and while panning.
func BenchmarkSelectedWards(b *testing.B) {
	model := newUnits(b, wardsPack(b))
	model.Show(units.TableView)
	var codes []string
	for _, r := range model.State().Listed() {
		codes = append(codes, r.Code())
	}
	style, fonts := mapLook(b)
	size := view.Viewport{Width: 1600, Height: 1000, Scale: 1}
	near := size
	near.Center, near.Zoom = geo.Point{Lat: 10.78, Lon: 106.7}, 11
	m := mapdraw.NewMap(nil, style.Light, mapdraw.Options{})
	defer m.Close()
	o := borders.New(model.BorderSource(), style.Light, borders.Options{Fonts: fonts})
	defer o.Close()
	for name, v := range map[string]view.Viewport{"country": size.Fit(borders.CountryBounds(model.State().Borders.Bounds), 48), "ward": near} {
		dst := image.NewRGBA(image.Rect(0, 0, v.Width, v.Height))
		b.Run(name+"/select", func(b *testing.B) {
			for b.Loop() {
				o.Select()
				o.Select(codes...)
				if err := o.Wait(b.Context(), v); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(name+"/pan", func(b *testing.B) {
			step := 0
			for b.Loop() {
				step++
				m.Compose(dst, v.Pan(float64(step%40), 0), []overlay.Overlay{o})
			}
		})
	}
}

// TestBorderSourceTellsProvincesFromWards reads the overview, which only has borders of
// provinces, and four wards that share borders of both kinds.
func TestBorderSourceTellsProvincesFromWards(t *testing.T) {
	model := newUnits(t, "")
	n := 0
	// The finest level is requested, and the source returns a coarser one.
	err := model.BorderSource().Borders(boundary.Street, model.State().Borders.Bounds.Fixed(), func(b borders.Border) {
		n++
		if !b.Province || len(b.Line) < 2 || b.Level != boundary.Country {
			t.Errorf("border %+v", b)
		}
	})
	if err != nil || n < 100 {
		t.Errorf("%d borders, %v", n, err)
	}
	between := 0
	model = fourWards(t)
	err = model.BorderSource().Borders(boundary.Street, model.State().Borders.Bounds.Fixed(), func(b borders.Border) {
		if b.Level != boundary.Street {
			t.Errorf("border %+v", b)
		}
		if !b.Province {
			between++
		}
	})
	if err != nil || between == 0 {
		t.Errorf("%d borders between wards, %v", between, err)
	}
}

// TestCitiesAreNamedFirst checks the order of names, because of two names that collide
// only the first is drawn.
func TestCitiesAreNamedFirst(t *testing.T) {
	names, err := newUnits(t, "").BorderSource().BorderNames()
	if err != nil {
		t.Fatal(err)
	}
	var first []string
	for _, n := range names[:min(7, len(names))] {
		first = append(first, n.Text)
	}
	want := []string{"Hồ Chí Minh", "Hà Nội", "Hải Phòng", "Cần Thơ", "Đồng Nai", "Đà Nẵng", "Huế"}
	if !slices.Equal(first, want) {
		t.Errorf("the first names are %q, want %q", first, want)
	}
}

// TestUnitsHaveEnglishNames checks the names that the English map writes.
func TestUnitsHaveEnglishNames(t *testing.T) {
	names, err := fourWards(t).BorderSource().BorderNames()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, n := range names {
		got[n.Text] = n.English + "|" + n.BareEnglish
	}
	for text, want := range map[string]string{"Phường Sài Gòn": "Sai Gon Ward|Sai Gon", "Hồ Chí Minh": "Ho Chi Minh|Ho Chi Minh"} {
		if got[text] != want {
			t.Errorf("%q is %q in English, want %q", text, got[text], want)
		}
	}
}

// TestFormerDistrictsLieWhereTheirWardsDo checks the former districts of four wards of Ho
// Chi Minh City.
func TestFormerDistrictsLieWhereTheirWardsDo(t *testing.T) {
	source := fourWards(t).BorderSource()
	districts, err := source.FormerDistricts()
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, d := range districts {
		if d.Name == "Gò Vấp" {
			t.Errorf("a district without borders is there: %+v", d)
		}
		if d.Name == "1" && d.Bounds.Contains(inSaiGon) {
			found = !d.Ward && !d.Bounds.Contains(geo.Point{Lat: 10.83, Lon: 106.67})
		}
	}
	if !found {
		t.Errorf("Quận 1 is not where its wards are: %+v", districts)
	}
	if districts, err = newUnits(t, "").BorderSource().FormerDistricts(); len(districts) > 0 || err != nil {
		t.Errorf("without borders of wards there are %d districts, %v", len(districts), err)
	}
}
