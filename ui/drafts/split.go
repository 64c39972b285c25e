// SPDX-License-Identifier: MIT

package drafts

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/files"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
	"roadsnap/ui/trips"
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
func (d *Desk) AskSplit() {
	m, words := d.o.Model, d.o.Words()
	tr, ok := m.trips.State().Trip()
	if !ok || !tr.Loaded() || tr.Count == 0 {
		return
	}
	t := words.T
	stop, stops := minutesRow(words, "trips.split.stops", usualStop)
	gap, gaps := minutesRow(words, "trips.split.gaps", usualGap)
	midnight := kit.NewCheck(t("trips.split.midnight"))
	at := d.o.Cursor()
	cursor := kit.NewCheck(t("trips.split.cursor", "time", trips.ClockOf(words, tr)(at)))
	kit.SetVisible(cursor, at.After(tr.First) && at.Before(tr.Last))
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
		m.ShowSplit(by())
		made, reason := by().parts(tr), t("trips.split.none")
		n := len(made)
		if n > 1 || by() == (SplitBy{}) {
			reason = t("trips.split.parts", "n", words.Count(n))
		}
		parts.SetText(reason)
		listParts(words, list, made)
		box.Resize(fyne.NewSize(splitWidth, 0)) // a shorter sentence may take fewer lines
		box.SetReady(n > 1)
	}
	for _, c := range []*kit.Check{midnight, cursor} {
		c.OnChanged = func(bool) { preview() }
	}
	for _, l := range []splitLimit{stop, gap} {
		l.onChange(preview)
		l.minutes.OnSubmitted = func(string) { d.o.Dialogs.Agree() }
	}
	content := container.NewVBox(stops, gaps, midnight, cursor, parts, list)
	box = d.o.Dialogs.Edit(t("menu.split"), t("trips.split"), content, fyne.NewSize(splitWidth, 0), func() (done bool) {
		m.Split(tr.ID, by())
		return true
	})
	box.SetOnClosed(m.Cancel)
	preview()
}

// maxParts is the number of parts that the dialog lists.
const maxParts = 8

// listParts lists the parts of a split: when each begins and ends, and how far it goes from point
// to point, because the parts are matched later.
func listParts(words text.Catalogue, list *fyne.Container, made []part) {
	list.RemoveAll()
	if len(made) < 2 {
		return
	}
	for i, part := range made {
		if i == maxParts {
			list.Add(kit.Caption(words.T("trips.split.more", "n", words.Count(len(made)-i))))
			break
		}
		name := words.Count(i + 1)
		if !part.first.IsZero() {
			name = trips.DatedSpan(words, part.first, part.last)
		}
		list.Add(container.NewBorder(nil, nil, kit.Caption(name), kit.Caption(words.T("trips.split.raw", "length", words.Distance(part.raw))+" · "+words.T("tracks.points", "n", words.Count(part.count)))))
	}
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

// onChange sets the listener that is called once for each change of the choice or its minutes. A
// change of the minutes makes the choice.
func (l splitLimit) onChange(listen func()) {
	l.on.OnChanged = func(bool) { listen() }
	l.minutes.OnChanged = func(string) {
		if l.on.Checked {
			listen()
		} else {
			l.on.SetChecked(true)
		}
	}
}

// limitWidth is the width of a field for minutes (logical pixels).
const limitWidth = 110

// minutesRow returns a choice with a field for minutes.
func minutesRow(words text.Catalogue, key, usual string) (splitLimit, fyne.CanvasObject) {
	l := splitLimit{words, kit.NewCheck(words.T(key)), kit.NewEntry()}
	l.minutes.SetText(usual)
	amount := container.NewHBox(
		container.NewGridWrap(fyne.NewSize(kit.WithText(limitWidth), l.minutes.MinSize().Height), l.minutes),
		widget.NewLabel(words.T("trips.rules.minutes")))
	return l, container.NewBorder(nil, nil, nil, amount, l.on)
}
