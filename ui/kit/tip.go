// SPDX-License-Identifier: MIT

package kit

import (
	"cmp"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

const (
	// tipDelay is how long the pointer rests on a widget before its tip is shown.
	tipDelay = 500 * time.Millisecond
	// tipLetters is the maximum length of a line of a tip (characters).
	tipLetters = 48
	// tipGap is the distance of a tip from its widget and from the edges of the
	// window (logical pixels).
	tipGap = 4
)

// WithTips returns content with a layer above it that shows the tips of its widgets. do
// runs a function later on the UI goroutine.
func WithTips(content fyne.CanvasObject, do func(func())) fyne.CanvasObject {
	l := &tipLayer{do: do, plate: container.NewWithoutLayout()}
	l.ExtendBaseWidget(l)
	return container.NewStack(content, l)
}

// WithTipsInDialog is WithTips for the content of a dialog. The widgets with tips must be in
// it already, in containers.
func WithTipsInDialog(content fyne.CanvasObject, do func(func())) fyne.CanvasObject {
	stack := WithTips(content, do).(*fyne.Container)
	setHome(content, stack.Objects[1].(*tipLayer))
	return stack
}

// setHome makes a layer that of all tips in o.
func setHome(o fyne.CanvasObject, l *tipLayer) {
	switch o := o.(type) {
	case interface{ tipped() *Tipped }:
		o.tipped().home = l
	case *container.Scroll:
		setHome(o.Content, l)
	case *fyne.Container:
		for _, child := range o.Objects {
			setHome(child, l)
		}
	}
}

// WithKey returns the text of a tip followed by a key in parentheses.
func WithKey(text, key string) string { return text + " (" + key + ")" }

// Tipped shows a short text while the pointer rests on a widget. Widgets embed it and pass
// on pointer events to it.
type Tipped struct {
	text  string
	at    fyne.Position // position of the pointer in the window
	layer *tipLayer     // the layer that shows the text or will show it, nil for none
	home  *tipLayer     // the layer of its dialog, nil for that of the window
}

func (t *Tipped) tipped() *Tipped { return t }

// SetTip changes the text; an empty text is not shown.
func (t *Tipped) SetTip(text string) {
	if t.text != text {
		t.remove()
		t.text = text
	}
}

// Tip returns the text.
func (t *Tipped) Tip() string { return t.text }

// Rest starts to wait for the pointer to rest on o, after it has moved.
func (t *Tipped) Rest(o fyne.CanvasObject, e *desktop.MouseEvent) {
	if t.at == e.AbsolutePosition {
		return // the toolkit also reports moves of zero length
	}
	t.remove()
	if t.at = e.AbsolutePosition; t.text == "" {
		return
	}
	if t.layer = cmp.Or(t.home, layerOver(o)); t.layer != nil {
		t.layer.wait(t, o)
	}
}

// MouseDown implements desktop.Mouseable for the widget: a press removes the tip.
func (t *Tipped) MouseDown(*desktop.MouseEvent) { t.remove() }

// MouseUp implements desktop.Mouseable for the widget.
func (t *Tipped) MouseUp(*desktop.MouseEvent) {}

// Leave removes the tip after the pointer has left the widget.
func (t *Tipped) Leave() {
	t.remove()
	t.at = fyne.Position{}
}

// remove removes the tip until the pointer moves again.
func (t *Tipped) remove() {
	if t.layer != nil {
		t.layer.clear(t)
		t.layer = nil
	}
}

// tipLayer shows the tip of one widget of a window at a time. It does not handle pointer
// events, so that they reach the widgets below. It belongs to the UI goroutine.
type tipLayer struct {
	widget.BaseWidget
	do    func(func())
	of    *Tipped // the tip that is shown or will be, nil for none
	timer *time.Timer
	plate *fyne.Container   // holds the shown tip
	place fyne.Position     // of the widget whose tip is shown, in the window
	under fyne.CanvasObject // the dialog that the layer is in, nil for the window
}

// layerOver returns the tip layer of o's window, nil if it has none.
func layerOver(o fyne.CanvasObject) *tipLayer {
	c := fyne.CurrentApp().Driver().CanvasForObject(o)
	if c == nil {
		return nil
	}
	root, ok := c.Content().(*fyne.Container)
	if !ok || len(root.Objects) == 0 {
		return nil
	}
	layer, _ := root.Objects[len(root.Objects)-1].(*tipLayer)
	return layer
}

// CreateRenderer implements fyne.Widget.
func (l *tipLayer) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(l.plate) }

