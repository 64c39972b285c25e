// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"roadsnap/data"
)

// result is what a run of the command line gave.
type result struct {
	code     int
	out, err string
}

// roadsnap runs a command line in this process.
func roadsnap(t *testing.T, in string, args ...string) result {
	t.Helper()
	var out, errOut bytes.Buffer
	code := run(t.Context(), args, streams{in: strings.NewReader(in), out: &out, err: &errOut})
	return result{code, out.String(), errOut.String()}
}

// samples writes the embedded sample trips into a folder and returns their
// paths.
func samples(t *testing.T) []string {
	t.Helper()
	names, err := fs.Glob(data.Trips(), "*.gpx")
	if err != nil || len(names) == 0 {
		t.Fatalf("no sample trips: %v", err)
	}
	var paths []string
	for _, name := range names {
		b, err := fs.ReadFile(data.Trips(), name)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, b, 0o644); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	return paths
}

func TestSnapJSON(t *testing.T) {
	for _, path := range samples(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			got := roadsnap(t, "", "snap", path)
			if got.code != exitOK {
				t.Fatalf("exit code %d: %s", got.code, got.err)
			}
			var trip struct {
				ID, Profile string
				Points      []struct {
					Index int
					State string
					WayID *int64 `json:"way_id"`
				}
				Legs     []struct{ Shape string }
				Distance struct {
					Raw     float64 `json:"raw_m"`
					Matched float64 `json:"matched_m"`
				}
			}
			if err := json.Unmarshal([]byte(got.out), &trip); err != nil {
				t.Fatalf("not one JSON object: %v", err)
			}
			onRoads := 0
			for i, p := range trip.Points {
				if p.Index != i {
					t.Fatalf("point %d has index %d", i, p.Index)
				}
				if p.State != "off_road" && p.WayID != nil {
					onRoads++
				}
			}
			if driven := drivenLength(t, path); math.Abs(trip.Distance.Matched-driven) > 0.02*driven {
				t.Errorf("matched %.0f m, driven %.0f m", trip.Distance.Matched, driven)
			}
			if trip.Profile != "motor_vehicle" || len(trip.Legs) == 0 || trip.Distance.Matched < 500 || onRoads < len(trip.Points)/3 {
				t.Errorf("profile %q, %d legs, %.0f m, %d of %d points on roads", trip.Profile, len(trip.Legs), trip.Distance.Matched, onRoads, len(trip.Points))
			}
		})
	}
}

// drivenLength returns the length of the way that a sample trip was simulated
// on, in metres; the file's description has it.
func drivenLength(t *testing.T, path string) float64 {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`is (\d+) m long`).FindSubmatch(b)
	if m == nil {
		t.Fatalf("%s does not say how long its way is", path)
	}
	length, err := strconv.ParseFloat(string(m[1]), 64)
	if err != nil {
		t.Fatal(err)
	}
	return length
}

