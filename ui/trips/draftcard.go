// SPDX-License-Identifier: MIT

package trips

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/geo"
	"roadsnap/engine/trip"
	"roadsnap/ui/inspector"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// draftCard shows a draft in the inspector, with the map next to it.
type draftCard struct {
	panel    *Panel
	number   int
	from, to *kit.KeyEntry // of a crop
	said     *widget.Label
	list     *fyne.Container // the points that go
	apply    *kit.Button
	typing   bool // the fields are being read
}

// maxGone is the number of points that the card lists.
const maxGone = 50

// AskCrop shows the draft of a crop of the selected trip.
func (p *Panel) AskCrop() { p.ask(DraftCrop) }

// AskSpikes shows the draft that drops the spikes of the selected trip.
func (p *Panel) AskSpikes() { p.ask(DraftSpikes) }

func (p *Panel) ask(kind DraftKind) {
	p.model.StartDraft(kind)
	p.do.ShowRecord()
}

// draft returns the card of the draft; ok is false if there is none.
func (p *Panel) draft() (card inspector.Card, ok bool) {
	d, ok := p.model.State().Draft()
	if !ok || d.Kind == DraftSplit {
		return card, false
	}
	if p.drafted == nil || p.drafted.number != d.Number {
		p.drafted = &draftCard{panel: p, number: d.Number}
	}
	c := p.drafted
	title := p.words.T("menu.crop")
	if d.Kind == DraftSpikes {
		title = p.words.T("menu.spikes")
	}
	return inspector.Card{
		Subject: c, Version: c, Title: strings.TrimSuffix(title, "…"), Parts: func() []fyne.CanvasObject { return c.parts(d) }, Shown: c.show,
	}, true
}

// parts returns the widgets of the card.
func (c *draftCard) parts(d *Draft) []fyne.CanvasObject {
	p, t := c.panel, c.panel.words.T
	c.said, c.list = kit.Wrapped("", widget.MediumImportance), container.New(kit.TightRows{})
	c.apply = kit.NewButton(t("draft.apply"), theme.ConfirmIcon(), p.model.ApplyDraft)
	c.apply.Importance = widget.HighImportance
	cancel := kit.NewButton(t("dialog.cancel"), theme.CancelIcon(), p.model.CancelDraft)
	var parts []fyne.CanvasObject
	if d.Kind == DraftCrop {
		c.from, c.to = kit.NewKeyEntry(p.do.Keys), kit.NewKeyEntry(p.do.Keys)
		for _, e := range []*kit.KeyEntry{c.from, c.to} {
			e.OnChanged = func(string) { c.read() }
		}
		parts = append(parts, kit.Wrapped(t("draft.crop.hint"), widget.LowImportance),
			c.row(t("draft.from"), c.from), c.row(t("draft.to"), c.to))
	} else {
		speed, leap := kit.NewKeyEntry(p.do.Keys), kit.NewKeyEntry(p.do.Keys)
		speed.SetText(p.words.Number(d.Rule.Speed*toKMH, 0))
		leap.SetText(p.words.Number(d.Rule.Leap, 0))
		read := func(string) {
			v, ok1 := p.words.ReadNumber(speed.Text)
			far, ok2 := p.words.ReadNumber(leap.Text)
			if !ok1 || !ok2 || v < 0 || far < 0 {
				c.refuse("draft.bad_limits")
				return
			}
			p.model.SetSpikes(trip.SpikeRule{Speed: v / toKMH, Leap: far})
		}
		speed.OnChanged, leap.OnChanged = read, read
		parts = append(parts, kit.Wrapped(t("draft.spikes.hint"), widget.LowImportance),
			c.row(t("draft.speed"), speed), c.row(t("draft.leap"), leap))
	}
	return append(parts, c.said, container.NewGridWithColumns(2, cancel, c.apply), kit.Wrapped(t("draft.undo"), widget.LowImportance), c.list)
}

// row returns a field with its label.
func (c *draftCard) row(label string, e *kit.KeyEntry) fyne.CanvasObject {
	return container.NewBorder(nil, nil, nil, container.NewGridWrap(fyne.NewSize(draftWidth, e.MinSize().Height), e), kit.Wrapped(label, widget.MediumImportance))
}

// draftWidth is the width of a field (logical pixels).
const draftWidth = 120

// read takes the times of the fields. A time of day is of the day of the end that it sets.
func (c *draftCard) read() {
	d, ok := c.panel.model.State().Draft()
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
	c.panel.model.SetCrop(from, to)
	if c.panel.do.Mark != nil {
		c.panel.do.Mark(from, to)
	}
	c.show() // the draft may be as it was
	c.typing = false
}

// refuse says why the fields are wrong. The draft, which they do not change, cannot be applied.
func (c *draftCard) refuse(reason string) {
	kit.SetText(c.said, c.panel.words.T(reason))
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
func (c *draftCard) show() {
	d, ok := c.panel.model.State().Draft()
	tr, _ := c.panel.model.State().Trip()
	if !ok || d.Number != c.number || c.said == nil {
		return
	}
	words := c.panel.words
	if d.Kind == DraftCrop && !c.typing {
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
	if d.Kind == DraftSpikes {
		c.listGone(tr, d)
	}
}

// listGone lists the points that go. A click on one shows it on the map.
func (c *draftCard) listGone(tr *Trip, d *Draft) {
	c.list.RemoveAll()
	words, clock := c.panel.words, clockOf(c.panel.words, tr)
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
		link := kit.NewLink(name, func() { c.panel.do.ShowBounds(geo.BoundsOf(o.Point).Pad(spanMargin)) })
		link.Truncation = fyne.TextTruncateOff // the text wraps
		c.list.Add(container.NewBorder(nil, nil, link, nil, kit.FactValue(words.Distance(away))))
	}
	c.panel.do.Lay()
}

// MarkOnTimeline takes the part that the user marked on the timeline for a crop.
func (p *Panel) MarkOnTimeline(from, to time.Time) {
	if p.drafted == nil || p.drafted.typing || !to.After(from) {
		return
	}
	p.model.SetCrop(from, to)
}
