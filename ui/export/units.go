// SPDX-License-Identifier: MIT

package export

import (
	"os"
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geofile"
	"roadsnap/ui/files"
	"roadsnap/ui/kit"
	"roadsnap/ui/units"
)

// formatNames holds the names of the formats, the same in every language.
var formatNames = map[geofile.Format]string{
	geofile.GeoJSON: "GeoJSON", geofile.GeoPackage: "GeoPackage", geofile.Shapefile: "Shapefile",
	geofile.ShapefileZip: "Shapefile (zip)", geofile.KML: "KML", geofile.CSV: "CSV (WKT)", geofile.FlatGeobuf: "FlatGeobuf", geofile.TopoJSON: "TopoJSON",
	geofile.GeoParquet: "GeoParquet",
}

// AskUnits asks for format and file of an export of units and writes it.
func (e *Exports) AskUnits(b units.Batch) {
	t := e.words.T
	formats := geofile.Formats()
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = formatNames[f]
	}
	choice := kit.NewOptions(names, false)
	levels := []boundary.Level{boundary.Street, boundary.Ward, boundary.Province, boundary.Country}
	level := dropDown(levels, b.Level, func(l boundary.Level) string { return t("units.export.level." + l.String()) }, func(l boundary.Level) { b.Level = l })
	count := widget.NewLabel(t("units.export.count", "n", e.words.Count(len(b.Rows))))
	box := dialog.NewCustomConfirm(t("units.export.title"), t("units.export.next"), t("dialog.cancel"), container.NewVBox(count, choice.Content, container.NewBorder(nil, nil, widget.NewLabel(t("units.export.level")), nil, level)), func(yes bool) {
		if yes {
			e.saveUnits(b, formats[choice.Chosen])
		}
	}, e.o.Window)
	e.o.Files.Show(box, fyne.NewSize(340, 0))
}

// saveUnits asks for the file of an export of units and writes it.
func (e *Exports) saveUnits(b units.Batch, f geofile.Format) {
	end := f.Extension()
	q := files.Question{
		Title: e.words.T("units.export.title"), Kind: formatNames[f], AllFiles: e.words.T("files.all"),
		Extensions: []string{end[1:]}, Name: b.Name + end,
	}
	e.o.Files.Save(q, func(path string) {
		write := func() { e.o.Units.Export(b, path) }
		if other := otherPart(path); other != "" {
			t := e.words.T
			e.o.Files.Confirm(t("units.export.title"), t("units.export.replace", "file", filepath.Base(other)), t("dialog.replace"), write)
			return
		}
		write()
	})
}

// otherPart returns a file that a new file at path would replace or remove, or "" if there
// is none. If path exists, the user has agreed to replace it with all its parts.
func otherPart(path string) string {
	format, err := geofile.FormatOf(path)
	if err != nil {
		return "" // writing the file will report the error
	}
	other := ""
	for _, part := range geofile.Parts(path, format) {
		switch _, err := os.Lstat(part); {
		case err != nil:
		case part == path:
			return ""
		case other == "":
			other = part
		}
	}
	return other
}