// MinSize implements fyne.CanvasObject. It is zero, so that a tip does not enlarge the
// window.
func (l *tipLayer) MinSize() fyne.Size { return fyne.Size{} }

// wait shows the tip of o after tipDelay unless the pointer moves.
func (l *tipLayer) wait(t *Tipped, o fyne.CanvasObject) {
	if l.of != nil {
		l.of.remove()
	}
	l.of = t
	if c := fyne.CurrentApp().Driver().CanvasForObject(o); c != nil && t.home == l {
		l.under = c.Overlays().Top()
	}
	l.arm(t, o)
}

func (l *tipLayer) arm(t *Tipped, o fyne.CanvasObject) {
	var timer *time.Timer
	timer = time.AfterFunc(tipDelay, func() {
		l.do(func() {
			if l.timer == timer { // not replaced since
				l.update(t, o)
			}
		})
	})
	l.timer = timer
}

// update shows the tip of o and then checks repeatedly whether o is still visible. A key
// can open a dialog or another panel without any event for a resting pointer.
func (l *tipLayer) update(t *Tipped, o fyne.CanvasObject) {
	d := fyne.CurrentApp().Driver()
	c, at := d.CanvasForObject(o), d.AbsolutePositionForObject(o)
	if c == nil || c.Overlays().Top() != l.under || at.IsZero() {
		t.remove() // o is behind a dialog or a menu, or was removed
		return
	}
	switch {
	case len(l.plate.Objects) == 0:
		l.place = at
		l.show(t, at, o.Size())
	case at != l.place:
		t.remove() // o was scrolled away
		return
	}
	l.arm(t, o)
}

func (l *tipLayer) clear(t *Tipped) {
	if l.of != t {
		return
	}
	l.timer.Stop()
	l.of, l.timer = nil, nil
	if len(l.plate.Objects) > 0 {
		l.plate.RemoveAll()
	}
}

// show shows a tip below its widget, or above it if there is no room below.
func (l *tipLayer) show(t *Tipped, at fyne.Position, of fyne.Size) {
	plate := tipPlate(t.text)
	size, origin := plate.MinSize(), fyne.CurrentApp().Driver().AbsolutePositionForObject(l)
	x := Clamp(t.at.X-origin.X-size.Width/2, tipGap, l.Size().Width-size.Width-tipGap)
	y := at.Y - origin.Y + of.Height + tipGap
	if y+size.Height > l.Size().Height {
		y = at.Y - origin.Y - size.Height - tipGap
	}
	plate.Resize(size)
	plate.Move(fyne.NewPos(x, max(y, 0)))
	l.plate.Objects = []fyne.CanvasObject{plate}
	l.plate.Refresh()
}

func tipPlate(text string) fyne.CanvasObject {
	ground := canvas.NewRectangle(theme.Color(theme.ColorNameOverlayBackground))
	ground.StrokeColor, ground.StrokeWidth, ground.CornerRadius = theme.Color(theme.ColorNamePlaceHolder), 1, 4
	lines := container.New(layout.NewCustomPaddedVBoxLayout(0))
	for _, line := range BreakLines(text, tipLetters) {
		t := canvas.NewText(line, theme.Color(theme.ColorNameForeground))
		t.TextSize = theme.CaptionTextSize()
		lines.Add(t)
	}
	return container.NewStack(ground, container.New(layout.NewCustomPaddedLayout(4, 4, 8, 8), lines))
}

// Term is a label with a tip that explains it.
type Term struct {
	widget.Label
	Tipped
}

// NewTerm returns a label of low importance, for the name of a fact.
func NewTerm(text, tip string) *Term {
	t := &Term{}
	t.Text, t.Importance = text, widget.LowImportance
	t.SetTip(tip)
	t.ExtendBaseWidget(t)
	return t
}

// MouseIn implements desktop.Hoverable.
func (t *Term) MouseIn(e *desktop.MouseEvent) { t.Rest(t, e) }

// MouseMoved implements desktop.Hoverable.
func (t *Term) MouseMoved(e *desktop.MouseEvent) { t.Rest(t, e) }

// MouseOut implements desktop.Hoverable.
func (t *Term) MouseOut() { t.Leave() }
