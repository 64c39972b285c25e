// SPDX-License-Identifier: MIT

package units

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
)

// List is a list of units with multiple selection by the usual keys: Ctrl adds, Shift
// extends, the arrows move. The rows paint the selection themselves, because the toolkit's
// list supports only one selected row.
type List struct {
	kit.List
	model *Model
	do    Actions
	pass  func(*fyne.KeyEvent) // called with keys that the list does not use
	rowAt func(i int) Row      // i is less than Length
	// fold opens or closes the wards of a province; nil if rows do not open.
	fold func(row Row, open bool)

	lines   map[*Line]bool // the rows that may be on the screen
	state   State
	pointed string // code of the unit under the pointer on the map, "" for none
}

func newList(model *Model, do Actions, pass func(*fyne.KeyEvent)) *List {
	l := &List{model: model, do: do, pass: pass, lines: map[*Line]bool{}}
	l.ExtendBaseWidget(l)
	return l
}

// put assigns the unit of row i to line.
func (l *List) put(line *Line, i int) {
	unit := l.rowAt(i)
	l.lines[line] = true
	moved := line.over && !unit.SameUnit(line.unit)
	line.list, line.unit, line.index = l, unit, i
	if moved {
		l.do.Preview(unit.Code()) // because another unit is now under the pointer
	}
	line.mark()
}

// renew shows the rows of s.
func (l *List) renew(s State) {
	l.state = s
	clear(l.lines)
	l.Refresh()
}

// mark paints the selection and scrolls to the last selected unit if it changed.
func (l *List) mark(s State) {
	old := l.state
	l.state = s
	for line := range l.lines {
		line.mark()
	}
	if !selectedChanged(old, s) {
		return
	}
	if i := l.index(s.Selected); i >= 0 {
		l.ScrollTo(i)
	}
}

// selectedChanged reports whether State.Selected changed. It returns false if several
// units were added at once, as by Ctrl+A, so that the list does not scroll.
func selectedChanged(old, s State) bool {
	return s.HasSelected && len(s.Selection) <= len(old.Selection)+1 && !old.Selected.SameUnit(s.Selected)
}

// point marks the row of the unit under the pointer on the map.
func (l *List) point(code string) {
	if l.pointed == code {
		return
	}
	l.pointed = code
	for line := range l.lines {
		line.mark()
	}
}

// Pointed returns the code of the unit under the pointer on the map, "" for none.
func (l *List) Pointed() string { return l.pointed }

// Line returns the row of the unit with a code if it may be on the screen, nil otherwise.
func (l *List) Line(code string) *Line {
	for line := range l.lines {
		if line.unit.Code() == code {
			return line
		}
	}
	return nil
}

// index returns the index of a unit's row, -1 if it is not listed.
func (l *List) index(unit Row) int {
	for i := range l.Length() {
		if l.rowAt(i).SameUnit(unit) {
			return i
		}
	}
	return -1
}

// choose selects row i, as the held modifiers say.
func (l *List) choose(i int, held fyne.KeyModifier) {
	row, more := l.rowAt(i), held&fyne.KeyModifierShortcutDefault != 0
	switch {
	case held&fyne.KeyModifierShift != 0:
		l.model.SelectTo(row, more)
	case more:
		l.model.SelectAlso(row)
	default:
		l.do.Choose(row)
	}
}

// TypedKey implements fyne.Focusable.
func (l *List) TypedKey(e *fyne.KeyEvent) {
	held := kit.HeldKeys()
	if kit.IsMenuKey(e.Name, held) {
		l.openMenu()
		return
	}
	switch e.Name {
	case fyne.KeyUp:
		l.move(-1, held)
	case fyne.KeyDown:
		l.move(1, held)
	case fyne.KeyPageUp:
		l.move(-l.page(), held)
	case fyne.KeyPageDown:
		l.move(l.page(), held)
	case fyne.KeyHome:
		l.move(-l.Length(), held)
	case fyne.KeyEnd:
		l.move(l.Length(), held)
	case fyne.KeyLeft, fyne.KeyRight:
		if l.fold != nil && l.state.HasSelected {
			l.fold(l.state.Selected, e.Name == fyne.KeyRight)
		}
	case fyne.KeyReturn, fyne.KeyEnter:
		l.do.ZoomSelected()
	case fyne.KeySpace:
	default:
		l.pass(e)
	}
}

