package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// options is a choice of one among a few that are all seen. The toolkit's own cannot be
// made to pass keys on: what has the focus in it is none of its exported types.
type options struct {
	list    []*option
	chosen  int
	content fyne.CanvasObject
}

// newOptions makes a choice among names, of which the first is chosen, in a row or one
// below the other.
func newOptions(names []string, row bool) *options {
	o := &options{}
	box := container.NewVBox()
	if row {
		box = container.NewHBox()
	}
	for i, name := range names {
		one := newOption(name, func() { o.choose(i) })
		o.list = append(o.list, one)
		box.Add(one)
	}
	o.choose(0)
	o.content = box
	return o
}

// choose marks one and no other.
func (o *options) choose(chosen int) {
	o.chosen = chosen
	for i, one := range o.list {
		one.mark(i == chosen)
	}
}

// option is one of options.
type option struct {
	widget.Button
	marked bool
}

func newOption(name string, tapped func()) *option {
	o := &option{}
	o.Text, o.Icon, o.OnTapped = name, theme.RadioButtonIcon(), tapped
	o.Importance, o.Alignment = widget.LowImportance, widget.ButtonAlignLeading
	o.ExtendBaseWidget(o)
	return o
}

// mark says whether the option is the chosen one.
func (o *option) mark(chosen bool) {
	if o.marked == chosen {
		return
	}
	icon := theme.RadioButtonIcon()
	if o.marked = chosen; chosen {
		icon = theme.NewPrimaryThemedResource(theme.RadioButtonCheckedIcon())
	}
	o.SetIcon(icon)
}

// TypedKey implements fyne.Focusable. It keeps the focus, which a click gives up.
func (o *option) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeySpace {
		o.OnTapped()
		return
	}
	passOn(o, e) // Enter agrees to the dialog
}

// check is a box to tick that passes keys on likewise.
type check struct{ widget.Check }

func newCheck(text string) *check {
	c := &check{}
	c.Text = text
	c.ExtendBaseWidget(c)
	return c
}

// TypedKey implements fyne.Focusable.
func (c *check) TypedKey(e *fyne.KeyEvent) {
	if e.Name != fyne.KeySpace { // which comes as a letter, too
		passOn(c, e)
	}
}
