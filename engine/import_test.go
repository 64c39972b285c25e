// SPDX-License-Identifier: MIT

package engine_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"roadsnap/engine"
	"roadsnap/engine/diagnostic"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
	"roadsnap/engine/units"
)

// TestFindingsAreThereWhenTheMapIsOpenedAgain imports roads and wards that have faults.
func TestFindingsAreThereWhenTheMapIsOpenedAgain(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	roads := write("x.osm", `<osm version="0.6"><node id="1" lat="21.1" lon="105.1"/><node id="2" lat="21.2" lon="105.1"/>
<way id="7"><nd ref="1"/><nd ref="2"/><nd ref="3"/><tag k="highway" v="primary"/><tag k="name" v="Lê Lợi"/></way></osm>`)
	wards := write("x.geojson", `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"code":"00004"},
"geometry":{"type":"Polygon","coordinates":[[[105,21],[105.3,21],[105.3,21.3],[105,21.3]],[[105.1,21.1],[105.2,21.1],[105.2,21.2],[105.1,21.2],[105.1,21.1]]]}}]}`)
	e := newEngine(t)
	out := filepath.Join(folder, "x.rsp")
	report, err := engine.Import(t.Context(), engine.ImportOptions{Roads: roads, Units: []string{wards}, Table: e.Units(), Out: out})
	if err != nil {
		t.Fatal(err)
	}
	if err := e.OpenPack(out); err != nil {
		t.Fatal(err)
	}
	info, err := e.Info()
	if err != nil || !info.HasDiagnostics || !reflect.DeepEqual(info.Diagnostics, report.Diagnostics()) {
		t.Fatalf("%+v, %v, want %+v", info.Diagnostics, err, report.Diagnostics())
	}
	kinds := make(map[diagnostic.Kind]bool)
	for _, f := range info.Diagnostics {
		kinds[f.Kind] = true
	}
	if !kinds[diagnostic.SplitWays] || !kinds[diagnostic.Gaps] || !kinds[diagnostic.OpenRings] {
		t.Errorf("found %v, want a road that is cut, a gap and an open ring", kinds)
	}
	if verified, err := engine.Verify(t.Context(), out, nil); err != nil || !reflect.DeepEqual(verified.Diagnostics, info.Diagnostics) {
		t.Errorf("verify: %+v, %v", verified.Diagnostics, err)
	}
	if err := e.OpenPack(bordersPack(t, "before")); err != nil {
		t.Fatal(err)
	}
	if info, err := e.Info(); err != nil || info.HasDiagnostics || len(info.Diagnostics) > 0 {
		t.Errorf("an older pack has diagnostics: %+v, %v", info.Diagnostics, err)
	}
}

// TestMapOpensWithAReportThatCannotBeRead checks that a report informs, and no more.
func TestMapOpensWithAReportThatCannotBeRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.rsp")
	w, err := pack.Create(path, pack.Meta{Name: "x", Bounds: geo.NoBounds})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(pack.WriteOptional(w, diagnostic.Tag, []byte(`[{"kind":"gaps"`)), w.Commit()); err != nil {
		t.Fatal(err)
	}
	e := newEngine(t)
	if err := e.OpenPack(path); err != nil {
		t.Fatal(err)
	}
	if info, err := e.Info(); err != nil || info.HasDiagnostics {
		t.Errorf("%+v, %v, want a map that says nothing of its import", info, err)
	}
	if _, err := engine.Verify(t.Context(), path, nil); !errors.Is(err, pack.ErrCorrupt) || strings.Count(err.Error(), path) != 1 || !strings.HasSuffix(err.Error(), "; copy or import it again") {
		t.Errorf("verify: %v, want %v, the path once, and a remedy", err, pack.ErrCorrupt)
	}
}

