// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/paulmach/orb"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geofile"
	"roadsnap/engine/layer"
)

// exported is what GDAL finds in a file.
type exported struct{ Features []exportedFeature }

type exportedFeature struct {
	Properties map[string]any
	Geometry   *struct {
		Type        string
		Coordinates []any
		Geometries  []any
	}
}

// readWithGDAL has GDAL turn a file into GeoJSON.
func readWithGDAL(t *testing.T, path string) (e exported) {
	t.Helper()
	if _, err := exec.LookPath("ogr2ogr"); err != nil {
		t.Skip("ogr2ogr of GDAL is not installed (Debian's package gdal-bin)")
	}
	if strings.HasSuffix(path, ".zip") {
		path = "/vsizip/" + path
	}
	cmd := exec.Command("ogr2ogr", "-f", "GeoJSON", "/vsistdout/", path)
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil || complaints.Len() > 0 {
		t.Fatalf("ogr2ogr %s: %v: %s", path, err, complaints.String())
	}
	if err := json.Unmarshal(out, &e); err != nil {
		t.Fatal(err)
	}
	return e
}

func TestUnitsExportIsReadByGDAL(t *testing.T) {
	borders := borderPack(t)
	for _, name := range []string{"w.geojson", "w.gpkg", "w.shp", "w.zip", "w.kml", "w.csv", "w.fgb", "w.topojson"} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), name)
			got := roadsnap(t, "", "units", "export", "--pack", borders, "--province", "01", "--out", path)
			if got.code != exitOK || got.out != "" || !strings.Contains(got.err, "126 wards at the level street\n124 of them without borders") || !strings.Contains(got.err, fixtureLicence) {
				t.Fatalf("exit code %d: %s%s", got.code, got.out, got.err)
			}
			back := readWithGDAL(t, path)
			shapes := 0
			for _, f := range back.Features {
				if f.Geometry != nil && len(f.Geometry.Coordinates)+len(f.Geometry.Geometries) > 0 {
					shapes++
				}
			}
			if len(back.Features) != 126 || shapes != 2 {
				t.Fatalf("%d features, %d with a border", len(back.Features), shapes)
			}
			at := slices.IndexFunc(back.Features, func(f exportedFeature) bool { return f.Properties["ward_code"] == "00004" })
			if at < 0 || at > 0 && name != "w.fgb" { // whose order is that of places
				t.Fatalf("ward 00004 is feature %d", at)
			}
			first := back.Features[at].Properties
			for column, want := range map[string]string{"ward_code": "00004", "prov_code": "01", "ward_fname": "Phường Ba Đình"} {
				if first[column] != want {
					t.Errorf("%s is %v, want %s", column, first[column], want)
				}
			}
		})
	}
}

func TestUnitsExportChoosesKindAndLevel(t *testing.T) {
	borders := borderPack(t)
	for _, c := range []struct {
		name  string
		args  []string
		count int
		level string
		code  string // of the first
	}{
		{"overview", nil, 34, "country", "01"},
		{"one province of the overview", []string{"--province", "79"}, 1, "country", "79"},
		{"wards", []string{"--pack", borders}, 3321, "street", "00004"},
		{"provinces", []string{"--pack", borders, "--kind", "province", "--level", "ward"}, 34, "ward", "01"},
		{"a province of wards", []string{"--pack", borders, "--province", "04", "--level", "country"}, 56, "country", "01273"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := roadsnap(t, "", append([]string{"units", "export", "--out", "-", "--format", "csv"}, c.args...)...)
			rows, err := csv.NewReader(strings.NewReader(got.out)).ReadAll()
			if err != nil || got.code != exitOK || len(rows) != c.count+1 {
				t.Fatalf("exit code %d, %d rows, %v: %s", got.code, len(rows), err, got.err)
			}
			column := 1 // prov_code
			if rows[0][2] == "ward_code" {
				column = 2
			}
			if rows[1][column] != c.code || !strings.Contains(got.err, "at the level "+c.level) {
				t.Errorf("the first is %q: %s", rows[1][:5], got.err)
			}
			for _, name := range []string{"area_km2", "center_lat", "center_lon", "wkt", "level", "region"} {
				if !strings.Contains(strings.Join(rows[0], " "), name) {
					t.Errorf("no column %s in %q", name, rows[0])
				}
			}
		})
	}
}

