// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRegister imports a table, shows it, and imports what was exported.
func TestRegister(t *testing.T) {
	dir := t.TempDir()
	db := "--workspace=" + filepath.Join(dir, "trips.db")
	write := func(name, content string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	do := func(want int, args ...string) result {
		t.Helper()
		got := roadsnap(t, "", append([]string{"trips", "register", args[0], db}, args[1:]...)...)
		if got.code != want {
			t.Fatalf("%v: exit code %d, want %d: %s", args, got.code, want, got.err)
		}
		return got
	}
	table := write("xe.csv", "Biển số;Loại xe;Định mức;Lái xe;GPLX;Từ ngày;Đến ngày\n51C-123.45;Xe tải;12,5;Nguyễn Văn An;079;01/11/2026;15/11/2026\n")
	if got := do(0, "import", table).err; got != "vehicles: 1 added, 0 changed, 0 kept\ndrivers: 1 added, 0 changed, 0 kept\nassignments: 1 added, 0 changed, 0 kept\n" {
		t.Errorf("%q", got)
	}
	shown := do(0, "show").out
	for _, part := range []string{"51C-123.45  Xe tải", "12.5", "Nguyễn Văn An  079", "2026-11-01 00:00:00  2026-11-16 00:00:00"} {
		if !strings.Contains(shown, part) {
			t.Errorf("%s\nlacks %q", shown, part)
		}
	}
	var record struct {
		Vehicles    []struct{ Plate string }
		Assignments []struct{ From, Before string }
	}
	if err := json.Unmarshal([]byte(do(0, "show", "--json").out), &record); err != nil || len(record.Vehicles) != 1 || record.Assignments[0].Before != "2026-11-16T00:00:00+07:00" {
		t.Errorf("%+v, %v", record, err)
	}
	exported := do(0, "export").out
	do(exitFailed, "import", write("bad.csv", "Biển số;Định mức\n51C-1;nhiều\n"))
	if again := do(0, "export").out; again != exported {
		t.Errorf("a table that cannot be read changed the register to %s", again)
	}
	out := filepath.Join(dir, "out.csv")
	do(0, "export", "--out", out)
	do(exitUsage, "export", "--out", out)
	more := write("more.csv", "Biển số;Loại xe;Lái xe\n51c12345;Xe ben;\n29A-1;;Bình\n")
	if got := do(0, "import", more).err; got != "vehicles: 1 added, 1 changed, 0 kept\ndrivers: 1 added, 0 changed, 1 kept\nassignments: 1 added, 0 changed, 1 kept\n" {
		t.Errorf("%q", got)
	}
	merged := do(0, "show").out
	for _, part := range []string{"51C-123.45  Xe ben         12.5", "29A-1 ", "Nguyễn Văn An  079", "29A-1       Bình"} {
		if !strings.Contains(merged, part) {
			t.Errorf("%s\nlacks %q", merged, part)
		}
	}
	got := do(0, "import", "--replace", out).err
	for _, part := range []string{"the register has 1 vehicles, 1 drivers and 1 assignments\n", "removed: vehicle 29A-1\n", "removed: assignment of 29A-1 to Bình from -\n"} {
		if !strings.Contains(got, part) || strings.Contains(got, "51C") {
			t.Errorf("%q lacks %q", got, part)
		}
	}
	if again := do(0, "show").out; again != shown {
		t.Errorf("%s\nbecame %s", shown, again)
	}
}