// relationsExtract has a road, a ward in two ways, its district, and a ward with a missing way.
const relationsExtract = `<osm version="0.6">
<node id="1" lat="21" lon="105"/><node id="2" lat="21" lon="105.1"/><node id="3" lat="21.1" lon="105.1"/><node id="4" lat="21.1" lon="105"/>
<way id="7"><nd ref="1"/><nd ref="3"/><tag k="highway" v="primary"/></way>
<way id="8"><nd ref="1"/><nd ref="2"/><nd ref="3"/></way><way id="9"><nd ref="1"/><nd ref="4"/><nd ref="3"/></way>
<relation id="20"><member type="way" ref="9" role="outer"/><member type="way" ref="8" role="outer"/>` + administrative + `6"/><tag k="name" v="Phường Ba Đình"/></relation>
<relation id="21"><member type="way" ref="8" role="outer"/><member type="way" ref="9" role="outer"/>` + administrative + `6"/><tag k="name" v="Quận Ba Đình"/></relation>
<relation id="22"><member type="way" ref="8" role="outer"/><member type="way" ref="99" role="outer"/>` + administrative + `6"/><tag k="name" v="Phường Ngọc Hà"/></relation>
</osm>`

const administrative = `<tag k="type" v="boundary"/><tag k="boundary" v="administrative"/><tag k="admin_level" v="`

// TestBordersOfTheExtract holds which borders a map gets.
func TestBordersOfTheExtract(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	extract := write("x.osm", relationsExtract)
	other := write("other.osm", strings.NewReplacer("Phường", "Phum", "Quận", "Srok").Replace(relationsExtract))
	former := write("former.osm", strings.ReplaceAll(relationsExtract, "Phường", "Huyện"))
	file := write("x.geojson", `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"code":"00008"},
"geometry":{"type":"Polygon","coordinates":[[[105,21],[105.3,21],[105.3,21.3],[105,21.3],[105,21]]]}}]}`)
	e := newEngine(t)
	for _, c := range []struct {
		name    string
		o       engine.ImportOptions
		wards   string // at 21.05, 105.06
		reports bool
	}{
		{"its own", engine.ImportOptions{Roads: extract, Table: e.Units()}, "00004", true},
		{"unwanted", engine.ImportOptions{Roads: extract, Table: e.Units(), NoBorders: true}, "", false},
		{"without a table", engine.ImportOptions{Roads: extract}, "", false},
		{"those of a file", engine.ImportOptions{Roads: extract, Units: []string{file}, Table: e.Units()}, "00008", true},
		{"of another country", engine.ImportOptions{Roads: other, Table: e.Units()}, "", false},
		{"only former units", engine.ImportOptions{Roads: former, Table: e.Units()}, "", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := filepath.Join(folder, c.name+".rsp")
			c.o.Out = out
			report, err := engine.Import(t.Context(), c.o)
			if err != nil || (report.Units != nil) != c.reports {
				t.Fatalf("%v, report %+v", err, report.Units)
			}
			if err := e.OpenPack(out); err != nil {
				t.Fatal(err)
			}
			got := ""
			err = e.Atlas(func(a *units.Atlas) error {
				at, _ := a.Locate(geo.Point{Lat: 21.05, Lon: 105.06})
				got = at.Ward.Code
				return nil
			})
			if got != c.wards || c.wards != "" && err != nil {
				t.Errorf("located %q, %v, want %q", got, err, c.wards)
			}
		})
	}
}

// TestFindingsOfTheExtractsBorders checks that the diagnostics name the relations.
func TestFindingsOfTheExtractsBorders(t *testing.T) {
	extract := filepath.Join(t.TempDir(), "x.osm")
	if err := os.WriteFile(extract, []byte(relationsExtract), 0o600); err != nil {
		t.Fatal(err)
	}
	report, err := engine.Import(t.Context(), engine.ImportOptions{Roads: extract, Table: newEngine(t).Units(), Out: extract + ".rsp"})
	if err != nil {
		t.Fatal(err)
	}
	want := map[diagnostic.Kind]int64{diagnostic.AbolishedUnits: 21, diagnostic.BrokenUnits: 22}
	for _, d := range report.Diagnostics() {
		if relation := want[d.Kind]; relation != 0 && len(d.Items) == 1 && d.Items[0].Relation == relation && !d.Items[0].Bounds.Empty() {
			delete(want, d.Kind)
		}
	}
	if len(want) > 0 {
		t.Errorf("not in the diagnostics: %v; they are %+v", want, report.Diagnostics())
	}
}
