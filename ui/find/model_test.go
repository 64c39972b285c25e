// SPDX-License-Identifier: MIT

package find_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"roadsnap/assets"
	"roadsnap/engine"
	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/engine/units"
	"roadsnap/ui/find"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/text"
)

// library is a searcher with a few results for each text.
type library struct {
	mu    sync.Mutex // a search that was cancelled may still run
	asked []engine.SearchOptions
	err   error
}

func (l *library) Search(text string, o engine.SearchOptions) ([]engine.Found, error) {
	l.mu.Lock()
	l.asked = append(l.asked, o)
	l.mu.Unlock()
	switch text {
	case "le loi":
		return []engine.Found{
			{Kind: engine.FoundStreet, Name: "Lê Lợi"}, {Kind: engine.FoundPOI, Name: "Trường Lê Lợi"}, {Kind: engine.FoundStreet, Name: "Lê Lai"},
			{Kind: engine.FoundUnit, Name: "Xã Lê Lợi"}, {Kind: engine.FoundPlace, Name: "Lê Lợi"}, {Kind: engine.FoundPOI, Name: "Quán Lê Lợi"},
		}, l.err
	case "one":
		return []engine.Found{{Kind: engine.FoundCoordinates}}, l.err
	}
	return nil, l.err
}

func (*library) StreetLines(context.Context, engine.Found) ([][]geo.Point, error) { return nil, nil }

func start(t *testing.T) (*jobtest.UI, *library, *find.Model) {
	ui, l := jobtest.New(t), &library{}
	return ui, l, find.NewModel(ui.Jobs, l, func() (geo.Point, bool) { return geo.Point{Lat: 10, Lon: 106}, true })
}

func TestResultsAreGrouped(t *testing.T) {
	ui, l, m := start(t)
	changes := 0
	m.OnChange(func() { changes++ })
	m.Ask(" le loi ")
	ui.Until(t, "results", func() bool { return m.State().Done })
	var names []string
	for _, f := range m.State().Results {
		names = append(names, f.Name)
	}
	if want := []string{"Lê Lợi", "Lê Lai", "Trường Lê Lợi", "Quán Lê Lợi", "Xã Lê Lợi", "Lê Lợi"}; !slices.Equal(names, want) {
		t.Errorf("results %q, want %q", names, want)
	}
	if len(l.asked) != 1 || !l.asked[0].HasNear || l.asked[0].Near.Lon != 106 || changes != 1 {
		t.Errorf("asked %+v, %d changes", l.asked, changes)
	}
	m.Ask("le loi")
	ui.Rest(t)
	if len(l.asked) != 1 {
		t.Error("the same text was searched for again")
	}
}

func TestChoice(t *testing.T) {
	ui, _, m := start(t)
	if _, ok := m.Chosen(); ok {
		t.Error("a choice without results")
	}
	m.Choose(1)
	m.Ask("le loi")
	if _, ok := m.Chosen(); ok {
		t.Error("a choice before the results")
	}
	ui.Until(t, "results", func() bool { return m.State().Done })
	for _, step := range []struct {
		by   int
		want string
	}{{0, "Lê Lợi"}, {1, "Lê Lai"}, {1, "Trường Lê Lợi"}, {-9, "Lê Lợi"}, {99, "Lê Lợi"}, {-1, "Xã Lê Lợi"}} {
		m.Choose(step.by)
		if f, ok := m.Chosen(); !ok || f.Name != step.want {
			t.Errorf("by %d: %q, want %q", step.by, f.Name, step.want)
		}
	}
	m.Ask("")
	if s := m.State(); s.Text != "" || len(s.Results) > 0 || s.Done {
		t.Errorf("after the empty text: %+v", s)
	}
}

// TestTheLastTextWins asks twice before the first answer is applied.
func TestTheLastTextWins(t *testing.T) {
	ui, _, m := start(t)
	m.Ask("le loi")
	m.Ask("one")
	ui.Until(t, "results", func() bool { return m.State().Done })
	ui.Rest(t)
	if s := m.State(); s.Text != "one" || len(s.Results) != 1 {
		t.Errorf("%+v", s)
	}
}

func TestNothingFound(t *testing.T) {
	ui, l, m := start(t)
	l.err = errors.New("damaged")
	m.Ask("https://maps.app.goo.gl/x")
	ui.Until(t, "results", func() bool { return m.State().Done })
	if s := m.State(); !s.Link || s.Err == nil || len(s.Results) > 0 {
		t.Errorf("%+v", s)
	}
}

func TestDetail(t *testing.T) {
	for language, want := range map[string]string{
		"vi": "Phường Bến Thành, Phường Sài Gòn, … · 1,20 km", "en": "Ben Thanh Ward, Sai Gon Ward, … · 1.20 km",
	} {
		words, err := text.Load(assets.Translations(), language)
		if err != nil {
			t.Fatal(err)
		}
		ward := func(vi, en string) units.Ward { return units.Ward{FullName: vi, FullNameEN: en} }
		f := engine.Found{
			Kind: engine.FoundStreet, Name: "Lê Lợi", NameEn: "Le Loi Boulevard", Province: "Thành phố Hồ Chí Minh", HasPlace: true, Metres: 1200,
			Wards: []units.Ward{ward("Phường Bến Thành", "Ben Thanh Ward"), ward("Phường Sài Gòn", "Sai Gon Ward"), ward("", "")},
		}
		if got := find.Detail(words, f, true); got != want {
			t.Errorf("%s: %q, want %q", language, got, want)
		}
		if got := find.Title(words, f); (got == "Le Loi Boulevard") != (language == "en") {
			t.Errorf("%s: title %q", language, got)
		}
		f.MissingNumber = "12"
		missing := map[string]string{"vi": "Chưa có số 12 trên bản đồ · ", "en": "No. 12 is not on the map · "}[language]
		if got := find.Detail(words, f, true); got != missing+want {
			t.Errorf("%s: %q, want %q", language, got, missing+want)
		}
		unnamed := engine.Found{Kind: engine.FoundPOI, Category: basemap.POIATM}
		if got, want := find.Title(words, unnamed), map[string]string{"vi": "Máy ATM", "en": "Cash machine"}[language]; got != want {
			t.Errorf("%s: an unnamed cash machine is %q, want %q", language, got, want)
		}
		district := engine.Found{Kind: engine.FoundDistrict, Name: "Quận 1", Wards: f.Wards, Province: "Thành phố Hồ Chí Minh"}
		former := map[string]string{
			"vi": "Quận, huyện cũ (đến tháng 6/2025), nay là Phường Bến Thành, Phường Sài Gòn, …",
			"en": "District until June 2025, now Ben Thanh Ward, Sai Gon Ward, …",
		}[language]
		if got := find.Detail(words, district, false); got != former || find.Title(words, district) != "Quận 1" {
			t.Errorf("%s: %q, want %q", language, got, former)
		}
		far := engine.Found{Kind: engine.FoundNature, Name: "Hồ Tây", Province: "Thành phố Hà Nội", ProvinceEn: "Ha Noi City"}
		if got, want := find.Detail(words, far, false), map[string]string{"vi": "Thành phố Hà Nội", "en": "Ha Noi City"}[language]; got != want {
			t.Errorf("%s: a lake lies in %q, want %q", language, got, want)
		}
		if got := find.Title(words, engine.Found{Kind: engine.FoundCoordinates, At: geo.Point{Lat: 10.5, Lon: 106.25}}); got == "" {
			t.Errorf("%s: no title for coordinates", language)
		}
	}
}
