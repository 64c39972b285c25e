// SPDX-License-Identifier: MIT

package reports

import (
	"slices"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/regulation"
	"roadsnap/ui/kit"
)

// The size of the dialog of the limits (logical pixels).
const limitsWidth, limitsHeight = 640, 460

// limitsDialog is the dialog of the corrected speed limits, while it is open.
type limitsDialog struct {
	panel            *Panel
	shown            []regulation.Correction
	list             *kit.List
	way, kmh, reason *kit.KeyEntry
	said             *widget.Label
	none             *widget.Label
	content          fyne.CanvasObject
}

// AskLimits shows the corrected speed limits. If way is not 0, the fields are about that way,
// whose road has a name.
func (p *Panel) AskLimits(way int64, road string) {
	t := p.words.T
	d := &limitsDialog{panel: p, way: kit.NewKeyEntry(p.do.Keys), kmh: kit.NewKeyEntry(p.do.Keys), reason: kit.NewKeyEntry(p.do.Keys), said: kit.Wrapped("", widget.DangerImportance), none: kit.Wrapped(t("reports.limits.none"), widget.LowImportance)}
	d.said.Hide()
	d.list = kit.NewList(func() int { return len(d.shown) }, d.row, d.fill)
	d.list.OnSelected = func(i int) { d.take(d.shown[i]) }
	for i, e := range d.fields() {
		e.SetPlaceHolder(t([]string{"reports.limits.way", "reports.limits.kmh", "reports.limits.reason"}[i]))
		e.OnSubmitted = func(string) { d.add() }
	}
	add := kit.NewButton(t("reports.limits.add"), theme.ContentAddIcon(), d.add)
	edit := container.NewBorder(nil, nil, nil, add, container.NewGridWithColumns(2, container.NewGridWithColumns(2, d.way, d.kmh), d.reason))
	d.content = container.NewBorder(kit.Wrapped(t("reports.limits.hint"), widget.LowImportance), container.NewVBox(d.said, edit), nil, nil, container.NewStack(d.none, d.list))
	p.limits = d
	d.show(p.model.State().Limits)
	p.do.Dialogs.Look(t("reports.limits"), d.content, fyne.NewSize(limitsWidth, limitsHeight))
	focus := d.way
	if way != 0 {
		c := regulation.Correction{Way: way, Reason: road}
		if old, ok := p.model.State().Limit(way); ok {
			c = old
		}
		d.take(c)
		focus = d.kmh
	}
	p.do.Dialogs.Focus(focus)
}

func (d *limitsDialog) fields() []*kit.KeyEntry { return []*kit.KeyEntry{d.way, d.kmh, d.reason} }

// take shows a limit in the fields.
func (d *limitsDialog) take(c regulation.Correction) {
	d.way.SetText(strconv.FormatInt(c.Way, 10))
	kmh := ""
	if c.KMH > 0 {
		kmh = d.panel.words.Number(c.KMH, 0)
	}
	d.kmh.SetText(kmh)
	d.reason.SetText(c.Reason)
}

func (d *limitsDialog) row() fyne.CanvasObject {
	remove := kit.IconButton(theme.DeleteIcon(), d.panel.words.T("reports.limits.remove"), nil)
	remove.Importance = widget.LowImportance
	limit, about := widget.NewLabelWithStyle("", fyne.TextAlignTrailing, fyne.TextStyle{Bold: true}), widget.NewLabel("")
	about.Truncation = fyne.TextTruncateEllipsis
	return container.NewBorder(nil, nil, limit, remove, about)
}

func (d *limitsDialog) fill(i int, o fyne.CanvasObject) {
	c, words := d.shown[i], d.panel.words
	parts := o.(*fyne.Container).Objects // the middle first, then left and right
	kit.SetText(parts[0].(*widget.Label), words.T("reports.limits.row", "way", strconv.FormatInt(c.Way, 10), "reason", c.Reason, "day", words.Day(c.At)))
	kit.SetText(parts[1].(*widget.Label), words.T("trips.speed", "n", words.Number(c.KMH, 0)))
	parts[2].(*kit.Button).OnTapped = func() { d.panel.model.RemoveLimit(c.Way) }
}

// show shows the limits.
func (d *limitsDialog) show(limits []regulation.Correction) {
	if slices.Equal(d.shown, limits) && len(limits) > 0 {
		return
	}
	d.shown = limits
	kit.SetVisible(d.none, len(limits) == 0)
	d.list.UnselectAll()
	d.list.Refresh()
}

// add keeps the limit of the fields.
func (d *limitsDialog) add() {
	c, problem, field := ReadLimit(d.panel.words, d.way.Text, d.kmh.Text, d.reason.Text)
	d.said.SetText(problem)
	kit.SetVisible(d.said, problem != "")
	d.content.Refresh()
	if problem != "" {
		d.panel.do.Dialogs.Focus(d.fields()[field])
		return
	}
	d.panel.model.CorrectLimit(c)
	for _, e := range d.fields() {
		e.SetText("")
	}
	d.panel.do.Dialogs.Focus(d.way)
}
