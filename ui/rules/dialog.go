// SPDX-License-Identifier: MIT

package rules

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/trip"
	"roadsnap/ui/files"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// Judge judges trips by rules; see trips.Model.
type Judge interface {
	Rules() trip.Rules
	SetRules(r trip.Rules)
}

// DeskOptions configures a Desk.
type DeskOptions struct {
	Judge   Judge
	Words   func() text.Catalogue
	Dialogs *files.Dialogs
}

// Desk asks for the rules. It belongs to the UI goroutine.
type Desk struct{ o DeskOptions }

// NewDesk returns a desk whose dialog is closed.
func NewDesk(o DeskOptions) *Desk { return &Desk{o} }

// The size of the dialog of the rules and of its fields (logical pixels).
const (
	rulesWidth, rulesHeight = 560, 520
	limitWidth, unitWidth   = 110, 52
)

// ruleRow shows a rule in the dialog.
type ruleRow struct {
	on      *kit.Check
	limit   *kit.Entry
	unit    *widget.Label
	share   *kit.Entry // nil for a rule without a share
	problem *widget.Label
	content fyne.CanvasObject
}

// Ask shows the rules of the verdict, and judges all trips by them after the user has
// confirmed them.
func (d *Desk) Ask() {
	words := d.o.Words()
	t := words.T
	form := NewForm(words, d.o.Judge.Rules())
	rows, list := make([]*ruleRow, len(form.Fields)), container.NewVBox()
	agree := func(string) { d.o.Dialogs.Agree() }
	for i := range rows {
		rows[i] = newRuleRow(form, &form.Fields[i])
		rows[i].limit.OnSubmitted = agree
		if share := rows[i].share; share != nil {
			share.OnSubmitted = agree
		}
		list.Add(rows[i].content)
	}
	scroll := container.NewVScroll(list)
	content := container.NewBorder(kit.Wrapped(t("trips.rules.hint"), widget.LowImportance), widget.NewSeparator(), nil, nil, scroll)
	reset := kit.NewButton(t("trips.rules.reset"), nil, func() {
		form.Fields = NewForm(words, trip.DefaultRules()).Fields
		for i, row := range rows {
			row.show(&form.Fields[i])
		}
	})
	d.o.Dialogs.Edit(t("menu.rules"), t("dialog.save"), content, fyne.NewSize(rulesWidth, rulesHeight), func() (done bool) {
		for i, row := range rows {
			form.Fields[i].On, form.Fields[i].Limit = row.on.Checked, row.limit.Text
			if row.share != nil {
				form.Fields[i].Share = row.share.Text
			}
		}
		rules, ok := form.Read()
		for i, row := range rows {
			row.name(form.Fields[i].Problem)
		}
		if bad := form.FirstProblem(); bad >= 0 {
			scroll.ScrollToOffset(fyne.NewPos(0, rows[bad].content.Position().Y))
			entry := rows[bad].limit
			if form.Fields[bad].BadShare {
				entry = rows[bad].share
			}
			if c := fyne.CurrentApp().Driver().CanvasForObject(entry); c != nil {
				c.Focus(entry)
			}
		}
		if ok {
			d.o.Judge.SetRules(rules)
		}
		return ok
	}, reset)
}

// newRuleRow returns the row of a rule.
func newRuleRow(form *Form, field *Field) *ruleRow {
	r := &ruleRow{on: kit.NewCheck(form.Name(field)), limit: kit.NewEntry(), unit: widget.NewLabel(""), problem: widget.NewLabel("")}
	r.on.SetTip(form.Explanation(field))
	r.on.OnChanged = func(bool) { r.enable() }
	r.problem.Importance, r.problem.Wrapping = widget.DangerImportance, fyne.TextWrapWord
	amount := ruleAmount(r.limit, r.unit)
	kit.SetVisible(amount, field.HasLimit())
	lines := container.NewVBox(container.NewBorder(nil, nil, nil, amount, r.on)) // in the order of the Tab key
	if field.HasShare() {
		r.share = kit.NewEntry()
		also := widget.NewLabelWithStyle(form.words.T("trips.rules.share"), fyne.TextAlignTrailing, fyne.TextStyle{})
		also.Truncation = fyne.TextTruncateEllipsis
		lines.Add(container.NewBorder(nil, nil, nil, ruleAmount(r.share, widget.NewLabel(percent.name)), also))
	}
	lines.Add(r.problem)
	r.content = lines
	r.show(field)
	return r
}

// ruleAmount puts a field and its unit next to each other.
func ruleAmount(entry *kit.Entry, unit *widget.Label) *fyne.Container {
	return container.NewHBox(
		container.NewGridWrap(fyne.NewSize(kit.WithText(limitWidth), entry.MinSize().Height), entry),
		container.NewGridWrap(fyne.NewSize(kit.WithText(unitWidth), unit.MinSize().Height), unit))
}

// enable lets the fields of a rule that is on be edited.
func (r *ruleRow) enable() {
	kit.SetEnabled(r.limit, r.on.Checked)
	if r.share != nil {
		kit.SetEnabled(r.share, r.on.Checked)
	}
}

// show shows the state of a field.
func (r *ruleRow) show(field *Field) {
	r.on.SetChecked(field.On)
	r.limit.SetText(field.Limit)
	r.unit.SetText(field.Unit)
	if r.share != nil {
		r.share.SetText(field.Share)
	}
	r.enable()
	r.name(field.Problem)
}

// name shows what is wrong with the limit.
func (r *ruleRow) name(problem string) {
	r.problem.SetText(problem)
	kit.SetVisible(r.problem, problem != "")
}
