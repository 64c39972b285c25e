package units

import (
	"fyne.io/fyne/v2"

	"roadsnap/ui/text"
)

// ExportMenu has what can be written to a file now: what there are borders of.
// What is selected comes first, and a separator after it.
func ExportMenu(words text.Catalogue, u *Model, export func(Batch)) *fyne.Menu {
	menu, s := fyne.NewMenu(""), u.State()
	add := func(text string, scope Scope) {
		menu.Items = append(menu.Items, fyne.NewMenuItem(text, func() { export(u.Batch(scope)) }))
	}
	wards := len(only(s.Selection, true))
	provinces := len(s.Selection) - wards
	one := len(s.Selection) == 1
	switch {
	case one && (s.Borders.Wards || provinces == 1):
		add(words.T("units.export.selected", "name", s.Selected.Name()), ScopeSelected)
	case wards > 0 && s.Borders.Wards:
		add(words.T("units.export.selected_wards", "n", words.Count(wards)), ScopeSelected)
	}
	if !one && provinces > 0 {
		add(words.T("units.export.selected_provinces", "n", words.Count(provinces)), ScopeSelectedProvinces)
	}
	if one && s.Borders.Wards {
		province := s.Selected.Province
		label := words.T("units.export.wards_of", "name", province.FullName)
		menu.Items = append(menu.Items, fyne.NewMenuItem(label, func() { export(u.WardsOf(province)) }))
	}
	if len(menu.Items) > 0 {
		menu.Items = append(menu.Items, fyne.NewMenuItemSeparator())
	}
	if s.Borders.Wards && (s.View == TableView || s.Query != "") {
		add(words.T("units.export.listed"), ScopeListed)
	}
	add(words.T("units.export.provinces"), ScopeProvinces)
	if s.Borders.Wards {
		add(words.T("units.export.wards"), ScopeAllWards)
	}
	return menu
}
