// SPDX-License-Identifier: MIT

package maps

import (
	"context"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"roadsnap/assets"
	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
	"roadsnap/engine/units"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/kit"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/text"
)

func buttonsIn(o fyne.CanvasObject) (list []*kit.Button) {
	switch o := o.(type) {
	case *kit.Button:
		return []*kit.Button{o}
	case *fyne.Container:
		for _, child := range o.Objects {
			list = append(list, buttonsIn(child)...)
		}
	}
	return list
}

// TestLibraryList shows the maps that are not open, with what they are and what can be done.
func TestLibraryList(t *testing.T) {
	p := newTestPanel(t, "vi")
	var asked []string
	p.do.Confirm = func(title, sentence, _ string, _ func()) { asked = append(asked, title, sentence) }
	day := time.Date(2026, time.March, 3, 0, 0, 0, 0, time.UTC)
	meta := pack.Meta{Name: "Vietnam", Source: "vietnam.osm.pbf", SourceTime: day, Licences: []string{"ODbL"}, Counts: map[string]int64{"road_ways": 1234, "road_links": 1}}
	old := Record{Name: "vietnam-2026-03-03", Title: map[string]string{"vi": "Việt Nam"}, Earlier: true, Info: engine.Info{Name: "/old", Size: 3 << 30, Meta: meta}}
	damaged := Record{Name: "bad", Info: engine.Info{Name: "/bad"}, Problem: text.Explain(pack.ErrCorrupt)}
	s := State{Installed: true, Listed: 1, Info: engine.Info{Name: "/open", Meta: meta}, Library: []Record{{Name: "open", Info: engine.Info{Name: "/open"}}, old, damaged},
		Checks: map[string]Check{"/old": {}, "/open": {Running: true}}}
	p.Show(s)
	texts := labelsIn(p.Body())
	for _, want := range []string{"Bản đồ khác trên máy này", "Việt Nam", "3,0 GB · dữ liệu ngày 03/03/2026", "1.234 đường", "vietnam.osm.pbf", "ODbL", "✓ Đã kiểm tra: không có lỗi.", "Đang kiểm tra bản đồ…", "bad"} {
		if !slices.Contains(texts, want) {
			t.Errorf("%q is not among %q", want, texts)
		}
	}
	var names []string
	for _, b := range buttonsIn(p.Body()) {
		names = append(names, b.Text)
		if b.Text == "Xóa" {
			test.Tap(b)
		}
	}
	if want := []string{"Kiểm tra", "Quay lại bản 03/03/2026", "Dùng", "Mở thêm", "Kiểm tra", "Xóa", "Xóa"}; !slices.Equal(names, want) {
		t.Errorf("the buttons are %q, want %q", names, want)
	}
	if len(asked) != 4 || asked[1] != "Xóa bản đồ vietnam-2026-03-03 (3,0 GB) khỏi máy này? Không thể hoàn tác." {
		t.Errorf("asked %q", asked)
	}
	further := engine.Info{Name: "/old", Meta: meta}
	s.Further, s.FurtherInstalls = []engine.Info{further}, 1
	p.Show(s)
	names = nil
	for _, b := range buttonsIn(p.Body()) {
		names = append(names, b.Text)
	}
	if want := []string{"Kiểm tra", "", "Kiểm tra", "Xóa"}; !slices.Equal(names, want) {
		t.Errorf("with a further map, the buttons are %q, want %q", names, want)
	}
	if texts := labelsIn(p.Body()); !slices.Contains(texts, "Cũng đang mở") || slices.Index(texts, "Cũng đang mở") > slices.Index(texts, "Bản đồ khác trên máy này") {
		t.Errorf("the further map is not listed before those that are closed: %q", texts)
	}
	s.Further = nil
	s.Busy, s.Listed = true, 2
	p.Show(s)
	for _, b := range buttonsIn(p.Body()) {
		if b.Text != "Kiểm tra" && !b.Disabled() {
			t.Errorf("%q works during other work", b.Text)
		}
	}
}

// TestAgeOfTheMap says how old a map is that can be updated.
func TestAgeOfTheMap(t *testing.T) {
	words, err := text.Load(assets.Translations(), "en")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, time.December, 3, 12, 0, 0, 0, time.UTC)
	day := time.Date(2026, time.March, 3, 0, 0, 0, 0, time.UTC)
	info := engine.Info{Name: "/vietnam", Meta: pack.Meta{SourceTime: day}}
	s := State{Installed: true, Info: info, Library: []Record{{Info: info, Offered: true}}}
	if got, want := ageText(words, s, now), "Map of 2026-03-03, 9 months old."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	s.Newest = true
	if got, want := ageText(words, s, now), "Map of 2026-03-03, 9 months old. There is no newer one."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	s.Library[0].Offered = false
	if got := ageText(words, s, now); got != "" {
		t.Errorf("a map that cannot be updated: %q", got)
	}
}

