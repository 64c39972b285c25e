// SPDX-License-Identifier: MIT

package trips

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// longBar offers to split the trips that cover more than a day.
type longBar struct {
	words   text.Catalogue
	said    *widget.Label
	content *fyne.Container
}

func newLongBar(p *Panel) *longBar {
	b := &longBar{words: p.words, said: kit.Wrapped("", widget.MediumImportance)}
	split := kit.NewButton(p.words.T("trips.long.split"), nil, p.model.SplitLong)
	keep := kit.IconButton(theme.CancelIcon(), p.words.T("trips.long.keep"), p.model.KeepLong)
	keep.Importance = widget.LowImportance
	b.content = container.NewVBox(
		container.NewBorder(nil, nil, nil, container.NewVBox(keep), b.said),
		container.NewPadded(split), widget.NewSeparator())
	b.content.Hide()
	return b
}

// show shows the offer of a state.
func (b *longBar) show(s State) {
	if len(s.Long) > 0 {
		kit.SetText(b.said, b.words.T("trips.long", "n", b.words.Count(len(s.Long))))
	}
	kit.SetVisible(b.content, len(s.Long) > 0)
}
