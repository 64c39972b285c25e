package ui

import "roadsnap/ui/present"

// copyWork is what is being written for the clipboard.
type copyWork struct {
	asked int // how often something was to be copied
	units int // of the copy that is being written, 0 while there is none
}

// copy puts a text into the clipboard.
func (w *Window) copy(text string) {
	w.dropCopy()
	w.o.App.Clipboard().SetContent(text)
}

// copyUnits puts what write writes of units into the clipboard. That of the whole
// country takes its time, which the window does not wait for: the status bar says
// so. Of several copies the clipboard has the one that was asked for last, whichever
// is ready first.
func (w *Window) copyUnits(rows []present.UnitRow, write func() string) {
	w.copying.asked++
	w.copying.units = len(rows)
	number := w.copying.asked
	w.showWork()
	w.exports.Go(func() {
		text := write()
		w.o.Do(func() {
			if w.copying.asked == number {
				w.copy(text)
			}
		})
	})
}

// dropCopy leaves the clipboard as it is, whatever is being written for it.
func (w *Window) dropCopy() {
	w.copying.asked++
	if w.copying.units > 0 {
		w.copying.units = 0
		w.showWork()
	}
}

// copyJSON copies the record of a unit, with its border if withBorder.
func (w *Window) copyJSON(row present.UnitRow, withBorder bool) {
	if !withBorder { // which is what takes its time
		w.copy(w.o.Units.JSON(row, false))
		return
	}
	w.copyUnits([]present.UnitRow{row}, func() string { return w.o.Units.JSON(row, withBorder) })
}
