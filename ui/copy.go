package ui

import (
	"context"

	"roadsnap/ui/job"
	"roadsnap/ui/units"
)

// copyWork is a text that is being written for the clipboard.
type copyWork struct {
	job   *job.Job
	units int // whose text it is, 0 while there is none
}

// copy puts a text into the clipboard.
func (w *Window) copy(text string) {
	w.dropCopy()
	w.o.App.Clipboard().SetContent(text)
}

// copyUnits puts what write writes of units into the clipboard. The text of the
// whole country takes its time, and is a job. The last one that was asked for wins.
func (w *Window) copyUnits(n int, write func() string) {
	w.dropCopy()
	w.copying = copyWork{units: n, job: w.o.Jobs.Start(func(context.Context) func() {
		text := write()
		return func() { w.copy(text) }
	})}
	w.showWork()
}

// dropCopy leaves the clipboard as it is, whatever is being written for it.
func (w *Window) dropCopy() {
	w.copying.job.Cancel()
	if w.copying.units > 0 {
		w.copying = copyWork{}
		w.showWork()
	}
}

// CopyJSON copies the record of a unit, with its border if withBorder.
func (w *Window) copyJSON(row units.Row, withBorder bool) {
	w.copyUnits(1, func() string { return w.o.Units.JSON(row, withBorder) })
}
