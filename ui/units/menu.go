// SPDX-License-Identifier: MIT

package units

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
)

// Menu builds and opens the menus of units.
type Menu struct{ d *Desk }

// show opens the menu of a row's unit, which it selects, or of the selection if the unit
// is one of several selected ones.
func (m Menu) show(row Row, absolute fyne.Position) {
	menu := fyne.NewMenu("", m.Items(row)...)
	if s := m.d.model.State(); len(s.Selection) > 1 && s.IsSelected(row.Code()) {
		menu.Items = m.selectionItems(s)
	} else if !s.IsSelected(row.Code()) {
		m.d.model.Select(row)
	}
	widget.ShowPopUpMenuAtPosition(menu, m.d.o.Canvas, absolute)
}

// Items returns the menu items of a unit.
func (m Menu) Items(row Row) []*fyne.MenuItem {
	t, u := m.d.words.T, m.d.model
	bordered := !u.Bounds(row).Empty()
	item := func(text string, enabled bool, action func()) *fyne.MenuItem {
		i := fyne.NewMenuItem(text, action)
		i.Disabled = !enabled
		return i
	}
	up := item(t("units.menu.province"), true, func() {
		province, _ := u.Row(row.Province.Code)
		m.showRecord(province)
	})
	if !row.IsWard {
		up = item(t("units.menu.wards"), true, func() { m.listWards(row) })
	}
	return []*fyne.MenuItem{
		item(t("unit.zoom"), bordered, func() { m.d.zoom(row) }),
		item(t("units.menu.record"), true, func() { m.showRecord(row) }),
		fyne.NewMenuItemSeparator(),
		item(t("units.menu.copy_code"), true, func() { m.d.o.Copy(row.Code()) }),
		item(t("units.menu.copy_name"), true, func() { m.d.o.Copy(row.NameIn(m.d.words)) }),
		item(t("units.menu.copy_json"), true, func() { m.copyJSON(row, false) }),
		item(t("units.menu.copy_border"), bordered, func() { m.copyJSON(row, true) }),
		item(t("units.menu.export"), bordered, func() { m.d.o.Export(BatchOf(row)) }),
		fyne.NewMenuItemSeparator(),
		item(t("units.menu.neighbours"), bordered, func() { m.showNeighbours(row) }),
		up,
		item(t("units.menu.former"), u.HasFormer(row), func() { m.showFormer(row) }),
	}
}

// selectionItems returns the menu items of several selected units.
func (m Menu) selectionItems(s State) []*fyne.MenuItem {
	t := m.d.words.T
	zoom := fyne.NewMenuItem(t("units.menu.zoom_all"), m.d.zoomToSelected)
	zoom.Disabled = s.Group == nil || s.Group.Bounds.Empty()
	items := append([]*fyne.MenuItem{zoom, fyne.NewMenuItemSeparator()}, m.copyItems(s.Selection)...)
	for _, i := range m.exportMenu().Items {
		if i.IsSeparator {
			break // the other exports do not depend on the selection
		}
		i.Label = t("units.menu.export_of", "what", i.Label)
		items = append(items, i)
	}
	return append(items, fyne.NewMenuItemSeparator(), fyne.NewMenuItem(t("units.menu.deselect"), m.d.model.Deselect))
}

// copyItems returns the menu items that copy units.
func (m Menu) copyItems(rows []Row) []*fyne.MenuItem {
	t, u := m.d.words.T, m.d.model
	return []*fyne.MenuItem{
		fyne.NewMenuItem(t("units.menu.copy_codes"), func() { m.d.o.Copy(Codes(rows)) }),
		fyne.NewMenuItem(t("units.menu.copy_json"), func() { m.d.o.CopyLater(len(rows), func() string { return u.JSONArray(rows) }) }),
		fyne.NewMenuItem(t("units.menu.copy_sheet"), func() { m.d.o.Copy(u.Sheet(rows)) }),
	}
}

// copyJSON copies the record of a unit, with its border if withBorder.
func (m Menu) copyJSON(row Row, withBorder bool) {
	m.d.o.CopyLater(1, func() string { return m.d.model.JSON(row, withBorder) })
}

func (m Menu) exportMenu() *fyne.Menu { return exportMenu(m.d.words, m.d.model, m.d.o.Export) }

// showExports opens the menu of exports under a button.
func (m Menu) showExports(under fyne.CanvasObject) { kit.ShowMenuUnder(under, m.exportMenu()) }

// showRecord brings the panel to the front and shows a unit in the record and on the map.
func (m Menu) showRecord(row Row) {
	m.d.o.ShowPanel()
	m.d.o.ReopenRecord()
	m.d.choose(row)
	m.d.o.RaiseRecord()
}

// showFormer shows the record of a unit, scrolled to its former units.
func (m Menu) showFormer(row Row) {
	m.showRecord(row)
	m.d.historyOf = row.Code()
	m.d.showHistory() // the record may be complete already
}

// showNeighbours selects a unit and all its neighbours, and zooms to them.
func (m Menu) showNeighbours(row Row) {
	m.d.o.ShowPanel()
	m.d.model.SelectNeighbours(row, func(has bool) {
		if has {
			m.d.zoomToSelected()
		} else {
			m.showRecord(row) // which shows that there are no neighbours
		}
	})
}

// listWards shows the wards of a province in the table.
func (m Menu) listWards(row Row) {
	m.d.o.ShowPanel()
	m.d.panel.Search().SetText("")
	m.d.model.List(row.Province.Code)
	m.d.model.Show(TableView)
}
