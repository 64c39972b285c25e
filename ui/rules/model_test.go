// SPDX-License-Identifier: MIT

package rules_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"roadsnap/assets"
	"roadsnap/engine/trip"
	"roadsnap/ui/rules"
	"roadsnap/ui/text"
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
func ruleOf(t *testing.T, kind trip.Kind) int {
	t.Helper()
	i := slices.IndexFunc(trip.DefaultRules(), func(r trip.Rule) bool { return r.Kind == kind })
	if i < 0 {
		t.Fatalf("there is no rule for %s", kind)
	}
	return i
}

func TestFormShowsLimits(t *testing.T) {
	for _, c := range []struct {
		kind   trip.Kind
		limit  float64
		en, vi string
	}{
		{trip.LowConfidence, 500, "500 m", "500 m"},
		{trip.LowConfidence, 0.25, "0.25 m", "0,25 m"},
		{trip.LowConfidence, 1000, "1 km", "1 km"},
		{trip.LowConfidence, 1_234_500, "1,234.5 km", "1.234,5 km"},
		{trip.LeftOut, 0.05, "5 %", "5 %"},
		{trip.LeftOut, 0.07, "7 %", "7 %"},
		{trip.LeftOut, 0.0025, "0.25 %", "0,25 %"},
		{trip.WrongWay, 2, "2 ", "2 "},
		{trip.GapTime, 600, "10 min", "10 phút"},
		{trip.GapTime, 90, "1.5 min", "1,5 phút"},
	} {
		list, i := trip.DefaultRules(), ruleOf(t, c.kind)
		list[i].Limit = c.limit
		for language, want := range map[string]string{"en": c.en, "vi": c.vi} {
			form := rules.NewForm(wordsIn(t, language), list)
			if got := form.Fields[i].Limit + " " + form.Fields[i].Unit; got != want {
				t.Errorf("%s: %v of %s is shown as %q, want %q", language, c.limit, c.kind, got, want)
			}
			read, ok := form.Read()
			if !ok || !reflect.DeepEqual(read, list) {
				t.Errorf("%s: without a change, %v is read as %v, %t", language, c.limit, read, ok)
			}
		}
	}
}

func TestFormReadsLimits(t *testing.T) {
	const bad = -1
	for _, c := range []struct {
		language string
		kind     trip.Kind
		text     string
		want     float64
	}{
		{"en", trip.LowConfidence, "1,234.5", 1234.5},
		{"vi", trip.LowConfidence, "1.234,5", 1234.5},
		{"vi", trip.LowConfidence, "1,234.5", bad},
		{"en", trip.LowConfidence, "", bad},
		{"en", trip.LowConfidence, "far", bad},
		{"en", trip.LowConfidence, "-1", bad},
		{"en", trip.LowConfidence, "10,000,001", bad},
		{"en", trip.LeftOut, "7", 0.07},
		{"vi", trip.LeftOut, "0,5", 0.005},
		{"vi", trip.LeftOut, "0.5", bad},
		{"en", trip.LeftOut, "100", 1},
		{"en", trip.LeftOut, "101", bad},
		{"en", trip.WrongWay, "3", 3},
		{"en", trip.WrongWay, "2.5", bad},
		{"en", trip.GapTime, "1.5", 90},
		{"en", trip.GapTime, "0", 0},
	} {
		form, i := rules.NewForm(wordsIn(t, c.language), trip.DefaultRules()), ruleOf(t, c.kind)
		form.Fields[i].Limit = c.text
		list, ok := form.Read()
		want := trip.DefaultRules()
		want[i].Limit = c.want
		switch problem := form.Fields[i].Problem; {
		case c.want == bad:
			if ok || list != nil || form.FirstProblem() != i || !strings.Contains(problem, "0") {
				t.Errorf("%s: %q for %s is read, problem %q", c.language, c.text, c.kind, problem)
			}
		case !ok || problem != "" || !reflect.DeepEqual(list, want):
			t.Errorf("%s: %q for %s is read as %v, problem %q", c.language, c.text, c.kind, list, problem)
		}
	}
}

// TestFormReadsShares edits the share of the rule that has one.
func TestFormReadsShares(t *testing.T) {
	const bad = -1
	for _, c := range []struct {
		language, text string
		want           float64
	}{
		{"en", "1", 0.01}, {"en", "0.5", 0.005}, {"vi", "0,5", 0.005}, {"en", "0", 0}, {"en", "100", 1},
		{"en", "101", bad}, {"vi", "0.5", bad}, {"en", "", bad}, {"en", "all", bad},
	} {
		form, i := rules.NewForm(wordsIn(t, c.language), trip.DefaultRules()), ruleOf(t, trip.LowConfidence)
		if field := &form.Fields[i]; !field.HasShare() || field.Share != "1" {
			t.Fatalf("the share is shown as %q", field.Share)
		}
		form.Fields[i].Share = c.text
		list, ok := form.Read()
		want := trip.DefaultRules()
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
		case !ok || !reflect.DeepEqual(list, want):
			t.Errorf("%s: %q is read as %v", c.language, c.text, list)
		}
	}
}

// TestRuleThatIsOff checks that a bad limit of a rule that is off stands in nobody's way.
func TestRuleThatIsOff(t *testing.T) {
	form, i := rules.NewForm(wordsIn(t, "en"), trip.DefaultRules()), ruleOf(t, trip.LowConfidence)
	form.Fields[i].On, form.Fields[i].Limit = false, "far"
	want := trip.DefaultRules()
	want[i].Off = true
	if list, ok := form.Read(); !ok || !reflect.DeepEqual(list, want) {
		t.Errorf("read as %v, %t", list, ok)
	}
	form.Fields[i].On = true
	if _, ok := form.Read(); ok {
		t.Error("it is on again, and its bad limit is taken")
	}
}

// TestRulesHaveTexts checks that each rule has a name of its own and an explanation.
func TestRulesHaveTexts(t *testing.T) {
	for _, language := range []string{"en", "vi"} {
		form, names := rules.NewForm(wordsIn(t, language), trip.DefaultRules()), map[string]bool{}
		for i := range form.Fields {
			name, tip := form.Name(&form.Fields[i]), form.Explanation(&form.Fields[i])
			if name == "" || strings.HasPrefix(name, "trips.") || names[name] || tip == "" || strings.HasPrefix(tip, "tip.") {
				t.Errorf("%s: rule %d is called %q, %q", language, i, name, tip)
			}
			names[name] = true
		}
	}
}
