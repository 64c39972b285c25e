package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/units"
)

// showUnitMenu says what can be done with the unit of a row, or with all that are
// selected if it is one of several.
func (w *Window) showUnitMenu(row units.Row, absolute fyne.Position) {
	menu := fyne.NewMenu("", w.unitItems(row)...)
	if s := w.o.Units.State(); len(s.Selection) > 1 && s.IsSelected(row.Code()) {
		menu.Items = w.selectionItems(s)
	} else if !s.IsSelected(row.Code()) {
		w.o.Units.Select(row)
	}
	widget.ShowPopUpMenuAtPosition(menu, w.window.Canvas(), absolute)
}

// unitItems are what can be done with a unit.
func (w *Window) unitItems(row units.Row) []*fyne.MenuItem {
	t, u := w.words.T, w.o.Units
	bordered := !u.Bounds(row).Empty()
	item := func(text string, enabled bool, action func()) *fyne.MenuItem {
		i := fyne.NewMenuItem(text, action)
		i.Disabled = !enabled
		return i
	}
	export := item(t("units.menu.export"), bordered, func() { w.exports.AskUnits(units.BatchOf(row)) })
	record := item(t("units.menu.record"), true, func() { w.showRecord(row) })
	up := item(t("units.menu.province"), true, func() {
		province, _ := u.Row(row.Province.Code)
		w.showRecord(province)
	})
	if !row.IsWard {
		up = item(t("units.menu.wards"), true, func() { w.listWards(row) })
	}
	return []*fyne.MenuItem{
		item(t("unit.zoom"), bordered, func() { w.zoomToUnit(row) }),
		record,
		fyne.NewMenuItemSeparator(),
		item(t("units.menu.copy_code"), true, func() { w.copy(row.Code()) }),
		item(t("units.menu.copy_name"), true, func() { w.copy(row.Name()) }),
		item(t("units.menu.copy_json"), true, func() { w.copyJSON(row, false) }),
		item(t("units.menu.copy_border"), bordered, func() { w.copyJSON(row, true) }),
		export,
		fyne.NewMenuItemSeparator(),
		item(t("units.menu.neighbours"), bordered, func() { w.showNeighbours(row) }),
		up,
		item(t("units.menu.former"), u.HasFormer(row), func() { w.showFormer(row) }),
	}
}

// selectionItems are what can be done with several units.
func (w *Window) selectionItems(s units.State) []*fyne.MenuItem {
	t := w.words.T
	zoom := fyne.NewMenuItem(t("units.menu.zoom_all"), w.zoomToSelected)
	zoom.Disabled = s.Group == nil || s.Group.Bounds.Empty()
	items := append([]*fyne.MenuItem{zoom, fyne.NewMenuItemSeparator()}, w.copyItems(s.Selection)...)
	for _, i := range units.ExportMenu(w.words, w.o.Units, w.exports.AskUnits).Items {
		if i.IsSeparator {
			break // what follows is not of the selection
		}
		i.Label = t("units.menu.export_of", "what", i.Label)
		items = append(items, i)
	}
	return append(items, fyne.NewMenuItemSeparator(), fyne.NewMenuItem(t("units.menu.deselect"), w.o.Units.Deselect))
}

// copyItems are the ways to copy units.
func (w *Window) copyItems(rows []units.Row) []*fyne.MenuItem {
	t, u := w.words.T, w.o.Units
	return []*fyne.MenuItem{
		fyne.NewMenuItem(t("units.menu.copy_codes"), func() { w.copy(units.Codes(rows)) }),
		fyne.NewMenuItem(t("units.menu.copy_json"), func() { w.copyUnits(len(rows), func() string { return u.JSONArray(rows) }) }),
		fyne.NewMenuItem(t("units.menu.copy_sheet"), func() { w.copy(u.Sheet(rows)) }),
	}
}

// showRecord shows the record of a unit, from whatever place, and the unit on the
// map.
func (w *Window) showRecord(row units.Row) {
	w.show(placeUnits)
	w.inspector.SetClosed(false)
	w.chooseUnit(row)
	w.panes.askDetail()
}

// showFormer shows of the record what the unit was made of.
func (w *Window) showFormer(row units.Row) {
	w.showRecord(row)
	w.showHistory()
}

// showNeighbours selects a unit with all that share a border with it.
func (w *Window) showNeighbours(row units.Row) {
	w.show(placeUnits)
	w.o.Units.SelectNeighbours(row, func(has bool) {
		if has {
			w.zoomToSelected()
		} else {
			w.showRecord(row) // which says that it has none
		}
	})
}

// listWards shows the wards of a province in the table.
func (w *Window) listWards(row units.Row) {
	w.show(placeUnits)
	w.units.Search().SetText("")
	w.o.Units.List(row.Province.Code)
	w.o.Units.Show(units.TableView)
}

// unitsHere are items for a unit, and the province that it lies in, each with its
// own menu.
func (w *Window) unitsHere(row units.Row) (items []*fyne.MenuItem) {
	add := func(row units.Row) {
		i := fyne.NewMenuItem(row.Name(), nil)
		i.ChildMenu = fyne.NewMenu("", w.unitItems(row)...)
		items = append(items, i)
	}
	add(row)
	if row.IsWard {
		if province, known := w.o.Units.Row(row.Province.Code); known {
			add(province)
		}
	}
	return items
}
