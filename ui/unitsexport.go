package ui

import (
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/geofile"
	"roadsnap/ui/files"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
	"roadsnap/ui/units"
)

// exportMenu has what can be written to a file now: what there are borders of.
// What is selected comes first, and a separator after it.
func exportMenu(words text.Catalogue, u *units.Model, export func(units.Batch)) *fyne.Menu {
	menu, s := fyne.NewMenu(""), u.State()
	add := func(text string, batch func() units.Batch) {
		menu.Items = append(menu.Items, fyne.NewMenuItem(text, func() { export(batch()) }))
	}
	scope := func(scope units.Scope) func() units.Batch {
		return func() units.Batch { return u.Batch(scope) }
	}
	provinces, wards := 0, 0
	for _, r := range s.Selection {
		if r.IsWard {
			wards++
		} else {
			provinces++
		}
	}
	one := provinces+wards == 1
	switch {
	case one && (s.Borders.Wards || provinces == 1):
		add(words.T("units.export.selected", "name", s.Selected.Name()), scope(units.ScopeSelected))
	case wards > 0 && s.Borders.Wards:
		add(words.T("units.export.selected_wards", "n", words.Count(wards)), scope(units.ScopeSelected))
	}
	if !one && provinces > 0 {
		add(words.T("units.export.selected_provinces", "n", words.Count(provinces)), scope(units.ScopeSelectedProvinces))
	}
	if one && s.Borders.Wards {
		province := s.Selected.Province
		add(words.T("units.export.wards_of", "name", province.FullName), func() units.Batch { return u.WardsOf(province) })
	}
	if len(menu.Items) > 0 {
		menu.Items = append(menu.Items, fyne.NewMenuItemSeparator())
	}
	if s.Borders.Wards && (s.View == units.TableView || s.Query != "") {
		add(words.T("units.export.listed"), scope(units.ScopeListed))
	}
	add(words.T("units.export.provinces"), scope(units.ScopeProvinces))
	if s.Borders.Wards {
		add(words.T("units.export.wards"), scope(units.ScopeAllWards))
	}
	return menu
}

// formatNames are what the formats are called in every language.
var formatNames = map[geofile.Format]string{
	geofile.GeoJSON: "GeoJSON", geofile.GeoPackage: "GeoPackage", geofile.Shapefile: "Shapefile",
	geofile.ShapefileZip: "Shapefile (zip)", geofile.KML: "KML", geofile.CSV: "CSV (WKT)",
}

// exportUnits asks in which format, then where, and writes the file.
func (w *Window) exportUnits(b units.Batch) {
	t := w.words.T
	formats := geofile.Formats()
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = formatNames[f]
	}
	choice := kit.NewOptions(names, false)
	count := widget.NewLabel(t("units.export.count", "n", w.words.Count(len(b.Rows))))
	box := dialog.NewCustomConfirm(t("units.export.title"), t("units.export.next"), t("dialog.cancel"), container.NewVBox(count, choice.Content), func(yes bool) {
		if yes {
			w.saveUnits(b, formats[choice.Chosen])
		}
	}, w.window)
	w.files.Show(box, fyne.NewSize(340, 0))
}

// saveUnits asks where a file of a format is to go, and writes it.
func (w *Window) saveUnits(b units.Batch, f geofile.Format) {
	end := f.Extension()
	q := files.Question{
		Title: w.words.T("units.export.title"), Kind: formatNames[f], AllFiles: w.words.T("files.all"),
		Extensions: []string{end[1:]}, Name: b.Name + end,
	}
	w.files.Save(q, func(path string) {
		if filepath.Ext(path) == "" {
			path += end
		}
		w.o.Units.Export(b, path)
	})
}