// TestCoverage draws the sea round Vietnam and the mark of a map in its south.
func TestCoverage(t *testing.T) {
	e, err := engine.New(engine.Options{Units: data.Units(), Overview: data.OverviewPack, Land: data.LandPack})
	if err != nil {
		t.Fatal(err)
	}
	themes, err := style.Parse(assets.MapStyle)
	if err != nil {
		t.Fatal(err)
	}
	b := geo.Bounds{South: 10.3, West: 106.3, North: 11.2, East: 107}
	picture, err := drawCoverage(t.Context(), ground{e}, themes.Light, b)
	if err != nil {
		t.Fatal(err)
	}
	size := picture.Rect.Size()
	if sea, land := picture.RGBAAt(size.X-3, size.Y/2), picture.RGBAAt(size.X/3, 3); sea == land {
		t.Errorf("the sea has the colour of land, %v", sea)
	}
	marked, route := 0, themes.Light.Overlay.Route
	for y := range size.Y {
		for x := range size.X {
			if picture.RGBAAt(x, y) == route {
				marked++
				if y < size.Y*3/4 || x < size.X/3 || x > size.X*3/4 {
					t.Fatalf("a mark at %d, %d of %v", x, y, size)
				}
			}
		}
	}
	if marked < 10 {
		t.Errorf("%d pixels are marked", marked)
	}
}

// leastWidth is the least width of the list next to the map.
const leastWidth = 240

// TestPanelFitsItsLeastWidth checks the panel with all of its buttons in both languages. What
// is wider would be cut off at its right edge.
func TestPanelFitsItsLeastWidth(t *testing.T) {
	test.NewTempApp(t)
	e, err := engine.New(engine.Options{Units: data.Units()})
	if err != nil {
		t.Fatal(err)
	}
	for _, language := range text.Languages {
		words, err := text.Load(assets.Translations(), language.Tag)
		if err != nil {
			t.Fatal(err)
		}
		o := Options{Jobs: jobtest.New(t).Jobs, Installer: noInstaller{}, Offer: Offer{Name: map[string]string{"vi": "Việt Nam", "en": "Vietnam"}}, Extractor: noExtractor{}}
		p := New(words, NewModel(e, o), Actions{})
		info := engine.Info{Name: "/a", Size: 3 << 30, Links: 12345678, Meta: pack.Meta{Name: "Vietnam", SourceTime: time.Date(2026, time.March, 30, 0, 0, 0, 0, time.UTC), Source: "vietnam-latest.osm.pbf", Licences: []string{"© OpenStreetMap contributors, ODbL 1.0"}}}
		other := Record{Name: "b", Earlier: true, Info: info}
		other.Info.Name = "/b"
		for _, s := range []State{
			{Offered: true, IsSample: true, Installed: true, Info: info},
			{Offered: true, Started: true, IsSample: true, Installed: true, Info: info},
			{Offered: true, Installed: true, Info: info, Library: []Record{{Name: "a", Info: info, Offered: true}, other}, Checks: map[string]Check{"/a": {}, "/b": {}}},
		} {
			p.Show(s)
			p.Content().Resize(fyne.NewSize(leastWidth, 2000))
			p.Content().Resize(fyne.NewSize(leastWidth, 2001)) // wrapped rows know their width
			if width := p.Content().MinSize().Width; width > leastWidth {
				t.Errorf("%s, started %v, library of %d: the panel asks for %v of %v", language.Tag, s.Started, len(s.Library), width, leastWidth)
			}
		}
	}
}

type noInstaller struct{}

func (noInstaller) Install(context.Context, Sources, func(Progress)) (string, bool, error) {
	return "", false, nil
}
func (noInstaller) Started() bool             { return false }
func (noInstaller) SetNetwork(Network) string { return "" }

type noExtractor struct{}

func (noExtractor) Provinces() []units.Province {
	return []units.Province{{Code: "79", Name: "Hồ Chí Minh"}}
}
func (noExtractor) Extract(context.Context, string, units.Province, string) (int64, error) {
	return 5 << 20, nil
}

// TestExtractFromThePanel asks for a province and a file, and says where the new map is.
func TestExtractFromThePanel(t *testing.T) {
	test.NewTempApp(t)
	words, err := text.Load(assets.Translations(), "en")
	if err != nil {
		t.Fatal(err)
	}
	ui := jobtest.New(t)
	e, err := engine.New(engine.Options{Units: data.Units()})
	if err != nil {
		t.Fatal(err)
	}
	model := NewModel(e, Options{Jobs: ui.Jobs, Extractor: noExtractor{}})
	var agree func() bool
	var choice *kit.Choice
	out := filepath.Join(t.TempDir(), "out.rsp")
	p := New(words, model, Actions{
		Edit: func(_, _ string, content fyne.CanvasObject, _ fyne.Size, then func() bool) {
			agree, choice = then, content.(*fyne.Container).Objects[1].(*kit.Choice)
		},
		SavePack: func(_, name string, then func(string)) {
			if name != "vietnam-79" {
				t.Errorf("the proposal is %q", name)
			}
			then(out)
		},
	})
	p.askExtract("/maps/vietnam.rsp")
	if agree() {
		t.Error("no province is chosen, and the dialog closes")
	}
	choice.SetSelectedIndex(0)
	if !agree() {
		t.Error("the dialog stays open")
	}
	ui.Rest(t)
	p.Show(model.State())
	if texts := labelsIn(p.Body()); !slices.Contains(texts, "The smaller map is saved: "+out+" (5.0 MB)") {
		t.Errorf("the panel says %q", texts)
	}
}
