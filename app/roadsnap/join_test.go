// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"roadsnap/engine/layer"
	"roadsnap/engine/vector"
)

// TestJoin joins tables and reads the files that it writes.
func TestJoin(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	borders := borderPack(t)
	codes := write("codes.csv", "Mã xã,Dân số,Ghi chú\n4,100,một\n00008,200.5,=1+1\n01279,50,\n1279,25,sau\n99999,1,không có\n")
	out := filepath.Join(folder, "out.csv")
	unmatched := filepath.Join(folder, "unmatched.csv")
	got := roadsnap(t, "", "join", codes, "--out", out, "--unmatched", unmatched)
	if got.code != exitPartly || !strings.Contains(got.err, "4 of 5 rows joined to 3 wards") || !strings.Contains(got.err, "row 5: not_found: 99999") || !strings.Contains(got.err, "1 of them have several rows: --several sum") {
		t.Fatalf("%d %s", got.code, got.err)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"prov_code,ward_code,ward_fname,rows,Dân số,Ghi chú\n", "01,00004,Phường Ba Đình,1,100,một\n", "01,00008,Phường Ngọc Hà,1,200.5,'=1+1\n", "04,01279,", ",2,75,sau\n"} {
		if !bytes.Contains(text, []byte(line)) {
			t.Errorf("no %q in %.300s", line, text)
		}
	}
	if text, err := os.ReadFile(unmatched); err != nil || string(text) != "row,reason,candidates,Mã xã,Dân số,Ghi chú\n5,not_found,,99999,1,không có\n" {
		t.Errorf("%s, %v", text, err)
	}
	for _, name := range []string{"out.gpkg", "out.fgb", "out.geojson", "out.zip"} {
		path := filepath.Join(folder, name)
		got := roadsnap(t, "", "join", codes, "--out", path, "--pack", borders, "--several", "max", "--column", "dân số")
		if got.code != exitPartly || !strings.Contains(got.err, fixtureLicence) {
			t.Fatalf("%s: %d %s", name, got.code, got.err)
		}
		l, err := layer.Open(t.Context(), path, layer.Options{})
		if err != nil {
			t.Fatal(err)
		}
		at := -1
		for i, code := range l.Columns[l.Column("ward_code")].Texts {
			if code == "01279" {
				at = i
			}
		}
		last := len(l.Columns) - 1
		if at < 0 || l.Value(last, at) != 50 || l.Geometry[at] == nil || l.Len() < 3000 {
			t.Errorf("%s: %+v", name, l.Columns[last].Name)
		}
	}
	book := filepath.Join(folder, "out.xlsx")
	if got := roadsnap(t, "", "join", codes, "--out", book); got.code != exitPartly {
		t.Fatal(got.err)
	}
	f, err := excelize.OpenFile(book)
	if err != nil {
		t.Fatal(err)
	}
	if rows, err := f.GetRows("units"); err != nil || len(rows) < 3000 || rows[1][2] != "Phường Ba Đình" || rows[1][4] != "100" {
		t.Errorf("%v, %v", err, rows[:2])
	}
	names := write("names.csv", "Tỉnh;Thu nhập\nTP HCM;12,5\nHà Nội;11\nCà Mau;7,25\n")
	picture := filepath.Join(folder, "x.png")
	if got := roadsnap(t, "", "join", names, "--by", "name", "--to", "provinces", "--picture", picture, "--title", "Thu nhập", "--dpi", "60"); got.code != exitOK {
		t.Fatal(got.err)
	}
	if text, err := os.ReadFile(picture); err != nil {
		t.Error(err)
	} else if _, err := png.Decode(bytes.NewReader(text)); err != nil {
		t.Error(err)
	}
	document := filepath.Join(folder, "x.pdf")
	wards := roadsnap(t, "", "join", codes, "--pack", borders, "--column", "Dân số", "--picture", document, "--classes", "2", "--language", "en", "--ramp", "heat")
	if text, err := os.ReadFile(document); wards.code != exitPartly || err != nil || !bytes.HasPrefix(text, []byte("%PDF")) {
		t.Error(wards.err, err)
	}
}

// TestJoinRefuses holds the answers to command lines that make no sense.
func TestJoinRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.csv")
	if err := os.WriteFile(path, []byte("a,b,c\n1,2,3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "y.csv")
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{path}, exitUsage, "--picture"},
		{[]string{path, "--out", path}, exitUsage, "would be lost"},
		{[]string{path, "--out", out}, exitFailed, "--key"},
		{[]string{path, "--out", out, "--key", "d"}, exitUsage, "a, b, c"},
		{[]string{path, "--out", out, "--key", "a", "--column", "d"}, exitUsage, "a, b, c"},
		{[]string{path, "--out", "y.doc", "--key", "a", "--to", "provinces"}, exitUsage, ".gpkg"},
		{[]string{path, "--out", "y.gpkg", "--key", "a"}, exitFailed, "no borders of wards"},
		{[]string{path, "--picture", "y.svg", "--key", "a"}, exitUsage, ".pdf"},
		{[]string{path, "--picture", "y.png", "--classes", "12", "--key", "a"}, exitUsage, "1 to 9"},
		{[]string{path, "--picture", "y.png", "--key", "a", "--to", "provinces"}, exitUsage, "b, c"},
	} {
		got := roadsnap(t, "", append([]string{"join"}, c.args...)...)
		if got.code != c.code || !strings.Contains(got.err, c.says) {
			t.Errorf("%q: %d %s", c.args, got.code, got.err)
		}
	}
	bad := filepath.Join(t.TempDir(), "x.geojson")
	if err := os.WriteFile(bad, []byte(vector.SQLiteMagic), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := roadsnap(t, "", "join", bad, "--out", out); got.code != exitFailed || !strings.Contains(got.err, "x.geojson") {
		t.Errorf("%d %s", got.code, got.err)
	}
}
