// SPDX-License-Identifier: MIT

package trips

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/trace"
	"roadsnap/ui/kit"
)

// row is a line of the list. For a trip, it has the icon of the verdict, the name and the
// length, below that the reason or the times, and a cancel button while work on it runs. For
// a group, it has its name and its totals.
type row struct {
	widget.BaseWidget
	kit.Tipped
	panel    *Panel
	ground   *canvas.Rectangle // shown behind selected trips
	icon     *widget.Icon
	name     *widget.Label
	length   *widget.Label
	detail   *kit.Fitted
	cancel   *kit.Button
	contents *fyne.Container
	index    int
	trip     *Trip // nil for a group
	group    *Group
	chosen   bool
}

func newRow(p *Panel) *row {
	r := &row{
		panel: p, icon: widget.NewIcon(theme.ConfirmIcon()), name: widget.NewLabel(""), length: widget.NewLabel(""), detail: kit.NewFitted(),
		ground: canvas.NewRectangle(theme.Color(theme.ColorNameSelection)),
		cancel: kit.IconButton(theme.CancelIcon(), p.words.T("dialog.cancel"), nil),
	}
	r.ground.CornerRadius = theme.Size(theme.SizeNameSelectionRadius)
	r.ground.Hide()
	r.name.Truncation = fyne.TextTruncateEllipsis
	r.cancel.Importance = widget.LowImportance
	first := container.NewBorder(nil, nil, nil, r.length, r.name)
	lines := container.New(kit.TightRows{}, first, r.detail)
	r.contents = container.NewStack(r.ground, container.NewBorder(nil, nil, r.icon, r.cancel, lines))
	r.ExtendBaseWidget(r)
	return r
}

// CreateRenderer implements fyne.Widget.
func (r *row) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(r.contents) }

// MouseDown implements desktop.Mouseable. It selects the row at once instead of waiting
// for a double click.
func (r *row) MouseDown(e *desktop.MouseEvent) {
	r.Tipped.MouseDown(e)
	switch {
	case e.Button == desktop.MouseButtonSecondary && r.trip != nil:
		r.panel.menuOf(r.trip, e.AbsolutePosition)
	case e.Button != desktop.MouseButtonPrimary:
	case r.group != nil && e.Modifier&fyne.KeyModifierShortcutDefault != 0:
		r.panel.model.SelectGroup(r.group.Key)
	case r.group != nil:
		r.panel.list.ScrollTo(r.index) // the header may be pinned
		r.panel.model.Fold(r.group.Key)
	default:
		r.panel.choose(r.index, e.Modifier)
	}
}

// MouseIn implements desktop.Hoverable.
func (r *row) MouseIn(e *desktop.MouseEvent) { r.Rest(r, e) }

// MouseMoved implements desktop.Hoverable.
func (r *row) MouseMoved(e *desktop.MouseEvent) { r.Rest(r, e) }

// MouseOut implements desktop.Hoverable.
func (r *row) MouseOut() { r.Leave() }

// DoubleTapped implements fyne.DoubleTappable.
func (r *row) DoubleTapped(*fyne.PointEvent) {
	if r.trip != nil {
		r.panel.do.ShowBounds(r.trip.Bounds)
	}
}

// showLine shows a line of the view.
func (r *row) showLine(i int) {
	s := r.panel.state
	if i >= len(s.View.Lines) {
		return
	}
	r.index = i
	line := s.View.Lines[i]
	if line.Group != nil {
		r.showGroup(line.Group)
		return
	}
	if t, ok := s.Find(line.ID); ok {
		r.show(t, s.IsChosen(t.ID))
	}
}

// show shows a trip.
func (r *row) show(t *Trip, chosen bool) {
	if r.trip == t && r.chosen == chosen {
		return
	}
	r.trip, r.group, r.chosen = t, nil, chosen
	kit.SetVisible(r.ground, chosen)
	r.name.TextStyle.Bold = false
	kit.SetText(r.name, t.Name)
	length := ""
	if t.HasSummary {
		length = r.panel.words.Distance(t.Summary.Matched)
	}
	kit.SetText(r.length, length)
	r.cancel.OnTapped = func() { r.panel.model.Cancel(t.ID) }
	kit.SetVisible(r.cancel, t.busy())
	r.icon.SetResource(stageIcon(t))
	r.detail.Importance = widget.LowImportance
	if chosen {
		r.detail.Importance = widget.MediumImportance // grey is hard to read on the colour of the selection
	}
	r.detail.SetParts(kit.Part{Text: stageText(r.panel.words, r.panel.state, t)})
	lines := reasonTexts(r.panel.words, t)
	if t.Swapped() {
		lines = append(lines, r.panel.words.Note(trace.Note{Kind: trace.NoteSwapped}))
	}
	if len(t.Corrected) > 0 {
		lines = append(lines, r.panel.words.T("trip.corrected"))
	}
	r.SetTip(strings.Join(lines, "\n"))
	r.contents.Refresh() // the texts take the room of a hidden button
}

// showGroup shows the header of a group.
func (r *row) showGroup(g *Group) {
	if r.group == g {
		return
	}
	r.trip, r.group, r.chosen = nil, g, false
	r.ground.Hide()
	r.cancel.Hide()
	icon := theme.MenuDropDownIcon()
	if g.Folded {
		icon = theme.MenuExpandIcon()
	}
	r.icon.SetResource(icon)
	r.name.TextStyle.Bold = true
	r.name.SetText(r.panel.groupName(g))
	r.length.SetText(r.panel.words.Distance(g.Totals.Matched))
	parts := totals(r.panel.words, "trips.group", g.Totals)
	r.detail.Importance = widget.LowImportance
	r.detail.SetParts(parts...)
	r.SetTip(kit.JoinParts(parts) + "\n" + r.panel.words.T("tip.group")) // the row may be too narrow for the totals
	r.contents.Refresh()
}
