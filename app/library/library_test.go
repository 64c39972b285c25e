// SPDX-License-Identifier: MIT

package library

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
)

var october = time.Date(2026, 10, 1, 20, 21, 0, 0, time.UTC)

// writePack writes an empty map with data of a day.
func writePack(t *testing.T, path string, day time.Time) {
	t.Helper()
	w, err := pack.Create(path, pack.Meta{Name: "Vietnam", Bounds: geo.NoBounds, SourceTime: day})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Commit(); err != nil {
		t.Fatal(err)
	}
}

// add adds a map of a day as an installation does.
func add(t *testing.T, l *Library, id string, day time.Time) Map {
	t.Helper()
	lock, err := l.Lock("testing")
	if err != nil {
		t.Fatal(err)
	}
	path := lock.Incoming(id + ".rsp")
	writePack(t, path, day)
	m, err := lock.Add(id, path, "md5:"+id)
	if err != nil {
		t.Fatal(err)
	}
	if err := lock.Release(); err != nil {
		t.Fatal(err)
	}
	return m
}

// states returns the maps by name, "*" after the one in use and "-" after the one before.
func states(t *testing.T, l *Library) string {
	t.Helper()
	maps, err := l.Maps()
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, m := range maps {
		name := m.Name
		if m.Used {
			name += "*"
		}
		if m.Earlier {
			name += "-"
		}
		if m.Err != nil {
			name += "!"
		}
		list = append(list, name)
	}
	return strings.Join(list, " ")
}

func checkStates(t *testing.T, l *Library, want string) {
	t.Helper()
	if got := states(t, l); got != want {
		t.Errorf("the maps are %q, want %q", got, want)
	}
}

// TestLife adds versions, goes back, uses others and removes them.
func TestLife(t *testing.T) {
	l := Open(filepath.Join(t.TempDir(), "a", "maps"))
	checkStates(t, l, "")
	if path, err := l.Used(); path != "" || err != nil {
		t.Errorf("an empty library uses %q, %v", path, err)
	}
	if _, err := os.Stat(l.Folder()); !errors.Is(err, os.ErrNotExist) {
		t.Error("reading created the folder")
	}
	if _, err := l.Back(); !errors.Is(err, ErrNoEarlier) {
		t.Errorf("back in an empty library: %v", err)
	}
	m := add(t, l, "vietnam", october)
	if m.Name != "vietnam-2026-10-01" || !m.Used || m.Meta.Name != "Vietnam" || !m.Meta.SourceTime.Equal(october) {
		t.Errorf("added %+v", m)
	}
	add(t, l, "vietnam", october)
	add(t, l, "vietnam", october.AddDate(0, 1, 0))
	checkStates(t, l, "vietnam-2026-10-01 vietnam-2026-10-01-2- vietnam-2026-11-01*")
	if path, err := l.Used(); err != nil || path != filepath.Join(l.Folder(), "vietnam-2026-11-01.rsp") {
		t.Errorf("in use is %q, %v", path, err)
	}
	for _, want := range []string{"vietnam-2026-10-01 vietnam-2026-10-01-2* vietnam-2026-11-01-", "vietnam-2026-10-01 vietnam-2026-10-01-2- vietnam-2026-11-01*"} {
		if _, err := l.Back(); err != nil {
			t.Fatal(err)
		}
		checkStates(t, l, want)
	}
	if err := l.Use("vietnam-2026-10-01.rsp"); err != nil { // as a shell completes it
		t.Fatal(err)
	}
	checkStates(t, l, "vietnam-2026-10-01* vietnam-2026-10-01-2 vietnam-2026-11-01-")
	if err := l.Remove("vietnam-2026-10-01"); !errors.Is(err, ErrInUse) {
		t.Errorf("removing the map in use: %v", err)
	}
	if err := l.Use("andorra"); !errors.Is(err, ErrUnknown) || !strings.Contains(err.Error(), "vietnam-2026-10-01-2") {
		t.Errorf("using an unknown map: %v", err)
	}
	if err := l.Remove("vietnam-2026-11-01"); err != nil {
		t.Fatal(err)
	}
	checkStates(t, l, "vietnam-2026-10-01* vietnam-2026-10-01-2")
	if _, err := l.Back(); !errors.Is(err, ErrNoEarlier) {
		t.Errorf("back to a removed map: %v", err)
	}
}

