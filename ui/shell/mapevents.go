// SPDX-License-Identifier: MIT

package shell

import (
	"fyne.io/fyne/v2"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/view"
)

// mapEvents routes map events to the ruler while it is active, to the units if their panel
// is in front, or otherwise to the inspect tool.
type mapEvents struct{ w *Window }

// ofUnits reports whether clicks select units.
func (e mapEvents) ofUnits() bool {
	return e.w.arrangement.panel == panelUnits && !e.w.tools.Measuring()
}

// ofFix reports whether clicks correct a trip.
func (e mapEvents) ofFix() bool {
	return e.w.arrangement.panel == panelTrips && e.w.correcting.State().On && !e.w.tools.Measuring()
}

// ofLayers reports whether clicks select rows of layers.
func (e mapEvents) ofLayers() bool {
	return e.w.arrangement.panel == panelLayers && !e.w.tools.Measuring()
}

// more reports whether the modifier that adds to a selection is held.
func more(held fyne.KeyModifier) bool { return held&fyne.KeyModifierShortcutDefault != 0 }

// Hovered implements mapview.Handler.
func (e mapEvents) Hovered(at geo.Point, inside bool) {
	e.w.status.showCursor(at, inside)
	if e.w.zoneDesk.Drawing() {
		e.w.zoneDesk.Hover(at, inside)
		return
	}
	e.w.tools.Hover(at, inside)
	e.w.units.Hover(at, inside && !e.w.tools.Measuring())
}

// Clicked implements mapview.Handler. It highlights the clicked object at once.
func (e mapEvents) Clicked(at geo.Point, held fyne.KeyModifier) {
	e.w.window.Canvas().Unfocus()
	if e.w.zoneDesk.Drawing() {
		e.w.zoneDesk.Click(at, e.w.mapView.Reach())
		return
	}
	if e.ofFix() {
		e.w.tools.Drop()
		e.w.correcting.Click(at, e.w.mapView.Reach())
		return
	}
	if e.ofLayers() && e.w.layers.SelectAt(at, e.w.mapView.Reach()) {
		e.w.tools.Drop()
		return
	}
	if e.ofUnits() {
		e.w.tools.Drop()
		e.w.units.Click(at, more(held))
	} else {
		e.w.tools.Click(at)
		if e.w.arrangement.panel == panelTrips && !e.w.tools.Measuring() {
			e.w.clock.SeekNear(at, e.w.mapView.Reach())
		}
	}
}

// Tapped implements mapview.Handler. The record opens only after the time for a double
// click has passed, so that the map does not move between the two clicks.
func (e mapEvents) Tapped(geo.Point) {
	picked := e.ofLayers() && e.w.layers.State().Selected >= 0
	if !picked && !e.ofUnits() && !e.w.zoneDesk.Drawing() && !e.ofFix() {
		e.w.tools.Tap()
	}
}

// DoubleClicked implements mapview.Handler.
func (e mapEvents) DoubleClicked(at geo.Point, held fyne.KeyModifier) (done bool) {
	if e.w.zoneDesk.Drawing() {
		e.w.zoneDesk.Finish()
		return true
	}
	if e.ofUnits() {
		e.w.units.DoubleClick(at, more(held))
		return true
	}
	return e.w.tools.DoubleClick()
}

// DragBegan implements mapview.Dragger: points of a zone can be dragged, and the route of a
// trip that is corrected.
func (e mapEvents) DragBegan(at geo.Point) (taken bool) {
	reach := e.w.mapView.Reach()
	return e.w.zoneDesk.Grab(at, reach) || e.ofFix() && e.w.correcting.GrabRoute(at, reach)
}

// DragMoved implements mapview.Dragger.
func (e mapEvents) DragMoved(at geo.Point) {
	if !e.w.correcting.PullRoute(at) {
		e.w.zoneDesk.Drag(at)
	}
}

// DragEnded implements mapview.Dragger.
func (e mapEvents) DragEnded() {
	if !e.w.correcting.DropRoute() {
		e.w.zoneDesk.Release()
	}
}

// MenuAsked implements mapview.Handler.
func (e mapEvents) MenuAsked(at geo.Point, absolute fyne.Position) {
	e.w.placeMenu.Ask(at, absolute)
}

// ViewChanged implements mapview.Handler.
func (e mapEvents) ViewChanged(v view.Viewport) {
	e.w.status.showView(v)
}

// PictureShown implements mapview.Handler.
func (e mapEvents) PictureShown() {
	if told := e.w.o.OnFirstPicture; told != nil && e.w.lastMaps != nil {
		e.w.o.OnFirstPicture = nil
		told()
	}
}
