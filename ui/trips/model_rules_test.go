// SPDX-License-Identifier: MIT

package trips_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"roadsnap/assets"
	enginetrip "roadsnap/engine/trip"
	"roadsnap/ui/text"
	"roadsnap/ui/trips"
)

func wordsIn(t *testing.T, language string) text.Catalogue {
	t.Helper()
	words, err := text.Load(assets.Translations(), language)
	if err != nil {
		t.Fatal(err)
	}
	return words
}

// ruleOf returns the index of the rule of a kind.
func ruleOf(t *testing.T, kind enginetrip.Kind) int {
	t.Helper()
	i := slices.IndexFunc(enginetrip.DefaultRules(), func(r enginetrip.Rule) bool { return r.Kind == kind })
	if i < 0 {
		t.Fatalf("there is no rule for %s", kind)
	}
	return i
}

func TestRuleFormShowsLimits(t *testing.T) {
	for _, c := range []struct {
		kind   enginetrip.Kind
		limit  float64
		en, vi string
	}{
		{enginetrip.LowConfidence, 500, "500 m", "500 m"},
		{enginetrip.LowConfidence, 0.25, "0.25 m", "0,25 m"},
		{enginetrip.LowConfidence, 1000, "1 km", "1 km"},
		{enginetrip.LowConfidence, 1_234_500, "1,234.5 km", "1.234,5 km"},
		{enginetrip.LeftOut, 0.05, "5 %", "5 %"},
		{enginetrip.LeftOut, 0.07, "7 %", "7 %"},
		{enginetrip.LeftOut, 0.0025, "0.25 %", "0,25 %"},
		{enginetrip.WrongWay, 2, "2 ", "2 "},
		{enginetrip.GapTime, 600, "10 min", "10 phút"},
		{enginetrip.GapTime, 90, "1.5 min", "1,5 phút"},
	} {
		rules, i := enginetrip.DefaultRules(), ruleOf(t, c.kind)
		rules[i].Limit = c.limit
		for language, want := range map[string]string{"en": c.en, "vi": c.vi} {
			form := trips.NewRuleForm(wordsIn(t, language), rules)
			if got := form.Fields[i].Limit + " " + form.Fields[i].Unit; got != want {
				t.Errorf("%s: %v of %s is shown as %q, want %q", language, c.limit, c.kind, got, want)
			}
			read, ok := form.Read()
			if !ok || !reflect.DeepEqual(read, rules) {
				t.Errorf("%s: without a change, %v is read as %v, %t", language, c.limit, read, ok)
			}
		}
	}
}

func TestRuleFormReadsLimits(t *testing.T) {
	const bad = -1
	for _, c := range []struct {
		language string
		kind     enginetrip.Kind
		text     string
		want     float64
	}{
		{"en", enginetrip.LowConfidence, "1,234.5", 1234.5},
		{"vi", enginetrip.LowConfidence, "1.234,5", 1234.5},
		{"vi", enginetrip.LowConfidence, "1,234.5", bad},
		{"en", enginetrip.LowConfidence, "", bad},
		{"en", enginetrip.LowConfidence, "far", bad},
		{"en", enginetrip.LowConfidence, "-1", bad},
		{"en", enginetrip.LowConfidence, "10,000,001", bad},
		{"en", enginetrip.LeftOut, "7", 0.07},
		{"vi", enginetrip.LeftOut, "0,5", 0.005},
		{"vi", enginetrip.LeftOut, "0.5", bad},
		{"en", enginetrip.LeftOut, "100", 1},
		{"en", enginetrip.LeftOut, "101", bad},
		{"en", enginetrip.WrongWay, "3", 3},
		{"en", enginetrip.WrongWay, "2.5", bad},
		{"en", enginetrip.GapTime, "1.5", 90},
		{"en", enginetrip.GapTime, "0", 0},
	} {
		form, i := trips.NewRuleForm(wordsIn(t, c.language), enginetrip.DefaultRules()), ruleOf(t, c.kind)
		form.Fields[i].Limit = c.text
		rules, ok := form.Read()
		want := enginetrip.DefaultRules()
		want[i].Limit = c.want
		switch problem := form.Fields[i].Problem; {
		case c.want == bad:
			if ok || rules != nil || form.FirstProblem() != i || !strings.Contains(problem, "0") {
				t.Errorf("%s: %q for %s is read, problem %q", c.language, c.text, c.kind, problem)
			}
		case !ok || problem != "" || !reflect.DeepEqual(rules, want):
			t.Errorf("%s: %q for %s is read as %v, problem %q", c.language, c.text, c.kind, rules, problem)
		}
	}
}

// TestRuleFormReadsShares edits the share of the rule that has one.
func TestRuleFormReadsShares(t *testing.T) {
	const bad = -1
	for _, c := range []struct {
		language, text string
		want           float64
	}{
		{"en", "1", 0.01}, {"en", "0.5", 0.005}, {"vi", "0,5", 0.005}, {"en", "0", 0}, {"en", "100", 1},
		{"en", "101", bad}, {"vi", "0.5", bad}, {"en", "", bad}, {"en", "all", bad},
	} {
		form, i := trips.NewRuleForm(wordsIn(t, c.language), enginetrip.DefaultRules()), ruleOf(t, enginetrip.LowConfidence)
		if field := &form.Fields[i]; !field.HasShare() || field.Share != "1" {
			t.Fatalf("the share is shown as %q", field.Share)
		}
		form.Fields[i].Share = c.text
		rules, ok := form.Read()
		want := enginetrip.DefaultRules()
		want[i].Share = c.want
		switch field := &form.Fields[i]; {
		case c.want == bad:
			if ok || form.FirstProblem() != i || !field.BadShare || !strings.Contains(field.Problem, "100") {
				t.Errorf("%s: %q is read, problem %q", c.language, c.text, field.Problem)
			}
			field.Limit = "far"
			if _, ok := form.Read(); ok || field.BadShare {
				t.Errorf("%s: a bad limit and the share %q: %q", c.language, c.text, field.Problem)
			}
		case !ok || !reflect.DeepEqual(rules, want):
			t.Errorf("%s: %q is read as %v", c.language, c.text, rules)
		}
	}
}

// TestRuleThatIsOff checks that a bad limit of a rule that is off stands in nobody's way.
func TestRuleThatIsOff(t *testing.T) {
	form, i := trips.NewRuleForm(wordsIn(t, "en"), enginetrip.DefaultRules()), ruleOf(t, enginetrip.LowConfidence)
	form.Fields[i].On, form.Fields[i].Limit = false, "far"
	want := enginetrip.DefaultRules()
	want[i].Off = true
	if rules, ok := form.Read(); !ok || !reflect.DeepEqual(rules, want) {
		t.Errorf("read as %v, %t", rules, ok)
	}
	form.Fields[i].On = true
	if _, ok := form.Read(); ok {
		t.Error("it is on again, and its bad limit is taken")
	}
}

// TestRulesHaveTexts checks that each rule has a name of its own and an explanation.
func TestRulesHaveTexts(t *testing.T) {
	for _, language := range []string{"en", "vi"} {
		form, names := trips.NewRuleForm(wordsIn(t, language), enginetrip.DefaultRules()), map[string]bool{}
		for i := range form.Fields {
			name, tip := form.Name(&form.Fields[i]), form.Explanation(&form.Fields[i])
			if name == "" || strings.HasPrefix(name, "trips.") || names[name] || tip == "" || strings.HasPrefix(tip, "tip.") {
				t.Errorf("%s: rule %d is called %q, %q", language, i, name, tip)
			}
			names[name] = true
		}
	}
}
