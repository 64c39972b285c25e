// SPDX-License-Identifier: MIT

package shell

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"roadsnap/ui/trips"
)

// undoItem returns the menu item that restores a removed trip.
func undoItem(t *testing.T, w *testWindow) *fyne.MenuItem {
	t.Helper()
	for _, menu := range w.window.MainMenu().Items {
		for _, i := range menu.Items {
			if strings.HasPrefix(i.Label, w.words.T("menu.undo")) {
				return i
			}
		}
	}
	t.Fatal("the menu does not undo")
	return nil
}

func TestControlZBringsBackWhatDeleteTook(t *testing.T) {
	w := newTestWindow(t)
	w.show(panelTrips)
	openTrip(t, w, "a")
	openTrip(t, w, "b")
	if !undoItem(t, w).Disabled {
		t.Error("the menu undoes though nothing was removed")
	}
	removeBoth := func() {
		t.Helper()
		for n := 1; n >= 0; n-- {
			w.commands.typedKey(&fyne.KeyEvent{Name: fyne.KeyDelete})
			w.eventually(t, "a shorter list", func() bool { return len(w.o.Trips.State().Trips) == n })
		}
	}
	removeBoth()
	if undoItem(t, w).Disabled {
		t.Error("the menu does not undo")
	}
	w.show(panelUnits)
	undo := &fyne.ShortcutUndo{}
	w.commands.undo()
	w.eventually(t, "the trip removed last", func() bool { return len(w.o.Trips.State().Trips) == 1 })
	if trip, ok := w.o.Trips.State().Trip(); !ok || trip.Name != "a" || trip.Stage != trips.Done || w.arrangement.panel != panelTrips {
		t.Errorf("what came back is %+v", trip)
	}
	w.show(panelUnits)
	w.units.Panel().Tree().TypedShortcut(undo)
	w.eventually(t, "the other trip", func() bool { return len(w.o.Trips.State().Trips) == 2 })
	if trip, ok := w.o.Trips.State().Trip(); !ok || trip.Name != "b" {
		t.Errorf("what came back is %+v", trip)
	}
	if !undoItem(t, w).Disabled {
		t.Error("the menu undoes though everything is back")
	}

	removeBoth()
	w.commands.about()
	w.commands.undo()
	w.ui.Rest(t)
	if len(w.o.Trips.State().Trips) != 0 {
		t.Error("behind a dialog something came back")
	}
}

// TestControlZInAFieldIsItsOwn checks that the menu, to which the toolkit offers keys
// first, does not take Ctrl+Z from a field.
func TestControlZInAFieldIsItsOwn(t *testing.T) {
	w := newTestWindow(t)
	if item := undoItem(t, w); item.Shortcut.ShortcutName() == (&fyne.ShortcutUndo{}).ShortcutName() {
		t.Error("the menu takes Ctrl+Z from the fields")
	}
}
