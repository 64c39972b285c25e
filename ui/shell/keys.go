// SPDX-License-Identifier: MIT

package shell

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"roadsnap/ui/kit"
	"roadsnap/ui/timeline"
	"roadsnap/ui/trips"
)

// bindKeys binds the keys without modifiers. They reach the window when no field has the
// focus.
func (c *commands) bindKeys() {
	const step = 0.25 // movement per press of an arrow key, as a share of the map
	c.keys = map[fyne.KeyName]func(){
		fyne.Key1: func() { c.w.show(panelTrips) },
		fyne.Key2: func() { c.w.show(panelUnits) },
		fyne.Key3: func() { c.w.show(panelMaps) },
		fyne.Key4: func() { c.w.show(panelServer) },
		fyne.Key5: func() { c.w.show(panelReports) },
		fyne.Key6: func() { c.w.show(panelLayers) },

		fyne.KeyPlus:      func() { c.zoom(1) },
		fyne.KeyEqual:     func() { c.zoom(1) },
		fyne.KeyMinus:     func() { c.zoom(-1) },
		fyne.KeyHome:      c.fit,
		fyne.KeyUp:        func() { c.pan(0, step) },
		fyne.KeyDown:      func() { c.pan(0, -step) },
		fyne.KeyLeft:      func() { c.pan(step, 0) },
		fyne.KeyRight:     func() { c.pan(-step, 0) },
		fyne.KeyPageUp:    func() { c.turn(-1) },
		fyne.KeyPageDown:  func() { c.turn(1) },
		fyne.KeyM:         func() { c.w.zoneDesk.Cancel(); c.w.tools.ToggleMeasure() },
		fyne.KeySpace:     c.play,
		fyne.KeyK:         c.play,
		fyne.KeyJ:         c.onTimeline((*timeline.Model).Slower),
		fyne.KeyL:         c.onTimeline((*timeline.Model).Faster),
		fyne.KeyComma:     c.onTimeline(func(m *timeline.Model) { m.Step(-1) }),
		fyne.KeyPeriod:    c.onTimeline(func(m *timeline.Model) { m.Step(1) }),
		fyne.KeyDelete:    c.removeTrips,
		fyne.KeyF2:        c.rename,
		fyne.KeyR:         c.markReviewed,
		fyne.KeyN:         func() { c.stepEvent(1) },
		fyne.KeyP:         func() { c.stepEvent(-1) },
		fyne.KeyEscape:    c.stepBack,
		fyne.KeyBackspace: c.undoPoint,
		fyne.KeyReturn:    func() { c.w.zoneDesk.Finish() },
		fyne.KeyEnter:     func() { c.w.zoneDesk.Finish() },
		fyne.KeyF11:       c.toggleFullMap,
		fyne.KeyF1:        c.showKeys,
	}
	c.w.window.Canvas().SetOnTypedKey(c.typedKey)
	c.w.window.Canvas().AddShortcut(&fyne.ShortcutUndo{}, func(fyne.Shortcut) { c.undo() })
	c.w.window.Canvas().AddShortcut(&fyne.ShortcutRedo{}, func(fyne.Shortcut) { c.redo() })
	c.w.window.Canvas().AddShortcut(&fyne.ShortcutPaste{}, func(fyne.Shortcut) { c.w.opener.paste() })
	c.w.window.Canvas().AddShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyZ, Modifier: fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift}, func(fyne.Shortcut) { c.redo() })
	c.w.window.Canvas().AddShortcut(&fyne.ShortcutSelectAll{}, func(fyne.Shortcut) { c.selectAll() })
}

// typedKey runs the action of a key. While a dialog is open, Esc closes it, Enter
// confirms it and other keys do nothing.
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

// rename asks for the name of the active layer if the panel of layers is in front, else for that of
// the selected trip.
func (c *commands) rename() {
	if c.w.arrangement.panel == panelLayers {
		c.w.layerPanel.AskName()
		return
	}
	c.ofTrip((*trips.Panel).AskDetails)()
}

// stepBack undoes one step of interaction, the first that applies: the box being dragged,
// the text or focus of a field, the measurement, the clicked place, the full map, all
// selected units but the last, what was begun on a trip, the inspector, the selection, the search.
func (c *commands) stepBack() {
	canvas := c.w.window.Canvas()
	switch {
	case c.w.mapView.CancelDrag():
	case canvas.Focused() == c.w.units.Panel().Search() && c.w.units.Panel().Search().Text != "":
		c.w.units.Panel().Search().SetText("")
	case kit.IsEntry(canvas.Focused()):
		canvas.Unfocus()
	case c.w.zoneDesk.Cancel():
	case c.w.tools.PutAway():
	case c.w.tools.Drop():
	case c.w.arrangement.fullMap:
		c.toggleFullMap()
	case c.w.arrangement.panel == panelUnits && c.w.o.Units.StepBack():
	case c.w.arrangement.panel == panelTrips && c.w.inspector.Content().Visible() && (c.w.drafting.StepBack() || c.w.correcting.StepBack()):
	case c.w.inspector.Content().Visible():
		c.w.inspector.close()
	case c.w.arrangement.panel == panelUnits && !c.w.o.Units.State().HasSelected && c.w.units.Panel().Search().Text != "":
		c.w.units.Panel().Search().SetText("")
	default:
		c.w.deselect()
	}
}

// undoPoint removes the last point of the zone that is being drawn, or of the measurement.
func (c *commands) undoPoint() {
	if c.w.zoneDesk.Drawing() {
		c.w.zoneDesk.Undo()
	} else {
		c.w.tools.Undo()
	}
}

// zoom zooms what is in the middle of the window: the map or the pages of a report.
func (c *commands) zoom(steps int) {
	if c.w.arrangement.panel == panelReports {
		c.w.reports.ZoomBy(steps)
	} else {
		c.w.mapView.ZoomBy(float64(steps))
	}
}

// pan moves the map by a share of its size to the right and down, or scrolls the pages of a
// report.
func (c *commands) pan(right, down float64) {
	if c.w.arrangement.panel == panelReports {
		c.w.reports.ScrollBy(float32(-down))
	} else {
		c.w.mapView.PanByPart(right, down)
	}
}

// turn scrolls the pages of a report by nearly the height that is seen.
func (c *commands) turn(by float32) {
	if c.w.arrangement.panel == panelReports {
		const share = 0.9 // so that the eye finds the place again
		c.w.reports.ScrollBy(by * share)
	}
}

// toggleFullMap switches between the map alone and the whole window.
func (c *commands) toggleFullMap() {
	only := !c.w.arrangement.fullMap
	if only {
		c.w.window.Canvas().Unfocus() // because the focused widget is hidden
	}
	c.w.arrangement.showFullMap(only)
	c.w.showDock()
}

// fit shows the whole width of the pages of a report if their panel is in front. Otherwise it
// zooms to the clicked place, the selected units if their panel is in front, the selected trip
// or the whole map, the first of these that exists.
func (c *commands) fit() {
	if c.w.arrangement.panel == panelReports {
		c.w.reports.Fit()
		return
	}
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
	if b := c.w.layers.Bounds(); c.w.arrangement.panel == panelLayers && !b.Empty() {
		c.w.mapView.ShowBounds(b)
		return
	}
	if b := trips.BoundsOf(c.w.o.Trips.State().ChosenTrips()); !b.Empty() {
		c.w.mapView.ShowBounds(b)
		return
	}
	c.w.mapView.ShowBounds(c.w.o.Maps.Bounds())
}
