package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/geo"
	"roadsnap/ui/text"
)

// coordinator writes coordinates in the form that was chosen.
func (w *Window) coordinator() text.Coordinator {
	p := w.o.Preferences
	return text.Coordinator{
		Form:     text.CoordinateForm(p.StringWithFallback(prefForm, string(text.FormDecimal))),
		Meridian: p.Float(prefMeridian),
		Zones:    text.Zones(p.String(prefZones)),
	}
}

func (w *Window) setCoordinator(c text.Coordinator) {
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
	for _, f := range text.CoordinateForms {
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
func (w *Window) meridianItem(chosen text.Coordinator) *fyne.MenuItem {
	i := fyne.NewMenuItem(w.words.T("coordinates.meridian"), nil)
	i.ChildMenu = fyne.NewMenu("")
	offer := func(label string, zones text.Zones, meridian float64) {
		c := chosen
		c.Form, c.Zones, c.Meridian = text.FormVN2000, zones, meridian
		choice := fyne.NewMenuItem(label, func() { w.setCoordinator(c) })
		choice.Checked = zones == chosen.Zones && meridian == chosen.Meridian
		i.ChildMenu.Items = append(i.ChildMenu.Items, choice)
	}
	offer(w.words.T("coordinates.meridian_province"), text.ZonesOfProvinces, 0)
	offer(w.words.T("coordinates.meridian_national"), text.ZonesNational, 0)
	offer(w.words.T("coordinates.meridian_wide"), text.ZonesWide, 0)
	i.ChildMenu.Items = append(i.ChildMenu.Items, fyne.NewMenuItemSeparator())
	for _, m := range geo.VN2000Meridians() {
		offer(text.MeridianText(m), text.ZonesOfProvinces, m)
	}
	return i
}

// chooseForm opens the forms where the status bar shows the coordinates.
func (w *Window) chooseForm(at fyne.Position) {
	menu := widget.NewPopUpMenu(w.coordinatesMenu(), w.window.Canvas())
	menu.ShowAtPosition(at.SubtractXY(0, menu.MinSize().Height+barHeight/2))
}
