// SPDX-License-Identifier: MIT

package export

import (
	"os"
	"path/filepath"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geofile"
	"roadsnap/engine/unitfile"
	"roadsnap/ui/files"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
	"roadsnap/ui/units"
)

// The sizes of the dialog (logical pixels).
const (
	unitsWidth    = 520
	columnsHeight = 170 // of the list of columns, less in a low window
	leastColumns  = 60
	aroundColumns = 390 // what else the dialog and its margin take
)

// unitForm is the dialog of an export of units.
type unitForm struct {
	e       *Exports
	batch   units.Batch
	format  geofile.Format
	box     *files.Editor
	system  *kit.Choice
	systems *widget.Label
	every   *kit.Check // all columns
	excel   *kit.Check
	columns fyne.CanvasObject
	more    *fyne.Container // those of the former three that are shown
	all     []string        // names of the columns
	chosen  []string
}

// AskUnits asks for format, detail, coordinate system, columns and file of an export of units,
// and writes it.
func (e *Exports) AskUnits(b units.Batch) {
	t := e.words.T
	f := &unitForm{e: e, batch: b, format: geofile.Formats()[0], all: unitfile.ColumnNames(b.Kind())}
	f.chosen = f.all
	levels := []boundary.Level{boundary.Street, boundary.Ward, boundary.Province, boundary.Country}
	level := dropDown(levels, b.Level, func(l boundary.Level) string { return t("units.export.level." + l.String()) }, func(l boundary.Level) { f.batch.Level = l })
	systems := e.o.Units.Systems(b, e.words)
	f.system = dropDown(systems, systems[0], func(s text.System) string { return s.Title }, func(s text.System) { f.batch.System = s.Name })
	f.systems = widget.NewLabel(t("gis.system"))
	f.excel = kit.NewCheck(t("trips.export.excel"))
	f.excel.OnChanged = func(on bool) { f.batch.Excel = on }
	format := dropDown(geofile.Formats(), f.format, geofile.Format.Title, func(x geofile.Format) {
		f.format = x
		f.show()
	})
	f.columns = f.columnChecks()
	f.every, f.more = kit.NewCheck(t("units.export.all_columns")), container.NewVBox()
	f.every.SetChecked(true)
	f.every.OnChanged = func(on bool) {
		if f.batch.Columns = f.chosen; on {
			f.batch.Columns = nil
		}
		f.show()
	}
	rows := container.New(layout.NewFormLayout(),
		widget.NewLabel(t("trips.export.format")), format,
		widget.NewLabel(t("units.export.level")), level, f.systems, f.system,
	)
	count := widget.NewLabel(t("units.export.count", "n", e.words.Count(len(b.Rows))))
	f.box = e.o.Files.Edit(t("units.export.title"), t("units.export.next"), container.NewVBox(count, rows, f.more), fyne.NewSize(unitsWidth, 0), func() (done bool) {
		f.box.Hide()
		e.saveUnits(f.written(), f.format)
		return true
	})
	f.show()
}

// columnChecks returns a box for each column.
func (f *unitForm) columnChecks() fyne.CanvasObject {
	grid := container.NewGridWithColumns(2)
	for _, name := range f.all {
		c := kit.NewCheck(name)
		c.SetChecked(true)
		c.OnChanged = func(on bool) {
			f.chosen = slices.DeleteFunc(slices.Clone(f.all), func(n string) bool {
				if n == name {
					return !on
				}
				return !slices.Contains(f.chosen, n)
			})
			f.batch.Columns = f.chosen
			f.show()
		}
		grid.Add(c)
	}
	scroll := container.NewVScroll(grid)
	room := f.e.o.Window.Canvas().Size().Height - aroundColumns
	scroll.SetMinSize(fyne.NewSize(0, min(max(room, leastColumns), columnsHeight)))
	return scroll
}

// show shows what the format has a place for. A file needs a column.
func (f *unitForm) show() {
	f.more.Objects = []fyne.CanvasObject{f.every}
	if !f.every.Checked {
		f.more.Objects = append(f.more.Objects, f.columns)
	}
	if f.format == geofile.CSV {
		f.more.Objects = append(f.more.Objects, f.excel)
	}
	f.more.Refresh()
	kit.SetVisible(f.system, f.format.Projects())
	kit.SetVisible(f.systems, f.format.Projects())
	f.box.SetReady(len(f.chosen) > 0)
	f.box.Resize(fyne.NewSize(unitsWidth, 0)) // fewer rows take less height
}

// written returns the batch without what the format has no place for.
func (f *unitForm) written() units.Batch {
	b := f.batch
	if b.Excel = b.Excel && f.format == geofile.CSV; !f.format.Projects() {
		b.System = ""
	}
	return b
}

// saveUnits asks for the file of an export of units and writes it.
func (e *Exports) saveUnits(b units.Batch, f geofile.Format) {
	end := f.Extension()
	others := []string{"json", "geoparquet"}
	for _, x := range geofile.Formats() {
		others = append(others, x.Extension()[1:])
	}
	q := files.Question{
		Title: e.words.T("units.export.title"), Kind: f.Title(), AllFiles: e.words.T("files.all"),
		Extensions: []string{end[1:]}, Others: others, Name: b.Name + end,
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
