// SPDX-License-Identifier: MIT

package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"roadsnap/engine/units"
)

func TestNormalName(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"Phường Ba Đình", "Phường Ba Đình"},
		{"Xã Hoà An", "Xã Hòa An"},
		{"Xã Hòa An", "Xã Hòa An"},
		{"THUỶ", "THỦY"},
		{"Thuỷ Hoè", "Thủy Hòe"},
		{"Uý", "Úy"},
		{"Quý Quỳ", "Quý Quỳ"},
		{"Hoàn Thuyền Khoái", "Hoàn Thuyền Khoái"},
		{"Tuệ", "Tuệ"},
		{"Tuấn", "Tuấn"},
		{"M’Drắk", "M'Drắk"},
		{"  Nậm \t Nèn ", "Nậm Nèn"},
		{norm.NFD.String("Xã Thuỷ Hợp"), "Xã Thủy Hợp"},
		{"", ""},
		{"Ý", "Ý"},
	} {
		got := normalName(c.in)
		if got != c.want {
			t.Errorf("normalName(%q) = %q, want %q", c.in, got, c.want)
		}
		if again := normalName(got); again != got {
			t.Errorf("normalName(%q) = %q, again %q", c.in, got, again)
		}
		if units.Key(got) != units.Key(c.in) {
			t.Errorf("normalName(%q) = %q changes the name", c.in, got)
		}
	}
}

