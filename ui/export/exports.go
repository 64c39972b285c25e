// SPDX-License-Identifier: MIT

package export

import (
	"path/filepath"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/files"
	"roadsnap/ui/job"
	"roadsnap/ui/kit"
	"roadsnap/ui/mapdraw/export"
	"roadsnap/ui/text"
	"roadsnap/ui/trips"
	"roadsnap/ui/units"
)

// Options configures Exports.
type Options struct {
	Window fyne.Window
	Files  *files.Dialogs
	Jobs   *job.Runner
	Units  *units.Model
	Trips  *trips.Model
	// Scene returns the current content of the map with its legend, as options without a
	// size.
	Scene func() export.Options
	// Title calls then with a title for a picture, perhaps later.
	Title func(then func(title string))
	// Times returns the times of the first and the last point of the trips on the picture, zero
	// without times.
	Times func() (first, last time.Time)
}

// Exports runs the exports of a window. It owns the box below the lists, which shows the
// progress of exports of units and trips and the results of the last exports. Its methods run on
// the UI goroutine.
type Exports struct {
	o       Options
	words   text.Catalogue
	picture string            // path of the last picture, "" after the user closes its line
	units   units.ExportState // the state that the box shows
	trips   trips.ExportState

	box       *fyne.Container
	bar       *widget.ProgressBar
	tripBar   *widget.ProgressBar
	ofUnits   *fyne.Container
	ofTrips   *fyne.Container
	ofPicture *fyne.Container
}

// New returns the exports of a window. SetLanguage must be called before any other method.
func New(o Options) *Exports { return &Exports{o: o} }

// SetLanguage creates the box with the texts of words. It keeps the line about a picture.
func (e *Exports) SetLanguage(words text.Catalogue) {
	e.words, e.units, e.trips = words, units.ExportState{}, trips.ExportState{}
	e.bar, e.tripBar = widget.NewProgressBar(), widget.NewProgressBar()
	e.ofUnits, e.ofTrips, e.ofPicture = container.NewVBox(), container.NewVBox(), container.NewVBox()
	e.box = container.NewVBox(widget.NewSeparator(), container.NewPadded(container.NewVBox(e.ofUnits, e.ofTrips, e.ofPicture)))
	e.showPicture(e.picture)
}

// Content returns the box, which is hidden while empty. SetLanguage creates a new one.
func (e *Exports) Content() fyne.CanvasObject { return e.box }

// ShowUnits shows the state of the last export of units.
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

// showPicture shows a line about a written picture, or none if path is "".
func (e *Exports) showPicture(path string) {
	e.picture = path
	e.ofPicture.RemoveAll()
	if path != "" {
		text := e.words.T("maps.export.done", "file", filepath.Base(path))
		e.ofPicture.Add(e.closable(kit.Wrapped(text, widget.SuccessImportance), func() { e.showPicture("") }))
	}
	e.refresh()
}

// closable returns a line about an export with a close button, which calls forget.
func (e *Exports) closable(o fyne.CanvasObject, forget func()) fyne.CanvasObject {
	return kit.Closable(o, e.words.T("dialog.close"), forget)
}

// refresh hides the empty parts of the box and shows the others.
func (e *Exports) refresh() {
	kit.SetVisible(e.ofUnits, len(e.ofUnits.Objects) > 0)
	kit.SetVisible(e.ofTrips, len(e.ofTrips.Objects) > 0)
	kit.SetVisible(e.ofPicture, len(e.ofPicture.Objects) > 0)
	kit.SetVisible(e.box, len(e.ofUnits.Objects)+len(e.ofTrips.Objects)+len(e.ofPicture.Objects) > 0)
	e.box.Refresh()
}
