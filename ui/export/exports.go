package export

import (
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/files"
	"roadsnap/ui/job"
	"roadsnap/ui/kit"
	"roadsnap/ui/mapdraw/export"
	"roadsnap/ui/text"
	"roadsnap/ui/units"
)

// Options are what Exports is made of.
type Options struct {
	Window fyne.Window
	Files  *files.Dialogs
	Jobs   *job.Runner
	Units  *units.Model
	// Scene returns what the map shows now, with its legend. The size of the
	// picture is left open.
	Scene func() export.Options
}

// Exports owns the exports of a window and the box that shows under every list how
// far an export of units is, and what became of the last exports. Its methods run on
// the UI goroutine.
type Exports struct {
	o       Options
	words   text.Catalogue
	picture string            // the file written last, until the user closes the line about it
	units   units.ExportState // that the box shows

	box       *fyne.Container
	bar       *widget.ProgressBar
	ofUnits   *fyne.Container
	ofPicture *fyne.Container
}

// New returns the exports of a window that has no language yet; see SetLanguage.
func New(o Options) *Exports { return &Exports{o: o} }

// SetLanguage makes the box in a language. The line about a picture stays.
func (e *Exports) SetLanguage(words text.Catalogue) {
	e.words, e.units, e.bar = words, units.ExportState{}, widget.NewProgressBar()
	e.ofUnits, e.ofPicture = container.NewVBox(), container.NewVBox()
	e.box = container.NewVBox(widget.NewSeparator(), container.NewPadded(container.NewVBox(e.ofUnits, e.ofPicture)))
	e.tellPicture(e.picture)
}

// Content is the box, hidden while it is empty. SetLanguage makes a new one.
func (e *Exports) Content() fyne.CanvasObject { return e.box }

// ShowUnits takes over what is known of the last export of units.
func (e *Exports) ShowUnits(s units.ExportState) {
	if s.Total > 0 {
		e.bar.SetValue(float64(s.Done) / float64(s.Total))
	}
	if s.Busy == e.units.Busy && s.Path == e.units.Path && s.Problem == e.units.Problem && s.Count == e.units.Count {
		return
	}
	e.units = s
	e.ofUnits.RemoveAll()
	switch {
	case s.Busy:
		stop := kit.IconButton(theme.CancelIcon(), e.words.T("dialog.cancel"), e.o.Units.CancelExport)
		e.ofUnits.Add(container.NewBorder(nil, nil, nil, stop, e.bar))
	case !s.Problem.Empty():
		e.ofUnits.Add(e.closable(kit.Notice(e.words, s.Problem), e.o.Units.ForgetExport))
	case s.Path != "":
		text := e.words.T("units.export.done", "n", e.words.Count(s.Count), "file", filepath.Base(s.Path))
		e.ofUnits.Add(e.closable(kit.Wrapped(text, widget.SuccessImportance), e.o.Units.ForgetExport))
	}
	e.refresh()
}

// tellPicture shows where a picture was written to, or nothing for "".
func (e *Exports) tellPicture(path string) {
	e.picture = path
	e.ofPicture.RemoveAll()
	if path != "" {
		text := e.words.T("maps.export.done", "file", filepath.Base(path))
		e.ofPicture.Add(e.closable(kit.Wrapped(text, widget.SuccessImportance), func() { e.tellPicture("") }))
	}
	e.refresh()
}

// closable puts a button next to the line about an export that removes the line.
func (e *Exports) closable(o fyne.CanvasObject, forget func()) fyne.CanvasObject {
	return kit.Closable(o, e.words.T("dialog.close"), forget)
}

// refresh hides the parts of the box that are empty.
func (e *Exports) refresh() {
	kit.SetVisible(e.ofUnits, len(e.ofUnits.Objects) > 0)
	kit.SetVisible(e.ofPicture, len(e.ofPicture.Objects) > 0)
	kit.SetVisible(e.box, len(e.ofUnits.Objects)+len(e.ofPicture.Objects) > 0)
	e.box.Refresh()
}
