// SPDX-License-Identifier: MIT

package drafts

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/geo"
	"roadsnap/engine/trip"
	"roadsnap/ui/files"
	"roadsnap/ui/inspector"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
	"roadsnap/ui/trips"
)

// DeskOptions configures a Desk.
type DeskOptions struct {
	Model      *Model
	Words      func() text.Catalogue
	Dialogs    *files.Dialogs
	Keys       func(*fyne.KeyEvent)     // called with keys that fields do not use
	ShowRecord func()                   // shows the record, even if it was closed
	Lay        func()                   // lays out the record again
	ShowBounds func(geo.Bounds)         // zooms the map to bounds
	Cursor     func() time.Time         // returns the time of the timeline's cursor; zero without one
	Mark       func(from, to time.Time) // marks a part of the timeline
}

// Desk shows a draft in the inspector, and the dialog that splits a trip. It belongs to the UI
// goroutine.
type Desk struct {
	o    DeskOptions
	last *card // the card of the last draft, nil before the first
}

// NewDesk returns a desk.
func NewDesk(o DeskOptions) *Desk { return &Desk{o: o} }

// card shows a draft in the inspector, with the map next to it.
type card struct {
	desk     *Desk
	number   int
	from, to *kit.KeyEntry // of a crop
	said     *widget.Label
	list     *fyne.Container // the points that go
	apply    *kit.Button
	typing   bool // the fields are being read
}

// maxGone is the number of points that the card lists.
const maxGone = 50

// toKMH is the number of km/h in a m/s.
const toKMH = 3.6

// AskCrop shows the draft of a crop of the selected trip.
func (d *Desk) AskCrop() { d.ask(Crop) }

// AskSpikes shows the draft that drops the spikes of the selected trip.
func (d *Desk) AskSpikes() { d.ask(Spikes) }

func (d *Desk) ask(kind Kind) {
	d.o.Model.Start(kind)
	d.o.ShowRecord()
}

// Card returns the card of the draft; ok is false if there is none.
func (d *Desk) Card() (shown inspector.Card, ok bool) {
	draft, _, ok := d.o.Model.Draft()
	if !ok || draft.Kind == Split {
		return shown, false
	}
	if d.last == nil || d.last.number != draft.Number {
		d.last = &card{desk: d, number: draft.Number}
	}
	c, title := d.last, "menu.crop"
	if draft.Kind == Spikes {
		title = "menu.spikes"
	}
	return inspector.Card{
		Subject: c, Version: c, Title: strings.TrimSuffix(d.o.Words().T(title), "…"), Parts: func() []fyne.CanvasObject { return c.parts(draft) }, Shown: c.show,
	}, true
}

// parts returns the widgets of the card.
func (c *card) parts(d *Draft) []fyne.CanvasObject {
	o, words := &c.desk.o, c.desk.o.Words()
	t := words.T
	c.said, c.list = kit.Wrapped("", widget.MediumImportance), container.New(kit.TightRows{})
	c.apply = kit.NewButton(t("draft.apply"), theme.ConfirmIcon(), o.Model.Apply)
	c.apply.Importance = widget.HighImportance
	cancel := kit.NewButton(t("dialog.cancel"), theme.CancelIcon(), o.Model.Cancel)
	var parts []fyne.CanvasObject
	if d.Kind == Crop {
		c.from, c.to = kit.NewKeyEntry(o.Keys), kit.NewKeyEntry(o.Keys)
		for _, e := range []*kit.KeyEntry{c.from, c.to} {
			e.OnChanged = func(string) { c.read() }
		}
		parts = append(parts, kit.Wrapped(t("draft.crop.hint"), widget.LowImportance),
			c.row(t("draft.from"), c.from), c.row(t("draft.to"), c.to))
	} else {
		speed, leap := kit.NewKeyEntry(o.Keys), kit.NewKeyEntry(o.Keys)
		speed.SetText(words.Number(d.Rule.Speed*toKMH, 0))
		leap.SetText(words.Number(d.Rule.Leap, 0))
		read := func(string) {
			v, ok1 := words.ReadNumber(speed.Text)
			far, ok2 := words.ReadNumber(leap.Text)
			if !ok1 || !ok2 || v < 0 || far < 0 {
				c.refuse("draft.bad_limits")
				return
			}
			o.Model.SetSpikes(trip.SpikeRule{Speed: v / toKMH, Leap: far})
		}
		speed.OnChanged, leap.OnChanged = read, read
		parts = append(parts, kit.Wrapped(t("draft.spikes.hint"), widget.LowImportance),
			c.row(t("draft.speed"), speed), c.row(t("draft.leap"), leap))
	}
	return append(parts, c.said, container.NewGridWithColumns(2, cancel, c.apply), kit.Wrapped(t("draft.undo"), widget.LowImportance), c.list)
}

