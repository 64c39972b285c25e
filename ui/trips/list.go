// SPDX-License-Identifier: MIT

package trips

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
)

// list is the list widget of the panel. Moving with the keys also selects; with Shift, the
// selection grows.
type list struct {
	kit.List
	panel  *Panel
	row    float32       // height of a row with the space below it (logical pixels)
	pinned *pinnedHeader // covers the top of the list
	shown  scrolledTo
	order  order
}

// scrolledTo is a selected trip and its line when the list was scrolled to it.
type scrolledTo struct {
	line int
	id   ID
}

func newList(p *Panel) *list {
	l := &list{panel: p, row: newRow(p).MinSize().Height + theme.Padding()}
	l.Length = func() int { return len(p.state.View.Lines) }
	l.CreateItem = func() fyne.CanvasObject { return newRow(p) }
	l.UpdateItem = func(i widget.ListItemID, o fyne.CanvasObject) { o.(*row).showLine(i) }
	l.ExtendBaseWidget(l)
	l.pinned, l.order = newPinnedHeader(p), p.state.Filter.order()
	return l
}

// CreateRenderer implements fyne.Widget.
func (l *list) CreateRenderer() fyne.WidgetRenderer {
	r := l.List.CreateRenderer()
	scroll := l.Scroll()
	moved := scroll.OnScrolled
	scroll.OnScrolled = func(at fyne.Position) {
		moved(at)
		l.pin()
	}
	return r
}

// Resize implements fyne.CanvasObject. The selected trip stays visible if it was, as when a notice
// above the list takes room from it.
func (l *list) Resize(size fyne.Size) {
	visible := l.isVisible(l.shown.line)
	l.List.Resize(size)
	if visible && !l.isVisible(l.shown.line) {
		l.bringIntoView(l.shown.line)
	}
	l.pin()
}

// isVisible reports whether all of a line is visible.
func (l *list) isVisible(i int) bool {
	scroll := l.Scroll()
	if scroll == nil {
		return false
	}
	top := float32(i)*l.row - scroll.Offset.Y
	return top >= 0 && top+l.row-theme.Padding() <= l.Size().Height
}

// choose marks the line of the selected trip, and scrolls to it if it is not the one of the
// last call. In another order it scrolls to the top instead, where the extremes are.
func (l *list) choose(i int, s State) {
	now := scrolledTo{i, s.Selected}
	sorted := s.Filter.order() != l.order
	if l.shown != now && !sorted {
		l.bringIntoView(i)
	}
	l.shown, l.order = now, s.Filter.order()
	if l.Select(i); sorted {
		l.ScrollToTop()
	}
}

// bringIntoView scrolls so that a line is visible, and not covered by the pinned header.
func (l *list) bringIntoView(i int) {
	if i > 0 && l.panel.state.Filter.Group != NoGroups {
		l.ScrollTo(i - 1)
	}
	l.ScrollTo(i)
	l.pin()
}

// pin pins the header of the group at the top of the list, unless that is visible.
func (l *list) pin() {
	scroll := l.Scroll()
	if scroll == nil {
		return
	}
	lines, offset := l.panel.state.View.Lines, scroll.Offset.Y
	top := min(int(offset/l.row), len(lines)-1)
	header := top
	for header >= 0 && lines[header].Group == nil {
		header--
	}
	if header < 0 || offset <= float32(header)*l.row {
		l.pinned.content.Hide()
		return
	}
	var y float32
	if top+1 < len(lines) && lines[top+1].Group != nil { // which pushes the pinned one away
		y = min(0, float32(top+1)*l.row-offset-l.pinned.height())
	}
	l.pinned.show(header, y, l.Size().Width)
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
		l.move(-len(s.View.Lines))
	case fyne.KeyEnd:
		l.move(len(s.View.Lines))
	case fyne.KeyReturn, fyne.KeyEnter:
		l.panel.do.ShowBounds(BoundsOf(s.ChosenTrips()))
	default:
		l.panel.do.Keys(e)
	}
}

// TypedShortcut implements fyne.Shortcutable: Ctrl+A selects all visible trips. Other
// shortcuts are those of the window.
func (l *list) TypedShortcut(s fyne.Shortcut) {
	if _, all := s.(*fyne.ShortcutSelectAll); all {
		l.panel.model.SelectAll()
		return
	}
	if c, ok := fyne.CurrentApp().Driver().CanvasForObject(l).(fyne.Shortcutable); ok {
		c.TypedShortcut(s)
	}
}

// move selects the trip by lines below the selected one, or the first one if none is
// selected. It passes over the headers of groups.
func (l *list) move(by int) {
	lines := l.panel.state.View.Lines
	at, step := -1, 1
	if by < 0 {
		step = -1
	}
	to := 0
	if l.panel.state.HasSelected {
		at = l.panel.line()
	}
	if at >= 0 {
		to = min(max(at+by, 0), len(lines)-1)
	}
	// From a header, on in the direction of the move, or else back.
	for _, step := range []int{step, -step} {
		for i := to; i >= 0 && i < len(lines); i += step {
			if lines[i].Group == nil {
				l.panel.choose(i, kit.HeldKeys()&fyne.KeyModifierShift)
				return
			}
		}
	}
}
