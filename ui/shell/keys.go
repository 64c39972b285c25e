package shell

import (
	"fyne.io/fyne/v2"

	"roadsnap/ui/kit"
)

// bindKeys gives the keys that stand alone their actions. They reach the window
// when no field has the focus.
func (c *commands) bindKeys() {
	const step = 0.25 // of the map, that an arrow key moves it by
	c.keys = map[fyne.KeyName]func(){
		fyne.Key1: func() { c.w.show(panelTrips) },
		fyne.Key2: func() { c.w.show(panelUnits) },
		fyne.Key3: func() { c.w.show(panelMaps) },
		fyne.Key4: func() { c.w.show(panelServer) },

		fyne.KeyPlus:      func() { c.w.mapView.ZoomBy(1) },
		fyne.KeyEqual:     func() { c.w.mapView.ZoomBy(1) },
		fyne.KeyMinus:     func() { c.w.mapView.ZoomBy(-1) },
		fyne.KeyHome:      c.fit,
		fyne.KeyUp:        func() { c.w.mapView.PanByPart(0, step) },
		fyne.KeyDown:      func() { c.w.mapView.PanByPart(0, -step) },
		fyne.KeyLeft:      func() { c.w.mapView.PanByPart(step, 0) },
		fyne.KeyRight:     func() { c.w.mapView.PanByPart(-step, 0) },
		fyne.KeyM:         c.w.tools.ToggleMeasure,
		fyne.KeyDelete:    c.removeTrip,
		fyne.KeyEscape:    c.stepBack,
		fyne.KeyBackspace: c.w.tools.Undo,
		fyne.KeyF11:       c.toggleFullMap,
		fyne.KeyF1:        c.showKeys,
	}
	c.w.window.Canvas().SetOnTypedKey(c.typedKey)
	c.w.window.Canvas().AddShortcut(&fyne.ShortcutUndo{}, func(fyne.Shortcut) { c.undoRemove() })
}

// typedKey does what a key stands for. While a dialog is open, Esc closes it, Enter
// agrees to it and the other keys do nothing behind its back.
func (c *commands) typedKey(e *fyne.KeyEvent) {
	if c.w.window.Canvas().Overlays().Top() != nil {
		switch {
		case e.Name == fyne.KeyEscape:
			c.w.files.Hide()
		case e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter:
			c.w.files.Agree()
		}
		return
	}
	if kit.IsMenuKey(e.Name, kit.HeldKeys()) {
		c.w.placeMenu.AskHere()
	} else if action := c.keys[e.Name]; action != nil {
		action()
	}
}

// stepBack leaves the last thing that was gone into: a box, a measurement, a
// field, what was clicked, the full map, all selected units but the last, the
// inspector, the selection, the search.
func (c *commands) stepBack() {
	canvas := c.w.window.Canvas()
	switch {
	case c.w.mapView.CancelDrag():
	case canvas.Focused() == c.w.units.Panel().Search() && c.w.units.Panel().Search().Text != "":
		c.w.units.Panel().Search().SetText("")
	case kit.IsEntry(canvas.Focused()):
		canvas.Unfocus()
	case c.w.tools.PutAway():
	case c.w.tools.Drop():
	case c.w.arrangement.fullMap:
		c.toggleFullMap()
	case c.w.arrangement.panel == panelUnits && c.w.o.Units.StepBack():
	case c.w.inspector.Content().Visible():
		c.w.inspector.close()
	case c.w.arrangement.panel == panelUnits && !c.w.o.Units.State().HasSelected && c.w.units.Panel().Search().Text != "":
		c.w.units.Panel().Search().SetText("")
	default:
		c.w.deselect()
	}
}

// toggleFullMap leaves the map alone in the window, or brings the rest back.
func (c *commands) toggleFullMap() {
	only := !c.w.arrangement.fullMap
	if only {
		c.w.window.Canvas().Unfocus() // what is no longer seen
	}
	c.w.arrangement.showFullMap(only)
}

// fit shows what is selected, or the whole map: what was clicked before the unit
// of the panel, and that before the trip.
func (c *commands) fit() {
	if b := c.w.tools.Bounds(); !b.Empty() {
		c.w.mapView.ShowBounds(b)
		return
	}
	if c.w.arrangement.panel == panelUnits {
		if b := c.w.units.Bounds(); !b.Empty() {
			c.w.mapView.ShowBounds(b)
			return
		}
	}
	if t, ok := c.w.o.Trips.State().Trip(); ok && !t.Bounds.Empty() {
		c.w.mapView.ShowBounds(t.Bounds)
		return
	}
	c.w.mapView.ShowBounds(c.w.o.Maps.Bounds())
}
