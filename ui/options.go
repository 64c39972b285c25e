package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// check is a box to tick that passes on the keys that are none of its own, as button
// does: Enter agrees to the dialog that it is in.
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

// options is a choice of one among a few that are all seen. The toolkit's own cannot be
// made to pass keys on: what has the focus in it is none of its exported types.
type options struct {
	checks  []*check
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
		c := newCheck(name)
		c.OnChanged = func(bool) { o.choose(i) }
		o.checks = append(o.checks, c)
		box.Add(c)
	}
	o.choose(0)
	o.content = container.NewThemeOverride(box, roundChecks{fyne.CurrentApp().Settings().Theme()})
	return o
}

// choose ticks one and no other.
func (o *options) choose(chosen int) {
	for i, c := range o.checks {
		if c.Checked != (i == chosen) {
			c.Checked = i == chosen // SetChecked would ask for this again
			c.Refresh()
		}
	}
}

// selected returns the index of what is chosen.
func (o *options) selected() int {
	for i, c := range o.checks {
		if c.Checked {
			return i
		}
	}
	return 0
}

// roundChecks is a theme in which boxes to tick are round: as what excludes the others.
type roundChecks struct{ fyne.Theme }

// Icon implements fyne.Theme.
func (t roundChecks) Icon(name fyne.ThemeIconName) fyne.Resource {
	switch name {
	case theme.IconNameCheckButton:
		name = theme.IconNameRadioButton
	case theme.IconNameCheckButtonChecked:
		name = theme.IconNameRadioButtonChecked
	case theme.IconNameCheckButtonFill:
		name = theme.IconNameRadioButtonFill
	}
	return t.Theme.Icon(name)
}
