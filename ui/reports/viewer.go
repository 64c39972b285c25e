// SPDX-License-Identifier: MIT

package reports

import (
	"path/filepath"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/internal/reportfile"
	"roadsnap/ui/files"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// exampleDay is the day in examples of how dates are written.
var exampleDay = time.Date(2026, 11, 25, 0, 0, 0, 0, text.Vietnam)

// formatKeys holds the keys of the names of the formats.
var formatKeys = map[reportfile.Format]string{
	reportfile.PDF: "reports.format.pdf", reportfile.XLSX: "reports.format.xlsx", reportfile.CSV: "reports.format.csv", reportfile.HTML: "reports.format.html",
}

// viewer shows the pages of a report with the buttons that save and print it.
type viewer struct {
	panel       *Panel
	pages       *pages
	title, page *widget.Label
	buttons     []*kit.Button // which need a report
	notes       *fyne.Container
	noted       notes
	bar         *widget.ProgressBar
	stage       *widget.Label
	work        *fyne.Container
	empty       *fyne.Container
	hint        *widget.Label
	open        *kit.Button
	content     fyne.CanvasObject
}

// notes is the part of the state that the lines above the pages show.
type notes struct {
	problem text.Notice
	saved   string
	stale   bool
	old     bool // outdated
}

func newViewer(p *Panel) *viewer {
	t := p.words.T
	v := &viewer{panel: p, notes: container.NewVBox(), bar: widget.NewProgressBar()}
	v.pages = newPages(p.do.Jobs, v.turned, p.do.ShowTrips)
	v.title = widget.NewLabelWithStyle("", fyne.TextAlignLeading, fyne.TextStyle{Bold: true})
	v.title.Truncation = fyne.TextTruncateEllipsis
	v.page = kit.Caption("")
	icon := func(icon fyne.Resource, tip string, tapped func()) *kit.Button {
		b := kit.IconButton(icon, t(tip), tapped)
		b.Importance = widget.LowImportance
		return b
	}
	var save *kit.Button
	save = kit.NewButton(t("reports.save"), theme.DocumentSaveIcon(), func() { kit.ShowMenuUnder(save, v.saveMenu()) })
	printing := kit.NewButton(t("reports.print"), theme.DocumentPrintIcon(), func() { p.model.Print(p.do.Dialogs.OpenPath) })
	v.buttons = []*kit.Button{
		icon(theme.ZoomOutIcon(), "menu.zoom_out", func() { p.ZoomBy(-1) }), icon(theme.ZoomFitIcon(), "reports.fit", p.Fit),
		icon(theme.ZoomInIcon(), "menu.zoom_in", func() { p.ZoomBy(1) }), save, printing,
	}
	tools := container.NewHBox(v.page)
	for _, b := range v.buttons {
		tools.Add(b)
	}
	v.stage = widget.NewLabel("")
	stop := kit.IconButton(theme.CancelIcon(), t("dialog.cancel"), p.model.Cancel)
	v.work = container.NewBorder(nil, nil, v.stage, stop, v.bar)
	head := container.NewVBox(container.NewBorder(nil, nil, nil, tools, v.title), v.work, v.notes, widget.NewSeparator())
	v.hint = kit.Wrapped("", widget.LowImportance)
	v.hint.Alignment = fyne.TextAlignCenter
	v.open = kit.NewButton(t("trips.open"), theme.FolderOpenIcon(), p.do.Open)
	v.empty = container.NewVBox(layout.NewSpacer(), v.hint, container.NewCenter(v.open), layout.NewSpacer(), layout.NewSpacer())
	ground := canvas.NewRectangle(theme.Color(theme.ColorNameInputBackground))
	v.content = container.NewBorder(head, nil, nil, nil, container.NewStack(ground, v.pages, v.empty))
	return v
}

// turned says which page is in the middle.
func (v *viewer) turned(page int) {
	line := ""
	if r := v.panel.state.Report; r != nil {
		line = v.panel.words.T("reports.page", "page", v.panel.words.Count(page+1), "of", v.panel.words.Count(r.Pages.Len()))
	}
	if v.page.Text != line {
		v.page.SetText(line)
	}
}

// show shows a state.
func (v *viewer) show(s State) {
	t := v.panel.words.T
	title := ""
	if s.Report != nil {
		title = s.Report.Document.Title
	}
	kit.SetText(v.title, title)
	for _, b := range v.buttons {
		kit.SetEnabled(b, s.Report != nil && !s.Saving)
	}
	kit.SetVisible(v.work, s.Busy)
	if s.Busy {
		kit.SetText(v.stage, t("reports.stage."+string(s.Progress.Stage)))
		v.bar.SetValue(float64(s.Progress.Done) / float64(max(s.Progress.Total, 1)))
	}
	v.showNotes(s)
	v.pages.show(s.Report)
	kit.SetVisible(v.page, s.Report != nil)
	kit.SetVisible(v.pages, s.Report != nil)
	kit.SetVisible(v.empty, s.Report == nil)
	hint := "reports.empty"
	listed, kept := v.panel.do.Trips()
	switch {
	case !s.Kept:
		hint = "reports.not_kept"
	case s.Busy:
		hint = "reports.busy"
	case listed == 0:
		hint = "reports.no_trips"
	case kept == 0:
		hint = "reports.none_kept"
	case s.Choice.Kind == SheetKind:
		hint = "reports.empty_sheet"
	}
	kit.SetText(v.hint, t(hint))
	kit.SetVisible(v.open, s.Kept && !s.Busy && kept == 0)
}

// showNotes shows a problem, the last file, and whether the choices have changed.
func (v *viewer) showNotes(s State) {
	now := notes{s.Problem, s.Saved, s.Stale, s.Outdated && !s.Stale}
	if v.noted == now {
		return
	}
	v.noted = now
	words := v.panel.words
	v.notes.RemoveAll()
	if now.stale || now.old {
		said := "reports.stale"
		if now.old {
			said = "reports.outdated"
		}
		again := container.NewCenter(kit.QuietButton(words.T("reports.again"), theme.ViewRefreshIcon(), v.panel.model.Make))
		v.notes.Add(container.NewBorder(nil, nil, nil, again, kit.Wrapped(words.T(said), widget.WarningImportance)))
	}
	if !now.problem.Empty() {
		v.notes.Add(kit.Closable(kit.Notice(words, now.problem), words.T("dialog.close"), v.panel.model.ForgetSaved))
	}
	if now.saved != "" {
		said := kit.Wrapped(words.T("reports.saved", "file", filepath.Base(now.saved)), widget.SuccessImportance)
		v.notes.Add(kit.Closable(container.NewBorder(nil, nil, nil, v.panel.do.Dialogs.Links(now.saved), said), words.T("dialog.close"), v.panel.model.ForgetSaved))
	}
}

// saveMenu returns the menu of the formats of the report.
func (v *viewer) saveMenu() *fyne.Menu {
	var items []*fyne.MenuItem
	for _, f := range v.panel.state.Report.Formats() {
		items = append(items, fyne.NewMenuItem(v.panel.words.T(formatKeys[f])+"…", func() { v.save(f) }))
	}
	return fyne.NewMenu("", items...)
}

// save asks for the file of the report and writes it. If the user writes the ending of another
// format, that is the format of the file.
func (v *viewer) save(f reportfile.Format) {
	r, t := v.panel.state.Report, v.panel.words.T
	if r == nil {
		return
	}
	var others []string
	for _, x := range reportfile.Formats() {
		others = append(others, string(x))
	}
	q := files.Question{
		Title: t("reports.save_title"), Kind: t(formatKeys[f]), AllFiles: t("files.all"), Extensions: []string{string(f)}, Others: others,
		Name: r.FileName() + "." + string(f),
	}
	v.panel.do.Dialogs.Save(q, v.panel.model.Save)
}
