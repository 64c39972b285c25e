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
	widget.List
	panel *Panel
	row   float32 // height of a row with the space below it (logical pixels)
}

func newList(p *Panel) *list {
	l := &list{panel: p, row: newRow(p).MinSize().Height + theme.Padding()}
	l.Length = func() int { return len(p.state.View.Lines) }
	l.CreateItem = func() fyne.CanvasObject { return newRow(p) }
	l.UpdateItem = func(i widget.ListItemID, o fyne.CanvasObject) { o.(*row).showLine(i) }
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
