// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTrips does with the workspace what its commands are for, in one go.
func TestTrips(t *testing.T) {
	dir := t.TempDir()
	db := "--workspace=" + filepath.Join(dir, "trips.db")
	do := func(want int, args ...string) result {
		t.Helper()
		got := roadsnap(t, "", append([]string{"trips", args[0], db}, args[1:]...)...)
		if got.code != want {
			t.Fatalf("%v: exit code %d, want %d: %s", args, got.code, want, got.err)
		}
		return got
	}
	has := func(text string, parts ...string) {
		t.Helper()
		for _, part := range parts {
			if !strings.Contains(text, part) {
				t.Errorf("%q lacks %q", text, part)
			}
		}
	}
	bad := filepath.Join(dir, "bad.gpx")
	if err := os.WriteFile(bad, []byte("<gpx>"), 0o600); err != nil {
		t.Fatal(err)
	}
	trips := "../../data/trips/"
	has(do(0, "import", trips+"city.gpx", trips+"valley.gpx").err, "2 trips added, 0 kept already")
	has(do(exitPartly, "import", trips+"city.gpx", bad, trips+"meadow.gpx").err, "1 trip added, 1 kept already", "bad.gpx", "could not keep 1 of 3 files")
	var list []struct {
		ID     int64
		Name   string
		Start  string
		Points int
	}
	if err := json.Unmarshal([]byte(do(0, "list", "--json").out), &list); err != nil || len(list) != 3 || list[0].ID != 1 || list[0].Points != 904 || list[0].Start != "2025-03-04T14:15:00+07:00" {
		t.Errorf("%+v, %v", list, err)
	}
	has(do(0, "list").out, "VEHICLE", "Andorra la Vella: errands in town", "2025-03-04 14:15:00", "city.gpx")
	has(do(0, "show", "1").out, "city.gpx", "904", "10.78 km")
	has(do(exitFailed, "show", "9").err, "9: no such trip; roadsnap trips list shows all")
	has(do(0, "export", "1", "3").out, "<gpx", "errands in town")
	out := filepath.Join(dir, "out.csv")
	do(0, "export", "1", "--format=csv", "--out", out)
	if b, err := os.ReadFile(out); err != nil || strings.Count(string(b), "\n") != 905 {
		t.Errorf("%d lines, %v", strings.Count(string(b), "\n"), err)
	}
	do(exitUsage, "export", "1", "--format=csv", "--out", out)
	do(0, "remove", "1", "2")
	if got := do(0, "list").out; strings.Count(got, "\n") != 2 {
		t.Errorf("after the removal: %s", got)
	}
	copied := filepath.Join(dir, "copy.gpx")
	if b, err := os.ReadFile(trips + "valley.gpx"); err != nil || os.WriteFile(copied, b, 0o600) != nil {
		t.Fatal(err)
	}
	has(do(0, "import", copied).err, "0 trips added, 1 kept already") // and so it is out of the trash
	do(0, "remove", "2")
	do(0, "recover", "2")
	has(do(0, "list", "--trash").out, "city.gpx")
	backup := filepath.Join(dir, "backup.db")
	do(0, "backup", backup)
	do(exitUsage, "backup", backup)
	db = "--workspace=" + filepath.Join(dir, "other", "trips.db")
	do(0, "import", trips+"meadow.gpx")
	has(do(0, "restore", backup).err, "2 trips added")
	if all, trash := do(0, "list").out, do(0, "list", "--trash").out; strings.Count(all, "\n") != 3 || !strings.Contains(trash, "city.gpx") {
		t.Errorf("restored: %s in the trash: %s", all, trash)
	}
	has(do(exitFailed, "restore", bad).err, "bad.gpx")
}

// TestOtherFilesAreNoWorkspace holds that a file that was named by mistake stays where it is.
func TestOtherFilesAreNoWorkspace(t *testing.T) {
	track := trackFile(t)
	before, err := os.ReadFile(track)
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"trips", "list"}, {"zones", "list"}, {"trips", "restore", track}} {
		got := roadsnap(t, "", append(args, "--workspace", track)...)
		if got.code != exitUsage || !strings.Contains(got.err, track+" is no file of kept trips, and stays as it is; give --workspace another name") {
			t.Errorf("%v: exit code %d: %s", args, got.code, got.err)
		}
	}
	after, err := os.ReadFile(track)
	if list, _ := os.ReadDir(filepath.Dir(track)); err != nil || string(after) != string(before) || len(list) != 1 {
		t.Errorf("%q, %v; the folder has %v", after, err, list)
	}
}
