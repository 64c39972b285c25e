// SPDX-License-Identifier: MIT

package addresses

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/address"
	"roadsnap/ui/kit"
)

// correction is where a person chooses the unit of the selected row.
type correction struct {
	p       *page
	input   *widget.Label
	choice  *kit.Choice
	find    *kit.Entry
	text    *kit.Entry
	apply   *kit.Button
	form    *fyne.Container
	hint    *widget.Label
	content *fyne.Container

	row   *Row
	list  []address.Candidate // the choices
	quiet bool
}

func newCorrection(p *page) *correction {
	t := p.words.T
	c := &correction{p: p, input: widget.NewLabel(""), choice: kit.NewChoice(nil), find: kit.NewEntry(), text: kit.NewEntry()}
	c.input.Truncation = fyne.TextTruncateEllipsis
	c.input.TextStyle.Bold = true
	c.choice.PlaceHolder = t("addresses.choose")
	c.choice.OnChanged = func(string) { c.chosen() }
	c.find.SetPlaceHolder(t("addresses.find"))
	c.find.OnChanged = func(string) {
		if !c.quiet {
			c.offer()
		}
	}
	c.text.SetPlaceHolder(t("addresses.column.new"))
	c.text.OnSubmitted = func(string) { c.set() }
	c.text.OnChanged = func(string) { c.ready() }
	c.apply = kit.NewButton(t("addresses.apply"), theme.ConfirmIcon(), c.set)
	c.apply.Importance = widget.HighImportance
	c.form = container.NewVBox(c.input, container.NewGridWithColumns(2, c.choice, c.find), container.NewBorder(nil, nil, nil, c.apply, c.text))
	c.hint = kit.Wrapped(t("addresses.select"), widget.LowImportance)
	c.content = container.NewVBox(widget.NewSeparator(), c.form, c.hint)
	return c
}

// show shows the selected row.
func (c *correction) show() {
	row := c.p.m.Row()
	kit.SetVisible(c.form, row != nil)
	kit.SetVisible(c.hint, row == nil)
	if row == c.row {
		c.ready()
		return
	}
	c.row = row
	if row == nil {
		return
	}
	c.quiet = true
	c.find.SetText("")
	c.quiet = false
	c.input.SetText(c.p.words.Count(row.Number) + " · " + Text(row.Query))
	c.offer()
	c.text.SetText(row.Answer.Address)
	if row.Answer.Decided {
		i := slices.IndexFunc(c.list, func(k address.Candidate) bool {
			return k.Ward.Code == row.Answer.Ward.Code || k.HasFormer && k.Former.Code == row.Answer.Former.Code && k.Former.Code != ""
		})
		c.choose(i)
	}

}

// offer lists the candidates of the row, or the units with the name that is looked for.
func (c *correction) offer() {
	if query := strings.TrimSpace(c.find.Text); query != "" {
		c.list = c.p.m.Find(query)
	} else {
		c.list = c.row.Answer.Candidates
	}
	names := make([]string, len(c.list))
	for i, k := range c.list {
		names[i] = c.name(k)
	}
	c.quiet = true
	c.choice.SetOptions(names)
	c.choice.ClearSelected()
	c.quiet = false
	if len(names) == 1 && c.find.Text != "" {
		c.choice.SetSelectedIndex(0)
	}
	c.ready()
}

// name returns the name of a candidate.
func (c *correction) name(k address.Candidate) string {
	if c.p.m.State().To == address.IntoFormer {
		return k.Former.Name + ", " + k.Former.District + ", " + k.Former.Province
	}
	name := k.Ward.FullName + ", " + c.p.m.Province(k)
	if k.HasFormer {
		name += " (" + c.p.words.T("units.was", "name", k.Former.Name) + ")"
	}
	return name
}

// choose shows a choice without changing the text.
func (c *correction) choose(i int) {
	if i >= 0 {
		c.quiet = true
		c.choice.SetSelectedIndex(i)
		c.quiet = false
	}
	c.ready()
}

// chosen writes the address with the chosen unit.
func (c *correction) chosen() {
	if i := c.choice.SelectedIndex(); !c.quiet && i >= 0 && c.row != nil {
		answer := c.p.m.Choice(c.list[i])
		c.text.SetText(answer.Address)
		c.ready()
	}
}

// ready enables the button if a unit is chosen.
func (c *correction) ready() {
	kit.SetEnabled(c.apply, c.row != nil && c.choice.SelectedIndex() >= 0 && strings.TrimSpace(c.text.Text) != "")
}

// set takes the choice over.
func (c *correction) set() {
	if i := c.choice.SelectedIndex(); c.row != nil && i >= 0 && i < len(c.list) && strings.TrimSpace(c.text.Text) != "" {
		c.p.m.Choose(c.list[i], c.text.Text)
	}
}
