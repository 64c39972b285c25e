// Package export writes what the window shows to files: a picture of the map, and
// the units that are selected. It asks for format and file in dialogs, runs the work as
// jobs, and shows progress and results in a box below the lists.
package export

import (
	"fyne.io/fyne/v2"

	"roadsnap/ui/files"
	"roadsnap/ui/job"
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

// Exports owns the exports of a window and the box that tells of them. Its methods
// run on the UI goroutine.
type Exports struct {
	o       Options
	words   text.Catalogue
	picture string // the file written last, until the user closes the line about it
	box     *box
}

// New returns the exports of a window that speaks no language yet; see Speak.
func New(o Options) *Exports { return &Exports{o: o} }

// Speak makes the box in a language. What it tells stays.
func (e *Exports) Speak(words text.Catalogue) {
	e.words = words
	e.box = newBox(words, e.o.Units)
	e.tellPicture(e.picture)
}

// Content is the box, hidden while there is nothing to tell. Speak makes a new one.
func (e *Exports) Content() fyne.CanvasObject { return e.box.content }

// ShowUnits takes over what is known of the last export of units.
func (e *Exports) ShowUnits(s units.ExportState) { e.box.show(s) }
