package ui

import (
	"net/url"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/pointer"
	"roadsnap/ui/text"
	"roadsnap/ui/units"
)

// mapMenu opens what can be done at a place of the map, once it is known which units
// lie there. It opens nothing over a menu or a dialog that was opened meanwhile.
func (w *Window) mapMenu(p pointer.Where, absolute fyne.Position) {
	w.menuAsking.Cancel()
	w.menuAsking = w.o.Units.At(p.At, view.MaxZoom, func(row units.Row, found bool) {
		if w.window.Canvas().Overlays().Top() == nil {
			widget.ShowPopUpMenuAtPosition(w.placeMenu(p, row, found), w.window.Canvas(), absolute)
		}
	})
}

// menuHere opens the menu of the place under the pointer or, where it is not on the
// map, in the middle.
func (w *Window) menuHere() {
	m := w.mapView
	at := fyne.NewPos(m.Size().Width/2, m.Size().Height/2)
	if pointer, there := m.Pointer(); there {
		at = pointer
	}
	w.mapMenu(w.where(m.PointAt(at)), fyne.CurrentApp().Driver().AbsolutePositionForObject(m).Add(at))
}

// placeMenu is the menu of a place that lies in a unit, if it was found.
func (w *Window) placeMenu(p pointer.Where, row units.Row, found bool) *fyne.Menu {
	t := w.words.T
	coordinates := w.coordinator().Text(p.At, row.Province)
	others := fyne.NewMenuItem(t("menu.copy_other"), nil)
	others.ChildMenu = fyne.NewMenu("")
	for _, text := range w.coordinator().Texts(p.At, row.Province) {
		if text != coordinates {
			others.ChildMenu.Items = append(others.ChildMenu.Items, fyne.NewMenuItem(text, func() { w.copy(text) }))
		}
	}
	items := []*fyne.MenuItem{
		fyne.NewMenuItem(t("menu.copy_value", "text", coordinates), func() { w.copy(coordinates) }),
		others,
		fyne.NewMenuItem(t("menu.what_is_here"), func() { w.whatIsHere(p) }),
	}
	if found {
		items = append(items, w.unitsHere(row)...)
	}
	return fyne.NewMenu("", append(items,
		fyne.NewMenuItemSeparator(),
		fyne.NewMenuItem(t("menu.measure_here"), func() { w.beginMeasure(pointer.Measure{}.Add(p.At)) }),
		fyne.NewMenuItem(t("menu.zoom_here"), func() { w.mapView.ZoomTo(p.At) }),
		fyne.NewMenuItemSeparator(),
		fyne.NewMenuItem(t("menu.open_browser"), func() { w.openBrowser(p) }),
	)...)
}

// openBrowser shows the place on OpenStreetMap's own map: the one thing here that
// needs the network, and done by the browser.
func (w *Window) openBrowser(p pointer.Where) {
	u, err := url.Parse(text.BrowserMap(p.At, w.mapView.View().Zoom))
	if err == nil {
		err = w.o.App.OpenURL(u)
	}
	if err != nil {
		w.files.Complain(err)
	}
}
