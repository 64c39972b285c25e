// SPDX-License-Identifier: MIT

package trips

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
)

// overlap returns the part of a record about a time that the trip shares with another one of
// the vehicle: what they have in common, and what can be done.
func (c cardView) overlap(t *Trip, o Overlap) fyne.CanvasObject {
	w := c.Words
	other := kit.NewWrappedLink(o.Other.Name+", "+timesText(w, o.Other, false), func() { c.Model.Select(o.Other.ID) })
	what, importance := w.T("trips.overlap.equal", "n", w.Count(o.Equal)), widget.MediumImportance
	if o.Conflicts() {
		what = w.T("trips.overlap.differs", "equal", w.Count(o.Equal), "n", w.Count(o.Differing))
		importance = widget.WarningImportance
	}
	buttons := container.New(&kit.WrappedRow{},
		kit.NewButton(w.T("trips.overlap.keep_this"), nil, func() { c.Model.KeepInstead(t.ID, o.Other.ID) }),
		kit.NewButton(w.T("trips.overlap.keep_other"), nil, func() { c.Model.KeepInstead(o.Other.ID, t.ID) }),
		kit.NewButton(w.T("trips.overlap.merge"), nil, func() { c.Model.MergeWith(t.ID, o.Other.ID) }))
	return container.NewVBox(
		kit.Heading(w.T("trips.overlap", "times", spanText(w, t, o.From, o.To))),
		other, kit.Wrapped(what, importance), buttons, widget.NewSeparator())
}