func TestUnitsExportGeoJSONStream(t *testing.T) {
	got := roadsnap(t, "", "units", "export", "--out", "-", "--format", "geojson", "--pack", borderPack(t), "--kind", "province")
	collection := decode[struct {
		Type     string
		Licence  string
		Features []struct {
			Properties struct {
				Code string   `json:"prov_code"`
				Area *float64 `json:"area_km2"`
			}
			Geometry *struct{ Type string }
		}
	}](t, got)
	if collection.Type != "FeatureCollection" || collection.Licence != fixtureLicence || len(collection.Features) != 34 {
		t.Fatalf("%s, %q, %d features", collection.Type, collection.Licence, len(collection.Features))
	}
	for _, f := range collection.Features {
		if has := f.Properties.Code == "01" || f.Properties.Code == "04"; has != (f.Geometry != nil) || has != (f.Properties.Area != nil) {
			t.Errorf("province %s: border %v, area %v", f.Properties.Code, f.Geometry, f.Properties.Area)
		}
	}
}

func TestUnitsExportRefuses(t *testing.T) {
	folder := t.TempDir()
	path := func(name string) string { return filepath.Join(folder, name) }
	borders := borderPack(t)
	for _, c := range []struct {
		name string
		args []string
		code int
		says string
	}{
		{"wards of the overview", []string{"--kind", "ward", "--out", path("w.gpkg")}, exitFailed, `roadsnap import --units`},
		{"too fine for the overview", []string{"--level", "street", "--out", path("w.gpkg")}, exitFailed, `finest are at country.*roadsnap import --units`},
		{"a province that is none", []string{"--province", "99", "--out", path("w.gpkg")}, exitFailed, `no province has the code or name "99"`},
		{"no ending", []string{"--out", path("w")}, exitUsage, `\.gpkg`},
		{"unknown format", []string{"--format", "doc", "--out", path("w")}, exitUsage, `geojson`},
		{"standard output without a format", []string{"--out", "-"}, exitUsage, `--format`},
		{"a format that cannot be streamed", []string{"--out", "-", "--format", "gpkg"}, exitUsage, `file of its own`},
		{"no such folder", []string{"--out", path("none/w.kml")}, exitFailed, `none`},
		{"nowhere to write", nil, exitUsage, `--out`},
		{"onto the map", []string{"--pack", borders, "--format", "csv", "--out", borders}, exitUsage, `would be lost`},
		{"both ways", []string{"--pack", borders, "--kind", "both", "--out", path("w.kml")}, exitUsage, `--kind`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := roadsnap(t, "", append([]string{"units", "export"}, c.args...)...)
			if got.code != c.code || !regexp.MustCompile(c.says).MatchString(got.err) {
				t.Errorf("exit code %d: %s", got.code, got.err)
			}
		})
	}
	if left, _ := os.ReadDir(folder); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestUnitsExportKeepsOtherFiles checks that no file that an export would replace or
// delete is lost without --force.
func TestUnitsExportKeepsOtherFiles(t *testing.T) {
	for out, others := range map[string][]string{
		"q.shp":  {"q.shx", "q.dbf", "q.prj", "q.cpg", "q.shp.xml", "q.qix", "q.sbn"},
		"Q.SHP":  {"Q.DBF", "Q.SBN"},
		"q.gpkg": {"q.gpkg-journal", "q.gpkg-wal", "q.gpkg-shm"},
	} {
		for _, other := range others {
			t.Run(other, func(t *testing.T) {
				folder := t.TempDir()
				path := filepath.Join(folder, other)
				if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
					t.Fatal(err)
				}
				args := []string{"units", "export", "--out", filepath.Join(folder, out)}
				got := roadsnap(t, "", args...)
				list, _ := os.ReadDir(folder)
				if b, err := os.ReadFile(path); got.code != exitUsage || !strings.Contains(got.err, other+" exists") || string(b) != "mine" || len(list) != 1 {
					t.Errorf("exit code %d: %s%v, %v", got.code, got.err, err, list)
				}
				if got := roadsnap(t, "", append(args, "--force")...); got.code != exitOK {
					t.Errorf("with --force, exit code %d: %s", got.code, got.err)
				}
			})
		}
	}
}

