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
