// SPDX-License-Identifier: MIT

package shell

import (
	"roadsnap/ui/corrections"
	"roadsnap/ui/mapview"
	"roadsnap/ui/text"
)

// furnishCorrections creates the corrections of the selected trip.
func (w *Window) furnishCorrections() {
	o := w.o
	w.correcting = corrections.NewModel(corrections.Options{Jobs: o.Jobs, Trips: o.Trips, Corrector: o.Corrector, User: o.User, Refused: w.files.Complain})
	w.correction = corrections.NewDesk(corrections.DeskOptions{
		Model: w.correcting, Words: func() text.Catalogue { return w.words }, Copy: w.clipboard.copy,
	})
}

func (w *Window) correctionsChanged() {
	w.showCorrections()
	w.commands.refreshMenu()
}

// showCorrections shows the corrections of the selected trip in its record and on the map.
func (w *Window) showCorrections() {
	w.inspector.update()
	before, candidates := w.correcting.Overlays()
	w.mapView.Layer(mapview.LayerBefore).Set(before...)
	w.mapView.Layer(mapview.LayerFix).Set(candidates...)
}
