// SPDX-License-Identifier: MIT

package rules

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"roadsnap/assets"
	"roadsnap/engine/trip"
	"roadsnap/ui/files"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/kit"
	"roadsnap/ui/kit/kittest"
	"roadsnap/ui/text"
)

// judge judges a trip with a part of low confidence.
type judge struct{ rules trip.Rules }

func (j *judge) Rules() trip.Rules     { return j.rules }
func (j *judge) SetRules(r trip.Rules) { j.rules = r }

func (j *judge) explained() bool {
	return j.rules.Judge(trip.Summary{Measures: []trip.Measure{{Kind: trip.LowConfidence, Amount: 2000}}}).Explained()
}

// TestRulesDialog edits rules in Vietnamese: a bad limit keeps the dialog open and is named
// at its field, good ones judge the trips again, and the defaults come back.
func TestRulesDialog(t *testing.T) {
	test.NewTempApp(t)
	words, err := text.Load(assets.Translations(), "vi")
	if err != nil {
		t.Fatal(err)
	}
	ui := jobtest.New(t)
	model := &judge{trip.DefaultRules()}
	window := test.NewTempWindow(t, widget.NewLabel(""))
	window.Resize(fyne.NewSize(1000, 700))
	dialogs := files.New(files.Options{Window: window, Post: ui.Post, Words: func() text.Catalogue { return words }})
	p := NewDesk(DeskOptions{Judge: model, Words: func() text.Catalogue { return words }, Dialogs: dialogs})
	explained := model.explained
	if explained() {
		t.Fatal("the trip is explained by the default rules")
	}

	p.Ask()
	top := window.Canvas().Overlays().Top
	if !slices.ContainsFunc(kittest.Shown[*widget.Label](top()), func(l *widget.Label) bool { return l.Text == "Quy tắc đánh giá" }) {
		t.Error("the title is missing, or ends in an ellipsis")
	}
	fields, checks, buttons := kittest.Shown[*kit.Entry](top()), kittest.Shown[*kit.Check](top()), kittest.Shown[*kit.Button](top())
	rules := trip.DefaultRules()
	const without = 3 // rules without a limit
	const shares = 2  // rules with a share
	if len(checks) != len(rules) || len(fields) != len(rules)-without+shares || len(buttons) != 3 {
		t.Fatalf("%d checks, %d limits and %d buttons", len(checks), len(fields), len(buttons))
	}
	i := slices.IndexFunc(rules, func(r trip.Rule) bool { return r.Kind == trip.LowConfidence })
	check, limit := checks[i], fields[i-without]
	if limit.Text != "500" || check.Text != words.T("trips.rule.low_confidence") || check.Tip() != words.T("tip.rule.low_confidence") {
		t.Fatalf("the rule is %q, %q, %q", check.Text, limit.Text, check.Tip())
	}

	limit.SetText("2,000.5")
	dialogs.Agree()
	want := words.T("trips.rules.bad_number", "most", "10.000.000", "example", "0,5")
	named := slices.ContainsFunc(kittest.Shown[*widget.Label](top()), func(l *widget.Label) bool { return l.Text == want })
	if top() == nil || !named || explained() || window.Canvas().Focused() != limit {
		t.Fatalf("open %t, the field is named %t, judged again %t", top() != nil, named, explained())
	}
	limit.SetText("2.000,5")
	dialogs.Agree()
	if top() != nil || !explained() || model.rules[i].Limit != 2000.5 {
		t.Fatalf("open %t, explained %t, the limit is %v", top() != nil, explained(), model.rules[i].Limit)
	}

	p.Ask()
	share := kittest.Shown[*kit.Entry](top())[i-without+1]
	share.SetText("150")
	dialogs.Agree()
	if top() == nil || window.Canvas().Focused() != share {
		t.Fatal("a share of 150 % is taken, or is not named")
	}
	share.SetText("2,5")
	dialogs.Agree()
	if top() != nil || model.rules[i].Share != 0.025 {
		t.Fatalf("open %t, the share is %v", top() != nil, model.rules[i].Share)
	}

	p.Ask()
	fields, checks, buttons = kittest.Shown[*kit.Entry](top()), kittest.Shown[*kit.Check](top()), kittest.Shown[*kit.Button](top())
	if fields[i-without].Text != "2,0005" {
		t.Errorf("the limit is shown as %q, want 2,0005 km", fields[i-without].Text)
	}
	test.Tap(checks[i])
	if !fields[i-without].Disabled() || !fields[i-without+1].Disabled() {
		t.Error("the limits of a rule that is off can be edited")
	}
	test.Tap(buttons[0]) // the defaults
	if fields[i-without].Text != "500" || fields[i-without+1].Text != "1" || !checks[i].Checked || fields[i-without].Disabled() {
		t.Errorf("after the reset: %q, %t", fields[i-without].Text, checks[i].Checked)
	}
	test.Tap(buttons[1]) // cancel
	if top() != nil || !explained() {
		t.Error("cancelling has changed the rules")
	}
	p.Ask()
	buttons = kittest.Shown[*kit.Button](top())
	test.Tap(buttons[0])
	test.Tap(buttons[2])
	if top() != nil || explained() {
		t.Error("the default rules do not judge the trip")
	}
}
