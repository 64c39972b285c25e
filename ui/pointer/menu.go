// SPDX-License-Identifier: MIT

package pointer

import (
	"net/url"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/geo"
	"roadsnap/ui/job"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/mapview"
	"roadsnap/ui/text"
	"roadsnap/ui/units"
)

// Menu is the context menu of a place on the map. It belongs to the UI goroutine.
type Menu struct {
	o      MenuOptions
	words  text.Catalogue
	screen *mapview.Map
	asking *job.Job // finds the unit of a place
}

// MenuOptions configures a Menu.
type MenuOptions struct {
	Canvas   fyne.Canvas // canvas on which the menu opens
	Tools    *Tools
	Units    *units.Model
	Form     func() text.Coordinator // returns the formatter of coordinates
	OfUnit   func(units.Row) []*fyne.MenuItem
	Copy     func(text string)
	OpenURL  func(*url.URL) error
	Complain func(error)
	// NamePlace asks for the name of a place.
	NamePlace func(at geo.Point)
}

// NewMenu returns the menu. Attach must be called before anything else.
func NewMenu(o MenuOptions) *Menu { return &Menu{o: o} }

// Attach sets the map and the texts of the menu.
func (m *Menu) Attach(words text.Catalogue, screen *mapview.Map) { m.words, m.screen = words, screen }

// Ask finds the unit of a place in the background and then opens the menu at a position in
// the window, unless another menu or a dialog was opened in the meantime.
func (m *Menu) Ask(at geo.Point, absolute fyne.Position) {
	w := m.o.Tools.Where(at)
	m.Cancel()
	m.asking = m.o.Units.At(at, view.MaxZoom, func(row units.Row, found bool) {
		if m.o.Canvas.Overlays().Top() == nil {
			widget.ShowPopUpMenuAtPosition(m.Of(w, row, found), m.o.Canvas, absolute)
		}
	})
}

// AskHere opens the menu of the place under the pointer or, if the pointer is not on the
// map, of the map's centre.
func (m *Menu) AskHere() {
	size := m.screen.Size()
	at := fyne.NewPos(size.Width/2, size.Height/2)
	if pointer, there := m.screen.Pointer(); there {
		at = pointer
	}
	m.Ask(m.screen.PointAt(at), fyne.CurrentApp().Driver().AbsolutePositionForObject(m.screen).Add(at))
}

// Cancel cancels a pending Ask.
func (m *Menu) Cancel() { m.asking.Cancel() }

// Of returns the menu of a place. row is the unit of the place, if found.
func (m *Menu) Of(w Where, row units.Row, found bool) *fyne.Menu {
	t, form := m.words.T, m.o.Form()
	coordinates := form.Text(w.At, row.Province)
	others := fyne.NewMenuItem(t("menu.copy_other"), nil)
	others.ChildMenu = fyne.NewMenu("")
	for _, other := range form.Texts(w.At, row.Province) {
		if other != coordinates {
			others.ChildMenu.Items = append(others.ChildMenu.Items, fyne.NewMenuItem(other, func() { m.o.Copy(other) }))
		}
	}
	items := []*fyne.MenuItem{
		fyne.NewMenuItem(t("menu.copy_value", "text", coordinates), func() { m.o.Copy(coordinates) }),
		others,
		fyne.NewMenuItem(t("menu.what_is_here"), func() { m.o.Tools.Inspect(w) }),
		fyne.NewMenuItem(t("menu.name_place"), func() { m.o.NamePlace(w.At) }),
	}
	if found {
		items = append(items, m.unit(row)...)
	}
	return fyne.NewMenu("", append(items,
		fyne.NewMenuItemSeparator(),
		fyne.NewMenuItem(t("menu.measure_here"), func() { m.o.Tools.Measure(Measure{}.Add(w.At)) }),
		fyne.NewMenuItem(t("menu.zoom_here"), func() { m.screen.ZoomTo(w.At) }),
		fyne.NewMenuItemSeparator(),
		fyne.NewMenuItem(t("menu.open_browser"), func() { m.openBrowser(w.At) }),
	)...)
}

// unit returns the submenus of a unit and, for a ward, of its province.
func (m *Menu) unit(row units.Row) (items []*fyne.MenuItem) {
	add := func(row units.Row) {
		i := fyne.NewMenuItem(row.NameIn(m.words), nil)
		i.ChildMenu = fyne.NewMenu("", m.o.OfUnit(row)...)
		items = append(items, i)
	}
	add(row)
	if row.IsWard {
		if province, known := m.o.Units.Row(row.Province.Code); known {
			add(province)
		}
	}
	return items
}

// openBrowser opens the place on the OpenStreetMap website. The browser uses the network;
// the app does not.
func (m *Menu) openBrowser(at geo.Point) {
	u, err := url.Parse(text.BrowserMap(at, m.screen.View().Zoom))
	if err == nil {
		err = m.o.OpenURL(u)
	}
	if err != nil {
		m.o.Complain(err)
	}
}
