// SPDX-License-Identifier: MIT

package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Options is a radio group. The toolkit's radio group cannot pass on keys, because its
// focused part is of an unexported type.
type Options struct {
	List    []*Option
	Chosen  int
	Content fyne.CanvasObject
}

// NewOptions returns a choice among names, in a row or in a column, with the first one
// chosen.
func NewOptions(names []string, row bool) *Options {
	o := &Options{}
	box := container.NewVBox()
	if row {
		box = container.NewHBox()
	}
	for i, name := range names {
		one := newOption(name, func() { o.choose(i) })
		o.List = append(o.List, one)
		box.Add(one)
	}
	o.choose(0)
	o.Content = box
	return o
}

// Tighten lets the options stand as close as lines of a list. They do not overlap, so that the ground
// of one under the pointer covers no other.
func (o *Options) Tighten() {
	for _, one := range o.List {
		one.tight = true
	}
	o.Content.(*fyne.Container).Layout = layout.NewCustomPaddedVBoxLayout(0)
}

// choose marks one option and clears the others.
func (o *Options) choose(chosen int) {
	o.Chosen = chosen
	for i, one := range o.List {
		one.mark(i == chosen)
	}
}

// Option is a button of Options.
type Option struct {
	widget.Button
	Marked bool
	tight  bool
}

func newOption(name string, tapped func()) *Option {
	o := &Option{}
	o.Text, o.Icon, o.OnTapped = name, theme.RadioButtonIcon(), tapped
	o.Importance, o.Alignment = widget.LowImportance, widget.ButtonAlignLeading
	o.ExtendBaseWidget(o)
	return o
}

// MinSize implements fyne.CanvasObject.
func (o *Option) MinSize() fyne.Size {
	size := o.Button.MinSize()
	if o.tight {
		size.Height -= TightOverlap
	}
	return size
}

// mark shows the option as chosen or not.
func (o *Option) mark(chosen bool) {
	if o.Marked == chosen {
		return
	}
	icon := theme.RadioButtonIcon()
	if o.Marked = chosen; chosen {
		icon = theme.NewPrimaryThemedResource(theme.RadioButtonCheckedIcon())
	}
	o.SetIcon(icon)
}

// TypedKey implements fyne.Focusable. Unlike a click, Space keeps the focus.
func (o *Option) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeySpace {
		o.OnTapped()
		return
	}
	passOn(o, e) // Enter confirms the dialog
}

// Check is a check box. It passes on keys as Button does.
type Check struct {
	widget.Check
	Tipped
}

// NewCheck returns an unchecked box.
func NewCheck(text string) *Check {
	c := &Check{}
	c.Text = text
	c.ExtendBaseWidget(c)
	return c
}

// TypedKey implements fyne.Focusable.
func (c *Check) TypedKey(e *fyne.KeyEvent) {
	if e.Name != fyne.KeySpace { // Space is handled by TypedRune
		passOn(c, e)
	}
}

// MouseIn implements desktop.Hoverable.
func (c *Check) MouseIn(e *desktop.MouseEvent) {
	c.Check.MouseIn(e)
	c.Rest(c, e)
}

// MouseMoved implements desktop.Hoverable.
func (c *Check) MouseMoved(e *desktop.MouseEvent) {
	c.Check.MouseMoved(e)
	c.Rest(c, e)
}

// MouseOut implements desktop.Hoverable.
func (c *Check) MouseOut() {
	c.Check.MouseOut()
	c.Leave()
}
