// SPDX-License-Identifier: MIT

package engine_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"roadsnap/engine"
	"roadsnap/engine/osmimport"
	"roadsnap/engine/unitimport"
)

// both returns options for roads and wards, each from its own file.
func both(t *testing.T, folder, wards string) engine.ImportOptions {
	t.Helper()
	o := engine.ImportOptions{Roads: filepath.Join(folder, "x.osm"), Units: []string{filepath.Join(folder, "x.geojson")}, Table: newEngine(t).Units(), Name: "x"}
	for path, text := range map[string]string{o.Roads: relationsExtract, o.Units[0]: wards} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return o
}

const oneWard = `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"code":"00008"},
"geometry":{"type":"Polygon","coordinates":[[[105,21],[105.3,21],[105.3,21.3],[105,21.3],[105,21]]]}}]}`

// withProcessors runs test with 1 and with 2 processors: borders after the roads, and at
// the same time.
func withProcessors(t *testing.T, test func(processors int)) {
	before := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(before)
	for _, n := range []int{1, 2} {
		runtime.GOMAXPROCS(n)
		test(n)
	}
}

func TestPackIsTheSameOnAnyProcessors(t *testing.T) {
	folder := t.TempDir()
	files := both(t, folder, oneWard)
	relations := files
	relations.Units = nil
	for name, o := range map[string]engine.ImportOptions{"files": files, "relations": relations} {
		var want []byte
		withProcessors(t, func(processors int) {
			o.Out = filepath.Join(folder, name+".rsp")
			if _, err := engine.Import(t.Context(), o); err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(o.Out)
			if err != nil {
				t.Fatal(err)
			}
			if want != nil && !bytes.Equal(got, want) {
				t.Errorf("borders of %s: another pack on %d processors", name, processors)
			}
			want = got
		})
	}
}

// TestBordersThatFail checks that their error is returned, not that of the roads that it
// stops, and that nothing stays.
func TestBordersThatFail(t *testing.T) {
	folder := t.TempDir()
	o := both(t, folder, strings.Replace(oneWard, "00008", "99999", 1))
	o.Out = filepath.Join(folder, "x.rsp")
	withProcessors(t, func(processors int) {
		report, err := engine.Import(t.Context(), o)
		if !errors.Is(err, unitimport.ErrNothing) || report.Units == nil || len(report.Units.NotJoined) != 1 {
			t.Errorf("%d processors: %v, %+v", processors, err, report.Units)
		}
		if left, err := filepath.Glob(filepath.Join(folder, "*.rsp*")); err != nil || len(left) > 0 {
			t.Errorf("%d processors: %v is left, %v", processors, left, err)
		}
	})
}

// TestRoadsThatFail checks that their error is returned whatever the borders do.
func TestRoadsThatFail(t *testing.T) {
	folder := t.TempDir()
	o := both(t, folder, oneWard)
	o.Out = filepath.Join(folder, "x.rsp")
	if err := os.WriteFile(o.Roads, []byte(`<osm><node id="1" lat="x"/></osm>`), 0o600); err != nil {
		t.Fatal(err)
	}
	withProcessors(t, func(processors int) {
		if report, err := engine.Import(t.Context(), o); !errors.Is(err, osmimport.ErrCorrupt) || report.Units != nil {
			t.Errorf("%d processors: %v, %+v", processors, err, report.Units)
		}
	})
}

// TestImportThatIsCancelled cancels at the first progress of the roads, while the borders
// are being made.
func TestImportThatIsCancelled(t *testing.T) {
	folder := t.TempDir()
	o := both(t, folder, oneWard)
	o.Out = filepath.Join(folder, "x.rsp")
	withProcessors(t, func(processors int) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		o.Progress = func(osmimport.Progress) { cancel() }
		if _, err := engine.Import(ctx, o); !errors.Is(err, context.Canceled) {
			t.Errorf("%d processors: %v", processors, err)
		}
	})
}

// TestStagesFollowEachOther checks that the borders report nothing before the roads are
// done, although they are made at the same time.
func TestStagesFollowEachOther(t *testing.T) {
	folder := t.TempDir()
	o := both(t, folder, oneWard)
	o.Out = filepath.Join(folder, "x.rsp")
	withProcessors(t, func(processors int) {
		var stages []string
		say := func(s string) {
			if len(stages) == 0 || stages[len(stages)-1] != s {
				stages = append(stages, s)
			}
		}
		o.Progress = func(p osmimport.Progress) { say(string(p.Stage)) }
		o.UnitsProgress = func(p unitimport.Progress) { say(string(p.Stage)) }
		if _, err := engine.Import(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		all := strings.Join(stages, " ")
		if strings.Count(all, "units_write") != 1 || !strings.HasSuffix(all, "units_write") || strings.Count(all, "roads") != 1 ||
			strings.Contains(strings.SplitN(all, "roads", 2)[0], "units") {
			t.Errorf("%d processors: %s", processors, all)
		}
	})
}