// TestDamage checks that a damaged map is listed with its fault and cannot be used, and
// that a damaged record costs only the choice.
func TestDamage(t *testing.T) {
	l := Open(t.TempDir())
	add(t, l, "vietnam", october)
	if err := os.WriteFile(filepath.Join(l.Folder(), "stick.rsp"), []byte("cut short"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(l.Folder(), "folder.rsp"), 0o755); err != nil {
		t.Fatal(err)
	}
	checkStates(t, l, "stick! vietnam-2026-10-01*")
	if err := l.Use("stick"); !errors.Is(err, pack.ErrNotPack) {
		t.Errorf("using a damaged map: %v", err)
	}
	for _, record := range []string{"", "{", "[]", `{"used":"../vietnam-2026-10-01"}`, `{"used":"gone"}`, `{"used":"folder"}`, `{"used":""}`} {
		if err := os.WriteFile(filepath.Join(l.Folder(), choiceFile), []byte(record), 0o644); err != nil {
			t.Fatal(err)
		}
		checkStates(t, l, "stick! vietnam-2026-10-01")
		if path, err := l.Used(); path != "" || err != nil {
			t.Errorf("record %q: in use is %q, %v", record, path, err)
		}
	}
	if err := l.Use("vietnam-2026-10-01"); err != nil {
		t.Fatal(err)
	}
	checkStates(t, l, "stick! vietnam-2026-10-01*")
}

// TestPrune removes only versions of its own map that are neither in use nor the one
// before.
func TestPrune(t *testing.T) {
	l := Open(t.TempDir())
	for _, name := range []string{"vietnam-old", "vietnam-2026-01-01x", "vietnam", "vietnam-north-2026-01-01", "vietnam-2026-13-01", "vietnam-2026-01-01-"} {
		writePack(t, filepath.Join(l.Folder(), name+".rsp"), october)
	}
	others := states(t, l)
	for month := range 4 {
		add(t, l, "vietnam", october.AddDate(0, month-6, 0))
	}
	add(t, l, "vietnam", october.AddDate(0, -3, 0))
	lock, err := l.Lock("testing")
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Release()
	removed, err := lock.Prune("vietnam")
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(removed, " "); got != "vietnam-2026-04-01 vietnam-2026-05-01 vietnam-2026-06-01" {
		t.Errorf("removed %s", got)
	}
	got := states(t, l)
	for _, name := range strings.Fields(others + " vietnam-2026-07-01- vietnam-2026-07-01-2*") {
		if !strings.Contains(" "+got+" ", " "+name+" ") {
			t.Errorf("%s is gone: %s", name, got)
		}
	}
}

// TestLock refuses a second lock, says who has the first, and sweeps what it left.
func TestLock(t *testing.T) {
	l := Open(t.TempDir())
	lock, err := l.Lock("installing vietnam")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Lock("testing"); !errors.Is(err, ErrBusy) || !strings.Contains(err.Error(), "is installing vietnam since") {
		t.Errorf("a second lock: %v", err)
	}
	for _, name := range []string{"keep.part", ".x.rsp.0123abcd.tmp", "x.rsp"} {
		if err := os.WriteFile(lock.Incoming(name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := lock.Sweep(func(name string) bool { return strings.HasPrefix(name, "keep") }); err != nil {
		t.Fatal(err)
	}
	if entries, err := os.ReadDir(filepath.Dir(lock.Incoming("x"))); err != nil || len(entries) != 1 {
		t.Errorf("%v are left, %v", entries, err)
	}
	if err := lock.Release(); err != nil {
		t.Fatal(err)
	}
	again, err := l.Lock("testing")
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Release(); err != nil {
		t.Fatal(err)
	}
}

// TestReadOnlyFolder names the folder that cannot be written to.
func TestReadOnlyFolder(t *testing.T) {
	if runtime.GOOS == "windows" || os.Getuid() == 0 {
		t.Skip("everything may be written here")
	}
	folder := t.TempDir()
	if err := os.Chmod(folder, 0o555); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(folder).Lock("testing"); err == nil || !strings.Contains(err.Error(), folder) {
		t.Errorf("the error is %v", err)
	}
}
