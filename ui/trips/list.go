// SPDX-License-Identifier: MIT

package trips

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/match"
	"roadsnap/engine/trip"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// list is the list widget of the panel. Moving with the keys also selects.
type list struct {
	widget.List
	panel *Panel
	row   float32 // height of a row with the space below it (logical pixels)
}

func newList(p *Panel) *list {
	l := &list{panel: p, row: newRow(p).MinSize().Height + theme.Padding()}
	l.Length = func() int { return len(p.visible) }
	l.CreateItem = func() fyne.CanvasObject { return newRow(p) }
	l.UpdateItem = func(i widget.ListItemID, o fyne.CanvasObject) {
		if i < len(p.visible) {
			row := o.(*row)
			row.index = i
			row.show(p.visible[i])
		}
	}
	l.ExtendBaseWidget(l)
	return l
}

// TypedKey implements fyne.Focusable.
func (l *list) TypedKey(e *fyne.KeyEvent) {
	s, page := l.panel.state, max(int(l.Size().Height/l.row)-1, 1)
	switch e.Name {
	case fyne.KeyUp:
		l.move(-1)
	case fyne.KeyDown:
		l.move(1)
	case fyne.KeyPageUp:
		l.move(-page)
	case fyne.KeyPageDown:
		l.move(page)
	case fyne.KeyHome:
		l.move(-len(l.panel.visible))
	case fyne.KeyEnd:
		l.move(len(l.panel.visible))
	case fyne.KeyReturn, fyne.KeyEnter:
		if t, ok := s.Trip(); ok {
			l.panel.do.ShowBounds(t.Bounds)
		}
	case fyne.KeySpace:
	default:
		l.panel.do.Keys(e)
	}
}

// move selects the trip by rows below the selected one, or the first if none is selected.
func (l *list) move(by int) {
	to := 0
	if i := l.panel.row(); i >= 0 {
		to = min(max(i+by, 0), len(l.panel.visible)-1)
	}
	l.panel.choose(to)
}

// row is a row of the list: the name and the state of a trip, and a cancel button while
// work on it runs.
type row struct {
	widget.BaseWidget
	panel    *Panel
	icon     *widget.Icon
	name     *widget.Label
	detail   *widget.Label
	busy     *widget.Activity
	cancel   *kit.Button
	contents *fyne.Container
	index    int
	shown    *Trip
}

func newRow(p *Panel) *row {
	r := &row{
		panel: p, icon: widget.NewIcon(theme.ConfirmIcon()), name: widget.NewLabel(""), detail: kit.Caption(""),
		busy: widget.NewActivity(), cancel: kit.IconButton(theme.CancelIcon(), p.words.T("dialog.cancel"), nil),
	}
	r.name.Truncation = fyne.TextTruncateEllipsis
	r.detail.Truncation = fyne.TextTruncateEllipsis
	r.cancel.Importance = widget.LowImportance
	lines := container.New(kit.TightRows{}, r.name, r.detail)
	r.contents = container.NewBorder(nil, nil, container.NewStack(r.icon, r.busy), r.cancel, lines)
	r.ExtendBaseWidget(r)
	return r
}

// CreateRenderer implements fyne.Widget.
func (r *row) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(r.contents) }

// MouseDown implements desktop.Mouseable. It selects the row at once instead of waiting
// for a double click.
func (r *row) MouseDown(e *desktop.MouseEvent) {
	if e.Button == desktop.MouseButtonPrimary {
		r.panel.choose(r.index)
	}
}

// MouseUp implements desktop.Mouseable.
func (r *row) MouseUp(*desktop.MouseEvent) {}

// DoubleTapped implements fyne.DoubleTappable.
func (r *row) DoubleTapped(*fyne.PointEvent) {
	if r.shown != nil {
		r.panel.do.ShowBounds(r.shown.Bounds)
	}
}

func (r *row) show(t *Trip) {
	if r.shown == t {
		return
	}
	r.shown = t
	r.name.SetText(t.Name)
	r.cancel.OnTapped = func() { r.panel.model.Cancel(t.ID) }
	kit.SetVisible(r.icon, !t.busy())
	kit.SetVisible(r.busy, t.busy())
	kit.SetVisible(r.cancel, t.busy())
	if t.busy() {
		r.busy.Start()
	} else {
		r.busy.Stop()
	}
	r.icon.SetResource(stageIcon(t))
	r.detail.SetText(stageText(r.panel.words, t))
	r.contents.Refresh() // the texts take the room of a hidden button
}

func stageIcon(t *Trip) fyne.Resource {
	switch {
	case t.Stage == Failed && !t.Reviewed:
		return theme.NewErrorThemedResource(theme.CancelIcon())
	case t.Stage == Cancelled:
		return theme.NewColoredResource(theme.MediaStopIcon(), theme.ColorNamePlaceHolder)
	case t.ToReview():
		return theme.NewWarningThemedResource(theme.WarningIcon())
	default:
		return theme.NewColoredResource(theme.ConfirmIcon(), theme.ColorNamePlaceHolder)
	}
}

// stageText returns one line on the state of a trip.
func stageText(words text.Catalogue, t *Trip) string {
	switch t.Stage {
	case Reading:
		return words.T("trips.reading")
	case Matching:
		return words.T("trips.matching")
	case Failed:
		return words.T(t.Problem.Sentence)
	case Cancelled:
		return words.T("trips.cancelled")
	case Done:
	}
	if reason, unexplained := t.MainReason(); unexplained {
		if t.Reviewed {
			return words.T("trips.reviewed", "reason", reasonText(words, reason))
		}
		return reasonText(words, reason)
	}
	length := words.Distance(t.Result.Distance.Matched)
	first, _, timed := t.timeSpan()
	if !timed {
		return words.T("trips.summary", "length", length, "n", words.Count(len(t.Result.Points)))
	}
	start := first.In(text.Vietnam)
	when := words.Day(start) + " " + start.Format("15:04")
	if len(t.Stops) == 0 {
		return words.T("trips.summary.timed", "start", when, "length", length)
	}
	return words.T("trips.summary.stops", "start", when, "length", length, "n", words.Count(len(t.Stops)))
}

// reasonText returns a reason why a part of a trip is unexplained, with its amount.
func reasonText(words text.Catalogue, r trip.Reason) string {
	switch r.Kind {
	case trip.Truncated:
		return words.T("trip.reason.truncated")
	case trip.Damaged:
		return words.T("trip.reason.damaged", "n", words.Count(int(r.Amount)))
	case trip.NoPositions:
		return words.T("trip.reason.no_positions")
	case trip.OffMap: // all of the trip
		return words.T("trips.no_road")
	case trip.LeftOut:
		return words.T("trip.reason.left_out", "percent", words.Number(100*r.Amount, 0))
	default:
		return words.T("trip.reason.gap", "length", words.Distance(r.Amount), "cause", words.GapCause(match.GapCause(r.Kind)))
	}
}
