// SPDX-License-Identifier: MIT

package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"os"
	"path/filepath"
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

// smallMerger has two provinces that became Hải Phòng.
func smallMerger() *merger {
	const north, south = "Thành phố Hải Phòng", "Tỉnh Hải Dương"
	return &merger{
		wards: []portalWard{
			{code: "11407", province: "31", name: "An Biên", from: "Phường Cát (phần còn lại sau khi sáp nhập vào phường An Dương), Phường  Hoà (quận Lê Chân), Trường bắn TB1"},
			{code: "11581", province: "31", name: "An Dương", from: "Phường Cát, Xã Đăk Long, Phường 1 (thuộc huyện An Dương, thành phố Hải Phòng)"},
			{code: "11590", province: "31", name: "Kim Thành", from: "Không sáp nhập"},
			{code: "11600", province: "31", name: "Nam Sách", from: "Xã Hoà, Phường 1, Xã Bình, Xã Nam"},
		},
		official: []officialUnit{
			{"11300", "Phường Cát", "Quận Lê Chân", "31", north, "305"},
			{"11301", "Phường Hòa", "Quận Lê Chân", "31", north, "305"},
			{"11302", "Phường Hòa", "Thành phố Chí Linh", "30", south, "290"},
			{"11303", "Xã Đắk Long", "Huyện An Dương", "31", north, "312"},
			{"11304", "Phường 1", "Huyện An Dương", "31", north, "312"},
			{"11590", "Xã Kim Thành", "Huyện Kim Thành", "30", south, "293"},
			{"11600", "Xã Bình", "Huyện Nam Sách", "30", south, "291"},
			{"11601", "Xã Bình", "Huyện Kim Thành", "30", south, "293"},
			{"11602", "Xã Nam", "Huyện Nam Sách", "30", south, "291"},
			{"11603", "Phường 1", "Thành phố Chí Linh", "30", south, "290"},
			{"11604", "Xã Hòa", "Huyện Nam Sách", "30", south, "291"},
		},
		opinion: map[[2]string]bool{{"11300", "11407"}: true, {"11602", "11600"}: true, {"11603", "11600"}: true, {"11302", "11407"}: true, {"11601", "11407"}: true},
	}
}