// row returns a field with its label.
func (c *card) row(label string, e *kit.KeyEntry) fyne.CanvasObject {
	return container.NewBorder(nil, nil, nil, container.NewGridWrap(fyne.NewSize(kit.WithText(draftWidth), e.MinSize().Height), e), kit.Wrapped(label, widget.MediumImportance))
}

// draftWidth is the width of a field (logical pixels).
const draftWidth = 120

// read takes the times of the fields. A time of day is of the day of the end that it sets.
func (c *card) read() {
	d, _, ok := c.desk.o.Model.Draft()
	if !ok || c.typing {
		return
	}
	from, ok1 := dayTime(d.From, c.from.Text)
	to, ok2 := dayTime(d.To, c.to.Text)
	if !ok1 || !ok2 || !from.Before(to) {
		c.refuse("draft.bad_times")
		return
	}
	c.typing = true
	c.desk.o.Model.SetCrop(from, to)
	c.desk.o.Mark(from, to)
	c.show() // the draft may be as it was
	c.typing = false
}

// refuse says why the fields are wrong. The draft, which they do not change, cannot be applied.
func (c *card) refuse(reason string) {
	kit.SetText(c.said, c.desk.o.Words().T(reason))
	c.apply.Disable()
}

// dayTime reads a time of day on the day of a moment, in Vietnam.
func dayTime(day time.Time, s string) (time.Time, bool) {
	for _, form := range []string{time.TimeOnly, "15:04"} {
		if at, err := time.Parse(form, strings.TrimSpace(s)); err == nil {
			y, m, d := day.In(text.Vietnam).Date()
			return time.Date(y, m, d, at.Hour(), at.Minute(), at.Second(), 0, text.Vietnam), true
		}
	}
	return time.Time{}, false
}

// show shows the current draft in the widgets.
func (c *card) show() {
	d, tr, ok := c.desk.o.Model.Draft()
	if !ok || d.Number != c.number || c.said == nil {
		return
	}
	words := c.desk.o.Words()
	if d.Kind == Crop && !c.typing {
		c.typing = true
		c.from.SetText(words.Clock(d.From))
		c.to.SetText(words.Clock(d.To))
		c.typing = false
	}
	said := words.T("draft.gone", "n", words.Count(len(d.Gone)), "of", words.Count(tr.Count))
	if len(d.Gone) == 0 {
		said = words.T("draft.nothing")
	}
	kit.SetText(c.said, said)
	kit.SetEnabled(c.apply, d.Ready(tr))
	if d.Kind == Spikes {
		c.listGone(tr, d)
	}
}

// listGone lists the points that go. A click on one shows it on the map.
func (c *card) listGone(tr *trips.Trip, d *Draft) {
	c.list.RemoveAll()
	words := c.desk.o.Words()
	clock := trips.ClockOf(words, tr)
	for _, i := range d.Gone[:min(len(d.Gone), maxGone)] {
		o := tr.Trace.Observations[i]
		away := 0.0
		if i > 0 && tr.Trace.Observations[i-1].Valid() {
			away = geo.Distance(o.Point, tr.Trace.Observations[i-1].Point)
		}
		name := words.Count(i)
		if !o.Time.IsZero() {
			name = clock(o.Time)
		}
		link := kit.NewLink(name, func() { c.desk.o.ShowBounds(geo.BoundsOf(o.Point).Pad(trips.SpanMargin)) })
		link.Truncation = fyne.TextTruncateOff // the text wraps
		c.list.Add(container.NewBorder(nil, nil, link, nil, kit.FactValue(words.Distance(away))))
	}
	c.desk.o.Lay()
}

// MarkOnTimeline takes the part that the user marked on the timeline for a crop.
func (d *Desk) MarkOnTimeline(from, to time.Time) {
	if d.last != nil && !d.last.typing && to.After(from) {
		d.o.Model.SetCrop(from, to)
	}
}
