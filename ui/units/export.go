package units

import (
	"fyne.io/fyne/v2"

	"roadsnap/engine/geofile"
	"roadsnap/ui/text"
)

// ExportMenu has what can be written to a file now: what there are borders of.
// What is selected comes first, and a separator after it.
func ExportMenu(words text.Catalogue, u *Model, export func(Batch)) *fyne.Menu {
	menu, s := fyne.NewMenu(""), u.State()
	add := func(text string, batch func() Batch) {
		menu.Items = append(menu.Items, fyne.NewMenuItem(text, func() { export(batch()) }))
	}
	scope := func(scope Scope) func() Batch {
		return func() Batch { return u.Batch(scope) }
	}
	wards := countWards(s.Selection)
	provinces := len(s.Selection) - wards
	one := len(s.Selection) == 1
	switch {
	case one && (s.Borders.Wards || provinces == 1):
		add(words.T("units.export.selected", "name", s.Selected.Name()), scope(ScopeSelected))
	case wards > 0 && s.Borders.Wards:
		add(words.T("units.export.selected_wards", "n", words.Count(wards)), scope(ScopeSelected))
	}
	if !one && provinces > 0 {
		add(words.T("units.export.selected_provinces", "n", words.Count(provinces)), scope(ScopeSelectedProvinces))
	}
	if one && s.Borders.Wards {
		province := s.Selected.Province
		add(words.T("units.export.wards_of", "name", province.FullName), func() Batch { return u.WardsOf(province) })
	}
	if len(menu.Items) > 0 {
		menu.Items = append(menu.Items, fyne.NewMenuItemSeparator())
	}
	if s.Borders.Wards && (s.View == TableView || s.Query != "") {
		add(words.T("units.export.listed"), scope(ScopeListed))
	}
	add(words.T("units.export.provinces"), scope(ScopeProvinces))
	if s.Borders.Wards {
		add(words.T("units.export.wards"), scope(ScopeAllWards))
	}
	return menu
}

// FormatNames are what the formats are called in every language.
var FormatNames = map[geofile.Format]string{
	geofile.GeoJSON: "GeoJSON", geofile.GeoPackage: "GeoPackage", geofile.Shapefile: "Shapefile",
	geofile.ShapefileZip: "Shapefile (zip)", geofile.KML: "KML", geofile.CSV: "CSV (WKT)",
}