func TestFormation(t *testing.T) {
	m := smallMerger()
	f := newFormation(m, nil)
	err := f.resolveAll()
	want := map[string][]string{
		"11407": {"11300", "11301"},                   // a part; a district; what is no unit
		"11581": {"11300", "11303", "11304"},          // other marks; a district with its province
		"11590": {"11590"},                            // not merged
		"11600": {"11604", "11603", "11600", "11602"}, // the other list; the neighbours' district
	}
	for ward, codes := range want {
		if !slices.Equal(f.made[ward], codes) {
			t.Errorf("%s was made of %v, want %v", ward, f.made[ward], codes)
		}
	}
	for _, unit := range []string{"11302", "11601"} {
		if err == nil || !strings.Contains(err.Error(), "no text names "+unit) {
			t.Errorf("error %v does not name %s", err, unit)
		}
	}
	for name, change := range map[string]func(*merger, map[[2]string]string){
		"no such unit":         func(m *merger, _ map[[2]string]string) { m.wards[0].from = "Xã Không Có" },
		"several units":        func(m *merger, _ map[[2]string]string) { m.wards[2].from = "Phường 1" },
		"named twice":          func(m *merger, _ map[[2]string]string) { m.wards[0].from = "Phường Cát, Phường Cát" },
		"no unit had the code": func(m *merger, _ map[[2]string]string) { m.wards[2].code = "11591" },
		"decided names do not": func(_ *merger, d map[[2]string]string) { d[[2]string{"11407", "Xã Không Có"}] = "11300" },
	} {
		m, decided := smallMerger(), map[[2]string]string{}
		change(m, decided)
		if err := newFormation(m, decided).resolveAll(); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestResolveLegacy(t *testing.T) {
	provinces := []unitRow{{"31", "", "Hải Phòng", units.LevelCity}, {"75", "", "Đồng Nai", units.LevelCity}}
	wards := []unitRow{
		{"11407", "31", "An Biên", units.LevelWard},
		{"11581", "31", "An Dương", units.LevelWard},
		{"25270", "75", "Lộc Ninh", units.LevelWard}, // a commune in the mappings
	}
	const city = "Thành phố Hải Phòng"
	f := &formation{merger: &merger{official: []officialUnit{
		{"11300", "Phường Cát", "Quận Lê Chân", "31", city, "305"},
		{"11302", "Phường Hòa", "Quận Lê Chân", "31", city, "305"},
	}}, made: map[string][]string{"11407": {"11302"}, "11581": {"11300", "11302"}}}
	mappings := []baseMapping{
		{"11300", "Phường Cát", "Quận Lê Chân", city, "11407", "Phường An Biên", city},          // otherwise than the portal
		{"", "Phường Hoà", "Quận Lê Chân", city, "11407", "Phường An Biên", city},               // in the official list
		{"", "Xã Mới", "Huyện An Dương", city, "11407", "Phường An Dương", city},                // by name, not by code
		{"", "Xã Mới", "Huyện An Dương", city, "11581", "Phường An Biên", city},                 // divided
		{"", "Xã Mới", "Huyện An Dương", city, "11581", "Phường An Biên", city},                 // the same again
		{"", "", "", "", "11407", "Phường An Biên", city},                                       // no names
		{"", "Phường 3", "Quận 3", "Thành phố Hồ Chí Minh", "25270", "Xã Lộc Ninh", "Đồng Nai"}, // by its former kind
	}
	l, err := resolveLegacy(f, mappings, provinces, wards)
	if err != nil {
		t.Fatal(err)
	}
	l.sort()
	want := [][]string{
		{"code", "name", "district", "province", "until", "successors"},
		{"11300", "Phường Cát", "Quận Lê Chân", city, "2025-06-30", "11581"},
		{"11302", "Phường Hòa", "Quận Lê Chân", city, "2025-06-30", "11407 11581"},
		{"", "Xã Mới", "Huyện An Dương", city, "", "11407 11581"},
		{"", "Phường 3", "Quận 3", "Thành phố Hồ Chí Minh", "2024-12-31", "25270"},
	}
	if got := legacyTable(l.units); !slices.EqualFunc(got, want, slices.Equal[[]string]) {
		t.Errorf("got %v\nwant %v", got, want)
	}
	var report strings.Builder
	l.report(&report)
	if said := "2 units of the official list, 1 of them divided, 3 pairs with a ward; 2 other units\nlegacy: 1 successors"; !strings.Contains(report.String(), said) {
		t.Errorf("report lacks %q:\n%s", said, &report)
	}
	for name, bad := range map[string]baseMapping{
		"no such ward":     {"1", "A", "B", "C", "11407", "Phường Nào", city},
		"no such province": {"1", "A", "B", "C", "11407", "Phường An Biên", "Atlantis"},
	} {
		if _, err := resolveLegacy(f, []baseMapping{bad}, provinces, wards); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	before := earlierWard{"Phường Cũ", "Quận Lê Chân", city, "2020-12-31", []string{"Phường Hòa"}, "Quận Lê Chân"}
	if err := l.addEarlier([]earlierWard{before}); err != nil || strings.Join(legacyTable(l.units)[5], " ") != " Phường Cũ Quận Lê Chân "+city+" 2020-12-31 11407 11581" {
		t.Errorf("%v, %q", err, legacyTable(l.units)[len(l.units)])
	}
	before.into = []string{"Phường Không Có"}
	if err := l.addEarlier([]earlierWard{before}); err == nil {
		t.Error("an earlier ward that went nowhere: no error")
	}
}

// TestRecount counts the names in the portal's texts in another way: each is a pair of legacy.csv,
// but for what is no unit and what the texts leave out.
func TestRecount(t *testing.T) {
	folder := os.Getenv("ROADSNAP_DATA")
	if folder == "" {
		t.Skip("ROADSNAP_DATA is not set")
	}
	m, err := readMerger(filepath.Join(folder, "merger"))
	if err != nil {
		t.Fatal(err)
	}
	names := 0
	for _, w := range m.wards {
		depth := 0
		for _, r := range w.from + "," {
			switch {
			case r == '(':
				depth++
			case r == ')':
				depth--
			case r == ',' && depth == 0:
				names++
			}
		}
	}
	table, err := units.Load(os.DirFS("../units"))
	if err != nil {
		t.Fatal(err)
	}
	pairs := 0
	for _, u := range m.official {
		l, ok := table.Legacy(u.code)
		if !ok || l.Old.Name != u.name || l.Old.District != u.district || l.Old.Province != u.province {
			t.Errorf("%s is %+v", u.code, l.Old)
		}
		pairs += len(l.Old.Successors)
	}
	left := 0
	for _, list := range unnamedUnits() {
		left += len(list)
	}
	if pairs != names-len(notUnits())+left || pairs != 10566 {
		t.Errorf("%d pairs, %d names", pairs, names)
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
		for _, successor := range strings.Split(row[5], " ") {
			led[successor] = true
			if w, ok := table.Ward(successor); !ok || w.Code != successor {
				t.Errorf("line %d: successor %q is not a ward", i+2, successor)
			}
		}
	}
	if len(rows)-1 != 10846 || len(led) != 3316 { // five special zones were districts without units
		t.Errorf("%d old units lead to %d wards", len(rows)-1, len(led))
	}
}
