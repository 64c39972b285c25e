// SPDX-License-Identifier: MIT

package reports

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/units"
	"roadsnap/ui/kit"
)

// chooser looks like a drop-down list and opens a dialog.
type chooser struct {
	kit.Choice
	ask func()
}

func newChooser(ask func()) *chooser {
	c := &chooser{ask: ask}
	c.ExtendBaseWidget(c)
	return c
}

// say shows what is chosen.
func (c *chooser) say(text string) {
	if c.Selected != text {
		c.Selected = text
		c.Refresh()
	}
}

// Tapped implements fyne.Tappable.
func (c *chooser) Tapped(*fyne.PointEvent) {
	if !c.Disabled() {
		c.ask()
	}
}

// TypedKey implements fyne.Focusable.
func (c *chooser) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeySpace, fyne.KeyUp, fyne.KeyDown:
		c.Tapped(nil)
	default:
		c.Choice.TypedKey(e)
	}
}

// some is a dialog in which the user chooses some of many names.
type some struct {
	all    []string
	listed []string // those that the filter keeps
	chosen map[string]bool
	one    bool // at most one can be chosen
	list   *kit.List
}

// The size of the dialog (logical pixels).
const someWidth, someHeight = 380, 460

// askSome asks for some of all names, or one of them, and calls then with them, none for all.
func (p *Panel) askSome(title string, all, chosen []string, one bool, then func([]string)) {
	s := &some{all: all, listed: all, chosen: map[string]bool{}, one: one}
	for _, name := range chosen {
		s.chosen[name] = true
		if !slices.Contains(all, name) { // chosen before, and no longer in the list
			s.all = append(slices.Clone(s.all), name)
			s.listed = s.all
		}
	}
	s.list = kit.NewList(func() int { return len(s.listed) }, func() fyne.CanvasObject { return kit.NewCheck("") }, func(i int, o fyne.CanvasObject) {
		check, name := o.(*kit.Check), s.listed[i]
		check.OnChanged = nil
		check.Text = name
		check.SetChecked(s.chosen[name])
		check.Refresh()
		check.OnChanged = func(on bool) { s.choose(name, on) }
	})
	s.list.OnSelected = func(i int) { // a click next to the box
		s.list.Unselect(i)
		s.choose(s.listed[i], !s.chosen[s.listed[i]])
	}
	search := kit.NewKeyEntry(p.do.Keys)
	search.SetPlaceHolder(p.words.T("reports.some.search"))
	search.OnChanged = s.filter
	search.OnSubmitted = func(string) { p.do.Dialogs.Agree() }
	hint, extra := "reports.some.hint", []fyne.CanvasObject{}
	if one { // the report needs it: there is no "all"
		hint = "reports.some.single"
	} else {
		extra = append(extra, kit.NewButton(p.words.T("reports.some.none"), theme.ContentClearIcon(), func() {
			clear(s.chosen)
			s.list.Refresh()
		}))
	}
	content := container.NewBorder(search, kit.Wrapped(p.words.T(hint), widget.LowImportance), nil, nil, s.list)
	p.do.Dialogs.Edit(title, p.words.T("reports.some.choose"), content, fyne.NewSize(someWidth, someHeight), func() (done bool) {
		var list []string
		for _, name := range s.all {
			if s.chosen[name] {
				list = append(list, name)
			}
		}
		then(list)
		return true
	}, extra...)
	p.do.Dialogs.Focus(search)
}

// choose adds a name to the chosen ones or takes it from them.
func (s *some) choose(name string, on bool) {
	if s.one {
		clear(s.chosen)
	}
	if on {
		s.chosen[name] = true
	} else {
		delete(s.chosen, name)
	}
	s.list.Refresh()
}

// filter lists the names that contain a text, without regard to capitals and accents.
func (s *some) filter(text string) {
	text = units.Fold(text)
	s.listed = nil
	for _, name := range s.all {
		if strings.Contains(units.Fold(name), text) {
			s.listed = append(s.listed, name)
		}
	}
	s.list.UnselectAll()
	s.list.Refresh()
	s.list.ScrollToTop()
}
