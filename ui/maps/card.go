// SPDX-License-Identifier: MIT

package maps

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/diagnostic"
	"roadsnap/engine/geo"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// cardActions holds the window's actions for the record of a report.
type cardActions struct {
	Show func(geo.Bounds) // zoom to a finding and frame it
	Zoom func(geo.Bounds)
	Copy func(text string)
}

// cardView builds the record of a report for the inspector.
type cardView struct {
	Words  text.Catalogue
	Report *Report
	Do     cardActions
	Lay    func() // lays out the record again
}

// Parts returns the parts of the record, from top to bottom.
func (c cardView) Parts() []fyne.CanvasObject {
	w, r := c.Words, c.Report
	parts := []fyne.CanvasObject{c.actions()}
	if rows := r.Facts(w); len(rows) > 0 {
		parts = append(parts, kit.Facts(rows...))
	}
	doubts, routine := r.Split()
	switch {
	case !r.Info.HasDiagnostics:
		parts = append(parts, widget.NewSeparator(), kit.Wrapped(w.T("report.unknown"), widget.LowImportance))
	case len(doubts) == 0:
		parts = append(parts, widget.NewSeparator(), kit.Wrapped(w.T("report.fine.sentence"), widget.SuccessImportance))
	default:
		parts = append(parts, c.section("report.look", doubts, firstItems))
	}
	if len(routine) > 0 {
		parts = append(parts, c.section("report.routine", routine, 0))
	}
	return parts
}

// actions returns the buttons for the whole report.
func (c cardView) actions() fyne.CanvasObject {
	row := container.New(&kit.WrappedRow{})
	if b := c.Report.Info.Meta.Bounds; !c.Report.Failed && !b.Empty() {
		row.Add(kit.QuietButton(c.Words.T("unit.zoom"), theme.SearchIcon(), func() { c.Do.Zoom(b) }))
	}
	row.Add(kit.QuietButton(c.Words.T("report.copy"), theme.ContentCopyIcon(), func() { c.Do.Copy(c.Report.Text(c.Words)) }))
	return row
}

// firstItems is the number of items of a finding that are listed at once.
const firstItems = 3

func (c cardView) section(key string, list diagnostic.List, items int) fyne.CanvasObject {
	box := container.NewVBox(widget.NewSeparator(), kit.Heading(c.Words.T(key)))
	for _, f := range list {
		box.Add(c.diagnostic(f, items))
	}
	return box
}

// diagnostic returns the sentence and the count of a diagnostic, with its first items and
// a link that lists the rest.
func (c cardView) diagnostic(f diagnostic.Diagnostic, first int) fyne.CanvasObject {
	w := c.Words
	count := widget.NewLabelWithStyle(w.Count(f.Count), fyne.TextAlignTrailing, fyne.TextStyle{Bold: true})
	importance := widget.MediumImportance
	if f.Kind.Routine() {
		count.TextStyle.Bold, importance = false, widget.LowImportance
	}
	lines := container.New(kit.TightRows{}, container.NewBorder(nil, nil, nil, container.NewVBox(count), kit.Wrapped(w.Diagnostic(f), importance)))
	kit.FillLong(w, lines, kit.LongList{
		Total: f.Count, Rows: len(f.Items), First: first, Lay: c.Lay,
		Add: func(i int) { lines.Add(c.item(f.Kind, f.Items[i])) },
	})
	return lines
}

// item returns a line for an item of a diagnostic, a link if the item has a place.
func (c cardView) item(kind diagnostic.Kind, item diagnostic.Item) fyne.CanvasObject {
	w := c.Words
	var name fyne.CanvasObject
	if item.Bounds.Empty() {
		label := widget.NewLabel(w.ItemName(item))
		label.Truncation = fyne.TextTruncateEllipsis
		name = label
	} else {
		name = kit.NewLink(w.ItemName(item), func() { c.Do.Show(item.Bounds) })
	}
	if size := w.ItemSize(kind, item); size != "" {
		name = container.NewBorder(nil, nil, nil, widget.NewLabel(size), name)
	}
	if source := w.ItemSource(item); source != "" {
		from := kit.Caption(source)
		from.Truncation = fyne.TextTruncateEllipsis
		name = container.New(kit.TightRows{}, name, from)
	}
	return kit.Indented(name)
}
