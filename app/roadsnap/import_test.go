// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// wardsFile writes two wards with a gap between them, one with an old code, and
// one that is none, and returns the file and the path of a pack next to it.
func wardsFile(t *testing.T) (file, packPath string) {
	t.Helper()
	dir := t.TempDir()
	file, packPath = filepath.Join(dir, "wards.geojson"), filepath.Join(dir, "wards.rsp")
	text := `{"type":"FeatureCollection","features":[
{"type":"Feature","properties":{"code":"00004","name":"Ba Đình"},"geometry":{"type":"Polygon","coordinates":[
 [[105,21],[105.3,21],[105.3,21.3],[105,21.3]],[[105.1,21.1],[105.2,21.1],[105.2,21.2],[105.1,21.2],[105.1,21.1]]]}},
{"type":"Feature","properties":{"code":"06978","name":"Ba Chẽ","tinh":"Quảng Ninh"},"geometry":{"type":"Polygon","coordinates":[[[105.3,21],[105.4,21],[105.4,21.3],[105.3,21.3],[105.3,21]]]}},
{"type":"Feature","properties":{"code":"26740","name":"Bến Nghé"},"geometry":{"type":"Polygon","coordinates":[[[105.3,20],[105.4,20],[105.4,20.3],[105.3,20]]]}}]}`
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file, packPath
}

func TestImportUnits(t *testing.T) {
	file, packPath := wardsFile(t)
	got := roadsnap(t, "", "import", "--units", file, "--units-licence", "the notice", "--out", packPath)
	if got.code != exitPartly || !strings.Contains(got.err, "wrote "+packPath+"\n") || !strings.Contains(got.err, "1 of 3 features were left out") {
		t.Fatalf("exit code %d: %s", got.code, got.err)
	}
	for _, row := range []string{
		"2 of 3321", "06978 Ba Chẽ → 06970 Xã Ba Chẽ", "3309 more", "26740 Bến Nghé: the code is that of Phường Sài Gòn now",
		"open ring closed", "gaps ", "m² at 21.100000, 105.100000: 00004 Phường Ba Đình",
	} {
		if !strings.Contains(got.out, row) {
			t.Errorf("no %q in\n%s", row, got.out)
		}
	}
	if quiet := roadsnap(t, "", "import", "-q", "--units", file, "--out", packPath+"2"); quiet.out != "" || strings.Count(quiet.err, "\n") != 1 {
		t.Errorf("quietly: %q, %q", quiet.out, quiet.err)
	}
	if info := roadsnap(t, "", "info", packPath); !strings.Contains(info.out, "the notice") || !strings.Contains(info.out, "wards      2") {
		t.Errorf("info: %s%s", info.out, info.err)
	}
	if verified := roadsnap(t, "", "verify", packPath); verified.code != exitOK {
		t.Errorf("verify: exit code %d: %s", verified.code, verified.err)
	}
}

