package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// wardsFile writes two wards with a gap between them, one with an old code, and
// one that is none, and returns the file and the path of a pack beside it.
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
	if got.code != exitOK {
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
	if info := roadsnap(t, "", "info", packPath); !strings.Contains(info.out, "the notice") || !strings.Contains(info.out, "wards       2") {
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
	if err := json.Unmarshal([]byte(got.out), &report); err != nil || got.code != exitOK {
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
	if got := roadsnap(t, "", "import", "--units", file, "--out", file); got.code != exitFailed || !strings.Contains(got.err, "would be lost") {
		t.Errorf("onto its source: exit code %d: %s", got.code, got.err)
	}
	folder := filepath.Dir(file)
	if got := roadsnap(t, "", "import", "--units", folder, "--out", file); got.code != exitFailed || !strings.Contains(got.err, "would be lost") {
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
	if got := roadsnap(t, "", "import", "--units", file, "--out", packPath); got.code != exitOK || strings.Contains(got.out, "\x1b") || !strings.Contains(got.out, `26740 Bến\x1b[2J\nNghé: the code`) {
		t.Errorf("exit code %d: %s%s", got.code, got.out, got.err)
	}
	if got := roadsnap(t, "a\x1b[2J,b\n1,2\n", "units", "locate"); got.code != exitFailed || !strings.Contains(got.err, `a\x1b[2J, b; name two columns`) {
		t.Errorf("exit code %d: %q", got.code, got.err)
	}
}
