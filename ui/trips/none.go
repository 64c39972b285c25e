// SPDX-License-Identifier: MIT

package trips

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// noneShown stands in the list while the filter hides all trips.
type noneShown struct {
	words   text.Catalogue
	said    *widget.Label
	content fyne.CanvasObject
}

func newNoneShown(p *Panel) *noneShown {
	n := &noneShown{words: p.words, said: kit.Wrapped("", widget.LowImportance)}
	n.said.Alignment = fyne.TextAlignCenter
	all := kit.NewButton(p.words.T("trips.none.show"), nil, func() {
		now := p.model.State().Filter
		p.model.SetFilter(Filter{Sort: now.Sort, Descending: now.Descending, Group: now.Group})
	})
	n.content = container.NewVBox(layout.NewSpacer(), container.NewPadded(container.NewVBox(n.said, all)), layout.NewSpacer(), layout.NewSpacer())
	n.content.Hide()
	return n
}

// show shows a state.
func (n *noneShown) show(s State) {
	none := len(s.Trips) > 0 && len(s.View.Lines) == 0
	if none {
		kit.SetText(n.said, n.words.T(noneText(s)))
	}
	kit.SetVisible(n.content, none)
}

// noneText returns the key of what is said if the filter hides all trips. That nothing is left to
// review is said only when all trips are matched.
func noneText(s State) string {
	f := s.Filter
	f.Verdict = AnyVerdict
	busy := func(t *Trip) bool { return t.Stage != Done && t.Stage != Failed }
	if s.Filter.Verdict == OnlyToReview && !f.Selects() && !slices.ContainsFunc(s.Trips, busy) {
		return "trips.none.review"
	}
	return "trips.none"
}