func TestSnapWritesAFileATrace(t *testing.T) {
	paths, folder := samples(t), t.TempDir()
	for _, format := range []string{"json", "geojson", "gpx", "csv"} {
		got := roadsnap(t, "", append([]string{"snap", "--format", format, "--out", folder}, paths...)...)
		if got.code != exitOK || got.out != "" {
			t.Fatalf("%s: exit code %d, output %q, %s", format, got.code, got.out, got.err)
		}
	}
	for _, path := range paths {
		base := strings.TrimSuffix(filepath.Base(path), ".gpx")
		for _, format := range []string{"json", "geojson", "gpx", "csv"} {
			if info, err := os.Stat(filepath.Join(folder, base+".snapped."+format)); err != nil || info.Size() == 0 {
				t.Errorf("%s.snapped.%s: %v", base, format, err)
			}
		}
	}
	if left, _ := filepath.Glob(filepath.Join(folder, ".*")); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestSnapKeepsFiles: snap replaces no file, not even its own, without --force.
func TestSnapKeepsFiles(t *testing.T) {
	paths, folder := samples(t)[:2], t.TempDir()
	precious := filepath.Join(folder, strings.TrimSuffix(filepath.Base(paths[1]), ".gpx")+".snapped.csv")
	if err := os.WriteFile(precious, []byte("precious"), 0o644); err != nil {
		t.Fatal(err)
	}
	args := append([]string{"snap", "--format", "csv", "--out", folder}, paths...)
	got := roadsnap(t, "", args...)
	if b, err := os.ReadFile(precious); got.code != exitUsage || err != nil || string(b) != "precious" || !strings.Contains(got.err, precious+" exists; give --out another name, or replace it with --force") {
		t.Errorf("exit code %d: %s: %.20q, %v", got.code, got.err, b, err)
	}
	if files, _ := os.ReadDir(folder); len(files) != 1 {
		t.Errorf("%d files, want none but the old one", len(files))
	}
	for range 2 {
		got := roadsnap(t, "", append(args, "--force")...)
		if b, err := os.ReadFile(precious); got.code != exitOK || err != nil || string(b) == "precious" || got.err != "wrote 2 files to "+folder+"\n" {
			t.Errorf("--force: exit code %d: %s: %v", got.code, got.err, err)
		}
	}
	if got := roadsnap(t, "", append(args, "--force", "--quiet")...); got.err != "" {
		t.Errorf("--quiet: %s", got.err)
	}
}

// TestFileThatIsNoPack checks that the error says how to make one.
func TestFileThatIsNoPack(t *testing.T) {
	file, _ := wardsFile(t)
	want := fmt.Sprintf("roadsnap: open %q: not a roadsnap pack; make one with roadsnap import\n", file)
	for _, args := range [][]string{{"info", file}, {"units", "list", "--pack", file}} {
		if got := roadsnap(t, "", args...); got.code != exitFailed || got.err != want {
			t.Errorf("%q: exit code %d: %s", args, got.code, got.err)
		}
	}
}

// TestOutOfAnotherKind: snap writes to a folder, and import to a file.
func TestOutOfAnotherKind(t *testing.T) {
	wards, _ := wardsFile(t)
	trip := samples(t)[0]
	t.Chdir(t.TempDir())
	for _, c := range []struct {
		args []string
		out  string
		says string
	}{
		{[]string{"snap", trip}, "-", "- is not a folder"},
		{[]string{"snap", trip}, "x.csv", "x.csv is not a folder"},
		{[]string{"snap", trip, "--force"}, wards, "wards.geojson is not a folder"},
		{[]string{"import", "--units", wards}, "-", "cannot go to standard output"},
		{[]string{"import", "--units", wards}, ".", ". is a folder; give --out the name of a file"},
		{[]string{"import", "--units", wards, "--force"}, filepath.Dir(wards), " is a folder"},
		{[]string{"import", "--units", wards}, "none/", "none/ is a folder"},
		{[]string{"import", "--units", wards}, "none/x.rsp", "the folder none does not exist"},
	} {
		got := roadsnap(t, "", append(c.args, "--out", c.out)...)
		if got.code != exitUsage || !strings.Contains(got.err, c.says) {
			t.Errorf("%v --out %s: exit code %d: %s", c.args, c.out, got.code, got.err)
		}
	}
	if files, _ := os.ReadDir("."); len(files) != 0 {
		t.Errorf("%v was made", files[0])
	}
}

// TestSnapWritesOneDocumentForAllFiles reads back what two files gave on standard
// output: a document a file would be no document at all.
func TestSnapWritesOneDocumentForAllFiles(t *testing.T) {
	paths := samples(t)[:2]
	got := roadsnap(t, "", append([]string{"snap", "--format", "geojson"}, paths...)...)
	var collection struct {
		Type     string
		Features []struct{ Geometry struct{ Type string } }
	}
	if err := json.Unmarshal([]byte(got.out), &collection); err != nil || collection.Type != "FeatureCollection" {
		t.Fatalf("not one GeoJSON document: %v", err)
	}
	lines := 0
	for _, f := range collection.Features {
		if f.Geometry.Type == "LineString" {
			lines++
		}
	}
	if lines < 2 {
		t.Errorf("%d routes, want one of each trip at least", lines)
	}
}

// TestSnapOfAnotherRegion holds that the last line is true and gives the remedy.
func TestSnapOfAnotherRegion(t *testing.T) {
	good, far, cut := samples(t)[0], lossy(t)["not on the map \"Andorra"], lossy(t)["line 12"]
	const remedy = "; give a map of the region with --pack FILE.rsp\n"
	for _, c := range []struct {
		files []string
		last  string
		code  int
	}{
		{[]string{far}, "roadsnap: could not snap the file" + remedy, exitPartly},
		{[]string{far, far}, "roadsnap: could not snap 2 of 2 files" + remedy, exitPartly},
		{[]string{good, far}, "roadsnap: could not snap 1 of 2 files" + remedy, exitPartly},
		{[]string{good, far, far, cut}, "roadsnap: could not snap 2 of 4 files, and snapped 1 of 4 files in part only" + remedy, exitPartly},
		{[]string{cut}, "roadsnap: snapped the file in part only\n", exitPartly},
		{[]string{good, cut}, "roadsnap: snapped 1 of 2 files in part only\n", exitPartly},
		{[]string{cut, cut}, "roadsnap: snapped 2 of 2 files in part only\n", exitPartly},
		{[]string{"none.gpx", "none.gpx"}, "roadsnap: could not snap 2 of 2 files\n", exitFailed},
	} {
		if got := roadsnap(t, "", append([]string{"snap"}, c.files...)...); got.code != c.code || !strings.HasSuffix(got.err, c.last) {
			t.Errorf("%v: exit code %d, %q", c.files, got.code, got.err)
		}
	}
}

// fullDisk is a writer that fails as a full disk does.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) {
	return 0, &fs.PathError{Op: "write", Path: "/dev/stdout", Err: errors.New("no space left on device")}
}

