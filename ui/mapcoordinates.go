package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/geo"
	"roadsnap/ui/present"
)

// coordinator writes coordinates in the form that was chosen.
func (w *Window) coordinator() present.Coordinator {
	p := w.o.App.Preferences()
	return present.Coordinator{
		Form:     present.CoordinateForm(p.StringWithFallback(prefForm, string(present.FormDecimal))),
		Meridian: p.Float(prefMeridian),
	}
}

func (w *Window) setCoordinator(c present.Coordinator) {
	p := w.o.App.Preferences()
	p.SetString(prefForm, string(c.Form))
	p.SetFloat(prefMeridian, c.Meridian)
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
			w.setCoordinator(present.Coordinator{Form: f.Form, Meridian: chosen.Meridian})
		})
		choice.Checked = f.Form == chosen.Form
		menu.Items = append(menu.Items, choice)
	}
	menu.Items = append(menu.Items, fyne.NewMenuItemSeparator(), w.meridianItem(chosen))
	return menu
}

// meridianItem offers the central meridians of VN-2000. Who chooses one wants to
// see it.
func (w *Window) meridianItem(chosen present.Coordinator) *fyne.MenuItem {
	i := fyne.NewMenuItem(w.words.T("coordinates.meridian"), nil)
	i.ChildMenu = fyne.NewMenu("")
	offer := func(label string, meridian float64) {
		choice := fyne.NewMenuItem(label, func() {
			w.setCoordinator(present.Coordinator{Form: present.FormVN2000, Meridian: meridian})
		})
		choice.Checked = meridian == chosen.Meridian
		i.ChildMenu.Items = append(i.ChildMenu.Items, choice)
	}
	offer(w.words.T("coordinates.meridian_auto"), 0)
	for _, m := range geo.VN2000Meridians() {
		offer(present.MeridianText(m), m)
	}
	return i
}

// chooseForm opens the forms where the status bar shows the coordinates.
func (w *Window) chooseForm(at fyne.Position) {
	menu := widget.NewPopUpMenu(w.coordinatesMenu(), w.window.Canvas())
	menu.ShowAtPosition(at.SubtractXY(0, menu.MinSize().Height+barHeight/2))
}