func TestAmend(t *testing.T) {
	rows := []unitRow{{"25270", "75", "Lộc Ninh", units.LevelCommune}, {"25357", "75", "Tân Khai", units.LevelWard}}
	a := wardAmendments()
	if err := amend(rows, a[:1]); err != nil || rows[0].kind != units.LevelWard {
		t.Errorf("%v, %+v", err, rows[0])
	}
	for name, bad := range map[string]amendment{
		"amended already": a[1],
		"another name":    {"25357", "Tân Khái", units.LevelWard, units.LevelCommune},
		"no such unit":    a[2],
	} {
		if err := amend(rows, []amendment{bad}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestRegionsHoldEveryProvince(t *testing.T) {
	if n := len(regionOf()); n != 34 {
		t.Errorf("%d provinces have a region, want 34", n)
	}
}

func TestResolveLegacy(t *testing.T) {
	provinces := []unitRow{{"31", "", "Hải Phòng", units.LevelCity}, {"75", "", "Đồng Nai", units.LevelCity}}
	wards := []unitRow{
		{"11407", "31", "An Biên", units.LevelWard},
		{"11581", "31", "An Dương", units.LevelWard},
		{"25270", "75", "Lộc Ninh", units.LevelWard}, // a commune in the mappings
		{"99999", "75", "Xa Xôi", units.LevelCommune},
	}
	const city = "Thành phố Hải Phòng"
	mappings := []baseMapping{
		{"11300", "Phường Cát", "Quận Lê Chân", city, "11407", "Phường An Biên", city},     // right
		{"11301", "Phường Đất", "Quận Lê Chân", city, "11371", "Phường An Biên", city},     // not a ward's code
		{"11302", "Phường Hoà", "Quận Lê Chân", city, "11407", "Phường An Dương", city},    // another ward's
		{"", "Phường Hòa", "Quận Lê Chân", city, "11407", "Phường An Biên", city},          // 11302, divided
		{"", "Xã Mới", "Huyện An Dương", city, "11581", "Phường An Dương", city},           // code unknown
		{"", "Xã Mới", "Huyện An Dương", city, "11581", "Phường An Dương", city},           // the same again
		{"", "", "", "", "11407", "Phường An Biên", city},                                  // no names
		{"25270", "Thị trấn Lộc", "Huyện X", "Tỉnh Y", "25270", "Xã Lộc Ninh", "Đồng Nai"}, // by its former kind
	}
	l, err := resolveLegacy(mappings, provinces, wards)
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"code", "name", "district", "province", "successors"},
		{"11300", "Phường Cát", "Quận Lê Chân", city, "11407"},
		{"11301", "Phường Đất", "Quận Lê Chân", city, "11407"},
		{"11302", "Phường Hòa", "Quận Lê Chân", city, "11407 11581"},
		{"25270", "Thị trấn Lộc", "Huyện X", "Tỉnh Y", "25270"},
		{"", "Xã Mới", "Huyện An Dương", city, "11581"},
	}
	if got := legacyTable(l.units); !slices.EqualFunc(got, want, slices.Equal[[]string]) {
		t.Errorf("got %v\nwant %v", got, want)
	}
	var report strings.Builder
	l.report(&report)
	for _, line := range []string{
		"5 old units, 1 of them with several successors", "1 successor codes of no ward",
		"1 mappings without an old code were given one; 1 units remain without",
		"another ward, resolved by name: 1", "left out: 1", "leads to: 1\n  99999 Xã Xa Xôi",
	} {
		if !strings.Contains(report.String(), line) {
			t.Errorf("report lacks %q:\n%s", line, &report)
		}
	}
	for name, bad := range map[string]baseMapping{
		"no such ward":     {"1", "A", "B", "C", "11407", "Phường Nào", city},
		"no such province": {"1", "A", "B", "C", "11407", "Phường An Biên", "Atlantis"},
	} {
		if _, err := resolveLegacy([]baseMapping{bad}, provinces, wards); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestFileInArchive(t *testing.T) {
	var archive bytes.Buffer
	zipped := gzip.NewWriter(&archive)
	w := tar.NewWriter(zipped)
	body := `[{"type":"header"},
		{"type":"table","name":"provinces","data":[{"province_code":"01","name":"Thành phố Hà Nội"}]},
		{"type":"table","name":"wards","data":[{"ward_code":"00004","name":"Phường Ba Đình","province_code":"01"}]},
		{"type":"table","name":"ward_mappings","data":[{"old_ward_code":null,"new_ward_code":"00004"}]}]`
	if err := w.WriteHeader(&tar.Header{Name: baseFile, Mode: 0o644, Size: int64(len(body))}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte(body)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := zipped.Close(); err != nil {
		t.Fatal(err)
	}
	got, err := fileInArchive(archive.Bytes(), baseFile)
	if err != nil || string(got) != body {
		t.Fatalf("%v, %q", err, got)
	}
	if _, err := fileInArchive(archive.Bytes(), "other"); err == nil {
		t.Error("a file that is not there: no error")
	}
	b, err := parseBase(got)
	if err != nil || len(b.provinces) != 1 || len(b.wards) != 1 || b.mappings[0].NewCode != "00004" {
		t.Errorf("%v, %+v", err, b)
	}
	if _, err := parseBase([]byte(`[{"name":"wards","data":[]}]`)); err == nil {
		t.Error("tables missing: no error")
	}
}

// TestShippedLegacy checks the guarantees for readers of legacy.csv.
func TestShippedLegacy(t *testing.T) {
	table, err := units.Load(os.DirFS("../units"))
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open("../units/legacy.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	last, nameless, led := "", false, map[string]bool{}
	for i, row := range rows[1:] {
		code := row[0]
		switch {
		case code == "":
			nameless = true
		case nameless || code <= last || len(code) != 5:
			t.Errorf("line %d: code %q after %q", i+2, code, last)
		}
		last = code
		for _, name := range row[1:4] {
			if name == "" || name != normalName(name) {
				t.Errorf("line %d: name %q", i+2, name)
			}
		}
		for _, successor := range strings.Split(row[4], " ") {
			led[successor] = true
			if w, ok := table.Ward(successor); !ok || w.Code != successor {
				t.Errorf("line %d: successor %q is not a ward", i+2, successor)
			}
		}
	}
	if len(rows)-1 != 10803 || len(led) < 3310 {
		t.Errorf("%d old units lead to %d wards", len(rows)-1, len(led))
	}
}
