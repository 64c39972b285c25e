// SPDX-License-Identifier: MIT

package unitimport

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"roadsnap/engine/boundary"
	"roadsnap/engine/osmimport"
	"roadsnap/engine/pack"
)

// threeWards returns three adjacent squares, from 105 to 105.03 east.
func threeWards() []string {
	return squares(`"code":"00004","name":"Ba Đình"`, `"code":"99979","name":"Ba Chẽ","provinceCode":"22"`, `"code":"00025","name":"Giảng Võ"`)
}

// TestImport imports three neighbours from files into a pack.
func TestImport(t *testing.T) {
	dir := folder(t, "b.geojson", collection(threeWards()...), "a/a.geojson.gz", zipped(t, collection(`7`)), "README.txt", "not read", ".hidden.json", "not read")
	r, p, err := imported(t, Options{Importer: "test", Licence: "the notice"}, dir)
	if err != nil {
		t.Fatal(err)
	}
	if r.Joined != 3 || len(r.JoinedByName) != 1 || r.Features != 4 || len(r.Files) != 2 || len(r.Invalid) != 1 || r.Files[0].Name != "a.geojson.gz" {
		t.Errorf("%+v", r)
	}
	net, err := boundary.Open(p)
	if err != nil {
		t.Fatal(err)
	}
	if net.NumAreas() != 3 || net.NumGroups() != 34 || net.NumArcs() != 6 {
		t.Fatalf("%d areas, %d groups, %d arcs", net.NumAreas(), net.NumGroups(), net.NumArcs())
	}
	for i, want := range []struct{ code, province uint32 }{{4, 1}, {25, 1}, {6970, 22}} {
		if a := net.Area(i); a.Code() != want.code || net.Group(a.Group()).Code() != want.province || !a.Found() {
			t.Errorf("area %d: code %d, group %d", i, a.Code(), a.Group())
		}
	}
	if hanoi := net.Group(0); !hanoi.Found() || net.Group(1).Found() {
		t.Error("provinces are not those of their wards")
	}
	m := p.Meta()
	h := sha256.New()
	for _, name := range []string{"a/a.geojson.gz", "b.geojson"} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		h.Write(b)
	}
	want := pack.Meta{
		Name: filepath.Base(dir), Source: "a.geojson.gz, b.geojson", SourceSHA256: hex.EncodeToString(h.Sum(nil)),
		Importer: "test", Licences: []string{"the notice"}, BorderLicences: []string{"the notice"}, Bounds: r.Bounds,
		Counts: map[string]int64{"wards": 3, "provinces": 2, "borders": 6},
	}
	if !reflect.DeepEqual(m, want) {
		t.Errorf("meta\n%+v, want\n%+v", m, want)
	}
}

// TestGapAndOverlap checks the size and the wards of a gap and an overlap.
func TestGapAndOverlap(t *testing.T) {
	frame := "[[[105,21],[105.3,21],[105.3,21.3],[105,21.3],[105,21]],[[105.1,21.1],[105.2,21.1],[105.2,21.2],[105.1,21.2],[105.1,21.1]]]"
	over := "[[[105.29,21],[105.4,21],[105.4,21.3],[105.29,21.3]]]"
	dir := folder(t, "x.json", collection(featureOf(`"code":"00004"`, polygon(frame)), featureOf(`"code":"00008"`, polygon(over))))
	r, _, err := imported(t, Options{}, dir)
	if err != nil || len(r.Borders.Gaps) != 1 || len(r.Borders.Overlaps) != 1 || len(r.Repairs) != 1 {
		t.Fatalf("%v, %+v", err, r.Borders)
	}
	gap, lap := r.Borders.Gaps[0], r.Borders.Overlaps[0]
	// The cell of a tenth of a degree from 21.1° N, on the WGS 84 ellipsoid (Snyder,
	// "Map Projections", 1987, equation 3-12).
	if math.Abs(gap.AreaM2-114_999_553) > 1 || len(gap.Wards) != 1 || gap.Wards[0].Code != "00004" || gap.West != 105.1 {
		t.Errorf("gap %+v", gap)
	}
	if len(lap.Wards) != 2 || lap.Wards[1].FullName != "Phường Ngọc Hà" || lap.GivenTo == "" {
		t.Errorf("overlap %+v", lap)
	}
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, member := range []string{`"joined":2`, `"missing":[{"code":"00025"`, `"gaps":[{"at":{"lat":`, `"given_to":`, `"feature":1`} {
		if !strings.Contains(string(b), member) {
			t.Errorf("the report as JSON has no %s", member)
		}
	}
}