// TestSnapToAFullDisk holds that the fault is reported once, not for every file.
func TestSnapToAFullDisk(t *testing.T) {
	var errOut bytes.Buffer
	code := run(t.Context(), append([]string{"snap"}, samples(t)...), streams{out: fullDisk{}, err: &errOut})
	if want := "roadsnap: write to standard output: no space left on device; free some space there, or choose another disk\n"; code != exitFailed || errOut.String() != want {
		t.Errorf("exit code %d, %q", code, errOut.String())
	}
}

// TestRemedies holds that errors of the system end with a remedy, and others stay as they are.
func TestRemedies(t *testing.T) {
	for err, want := range map[string]string{
		"mkdir /proc/x: no such file or directory":                                  "cannot make the folder /proc/x: no such file or directory; choose another place",
		"mkdir x: permission denied":                                                "cannot make the folder x: permission denied; choose another place",
		"open a b.gpx: no such file or directory":                                   "a b.gpx does not exist; check the name",
		`"x": lstat y: permission denied`:                                           `"x": lstat y: permission denied; change its permissions, or choose another place`,
		"w.db: no space left on device: disk I/O error (4874)":                      "w.db: no space left on device; free some space there, or choose another disk",
		"w.db: no space left on device: database or disk is full (13)":              "w.db: no space left on device; free some space there, or choose another disk",
		"cannot write into x: no such file or directory; choose another folder":     "cannot write into x: no such file or directory; choose another folder",
		"x: permission denied\nopen y: no such file or directory\nTry \"roadsnap\"": "x: permission denied; change its permissions, or choose another place\ny does not exist; check the name\nTry \"roadsnap\"",
	} {
		var out strings.Builder
		if complain(&out, errors.New(err)); out.String() != "roadsnap: "+want+"\n" {
			t.Errorf("%q becomes %q", err, out.String())
		}
	}
}

// TestLongFiles names files without an end where a small one belongs.
func TestLongFiles(t *testing.T) {
	endless := "/dev/zero"
	if _, err := os.Stat(endless); err != nil {
		t.Skip(err)
	}
	db := filepath.Join(t.TempDir(), "trips.db")
	for _, args := range [][]string{
		{"tariffs", "import", "--workspace", db, endless},
		{"fare", "--workspace", db, "--tariff", endless, samples(t)[0]},
		{"snap", "--recipe", endless, samples(t)[0]},
		{"extract", "--polygon", endless, "--out", filepath.Join(t.TempDir(), "x.rsp")},
	} {
		if got := roadsnap(t, "", args...); got.code == exitOK || !strings.Contains(got.err, endless+": longer than ") {
			t.Errorf("%v: exit code %d: %s", args, got.code, got.err)
		}
	}
}

func TestSnapStandardInput(t *testing.T) {
	b, err := os.ReadFile(samples(t)[0])
	if err != nil {
		t.Fatal(err)
	}
	var zipped bytes.Buffer
	w := gzip.NewWriter(&zipped)
	w.Write(b)
	w.Close()
	for name, in := range map[string]string{"plain": string(b), "gzipped": zipped.String()} {
		if got := roadsnap(t, in, "snap", "-"); got.code != exitOK || !strings.HasPrefix(got.out, "{") {
			t.Errorf("%s: exit code %d: %s", name, got.code, got.err)
		}
	}
}

