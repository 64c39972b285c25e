package ui

import (
	"fyne.io/fyne/v2"

	"roadsnap/ui/kit"
)

// bindKeys gives the keys that stand alone their actions. They reach the window
// when no field has the focus.
func (w *Window) bindKeys() {
	const step = 0.25 // of the map, that an arrow key moves it by
	w.keys = map[fyne.KeyName]func(){
		fyne.Key1: func() { w.show(placeTrips) },
		fyne.Key2: func() { w.show(placeUnits) },
		fyne.Key3: func() { w.show(placeMaps) },
		fyne.Key4: func() { w.show(placeServer) },

		fyne.KeyPlus:      func() { w.mapView.ZoomBy(1) },
		fyne.KeyEqual:     func() { w.mapView.ZoomBy(1) },
		fyne.KeyMinus:     func() { w.mapView.ZoomBy(-1) },
		fyne.KeyHome:      w.fit,
		fyne.KeyUp:        func() { w.mapView.PanByPart(0, step) },
		fyne.KeyDown:      func() { w.mapView.PanByPart(0, -step) },
		fyne.KeyLeft:      func() { w.mapView.PanByPart(step, 0) },
		fyne.KeyRight:     func() { w.mapView.PanByPart(-step, 0) },
		fyne.KeyM:         w.toggleMeasure,
		fyne.KeyDelete:    w.removeTrip,
		fyne.KeyEscape:    w.stepBack,
		fyne.KeyBackspace: w.ruler.Undo,
		fyne.KeyF11:       w.toggleFullMap,
		fyne.KeyF1:        w.showKeys,
	}
	w.window.Canvas().SetOnTypedKey(w.typedKey)
	w.window.Canvas().AddShortcut(&fyne.ShortcutUndo{}, func(fyne.Shortcut) { w.undoRemove() })
}

// typedKey does what a key stands for. While a dialog is open, Esc closes it, Enter
// agrees to it and the other keys do nothing behind its back.
func (w *Window) typedKey(e *fyne.KeyEvent) {
	if w.window.Canvas().Overlays().Top() != nil {
		switch {
		case e.Name == fyne.KeyEscape:
			w.files.Hide()
		case e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter:
			w.files.Agree()
		}
		return
	}
	if kit.IsMenuKey(e.Name, kit.HeldKeys()) {
		w.menuHere()
	} else if action := w.keys[e.Name]; action != nil {
		action()
	}
}

// stepBack leaves the last thing that was gone into: a box, a measurement, a
// field, what was clicked, the full map, all selected units but the last, the
// inspector, the selection, the search.
func (w *Window) stepBack() {
	canvas := w.window.Canvas()
	switch {
	case w.mapView.CancelDrag():
	case canvas.Focused() == w.units.Search() && w.units.Search().Text != "":
		w.units.Search().SetText("")
	case kit.IsEntry(canvas.Focused()):
		canvas.Unfocus()
	case w.ruler.Active():
		w.ruler.PutAway()
	case w.dropHere():
	case w.fullMap:
		w.toggleFullMap()
	case w.place == placeUnits && w.o.Units.StepBack():
	case w.inspector.Content().Visible():
		w.closeInspector()
	case w.place == placeUnits && !w.o.Units.State().HasSelected && w.units.Search().Text != "":
		w.units.Search().SetText("")
	default:
		w.deselect()
	}
}

func (w *Window) toggleFullMap() { w.showFullMap(!w.fullMap) }

// fit shows what is selected, or the whole map: what was clicked before the unit
// of the place, and that before the trip.
func (w *Window) fit() {
	if b := w.hereBounds(); !b.Empty() {
		w.mapView.ShowBounds(b)
		return
	}
	if w.place == placeUnits {
		if b := w.selectedBounds(); !b.Empty() {
			w.mapView.ShowBounds(b)
			return
		}
	}
	if t, ok := w.o.Trips.State().Trip(); ok && !t.Bounds.Empty() {
		w.mapView.ShowBounds(t.Bounds)
		return
	}
	w.mapView.ShowBounds(w.o.Maps.Bounds())
}