// openMenu opens the menu of State.Selected under its row.
func (l *List) openMenu() {
	if line := l.Line(l.state.Selected.Code()); line != nil {
		below := fyne.NewPos(theme.Padding(), line.Size().Height)
		l.do.Menu(line.unit, fyne.CurrentApp().Driver().AbsolutePositionForObject(&line.ground).Add(below))
	}
}

// move selects the row by rows below State.Selected, or the first row if that is not
// listed.
func (l *List) move(by int, held fyne.KeyModifier) {
	n := l.Length()
	if n == 0 {
		return
	}
	to := 0
	if at := l.index(l.model.State().Selected); at >= 0 {
		to = min(max(at+by, 0), n-1)
	}
	l.choose(to, held&fyne.KeyModifierShift)
	l.Highlight(to)
}

// page returns the number of rows that the list moves by for a page.
func (l *List) page() int {
	for line := range l.lines {
		return max(int(l.Size().Height/(line.Size().Height+theme.Padding()))-1, 1)
	}
	return 1
}

// TypedShortcut implements fyne.Shortcutable.
func (l *List) TypedShortcut(s fyne.Shortcut) {
	switch s.(type) {
	case *fyne.ShortcutSelectAll:
		l.model.SelectListed()
	case *fyne.ShortcutCopy:
		if selection := l.model.State().Selection; len(selection) > 0 {
			l.do.Copy(Codes(selection))
		}
	case *fyne.ShortcutUndo:
		l.do.Undo()
	}
}

// hoverRow is a list row that reports when the pointer enters and leaves it, and that can
// be painted. It replaces the highlight of the toolkit's row, which then no longer
// receives these events.
type hoverRow struct {
	widget.BaseWidget
	ground   canvas.Rectangle
	contents fyne.CanvasObject
	hover    func(over bool)
}

// CreateRenderer implements fyne.Widget.
func (r *hoverRow) CreateRenderer() fyne.WidgetRenderer {
	r.ground.CornerRadius = theme.Size(theme.SizeNameSelectionRadius)
	return widget.NewSimpleRenderer(container.NewStack(&r.ground, r.contents))
}

// MouseIn implements desktop.Hoverable.
func (r *hoverRow) MouseIn(*desktop.MouseEvent) { r.hover(true) }

// MouseMoved implements desktop.Hoverable.
func (r *hoverRow) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (r *hoverRow) MouseOut() { r.hover(false) }

// paint fills the row with a colour, nil for none.
func (r *hoverRow) paint(fill color.Color) {
	if r.ground.FillColor != fill {
		r.ground.FillColor = fill
		r.ground.Refresh()
	}
}

// Line is a row of a List. treeRow and tableRow embed it.
type Line struct {
	hoverRow
	list  *List // set by List.put, nil before
	unit  Row
	index int
	over  bool // the pointer is on it
}

// mark paints the row if its unit is selected, or under the pointer here or on the map.
func (r *Line) mark() {
	var fill color.Color
	switch {
	case r.list.state.IsSelected(r.unit.Code()):
		fill = theme.Color(theme.ColorNameSelection)
	case r.over || r.list.pointed == r.unit.Code():
		fill = theme.Color(theme.ColorNameHover)
	}
	r.paint(fill)
}

// Highlighted reports whether the row is painted as selected or hovered.
func (r *Line) Highlighted() bool { return r.ground.FillColor != nil }

// Index returns the row's index in the list.
func (r *Line) Index() int { return r.index }

// point handles the pointer entering or leaving the row: it previews the unit on the map.
func (r *Line) point(over bool) {
	r.over = over
	code := ""
	if over {
		code = r.unit.Code()
	}
	r.list.do.Preview(code)
	r.mark()
}

// MouseDown implements desktop.Mouseable. It selects the row at once instead of waiting
// for a double click.
func (r *Line) MouseDown(e *desktop.MouseEvent) {
	l := r.list
	if r.index >= l.Length() {
		return
	}
	if c := fyne.CurrentApp().Driver().CanvasForObject(l); c != nil {
		c.Focus(l)
	}
	if e.Button == desktop.MouseButtonPrimary {
		l.choose(r.index, e.Modifier)
		l.Highlight(r.index)
	}
}

// MouseUp implements desktop.Mouseable.
func (r *Line) MouseUp(*desktop.MouseEvent) {}

// DoubleTapped implements fyne.DoubleTappable.
func (r *Line) DoubleTapped(*fyne.PointEvent) { r.list.do.Zoom(r.unit) }

// TappedSecondary implements fyne.SecondaryTappable.
func (r *Line) TappedSecondary(e *fyne.PointEvent) { r.list.do.Menu(r.unit, e.AbsolutePosition) }