func TestImportUnitsJSON(t *testing.T) {
	file, packPath := wardsFile(t)
	got := roadsnap(t, "", "import", "--units", file, "--out", packPath, "--json")
	var report struct {
		Nodes *int
		Units struct {
			Joined    int
			Missing   []struct{ Code string }
			NotJoined []struct{ Reason string } `json:"not_joined"`
			Borders   struct {
				Gaps []struct {
					AreaM2 float64 `json:"area_m2"`
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(got.out), &report); err != nil || got.code != exitPartly {
		t.Fatalf("exit code %d, %v: %s", got.code, err, got.err)
	}
	u := report.Units
	if report.Nodes != nil || u.Joined != 2 || len(u.Missing) != 3319 || len(u.NotJoined) != 1 || u.NotJoined[0].Reason != "unknown" || len(u.Borders.Gaps) != 1 {
		t.Errorf("%+v", u)
	}
}

func TestImportUnitsErrors(t *testing.T) {
	file, packPath := wardsFile(t)
	if got := roadsnap(t, "", "import", "--out", packPath); got.code != exitUsage || !strings.Contains(got.err, "--units") {
		t.Errorf("nothing to import: exit code %d: %s", got.code, got.err)
	}
	if got := roadsnap(t, "", "import", "--units", file, "--force", "--out", file); got.code != exitFailed || !strings.Contains(got.err, "would be lost") {
		t.Errorf("onto its source: exit code %d: %s", got.code, got.err)
	}
	folder := filepath.Dir(file)
	if got := roadsnap(t, "", "import", "--units", folder, "--force", "--out", file); got.code != exitFailed || !strings.Contains(got.err, "would be lost") {
		t.Errorf("onto a file of its source, a folder: exit code %d: %s", got.code, got.err)
	}
	if got := roadsnap(t, "", "import", "--units", file+".not", "--out", packPath); got.code == exitOK || !strings.Contains(got.err, ".not") {
		t.Errorf("no file: exit code %d: %s", got.code, got.err)
	}
	if _, err := os.Stat(packPath); err == nil {
		t.Error("a failed import left a pack")
	}
}

// TestHarmless imports a ward whose name, and reads a table whose first line,
// would drive a terminal.
func TestHarmless(t *testing.T) {
	file, packPath := wardsFile(t)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(text), "Bến Nghé", `Bến\u001b[2J\nNghé`, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := roadsnap(t, "", "import", "--units", file, "--out", packPath); got.code != exitPartly || strings.Contains(got.out, "\x1b") || !strings.Contains(got.out, `26740 Bến\x1b[2J\nNghé: the code`) {
		t.Errorf("exit code %d: %s%s", got.code, got.out, got.err)
	}
	if got := roadsnap(t, "a\x1b[2J,b\n1,2\n", "units", "locate"); got.code != exitFailed || !strings.Contains(got.err, `a\x1b[2J, b; name two columns`) {
		t.Errorf("exit code %d: %q", got.code, got.err)
	}
}

// TestImportCoast holds that the report says what a coastline tells, and where it is
// broken or wrong.
func TestImportCoast(t *testing.T) {
	const nodes = `<osm version="0.6"><bounds minlat="10" minlon="107" maxlat="10.5" maxlon="107.5"/>
<node id="1" lat="9.9" lon="107.2"/><node id="2" lat="10.3" lon="107.2"/><node id="3" lat="10.6" lon="107.2"/>
<node id="4" lat="10.1" lon="107.1"/><node id="5" lat="10.2" lon="107.1"/>
<way id="9"><nd ref="4"/><nd ref="5"/><tag k="highway" v="primary"/></way>`
	const tag = `<tag k="natural" v="coastline"/></way>`
	south := `<way id="7"><nd ref="1"/><nd ref="2"/>` + tag
	for name, c := range map[string]struct{ ways, row, also string }{
		"whole":     {south + `<way id="8"><nd ref="2"/><nd ref="3"/>` + tag, "2 ways, 1818 km² of sea and 1212 km² of land", ""},
		"broken":    {south, "coastline ends within the map", "way 7 at 10.300000, 107.200000"},
		"wrong":     {south + `<way id="8"><nd ref="3"/><nd ref="2"/>` + tag, "coastline, left out", "runs the wrong way: way 7 at 10.300000, 107.200000"},
		"elsewhere": {`<way id="7"><nd ref="1"/><nd ref="1"/>` + tag, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			file := filepath.Join(dir, "x.osm")
			if err := os.WriteFile(file, []byte(nodes+c.ways+"</osm>"), 0o600); err != nil {
				t.Fatal(err)
			}
			got := roadsnap(t, "", "import", "--roads", file, "--out", filepath.Join(dir, "x.rsp"))
			if got.code != exitOK || !strings.Contains(got.out, c.row) || !strings.Contains(got.out, c.also) {
				t.Errorf("exit code %d: %s%s", got.code, got.out, got.err)
			}
			if c.row == "" && strings.Contains(got.out, "coastline") {
				t.Errorf("a coastline in\n%s", got.out)
			}
		})
	}
}

// TestBordersKeepTheirOwnLicence imports roads with borders. The borders are exported
// under the notice of their source, not under that of the roads.
func TestBordersKeepTheirOwnLicence(t *testing.T) {
	file, packPath := wardsFile(t)
	for _, c := range []struct {
		args    []string
		licence string
		asks    bool
	}{
		{nil, "", true},
		{[]string{"--units-licence", "the notice"}, "the notice", false},
	} {
		args := append([]string{"import", "--roads", "../../engine/osmimport/testdata/crossing.osm.bz2", "--units", file, "--out", packPath}, c.args...)
		if got := roadsnap(t, "", args...); got.code != exitPartly || strings.Contains(got.err, "--units-licence TEXT") != c.asks {
			t.Errorf("%q: exit code %d: %s", c.args, got.code, got.err)
		}
		got := roadsnap(t, "", "units", "export", "--pack", packPath, "--out", "-", "--format", "geojson")
		if collection := decode[struct{ Licence string }](t, got); collection.Licence != c.licence || strings.Contains(got.err, "records none") != c.asks {
			t.Errorf("%q: exported under %q, want %q: %s", c.args, collection.Licence, c.licence, got.err)
		}
		if info := roadsnap(t, "", "info", packPath); !strings.Contains(info.out, "© OpenStreetMap contributors, ODbL 1.0") || !strings.Contains(info.out, c.licence) {
			t.Errorf("%q: info: %s%s", c.args, info.out, info.err)
		}
	}
}

// TestImportChoices imports a file whose columns and system are chosen.
func TestImportChoices(t *testing.T) {
	dir := t.TempDir()
	file, out := filepath.Join(dir, "x.json"), filepath.Join(dir, "x.rsp")
	const text = `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"SO":"00004","GHI_CHU":"x"},
"geometry":{"type":"Polygon","coordinates":[[[583000,2326000],[584000,2326000],[584000,2327000],[583000,2326000]]]}}]}`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{nil, exitFailed, "--units-crs"},
		{[]string{"--units-crs", "EPSG:5897"}, exitFailed, "SO, GHI_CHU"},
		{[]string{"--units-crs", "EPSG:5897", "--units-columns", "code=SO,colour=x"}, exitFailed, "colour"},
		{[]string{"--units-crs", "EPSG:3857", "--units-columns", "code=SO"}, exitFailed, "EPSG:3857"},
		{[]string{"--units-crs", "EPSG:5897", "--units-columns", "code=SO", "--units-encoding", "x"}, exitFailed, "windows-1258"},
		{[]string{"--units-crs", "EPSG:5897", "--units-columns", "code=SO"}, exitOK, "wrote"},
	} {
		got := roadsnap(t, "", append([]string{"import", "--units", file, "--out", out}, c.args...)...)
		if got.code != c.code || !strings.Contains(strings.ToLower(got.err), strings.ToLower(c.says)) {
			t.Errorf("%q: exit code %d: %s", c.args, got.code, got.err)
		}
	}
}

// TestImportBordersOfTheExtract checks what is printed of them.
func TestImportBordersOfTheExtract(t *testing.T) {
	dir := t.TempDir()
	file, out := filepath.Join(dir, "x.osm"), filepath.Join(dir, "x.rsp")
	unit := func(id, name string) string {
		return `<relation id="` + id + `"><member type="way" ref="8" role="outer"/><tag k="type" v="boundary"/><tag k="boundary" v="administrative"/><tag k="admin_level" v="6"/><tag k="name" v="` + name + `"/></relation>`
	}
	text := `<osm version="0.6"><node id="1" lat="21" lon="105"/><node id="2" lat="21" lon="105.1"/><node id="3" lat="21.1" lon="105.1"/>
<way id="7"><nd ref="1"/><nd ref="2"/><tag k="highway" v="primary"/></way><way id="8"><nd ref="1"/><nd ref="2"/><nd ref="3"/><nd ref="1"/></way>` +
		unit("20", "Phường Ba Đình") + unit("21", "Quận Ba Đình") + "</osm>"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	got := roadsnap(t, "", "import", "--roads", file, "--out", out)
	if got.code != exitOK || strings.Contains(got.err, "licence") || !strings.Contains(got.out, "relation 21: Quận Ba Đình") || !strings.Contains(got.out, "1 of 3321") {
		t.Errorf("exit code %d: %s%s", got.code, got.out, got.err)
	}
	if got := roadsnap(t, "", "units", "locate", "--pack", out, "21.02", "105.05"); !strings.Contains(got.out, "00004") {
		t.Errorf("exit code %d: %s%s", got.code, got.out, got.err)
	}
	if got := roadsnap(t, "", "import", "--roads", file, "--no-borders", "--smaller", "--out", out); got.code != exitOK || strings.Contains(got.out, "relation 21") {
		t.Errorf("exit code %d: %s%s", got.code, got.out, got.err)
	}
}

func TestImportWithAMemoryLimit(t *testing.T) {
	file, packPath := wardsFile(t)
	got := roadsnap(t, "", "import", "--units", file, "--memory", "500M", "--out", packPath)
	if got.code != exitPartly || !strings.Contains(got.err, "takes about 109.7 MiB of memory") {
		t.Errorf("exit code %d: %s", got.code, got.err)
	}
	for _, size := range []string{"much", "1M", "-1G", "9999999999G"} {
		if got := roadsnap(t, "", "import", "--units", file, "--memory="+size, "--out", packPath); got.code != exitUsage {
			t.Errorf("--memory=%s: exit code %d: %s", size, got.code, got.err)
		}
	}
}

func TestImportOfFewerWardsIsRefused(t *testing.T) {
	file, packPath := wardsFile(t)
	if got := roadsnap(t, "", "import", "--units", file, "--out", packPath); got.code != exitPartly {
		t.Fatalf("exit code %d: %s", got.code, got.err)
	}
	roads := filepath.Join(t.TempDir(), "x.osm")
	text := `<osm><node id="1" lat="10" lon="106"/><node id="2" lat="10" lon="106.1"/><way id="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="primary"/></way></osm>`
	if err := os.WriteFile(roads, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"--force"}, {"--force", "--strict"}} {
		args = append([]string{"import", "--roads", roads, "--out", packPath}, args...)
		if got := roadsnap(t, "", args...); got.code != exitFailed || !strings.Contains(got.err, "wards: 0, 2 before; the pack is unchanged. If the new one is right, use --smaller") {
			t.Errorf("%v: exit code %d: %s", args, got.code, got.err)
		}
	}
	if got := roadsnap(t, "", "import", "--roads", roads, "--out", packPath, "--smaller"); got.code != exitOK {
		t.Errorf("exit code %d: %s", got.code, got.err)
	}
}
