// SPDX-License-Identifier: MIT

package trips

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/files"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// splitWidth is the width of the dialog that splits a trip (logical pixels).
const splitWidth = 460

// The lengths of stops and gaps that are offered first.
const (
	usualStop = "30"
	usualGap  = "60"
)

// AskSplit asks where the selected trip is to be split, and splits it. It says how many
// parts there will be. Nothing happens while the trip is being read.
func (p *Panel) AskSplit() {
	tr, ok := p.model.State().Trip()
	if !ok || !tr.Loaded() || tr.Count == 0 {
		return
	}
	t := p.words.T
	stop, stops := p.minutesRow("trips.split.stops", usualStop)
	gap, gaps := p.minutesRow("trips.split.gaps", usualGap)
	midnight := kit.NewCheck(t("trips.split.midnight"))
	at, hasCursor := p.cursor(tr)
	cursor := kit.NewCheck(t("trips.split.cursor", "time", clockOf(p.words, tr)(at)))
	kit.SetVisible(cursor, hasCursor)
	parts, list := kit.Wrapped("", widget.MediumImportance), container.New(kit.TightRows{})
	by := func() (b SplitBy) {
		b.Stop, b.Gap, b.Midnight = stop.value(), gap.value(), midnight.Checked
		if cursor.Checked {
			b.Cursor = at
		}
		return b
	}
	var box *files.Editor
	preview := func() {
		p.model.ShowSplit(by())
		made, reason := tr.PartsBy(by()), t("trips.split.none")
		n := len(made)
		if n > 1 || by() == (SplitBy{}) {
			reason = t("trips.split.parts", "n", p.words.Count(n))
		}
		parts.SetText(reason)
		p.listParts(list, tr, made)
		box.Resize(fyne.NewSize(splitWidth, 0)) // a shorter sentence may take fewer lines
		box.SetReady(n > 1)
	}
	for _, c := range []*kit.Check{stop.on, gap.on, midnight, cursor} {
		c.OnChanged = func(bool) { preview() }
	}
	for _, l := range []splitLimit{stop, gap} {
		l.minutes.OnChanged = func(string) {
			l.on.SetChecked(true)
			preview()
		}
		l.minutes.OnSubmitted = func(string) { p.do.Dialogs.Agree() }
	}
	content := container.NewVBox(stops, gaps, midnight, cursor, parts, list)
	box = p.do.Dialogs.Edit(t("menu.split"), t("trips.split"), content, fyne.NewSize(splitWidth, 0), func() (done bool) {
		p.model.Split(tr.ID, by())
		return true
	})
	box.SetOnClosed(p.model.CancelDraft)
	preview()
}

// maxParts is the number of parts that the dialog lists.
const maxParts = 8

// listParts lists the parts of a split: when each begins and ends, and how far it goes from point
// to point, because the parts are matched later.
func (p *Panel) listParts(list *fyne.Container, t *Trip, made []Part) {
	list.RemoveAll()
	if len(made) < 2 {
		return
	}
	words := p.words
	for i, part := range made {
		if i == maxParts {
			list.Add(kit.Caption(words.T("trips.split.more", "n", words.Count(len(made)-i))))
			break
		}
		name := words.Count(i + 1)
		if !part.First.IsZero() {
			name = words.Moment(part.First) + " – " + clockOf(words, t)(part.Last)
		}
		list.Add(container.NewBorder(nil, nil, kit.Caption(name), kit.Caption(words.T("trips.split.raw", "length", words.Distance(part.Raw))+" · "+words.T("tracks.points", "n", words.Count(part.Count)))))
	}
}

// cursor returns the time of the timeline's cursor, if that is inside a trip.
func (p *Panel) cursor(t *Trip) (at time.Time, ok bool) {
	if p.do.Cursor != nil {
		at = p.do.Cursor()
	}
	return at, at.After(t.First) && at.Before(t.Last)
}

// splitLimit is a choice with a number of minutes.
type splitLimit struct {
	words   text.Catalogue
	on      *kit.Check
	minutes *kit.Entry
}

// value returns the chosen time, 0 for none.
func (l splitLimit) value() time.Duration {
	n, ok := l.words.ReadNumber(l.minutes.Text)
	if !l.on.Checked || !ok || n <= 0 || n > 1e6 {
		return 0
	}
	return time.Duration(n * float64(time.Minute))
}

// minutesRow returns a choice with a field for minutes.
func (p *Panel) minutesRow(key, usual string) (splitLimit, fyne.CanvasObject) {
	l := splitLimit{p.words, kit.NewCheck(p.words.T(key)), kit.NewEntry()}
	l.minutes.SetText(usual)
	amount := container.NewHBox(
		container.NewGridWrap(fyne.NewSize(limitWidth, l.minutes.MinSize().Height), l.minutes),
		widget.NewLabel(p.words.T("trips.rules.minutes")))
	return l, container.NewBorder(nil, nil, nil, amount, l.on)
}

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

// originText says which trips a trip was made of, "" for one as its file has it. file is
// the name of that.
func originText(words text.Catalogue, o Origin, file string) string {
	switch {
	case o.Merged > 0:
		return words.T("trips.origin.merged", "n", words.Count(o.Merged))
	case o.Dropped > 0:
		return words.T("trips.origin.dropped", "n", words.Count(o.Dropped), "file", file)
	case o.Of > 0:
		return words.T("trips.origin.part", "part", words.Count(o.Part), "of", words.Count(o.Of), "file", file)
	default:
		return ""
	}
}