// TestArchives reads the same wards from all kinds of compressed files.
func TestArchives(t *testing.T) {
	w := threeWards()
	all := collection(w...)
	for name, files := range map[string][]string{
		"plain":          {"x.geojson", all},
		"gzip":           {"x.geojson.gz", zipped(t, all)},
		"gzip in pieces": {"x.geojson.gz", zipped(t, all[:50]) + zipped(t, all[50:])},
		"lines":          {"x.geojsonl", strings.Join(w, "\n")},
		"one a file":     {"1.json", w[0], "2.json", w[1], "3.json", w[2]},
		"zip": {"x.zip", archive(t, "in/1.geojson", w[0], "2.json", w[1], "3.geojson.gz", zipped(t, w[2]),
			"__MACOSX/1.geojson", "x", "._2.json", "x", "read.me", "x")},
	} {
		t.Run(name, func(t *testing.T) {
			r, _, err := imported(t, Options{}, folder(t, files...))
			if err != nil || r.Joined != 3 {
				t.Errorf("%d joined, %v", r.Joined, err)
			}
		})
	}
	t.Run("one name twice", func(t *testing.T) {
		dir := folder(t, "a/x.json", w[0], "b/x.json", w[1], "y.json", w[2])
		r, p, err := imported(t, Options{}, dir)
		if err != nil || len(r.Files) != 3 || r.Files[1].Name != filepath.Join(dir, "b", "x.json") || r.Files[2].Name != "y.json" {
			t.Fatalf("%+v, %v", r.Files, err)
		}
		if m := p.Meta(); m.Source != "x.json … y.json (3 files)" {
			t.Errorf("source %q", m.Source)
		}
	})
	t.Run("a name of no meaning", func(t *testing.T) {
		path := filepath.Join(folder(t, "download", zipped(t, all)), "download")
		if r, _, err := imported(t, Options{}, path, path, filepath.Dir(path)+"/./download"); err != nil || r.Joined != 3 || len(r.Files) != 1 {
			t.Errorf("%+v, %v", r.Files, err)
		}
	})
}

// TestImportErrors checks that every error names the file and the fault.
func TestImportErrors(t *testing.T) {
	all := collection(threeWards()...)
	gz := zipped(t, all)
	bomb := zipped(t, strings.Repeat(" ", baseRoom+1<<24))
	good := archive(t, "1.json", all)
	for _, c := range []struct {
		name, file, content string
		is                  error
		says                string
	}{
		{"not there", "", "", fs.ErrNotExist, "missing.json"},
		{"no GeoJSON in the folder", "readme.txt", "x", ErrFormat, "holds no GeoJSON"},
		{"no GeoJSON in the archive", "x.zip", archive(t, "a.shx", "x"), ErrFormat, "no entry"},
		{"too many entries in the archive", "x.zip", archive(t, slices.Repeat([]string{"a.json", ""}, maxFiles+1)...), ErrFormat, "at most 20000"},
		{"syntax", "x.json", all[:200] + "!", ErrCorrupt, `x.json": feature 0, byte 200`},
		{"cut gzip", "x.json.gz", gz[:len(gz)-20], ErrCorrupt, "ends too early"},
		{"cut gzip header", "x.json.gz", gz[:5], ErrCorrupt, "ends too early"},
		{"damaged gzip", "x.json.gz", gz[:30] + "\xff\xff\xff" + gz[33:], ErrCorrupt, ""},
		{"checksum", "x.json.gz", gz[:len(gz)-8] + "abcd" + gz[len(gz)-4:], ErrCorrupt, "checksum"},
		{"bomb", "x.json.gz", bomb, ErrCorrupt, "unpacks into more than 64 MiB"},
		{"bomb in an archive", "x.zip", archive(t, "1.json", strings.Repeat(" ", baseRoom+1<<24)), ErrCorrupt, "unpacks into more than 64 MiB"},
		{"cut archive", "x.zip", good[:len(good)-10], ErrCorrupt, "zip archive"},
		{"damaged archive", "x.zip", strings.Replace(good, "PK\x03\x04", "PK\x03\x05", 1), ErrCorrupt, ""},
		{"millions of features", "x.json.gz", zipped(t, collection(strings.Repeat("0,", maxFeatures)+"0")), ErrFormat, "more than 400000 features"},
		{"wards of no time", "x.json", collection(squares(`"code":"99999","name":"Xã Không Có"`)...), ErrNothing, "99999"},
		{"provinces only", "x.json", collection(squares(`"code":"22","name":"Quảng Ninh","kind":"province"`)...), ErrNothing, "only outlines of provinces"},
		{"points only", "x.json", collection(featureOf(`"code":"00004"`, `{"type":"Point","coordinates":[105,21]}`)), ErrNothing, "not an area"},
		{"no features", "x.json", collection(), ErrNothing, "no features"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "missing.json")
			if c.file != "" {
				path = folder(t, c.file, c.content)
			}
			_, _, err := imported(t, Options{}, path)
			if !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v, want %v with %q", err, c.is, c.says)
			}
		})
	}
}

