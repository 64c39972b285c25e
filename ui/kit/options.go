package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Options is a choice of one among a few that are all visible. The toolkit's radio
// group cannot pass on keys: the part of it that has the focus is no exported
// type.
type Options struct {
	List    []*Option
	Chosen  int
	Content fyne.CanvasObject
}

// NewOptions returns a choice among names, of which the first is chosen, in a row
// or one below the other.
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

// choose marks one and no other.
func (o *Options) choose(chosen int) {
	o.Chosen = chosen
	for i, one := range o.List {
		one.mark(i == chosen)
	}
}

// Option is one of options.
type Option struct {
	widget.Button
	Marked bool
}

func newOption(name string, tapped func()) *Option {
	o := &Option{}
	o.Text, o.Icon, o.OnTapped = name, theme.RadioButtonIcon(), tapped
	o.Importance, o.Alignment = widget.LowImportance, widget.ButtonAlignLeading
	o.ExtendBaseWidget(o)
	return o
}

// mark says whether the option is the chosen one.
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

// TypedKey implements fyne.Focusable. It keeps the focus, which a click gives up.
func (o *Option) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeySpace {
		o.OnTapped()
		return
	}
	passOn(o, e) // Enter agrees to the dialog
}

// Check is a box to tick. It passes on keys as Button does.
type Check struct{ widget.Check }

// NewCheck returns a box that is not ticked.
func NewCheck(text string) *Check {
	c := &Check{}
	c.Text = text
	c.ExtendBaseWidget(c)
	return c
}

// TypedKey implements fyne.Focusable.
func (c *Check) TypedKey(e *fyne.KeyEvent) {
	if e.Name != fyne.KeySpace { // which comes as a letter, too
		passOn(c, e)
	}
}