func TestExitCodes(t *testing.T) {
	good := samples(t)[0]
	broken := filepath.Join(t.TempDir(), "broken.csv")
	if err := os.WriteFile(broken, []byte("lat,lon\n42.5,1.5\n42.5,here\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	keys := func(text string) string {
		path := filepath.Join(t.TempDir(), "keys.txt")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, c := range []struct {
		name string
		args []string
		code int
		says string // a pattern in what goes to standard error
	}{
		{"done", []string{"snap", good}, exitOK, `^$`},
		{"no command", nil, exitUsage, `expected one of`},
		{"unknown flag", []string{"snap", "--fast", good}, exitUsage, `--fast`},
		{"unknown format", []string{"snap", "--format", "doc", good}, exitUsage, `"json","geojson","gpx","csv"`},
		{"two files of one name", []string{"snap", "--out", t.TempDir(), good, filepath.Join("elsewhere", filepath.Base(good))}, exitUsage, `would both be written`},
		{"missing file", []string{"snap", "nowhere.gpx"}, exitFailed, `^roadsnap: .*nowhere\.gpx.*\n$`},
		{"a fault names file and line", []string{"snap", broken}, exitFailed, `broken\.csv:3`},
		{"some failed", []string{"snap", good, broken}, exitPartly, `could not snap 1 of 2 files\n$`},
		{"pack is no pack", []string{"info", good}, exitFailed, `(?i)not a .*pack`},
		{"serve without a key", []string{"serve"}, exitUsage, `--api-key`},
		{"empty key file", []string{"serve", "--api-key-file", keys("# none\n")}, exitUsage, `keys.txt holds no key; write one key on a line\n$`},
		{"bad key in a file", []string{"serve", "--api-key-file", keys("# two\n\na-key-of-22-characters-\na key\n")}, exitUsage, `^roadsnap: \S+keys.txt:4: a key must be 22 to 512 printable ASCII characters without`},
		{"key twice in a file", []string{"serve", "--api-key-file", keys(strings.Repeat("a-key-of-22-characters-\n", 2))}, exitUsage, `^roadsnap: \S+keys.txt:2: the key already exists\n$`},
		{"bad key", []string{"serve", "--api-key", "a key"}, exitUsage, `^roadsnap: --api-key or ROADSNAP_API_KEY: a key must`},
		{"negative rate", []string{"serve", "--api-key", "a-key-of-22-characters-", "--rate=-1"}, exitUsage, `^roadsnap: --rate -1: must be 0 or more, and finite\n$`},
		{"endless rate", []string{"serve", "--api-key", "a-key-of-22-characters-", "--rate=Inf"}, exitUsage, `^roadsnap: --rate \+Inf: must be 0 or more, and finite\n$`},
		{"endless rate of a key", []string{"keys", "add", "a", "--rate=Inf"}, exitUsage, `^roadsnap: --rate, --quota and --for must be 0 or more, and finite\n$`},
		{"no address", []string{"serve", "--api-key", "a-key-of-22-characters-", "--addr", "nowhere"}, exitFailed, `^roadsnap: --addr: .*"nowhere" is not of the form host:port, such as 127.0.0.1:8080\n$`},
		{"no port", []string{"serve", "--api-key", "a-key-of-22-characters-", "--addr", ":99999"}, exitFailed, `^roadsnap: --addr: .*:99999; the port must be a number up to 65535\n$`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("ROADSNAP_API_KEY", "")
			os.Unsetenv("ROADSNAP_API_KEY")
			got := roadsnap(t, "", c.args...)
			if got.code != c.code {
				t.Errorf("exit code %d, want %d: %s", got.code, c.code, got.err)
			}
			if !regexp.MustCompile(c.says).MatchString(got.err) {
				t.Errorf("standard error %q does not say %q", got.err, c.says)
			}
		})
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errOut bytes.Buffer
	code := run(ctx, []string{"snap", samples(t)[0]}, streams{in: strings.NewReader(""), out: &out, err: &errOut})
	if code != exitInterrupted || out.Len() != 0 {
		t.Errorf("exit code %d, output %q", code, out.String())
	}
}

func TestImportInfoVerify(t *testing.T) {
	folder := t.TempDir()
	extract, packPath := filepath.Join(folder, "tiny.osm"), filepath.Join(folder, "tiny.rsp")
	osm := `<?xml version="1.0"?><osm version="0.6">
<node id="1" lat="10.770" lon="106.700"/><node id="2" lat="10.771" lon="106.701"/><node id="3" lat="10.772" lon="106.701"/>
<way id="7"><nd ref="1"/><nd ref="2"/><nd ref="3"/><tag k="highway" v="residential"/><tag k="name" v="Đường Thử"/></way>
</osm>`
	if err := os.WriteFile(extract, []byte(osm), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := roadsnap(t, "", "import", "--roads", extract, "--out", packPath); got.code != exitOK {
		t.Fatalf("import: exit code %d: %s", got.code, got.err)
	}
	var info infoJSON
	got := roadsnap(t, "", "info", "--json", packPath)
	if err := json.Unmarshal([]byte(got.out), &info); err != nil || got.code != exitOK {
		t.Fatalf("info: exit code %d, %v: %s", got.code, err, got.err)
	}
	if info.Links != 1 || info.Nodes != 2 || info.Source != "tiny.osm" || len(info.SourceSHA256) != 64 {
		t.Errorf("info %+v", info)
	}
	if got := roadsnap(t, "", "verify", packPath); got.code != exitOK || !strings.Contains(got.out, "whole") {
		t.Errorf("verify: exit code %d, %q, %s", got.code, got.out, got.err)
	}
	b, err := os.ReadFile(packPath)
	if err != nil {
		t.Fatal(err)
	}
	b[len(b)/2] ^= 0x10
	if err := os.WriteFile(packPath, b, 0o644); err != nil {
		t.Fatal(err)
	}
	if got := roadsnap(t, "", "verify", packPath); got.code != exitFailed {
		t.Errorf("verify of a damaged pack: exit code %d, %q", got.code, got.out)
	}
}

func TestFailedImportLeavesNothing(t *testing.T) {
	folder := t.TempDir()
	extract, packPath := filepath.Join(folder, "cut.osm.pbf"), filepath.Join(folder, "cut.rsp")
	if err := os.WriteFile(extract, []byte("\x00\x00\x00\x0d\x0a\x09OSMHeader"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(packPath, []byte("what was there before"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := roadsnap(t, "", "import", "--force", "--roads", extract, "--out", packPath); got.code != exitFailed {
		t.Fatalf("exit code %d", got.code)
	}
	if b, err := os.ReadFile(packPath); err != nil || string(b) != "what was there before" {
		t.Errorf("the old pack is gone: %q, %v", b, err)
	}
	if files, _ := os.ReadDir(folder); len(files) != 2 {
		t.Errorf("%d files are left, want the 2 from before", len(files))
	}
}

// TestImportOntoItsSource: the extract, which may have taken hours to come, must
// not give way to the map made of it.
func TestImportOntoItsSource(t *testing.T) {
	folder := t.TempDir()
	extract, link := filepath.Join(folder, "tiny.osm"), filepath.Join(folder, "link.osm")
	osm := `<osm version="0.6"><node id="1" lat="10.77" lon="106.7"/><node id="2" lat="10.771" lon="106.7"/><way id="7"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way></osm>`
	if err := os.WriteFile(extract, []byte(osm), 0o644); err != nil {
		t.Fatal(err)
	}
	outs := []string{extract}
	if os.Link(extract, link) == nil {
		outs = append(outs, link)
	}
	for _, out := range outs {
		got := roadsnap(t, "", "import", "--force", "--roads", extract, "--out", out)
		if b, err := os.ReadFile(extract); got.code != exitFailed || err != nil || string(b) != osm {
			t.Fatalf("exit code %d, %s: the extract holds %.20q, %v", got.code, got.err, b, err)
		}
	}
}

func TestKeyFileWithoutEnd(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keys.txt")
	if err := os.WriteFile(path, bytes.Repeat([]byte("#\n"), maxKeyFile), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := roadsnap(t, "", "serve", "--api-key-file", path); got.code != exitUsage || !strings.Contains(got.err, "not a file of keys") {
		t.Errorf("exit code %d: %s", got.code, got.err)
	}
}

// TestSnapOfALongName: names of files may have 255 bytes.
func TestSnapOfALongName(t *testing.T) {
	folder := t.TempDir()
	name := strings.Repeat("n", 255-len(".snapped.json"))
	path := filepath.Join(folder, name+".csv")
	if err := os.WriteFile(path, []byte("lat,lon\n42.5078,1.5211\n42.5085,1.5230\n"), 0o644); err != nil {
		t.Skip("names that long are not possible here: ", err)
	}
	if got := roadsnap(t, "", "snap", "--out", folder, path); got.code != exitOK {
		t.Errorf("exit code %d: %s", got.code, got.err)
	}
}