// TestUnitsExportInterrupted checks that an interrupted export keeps the old file and
// leaves no other.
func TestUnitsExportInterrupted(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "w.gpkg")
	if err := os.WriteFile(path, []byte("what was there before"), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errOut bytes.Buffer
	code := run(ctx, []string{"units", "export", "--force", "--out", path}, streams{out: &out, err: &errOut})
	if b, err := os.ReadFile(path); code != exitInterrupted || err != nil || string(b) != "what was there before" {
		t.Errorf("exit code %d, %q, %v: %s", code, b, err, errOut.String())
	}
	if left, _ := os.ReadDir(folder); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

// TestUnitsOfAPackWithoutBorders: a map of roads alone does not hide the
// overview, and one line says that it has no borders.
func TestUnitsOfAPackWithoutBorders(t *testing.T) {
	got := roadsnap(t, "", "units", "show", "01", "--pack", "../../data/andorra.rsp")
	if got.code != exitOK || !strings.Contains(got.err, "andorra.rsp has no borders of wards") || strings.Count(got.err, "\n") != 1 || !strings.Contains(got.out, "at the level country") {
		t.Errorf("exit code %d: %s%s", got.code, got.out, got.err)
	}
}

// TestFormatsOfTheCommandLine holds the list that the parser checks against that of
// the package that writes.
func TestFormatsOfTheCommandLine(t *testing.T) {
	field, _ := reflect.TypeFor[unitsExportCmd]().FieldByName("Format")
	want := ""
	for _, f := range geofile.Formats() {
		want += string(f) + ","
	}
	if got := field.Tag.Get("enum"); got != want {
		t.Errorf("--format takes %q, want %q", got, want)
	}
}

// TestLevelsOfTheCommandLine holds the lists that the parser checks against that of
// the package that draws.
func TestLevelsOfTheCommandLine(t *testing.T) {
	want := ""
	for _, l := range boundary.Levels() {
		want += l.String() + ","
	}
	for _, command := range []reflect.Type{reflect.TypeFor[unitsExportCmd](), reflect.TypeFor[unitsShowCmd]()} {
		field, _ := command.FieldByName("Level")
		if got := field.Tag.Get("enum"); got != want {
			t.Errorf("%v: --level takes %q, want %q", command, got, want)
		}
	}
}

// TestUnitsExportSystems exports the units of a province in its own grid and in others, with
// chosen columns, and CSV for Excel.
func TestUnitsExportSystems(t *testing.T) {
	borders := borderPack(t)
	for _, c := range []struct{ system, says string }{
		{"vn2000", "VN-2000 / TM-3 105-00 (EPSG:5897)"},
		{"vn2000:Bà Rịa - Vũng Tàu", "VN-2000 / TM-3 107-45 (EPSG:5899)"},
		{"utm48", "WGS 84 / UTM zone 48N (EPSG:32648)"},
		{"EPSG:3406", "VN-2000 / UTM zone 49N (EPSG:3406)"},
	} {
		path := filepath.Join(t.TempDir(), "x.gpkg")
		got := roadsnap(t, "", "units", "export", "--pack", borders, "--province", "01", "--crs", c.system, "--columns", "ward_code,area_km2", "--out", path)
		if got.code != exitOK || !strings.Contains(got.err, c.says) {
			t.Fatalf("%s: %d %s", c.system, got.code, got.err)
		}
		l, err := layer.Open(t.Context(), path, layer.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var box orb.Bound
		for _, g := range l.Geometry {
			switch {
			case g == nil:
			case box == (orb.Bound{}):
				box = g.Bound()
			default:
				box = box.Union(g.Bound())
			}
		}
		if l.Column("area_km2") < 0 || l.Column("ward_fname") >= 0 || math.Abs(box.Min[1]-21) > 1e-6 || math.Abs(box.Min[0]-105) > 1e-6 || math.Abs(box.Max[1]-21.1) > 1e-6 {
			t.Errorf("%s: %v, %d columns", c.system, box, len(l.Columns))
		}
	}
	path := filepath.Join(t.TempDir(), "x.csv")
	if got := roadsnap(t, "", "units", "export", "--pack", borders, "--province", "01", "--excel", "--out", path); got.code != exitOK {
		t.Fatal(got.err)
	}
	if text, err := os.ReadFile(path); err != nil || !bytes.HasPrefix(text, []byte("\ufeffid,prov_code")) || !bytes.Contains(text, []byte("MULTIPOLYGON")) {
		t.Errorf("%.80q, %v", text, err)
	}
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"--crs", "vn2000", "--out", "x.gpkg"}, "choose the province"},
		{[]string{"--bbox", "1,2,3", "--out", "x.gpkg"}, "west,south,east,north"},
		{[]string{"--crs", "vn2000:Atlantis", "--out", "x.gpkg"}, "Atlantis"},
		{[]string{"--crs", "EPSG:1", "--out", "x.gpkg"}, "EPSG:1"},
		{[]string{"--columns", "none", "--out", "x.gpkg"}, "ward_code"},
		{[]string{"--excel", "--out", "x.gpkg"}, "CSV"},
	} {
		got := roadsnap(t, "", append([]string{"units", "export", "--pack", borders}, c.args...)...)
		if got.code != exitUsage || !strings.Contains(got.err, c.says) {
			t.Errorf("%q: %d %s", c.args, got.code, got.err)
		}
	}
	if got := roadsnap(t, "", "units", "export", "--pack", borders, "--crs", "utm48", "--out", filepath.Join(t.TempDir(), "x.kml")); got.code == exitOK || !strings.Contains(got.err, "WGS 84 only") {
		t.Errorf("%d %s", got.code, got.err)
	}
}
