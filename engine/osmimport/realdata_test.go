// SPDX-License-Identifier: MIT

package osmimport

import (
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"roadsnap/engine/pack"
)

// testdata returns a file of the testdata of the OSM library.
func testdata(t testing.TB, name string) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/paulmach/osm").Output()
	path := filepath.Join(strings.TrimSpace(string(out)), "testdata", name)
	if _, statErr := os.Stat(path); err != nil || statErr != nil {
		t.Skipf("the testdata of github.com/paulmach/osm is not there: %v, %v", err, statErr)
	}
	return path
}

// hcmc returns the extract of Ho Chi Minh City.
func hcmc(t testing.TB) string {
	t.Helper()
	folder := os.Getenv("ROADSNAP_DATA")
	if folder == "" {
		t.Skip("ROADSNAP_DATA is not set: it names the folder of real data")
	}
	return filepath.Join(folder, "roads", "hcm_2018.osm.pbf")
}

// TestRealExtracts imports real extracts. The expected counts are from other readers:
// an XML parser for Andorra, the scanner of github.com/paulmach/osm/osmpbf for the
// others. That scanner also returned the same nodes, ways, tags and members.
func TestRealExtracts(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, c := range []struct {
		name string
		path func(testing.TB) string
		want Report
	}{
		{"Andorra", func(t testing.TB) string { return testdata(t, "andorra-latest.osm.bz2") },
			Report{Nodes: 203265, Ways: 9080, Relations: 233, HighwayWays: 3961, Restrictions: 70}},
		{"Delaware", func(t testing.TB) string { return testdata(t, "delaware-latest.osm.pbf") },
			Report{Nodes: 723870, Ways: 73144, Relations: 1644, HighwayWays: 52585, Restrictions: 543}},
		{"Ho Chi Minh City", hcmc,
			Report{Nodes: 377702, Ways: 44285, Relations: 607, HighwayWays: 33044, Restrictions: 69}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := importFile(t, c.path(t), Options{Name: c.name})
			got := Report{Nodes: r.report.Nodes, Ways: r.report.Ways, Relations: r.report.Relations,
				HighwayWays: r.report.HighwayWays, Restrictions: r.report.Restrictions}
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
			checkSums(t, &r.report)
		})
	}
}

// checkSums checks that no object was lost.
func checkSums(t *testing.T, r *Report) {
	t.Helper()
	if got, want := int64(r.Graph.Ways), r.HighwayWays+r.FerryWays-r.UnbuiltWays-r.AreaWays-r.OtherWays-r.ShortWays; got != want {
		t.Errorf("%d ways in the graph, want %d", got, want)
	}
	used := r.Graph.Restrictions
	all := int64(used.Applied+used.Unknown+used.Ambiguous) + r.RestrictionsTimed + r.RestrictionsForOthers + r.RestrictionsMalformed
	if all != r.Restrictions {
		t.Errorf("%d restrictions accounted for, want %d", all, r.Restrictions)
	}
	if r.DuplicateNodes+r.DuplicateWays+r.OutOfOrder+r.MissingNodes != 0 {
		t.Errorf("faults in a whole extract: %+v", r)
	}
	if r.Graph.WaysRefused != 0 {
		t.Errorf("the graph refused %d ways", r.Graph.WaysRefused)
	}
}

func BenchmarkImport(b *testing.B) {
	for name, path := range map[string]func(testing.TB) string{
		"hcmc":     hcmc,
		"delaware": func(t testing.TB) string { return testdata(t, "delaware-latest.osm.pbf") },
	} {
		b.Run(name, func(b *testing.B) {
			in := path(b)
			stat, err := os.Stat(in)
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(stat.Size())
			b.ReportAllocs()
			for b.Loop() {
				w, err := pack.Create(filepath.Join(b.TempDir(), "x.rsp"), pack.Meta{})
				if err != nil {
					b.Fatal(err)
				}
				if _, err := File(b.Context(), in, w, Options{}); err != nil {
					b.Fatal(err)
				}
				if err := w.Commit(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
