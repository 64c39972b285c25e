// SPDX-License-Identifier: MIT

package shell

import (
	"time"

	"roadsnap/engine/geo"
	"roadsnap/ui/drafts"
	"roadsnap/ui/mapview"
	"roadsnap/ui/text"
	"roadsnap/ui/timeline"
)

// furnishDrafts creates the drafts of the selected trip.
func (w *Window) furnishDrafts() {
	w.drafting = drafts.NewModel(w.o.Jobs, w.o.Trips)
	w.drafts = drafts.NewDesk(drafts.DeskOptions{
		Model: w.drafting, Words: func() text.Catalogue { return w.words }, Dialogs: w.files, Keys: w.commands.typedKey,
		ShowRecord: func() { w.inspector.bringSelected() }, Lay: func() { w.inspector.Lay() }, ShowBounds: func(b geo.Bounds) { w.mapView.ShowBounds(b) },
		Cursor: func() time.Time { return w.clock.State().Cursor },
		Mark:   func(from, to time.Time) { w.clock.Mark(timeline.Span{From: from, To: to}) },
	})
}

func (w *Window) draftChanged() {
	w.inspector.update()
	w.showDraft()
}

// showDraft shows the draft of the selected trip on the map.
func (w *Window) showDraft() {
	w.mapView.Layer(mapview.LayerDraft).Set(w.drafting.Overlays()...)
}
