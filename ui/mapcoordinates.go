package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/geo"
	"roadsnap/ui/present"
)

// coordinator writes coordinates in the form that was chosen.
func (w *Window) coordinator() present.Coordinator {
	p := w.o.Preferences
	return present.Coordinator{
		Form:     present.CoordinateForm(p.StringWithFallback(prefForm, string(present.FormDecimal))),
		Meridian: p.Float(prefMeridian),
		Zones:    present.Zones(p.String(prefZones)),
		Lookup:   w.o.Lookup,
	}
}

func (w *Window) setCoordinator(c present.Coordinator) {
	p := w.o.Preferences
	p.SetString(prefForm, string(c.Form))
	p.SetFloat(prefMeridian, c.Meridian)
	p.SetString(prefZones, string(c.Zones))
	w.status.showForm(c)
	w.window.SetMainMenu(w.menu())
}

// coordinatesItem offers the forms of coordinates in the menu.
func (w *Window) coordinatesItem() *fyne.MenuItem {
	i := fyne.NewMenuItem(w.words.T("menu.coordinates"), nil)
	i.ChildMenu = w.coordinatesMenu()
	return i
}

func (w *Window) coordinatesMenu() *fyne.Menu {
	menu, chosen := fyne.NewMenu(""), w.coordinator()
	for _, f := range present.CoordinateForms {
		choice := fyne.NewMenuItem(w.words.T(f.Name), func() {
			other := chosen
			other.Form = f.Form
			w.setCoordinator(other)
		})
		choice.Checked = f.Form == chosen.Form
		menu.Items = append(menu.Items, choice)
	}
	menu.Items = append(menu.Items, fyne.NewMenuItemSeparator(), w.meridianItem(chosen))
	return menu
}

// meridianItem offers the grids of VN-2000. Who chooses one wants to see it.
func (w *Window) meridianItem(chosen present.Coordinator) *fyne.MenuItem {
	i := fyne.NewMenuItem(w.words.T("coordinates.meridian"), nil)
	i.ChildMenu = fyne.NewMenu("")
	offer := func(label string, zones present.Zones, meridian float64) {
		c := chosen
		c.Form, c.Zones, c.Meridian = present.FormVN2000, zones, meridian
		choice := fyne.NewMenuItem(label, func() { w.setCoordinator(c) })
		choice.Checked = zones == chosen.Zones && meridian == chosen.Meridian
		i.ChildMenu.Items = append(i.ChildMenu.Items, choice)
	}
	offer(w.words.T("coordinates.meridian_province"), present.ZonesOfProvinces, 0)
	offer(w.words.T("coordinates.meridian_national"), present.ZonesNational, 0)
	offer(w.words.T("coordinates.meridian_wide"), present.ZonesWide, 0)
	i.ChildMenu.Items = append(i.ChildMenu.Items, fyne.NewMenuItemSeparator())
	for _, m := range geo.VN2000Meridians() {
		offer(present.MeridianText(m), present.ZonesOfProvinces, m)
	}
	return i
}

// chooseForm opens the forms where the status bar shows the coordinates.
func (w *Window) chooseForm(at fyne.Position) {
	menu := widget.NewPopUpMenu(w.coordinatesMenu(), w.window.Canvas())
	menu.ShowAtPosition(at.SubtractXY(0, menu.MinSize().Height+barHeight/2))
}
