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
	"roadsnap/ui/units"
)

// Options configures Exports.
type Options struct {
	Window fyne.Window
	Files  *files.Dialogs
	Jobs   *job.Runner
	Units  *units.Model
	Trips  *TripModel
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
	picture string // path of the last picture, "" after the user closes its line

	box       *fyne.Container
	ofUnits   *line
	ofTrips   *line
	ofPicture *line
}

// line is the part of the box for one kind of export.
type line struct {
	content *fyne.Container
	bar     *widget.ProgressBar
	shown   outcome
}

// outcome is what a line shows: the progress, or else the problem, or else a sentence about the
// complete file.
type outcome struct {
	busy    bool
	problem text.Notice
	done    string
	path    string // of the complete file
}

func newLine() *line { return &line{content: container.NewVBox(), bar: widget.NewProgressBar()} }

// New returns the exports of a window. SetLanguage must be called before any other method.
func New(o Options) *Exports { return &Exports{o: o} }

// SetLanguage creates the box with the texts of words. It keeps the line about a picture.
func (e *Exports) SetLanguage(words text.Catalogue) {
	e.words = words
	e.ofUnits, e.ofTrips, e.ofPicture = newLine(), newLine(), newLine()
	lines := container.NewVBox(e.ofUnits.content, e.ofTrips.content, e.ofPicture.content)
	e.box = container.NewVBox(widget.NewSeparator(), container.NewPadded(lines))
	e.refresh()
	e.showPicture(e.picture)
}

// Content returns the box, which is hidden while empty. SetLanguage creates a new one.
func (e *Exports) Content() fyne.CanvasObject { return e.box }

// ShowUnits shows the state of the last export of units.
func (e *Exports) ShowUnits(s units.ExportState) {
	o := outcome{busy: s.Busy, problem: s.Problem}
	if s.Path != "" {
		o.path = s.Path
		o.done = e.words.T("units.export.done", "n", e.words.Count(s.Count), "file", filepath.Base(s.Path))
	}
	e.show(e.ofUnits, s.Done, s.Total, o, e.o.Units.CancelExport, e.o.Units.ForgetExport)
}

// ShowTrips shows the state of the last export of trips.
func (e *Exports) ShowTrips(s TripState) {
	o := outcome{busy: s.Busy, problem: s.Problem}
	if s.Path != "" {
		o.path = s.Path
		o.done = e.words.T("trips.export.done", "n", e.words.Count(s.Count), "file", filepath.Base(s.Path))
		if s.NoRoute > 0 {
			o.done += " " + e.words.T("trips.export.no_route", "n", e.words.Count(s.NoRoute))
		}
	}
	e.show(e.ofTrips, s.Done, s.Total, o, e.o.Trips.Cancel, e.o.Trips.Forget)
}

// showPicture shows a line about a written picture, or none if path is "".
func (e *Exports) showPicture(path string) {
	e.picture = path
	var o outcome
	if path != "" {
		o.path = path
		o.done = e.words.T("maps.export.done", "file", filepath.Base(path))
	}
	e.show(e.ofPicture, 0, 0, o, nil, func() { e.showPicture("") })
}

// show shows an export in its line. The user cancels it with a button while it runs, and closes
// its result with another one, which calls forget.
func (e *Exports) show(l *line, done, total int, o outcome, cancel, forget func()) {
	if total > 0 {
		l.bar.SetValue(float64(done) / float64(total))
	}
	if o == l.shown {
		return
	}
	l.shown = o
	l.content.RemoveAll()
	closable := func(o fyne.CanvasObject) { l.content.Add(kit.Closable(o, e.words.T("dialog.close"), forget)) }
	switch {
	case o.busy:
		stop := kit.IconButton(theme.CancelIcon(), e.words.T("dialog.cancel"), cancel)
		l.content.Add(container.NewBorder(nil, nil, nil, stop, l.bar))
	case !o.problem.Empty():
		closable(kit.Notice(e.words, o.problem))
	case o.done != "":
		closable(container.NewVBox(kit.Wrapped(o.done, widget.SuccessImportance), e.o.Files.Links(o.path)))
	}
	e.refresh()
}

// refresh hides the empty parts of the box and shows the others.
func (e *Exports) refresh() {
	some := false
	for _, l := range []*line{e.ofUnits, e.ofTrips, e.ofPicture} {
		filled := len(l.content.Objects) > 0
		kit.SetVisible(l.content, filled)
		some = some || filled
	}
	kit.SetVisible(e.box, some)
	e.box.Refresh()
}
