// SPDX-License-Identifier: MIT

package maps_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"roadsnap/assets"
	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/diagnostic"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
	"roadsnap/engine/units"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/maps"
	"roadsnap/ui/text"
)

// wordsOf returns the catalogue of each language.
func wordsOf(t *testing.T) map[string]text.Catalogue {
	t.Helper()
	all := make(map[string]text.Catalogue)
	for _, l := range text.Languages {
		w, err := text.Load(assets.Translations(), l.Tag)
		if err != nil {
			t.Fatal(err)
		}
		all[l.Tag] = w
	}
	return all
}

// TestEveryFindingHasASentence checks that every kind has a sentence of its own.
func TestEveryFindingHasASentence(t *testing.T) {
	for language, w := range wordsOf(t) {
		said := map[string]diagnostic.Kind{}
		for _, kind := range diagnostic.Kinds() {
			text := w.Diagnostic(diagnostic.Diagnostic{Kind: kind, Count: 1})
			if !regexp.MustCompile(`^\p{Lu}.* .*\.$`).MatchString(text) || strings.Contains(text, string(kind)) {
				t.Errorf("%s: %s is no sentence: %q", language, kind, text)
			}
			if other, again := said[text]; again {
				t.Errorf("%s: %s and %s are both %q", language, kind, other, text)
			}
			said[text] = kind
		}
		if text := w.Diagnostic(diagnostic.Diagnostic{Kind: "sea_serpents"}); !strings.Contains(text, "sea_serpents") || text == "sea_serpents" {
			t.Errorf("%s: a kind of a later version is %q", language, text)
		}
	}
}

func TestSummary(t *testing.T) {
	info := func(counts map[string]int64, known bool, kinds ...diagnostic.Kind) engine.Info {
		i := engine.Info{Meta: pack.Meta{Counts: counts}, HasDiagnostics: known}
		for _, k := range kinds {
			i.Diagnostics.Count(k, 7)
		}
		return i
	}
	both := map[string]int64{"road_ways": 412000, "wards": 3321}
	for _, c := range []struct {
		info   engine.Info
		en, vi string
	}{
		{info(both, true, diagnostic.Gaps, diagnostic.AreaWays, diagnostic.Overlaps), "412,000 roads · 3,321 wards · 2 issues to review", "412.000 đường · 3.321 đơn vị cấp xã · 2 mục cần xem lại"},
		{info(map[string]int64{"road_ways": 1}, true, diagnostic.CoastEnds), "1 road · 1 issue to review", "1 đường · 1 mục cần xem lại"},
		{info(map[string]int64{"wards": 1}, true, diagnostic.AreaWays), "1 ward · no issues to review", "1 đơn vị cấp xã · không có mục cần xem lại"},
		{info(both, false), "412,000 roads · 3,321 wards", "412.000 đường · 3.321 đơn vị cấp xã"},
		{info(nil, false), "", ""},
	} {
		words := wordsOf(t)
		if en, vi := maps.Summary(words["en"], c.info), maps.Summary(words["vi"], c.info); en != c.en || vi != c.vi {
			t.Errorf("%q and %q, want %q and %q", en, vi, c.en, c.vi)
		}
	}
}

func TestReportAsText(t *testing.T) {
	gaps := diagnostic.Diagnostic{Kind: diagnostic.Gaps}
	gaps.Add(diagnostic.Item{Name: "Phường Đồ Sơn", Size: 56167.8, Bounds: geo.BoundsOf(geo.Point{Lat: 20.69, Lon: 106.79})})
	gaps.Count = 3
	ends := diagnostic.Diagnostic{Kind: diagnostic.CoastEnds}
	ends.Add(diagnostic.Item{Way: 123456, Bounds: geo.BoundsOf(geo.Point{Lat: 10.5, Lon: 107.25})})
	unnamed := diagnostic.Diagnostic{Kind: diagnostic.NoArea}
	unnamed.Add(diagnostic.Item{File: "a.geojson", Feature: 4, Bounds: geo.NoBounds})
	r := &maps.Report{Info: engine.Info{
		Links: 1200, Diagnostics: diagnostic.List{ends, gaps, unnamed, {Kind: diagnostic.AreaWays, Count: 44}}, HasDiagnostics: true,
		Meta: pack.Meta{Name: "Hải Phòng", Source: "x.osm.pbf", Counts: map[string]int64{"road_ways": 2500, "coast_sea_km2": 1818}},
	}}
	const want = `Hải Phòng
Source: x.osm.pbf
Roads: 2,500
Road segments: 1,200
Sea area from coastline: 1,818 km²

To review
1 × The coastline ends inside the map. Land and sea cannot be told apart near there.
    10.50000, 107.25000 · way 123456
3 × Land between wards that belongs to none of them.
    Phường Đồ Sơn · 5.62 ha · 20.69000, 106.79000
    and 2 more
1 × Features skipped: they have no area.
    no name · a.geojson, feature 4

Repaired or skipped automatically
44 × Squares mapped as areas were skipped.
`
	words := wordsOf(t)
	if got := r.Text(words["en"]); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if got := r.Text(words["vi"]); !strings.Contains(got, "Cần xem lại\n") || !strings.Contains(got, "Phường Đồ Sơn · 5,62 ha · 20.69000, 106.79000") {
		t.Error(got)
	}
	if got := (&maps.Report{Info: engine.Info{HasDiagnostics: true}}).Text(words["en"]); !strings.Contains(got, "no issues to review") {
		t.Errorf("of no diagnostics: %q", got)
	}
	if got := (&maps.Report{}).Text(words["en"]); !strings.Contains(got, "no import report") {
		t.Errorf("of an earlier pack: %q", got)
	}
}

