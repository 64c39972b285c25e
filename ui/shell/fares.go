// SPDX-License-Identifier: MIT

package shell

import (
	"roadsnap/ui/fares"
	"roadsnap/ui/text"
)

// furnishFares creates the tariffs with their dialogs.
func (w *Window) furnishFares() {
	o := w.o
	w.fares = fares.NewModel(fares.Options{Jobs: o.Jobs, Trips: o.Trips, History: o.Trips.History(), Keeper: o.Fares, Atlas: o.Atlas, Failed: w.files.Complain})
	w.fareDesk = fares.NewDesk(fares.DeskOptions{
		Model: w.fares, Words: func() text.Catalogue { return w.words }, Dialogs: w.files, Units: o.Units.Table(), Copy: w.clipboard.copy,
	})
}

// faresChanged shows the fare of the selected trip.
func (w *Window) faresChanged() {
	w.inspector.update()
	w.reportsMayBeOld()
}
