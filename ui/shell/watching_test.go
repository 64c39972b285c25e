// SPDX-License-Identifier: MIT

package shell

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"roadsnap/ui/files"
)

// folderPicker chooses a folder at once.
type folderPicker struct {
	brokenPicker
	folder string
}

func (p folderPicker) Folder(_ files.Question, done func(string, error)) { done(p.folder, nil) }

// watchMenuItem returns the item of the menu that watches a folder.
func watchMenuItem(t *testing.T, w *testWindow) *fyne.MenuItem {
	t.Helper()
	for _, i := range w.window.MainMenu().Items[0].Items {
		if strings.HasPrefix(i.Label, "Watch") {
			return i
		}
	}
	t.Fatal("the menu does not watch")
	return nil
}

// TestWatchedFolder watches a folder by the menu: a file that appears is imported, a folder
// that disappears is reported, and the next run goes on.
func TestWatchedFolder(t *testing.T) {
	w, folder := newTestWindow(t), filepath.Join(t.TempDir(), "gps")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.commands.watching.Cancel() }) // before its folder goes
	w.o.Picker = folderPicker{folder: folder}
	if i := watchMenuItem(t, w); i.Checked || i.Label != "Watch folder…" {
		t.Errorf("at first the item is %q, checked %t", i.Label, i.Checked)
	}
	watchMenuItem(t, w).Action()
	w.ui.Drain()
	if i := watchMenuItem(t, w); !i.Checked || !strings.HasSuffix(i.Label, "gps") {
		t.Errorf("then the item is %q, checked %t", i.Label, i.Checked)
	}
	content, err := os.ReadFile(filepath.Join("..", "..", "data", "trips", "city.gpx"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "a.gpx"), content, 0o600); err != nil {
		t.Fatal(err)
	}
	w.eventually(t, "the trip", func() bool { return len(w.o.Trips.State().Trips) == 1 && w.o.Trips.State().Work.Left == 0 })
	if s := w.o.Trips.State(); s.HasSelected || len(s.Recent) > 0 {
		t.Errorf("selected %t, recent files %q; want neither", s.HasSelected, s.Recent)
	}

	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	w.eventually(t, "the message", func() bool { return w.window.Canvas().Overlays().Top() != nil })
	w.files.Hide()
	first := w.commands.watching
	w.WatchAgain() // as the next run does
	if first.Running() || !w.commands.watching.Running() {
		t.Error("the folder is not watched again, or twice")
	}

	watchMenuItem(t, w).Action()
	if i := watchMenuItem(t, w); i.Checked || w.settings.String(prefWatched) != "" || w.commands.watching.Running() {
		t.Errorf("at last the item is %q, checked %t", i.Label, i.Checked)
	}
	if !w.ui.Wait(time.Minute, w.ui.Jobs.Idle) {
		t.Error("watching does not end")
	}
}

func TestShortPath(t *testing.T) {
	long := strings.Repeat("đ", 39) + "/gps"
	for path, want := range map[string]string{"/gps": "/gps", long: "…" + strings.Repeat("đ", 35) + "/gps"} {
		if got := shortPath(path); got != want {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
}