// importing returns a model over an engine, and a function that writes a file to a common
// folder.
func importing(t *testing.T) (model *maps.Model, ui *jobtest.UI, write func(name, text string) string) {
	t.Helper()
	e, err := engine.New(engine.Options{Units: data.Units()})
	if err != nil {
		t.Fatal(err)
	}
	ui = jobtest.New(t)
	model = maps.NewModel(e, maps.Options{Jobs: ui.Jobs, SampleName: data.SampleName, Sample: data.SamplePack})
	t.Cleanup(func() {
		ui.Jobs.Close(time.Minute)
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	folder := t.TempDir()
	return model, ui, func(name, text string) string {
		path := filepath.Join(folder, name)
		if text == "" {
			return path
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
}

// done waits until the running work has ended, and returns the state.
func done(t *testing.T, model *maps.Model, ui *jobtest.UI) maps.State {
	t.Helper()
	ui.Rest(t)
	return model.State()
}

// unitTable returns the official table of units.
func unitTable(t *testing.T) *units.Table {
	t.Helper()
	table, err := units.Load(data.Units())
	if err != nil {
		t.Fatal(err)
	}
	return table
}

const cutRoad = `<osm version="0.6"><node id="1" lat="21.1" lon="105.1"/><node id="2" lat="21.2" lon="105.1"/>
<way id="7"><nd ref="1"/><nd ref="2"/><nd ref="3"/><tag k="highway" v="primary"/><tag k="name" v="Lê Lợi"/></way></osm>`

func TestReportComesWithTheImportAndStays(t *testing.T) {
	model, ui, write := importing(t)
	roads, out := write("x.osm", cutRoad), write("x.rsp", "")
	model.Import(unitTable(t), maps.Sources{Files: []string{roads}}, out)
	s := done(t, model, ui)
	r := s.Report
	if r == nil || !r.Info.HasDiagnostics || r.Failed || r.Info.Meta.Name != "x" || r.Info.Diagnostics.Doubts() == 0 || r.Info.Diagnostics[0].Items[0].Name != "Lê Lợi" {
		t.Fatalf("problem %+v, report %+v", s.Problem, r)
	}
	model.HideReport()
	if model.State().Report != nil {
		t.Error("the report is still shown")
	}
	wards := write("wards.geojson", `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"code":"00004"},
"geometry":{"type":"Polygon","coordinates":[[[105,21],[105.3,21],[105.3,21.3],[105,21.3]]]}}]}`)
	model.Import(unitTable(t), maps.Sources{Files: []string{wards}}, write("wards.rsp", ""))
	if s = done(t, model, ui); s.Report == nil || s.Report.Info.Meta.Name != "wards" || !s.HasOverlay {
		t.Fatalf("after an import of wards %+v", s.Report)
	}
	model.Describe(maps.DescribedMap)
	if r := model.State().Report; r == nil || r.Info.Meta.Name != "x" {
		t.Errorf("the record of the map under them is %+v", r)
	}
	model.CloseBorders()
	if s = done(t, model, ui); s.Report != nil {
		t.Error("after a change the old record is shown")
	}
	model.OpenSample(nil)
	done(t, model, ui)
	model.Describe(maps.DescribedMap)
	if r := model.State().Report; r == nil || !r.Info.HasDiagnostics || len(r.Info.Diagnostics) == 0 {
		t.Errorf("the record of the sample is %+v", r)
	}
	model.OpenPack(out)
	if s = done(t, model, ui); s.Report != nil {
		t.Error("a map that is opened shows its record unasked")
	}
	model.Describe(maps.DescribedMap)
	if r := model.State().Report; r == nil || !r.Info.HasDiagnostics || r.Info.Diagnostics.Doubts() == 0 {
		t.Errorf("the map that is opened again has %+v", r)
	}
}

// TestFailedImportShowsItsDiagnostics imports outlines that contain no ward.
func TestFailedImportShowsItsDiagnostics(t *testing.T) {
	model, ui, write := importing(t)
	wards := write("x.geojson", `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"Xã Không Có","provinceCode":"22"},
"geometry":{"type":"Polygon","coordinates":[[[105,21],[105.3,21],[105.3,21.3],[105,21]]]}}]}`)
	model.Import(unitTable(t), maps.Sources{Files: []string{wards}}, write("x.rsp", ""))
	s := done(t, model, ui)
	if s.Problem.Sentence != "error.units_nothing" || s.Report != nil || s.Failed.Doubts() != 1 {
		t.Fatalf("problem %+v, found %+v, report %+v", s.Problem, s.Failed, s.Report)
	}
	model.Describe(maps.DescribedFailure)
	if r := model.State().Report; r == nil || !r.Failed || len(r.Info.Diagnostics) != 1 || r.Info.Diagnostics[0].Kind != diagnostic.UnknownUnits {
		t.Errorf("%+v", r)
	}
	model.OpenSample(nil)
	if s = done(t, model, ui); s.Report != nil || len(s.Failed) > 0 {
		t.Errorf("after another map: found %+v, report %+v", s.Failed, s.Report)
	}
}

// TestSizesOfItems checks that an unknown size is not shown as 0.
func TestSizesOfItems(t *testing.T) {
	w := wordsOf(t)["en"]
	for _, c := range []struct {
		kind diagnostic.Kind
		size float64
		want string
	}{
		{diagnostic.Gaps, 1250, "1,250 m²"}, {diagnostic.Gaps, 0, ""},
		{diagnostic.MovedVertices, 0.25, "0.25 m"}, {diagnostic.MovedVertices, 0, ""},
		{diagnostic.SplitWays, 7, ""},
	} {
		if got := w.ItemSize(c.kind, diagnostic.Item{Size: c.size}); got != c.want {
			t.Errorf("%s of size %g: %q, want %q", c.kind, c.size, got, c.want)
		}
	}
}

// TestSourceAndDayAreInTheLanguageOfTheWindow checks that the number of files is written
// in each language, and that file names are kept.
func TestSourceAndDayAreInTheLanguageOfTheWindow(t *testing.T) {
	vi := wordsOf(t)["vi"]
	for source, want := range map[string]string{
		"01.json … 96.json (34 files)":       "01.json … 96.json (34 tệp)",
		"a (2 files) … b (1).json (3 files)": "a (2 files) … b (1).json (3 tệp)",
		"01.json … 96.json (1200 files)":     "01.json … 96.json (1.200 tệp)",
		"vietnam.osm.pbf":                    "vietnam.osm.pbf",
		"a.json, b.json":                     "a.json, b.json",
		"my copy (3 files)":                  "my copy (3 files)",
		"a … b (3 files).json":               "a … b (3 files).json",
		"":                                   "",
	} {
		if got := vi.Source(source); got != want {
			t.Errorf("%q is called %q, want %q", source, got, want)
		}
	}
	r := &maps.Report{Info: engine.Info{Meta: pack.Meta{
		Source: "01.json … 96.json (34 files)", SourceTime: time.Date(2018, time.January, 31, 0, 0, 0, 0, time.UTC),
	}}}
	facts := r.Facts(vi)
	if len(facts) != 2 || facts[0][1] != "01.json … 96.json (34 tệp)" || facts[1][1] != "31/01/2018" {
		t.Errorf("the record says %q", facts)
	}
}

// TestImportIsInsistedOn replaces a map by one with far fewer roads, and imports an extract
// that seems to be cut off, only when the user insists.
func TestImportIsInsistedOn(t *testing.T) {
	model, ui, write := importing(t)
	roads := func(n int, nodes bool) string {
		text := `<osm version="0.6">`
		for i := range n {
			text += fmt.Sprintf(`<node id="%d" lat="21.%04d" lon="105.1"/>`, i+1, i)
		}
		for i := range n - 1 {
			text += fmt.Sprintf(`<way id="%d"><nd ref="%d"/><nd ref="%d"/><tag k="highway" v="primary"/></way>`, i+1, i+1, i+2)
		}
		if !nodes {
			for i := range n {
				text += fmt.Sprintf(`<way id="%d"><nd ref="9%d"/><nd ref="99%d"/><tag k="highway" v="primary"/></way>`, 1000+i, i, i)
			}
		}
		return text + "</osm>"
	}
	out := write("x.rsp", "")
	model.Import(unitTable(t), maps.Sources{Files: []string{write("many.osm", roads(20, true))}}, out)
	if s := done(t, model, ui); s.Refused != nil || !s.Problem.Empty() {
		t.Fatalf("%+v", s.Problem)
	}
	few := maps.Sources{Files: []string{write("few.osm", roads(5, true))}}
	model.Import(unitTable(t), few, out)
	if s := done(t, model, ui); s.Refused == nil || s.Refused.CutOff || s.Problem.Sentence != "error.map_smaller" {
		t.Fatalf("refused %+v, %+v", s.Refused, s.Problem)
	}
	model.Insist()
	if s := done(t, model, ui); s.Refused != nil || !s.Problem.Empty() || s.Info.Meta.Counts["road_ways"] != 4 {
		t.Errorf("%+v, %d roads", s.Problem, s.Info.Meta.Counts["road_ways"])
	}
	model.Import(unitTable(t), maps.Sources{Files: []string{write("cut.osm", roads(1000, false))}}, write("y.rsp", ""))
	if s := done(t, model, ui); s.Refused == nil || !s.Refused.CutOff {
		t.Fatalf("refused %+v, %+v", s.Refused, s.Problem)
	}
	model.Insist()
	if s := done(t, model, ui); s.Refused != nil || !s.Problem.Empty() {
		t.Errorf("refused %+v, %+v", s.Refused, s.Problem)
	}
}