// TestKeepsRoads checks that sections and metadata of a road import are kept, in
// either order of the two imports.
func TestKeepsRoads(t *testing.T) {
	dir := folder(t, "wards.geojson", collection(threeWards()...), "roads.osm", `<osm version="0.6">
<node id="1" lat="10.77" lon="106.7"/><node id="2" lat="10.771" lon="106.7"/>
<way id="7"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way></osm>`)
	table := officialTable(t)
	roads := func(w *pack.Writer) error {
		_, err := osmimport.File(t.Context(), filepath.Join(dir, "roads.osm"), w, osmimport.Options{Name: "both"})
		return err
	}
	wards := func(w *pack.Writer) error {
		_, err := Prepare(t.Context(), []string{dir + "/wards.geojson"}, table, Options{Licence: "the notice"}).Write(t.Context(), w)
		return err
	}
	var metas []pack.Meta
	for _, steps := range [][]func(*pack.Writer) error{{roads, wards}, {wards, roads}} {
		path := filepath.Join(t.TempDir(), "x.rsp")
		w, err := pack.Create(path, pack.Meta{})
		if err != nil {
			t.Fatal(err)
		}
		defer w.Abort()
		for _, step := range steps {
			if err := step(w); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Commit(); err != nil {
			t.Fatal(err)
		}
		p, err := pack.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		m := p.Meta()
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
		if m.Name != "both" || m.Counts["wards"] != 3 || m.Counts["road_ways"] != 1 || len(m.Licences) != 2 || !slices.Equal(m.BorderNotices(), []string{"the notice"}) {
			t.Errorf("%+v", m)
		}
		if b := m.Bounds; b.South != 10.77 || b.North != 21.01 || b.West != 105 || b.East != 106.7 {
			t.Errorf("bounds %+v", b)
		}
		metas = append(metas, m)
	}
	if a, b := metas[0], metas[1]; a.Source != "roads.osm, wards.geojson" || b.Source != "wards.geojson, roads.osm" || a.SourceSHA256[:64] != b.SourceSHA256[66:] {
		t.Errorf("sources %q %q and %q %q", a.Source, a.SourceSHA256, b.Source, b.SourceSHA256)
	}
}

func TestCancel(t *testing.T) {
	dir := folder(t, "x.json", collection(threeWards()...))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	w, err := pack.Create(filepath.Join(t.TempDir(), "x.rsp"), pack.Meta{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	if _, err := Prepare(ctx, []string{dir}, officialTable(t), Options{}).Write(ctx, w); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// TestProgress checks that stages come in their order, and that the work done never
// shrinks.
func TestProgress(t *testing.T) {
	var reports []Progress
	dir := folder(t, "x.json", collection(threeWards()...), "y.json", collection())
	if _, _, err := imported(t, Options{Progress: func(p Progress) { reports = append(reports, p) }}, dir); err != nil {
		t.Fatal(err)
	}
	var stages []Stage
	for i, p := range reports {
		if i == 0 || reports[i-1].Stage != p.Stage {
			stages = append(stages, p.Stage)
		} else if p.Done < reports[i-1].Done || p.Done > p.Total {
			t.Errorf("%+v after %+v", p, reports[i-1])
		}
	}
	if !reflect.DeepEqual(stages, []Stage{StageRead, StageBorders, StageWrite}) {
		t.Errorf("stages %v", stages)
	}
}

// TestLinkedFolder imports a link to a folder, as is common for data stored
// elsewhere.
func TestLinkedFolder(t *testing.T) {
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(folder(t, "a/x.json", collection(threeWards()...)), link); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	files, err := Files([]string{link})
	if want := []string{filepath.Join(link, "a", "x.json")}; err != nil || !slices.Equal(files, want) {
		t.Errorf("%v, %v, want %v", files, err, want)
	}
	if r, _, err := imported(t, Options{}, link); err != nil || r.Joined != 3 {
		t.Errorf("%v, %+v", err, r)
	}
}
