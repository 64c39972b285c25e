// SPDX-License-Identifier: MIT

package rules

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"roadsnap/engine/trip"
	"roadsnap/ui/text"
)

// Form holds the rules of the verdict while the user edits them: each limit is a text
// in the language of the window.
type Form struct {
	Fields []Field
	words  text.Catalogue
}

// Field is a rule in a Form.
type Field struct {
	On      bool
	Limit   string // in Unit
	Unit    string // "" for a number of things
	Share   string // of the trip (per cent), "" unless HasShare
	Problem string // what is wrong with Limit or Share, "" for nothing
	// BadShare reports whether Problem is about Share, and not about Limit.
	BadShare bool

	rule  trip.Rule
	scale ruleScale
	shown string // Limit before it was edited
	part  string // Share before it was edited
}

// ruleScale is the unit of a limit in the form.
type ruleScale struct {
	name  string  // "" for a number of things
	size  float64 // in the unit of the rule
	most  float64 // largest limit, in this unit
	whole bool    // the limit is a whole number
}

// minutes is the name of a ruleScale. It is the only one that is translated.
const minutes = "min"

// percent is the scale of shares.
var percent = ruleScale{name: "%", size: 0.01, most: 100}

// scaleOf returns the unit that shows a limit best.
func scaleOf(r trip.Rule) ruleScale {
	switch r.Unit {
	case trip.UnitMetres:
		if r.Limit >= 1000 {
			return ruleScale{name: "km", size: 1000, most: 10_000}
		}
		return ruleScale{name: "m", size: 1, most: 10_000_000}
	case trip.UnitShare:
		return percent
	case trip.UnitSeconds:
		return ruleScale{name: minutes, size: 60, most: 100_000}
	case trip.UnitRecords, trip.UnitCount:
	}
	return ruleScale{size: 1, most: 1_000_000, whole: true}
}

// NewForm returns the form of rules in a language.
func NewForm(words text.Catalogue, rules trip.Rules) *Form {
	f := &Form{words: words}
	for _, r := range rules {
		scale := scaleOf(r)
		field := Field{On: !r.Off, Unit: scale.name, rule: r, scale: scale}
		if scale.name == minutes {
			field.Unit = words.T("trips.rules.minutes")
		}
		field.Limit = limitText(words, r.Limit, scale)
		field.shown = field.Limit
		if r.HasShare() {
			field.Share = limitText(words, r.Share, percent)
			field.part = field.Share
		}
		f.Fields = append(f.Fields, field)
	}
	return f
}

// limitText returns a limit as a text in the unit of its scale.
func limitText(words text.Catalogue, limit float64, scale ruleScale) string {
	const places = 6 // 1 mm, 0.000001 %
	x := math.Round(limit/scale.size*1e6) / 1e6
	_, decimals, _ := strings.Cut(strconv.FormatFloat(x, 'f', -1, 64), ".")
	return words.Number(x, min(len(decimals), places))
}

// HasLimit reports whether the rule has a limit. A file that is incomplete, or has no
// position or only one, cannot be so to a degree.
func (f *Field) HasLimit() bool {
	return f.rule.Kind != trip.Truncated && f.rule.Kind != trip.NoPositions && f.rule.Kind != trip.OnePosition
}

// HasShare reports whether the rule has a share of the trip besides its limit.
func (f *Field) HasShare() bool { return f.rule.HasShare() }

// Read returns the rules. If a limit or a share cannot be read, ok is false, and its field has the
// problem. That of a rule that is off stays as it was.
func (f *Form) Read() (rules trip.Rules, ok bool) {
	ok = true
	for i := range f.Fields {
		field := &f.Fields[i]
		rule := field.rule
		rule.Off, field.Problem, field.BadShare = !field.On, "", false
		if share, fine := f.amount(field.Share, field.part, rule.Share, percent); fine {
			rule.Share = share
		} else if field.On {
			field.Problem, field.BadShare, ok = f.problem(percent), true, false
		}
		if limit, fine := f.amount(field.Limit, field.shown, rule.Limit, field.scale); fine {
			rule.Limit = limit
		} else if field.On {
			field.Problem, field.BadShare, ok = f.problem(field.scale), false, false
		}
		rules = append(rules, rule)
	}
	if !ok {
		return nil, false
	}
	return rules, true
}

// amount reads a text, in the unit of the rule. Shown is the text before it was edited, and
// before its amount.
func (f *Form) amount(typed, shown string, before float64, scale ruleScale) (amount float64, ok bool) {
	if typed == shown { // exactly, though it may be shown rounded
		return before, true
	}
	x, ok := f.words.ReadNumber(typed)
	if !ok || x > scale.most || scale.whole && x != math.Trunc(x) {
		return 0, false
	}
	if scale == percent {
		return x / 100, true // which is closer than x times 0.01
	}
	return x * scale.size, true
}

// problem describes the limits that a field takes.
func (f *Form) problem(s ruleScale) string {
	most := f.words.Number(s.most, 0)
	if s.whole {
		return f.words.T("trips.rules.bad_count", "most", most)
	}
	return f.words.T("trips.rules.bad_number", "most", most, "example", f.words.Number(0.5, 1))
}

// FirstProblem returns the index of the first field with a problem, -1 for none.
func (f *Form) FirstProblem() int {
	return slices.IndexFunc(f.Fields, func(x Field) bool { return x.Problem != "" })
}

// Name returns the name of a rule.
func (f *Form) Name(field *Field) string { return f.words.T(ruleKeys[field.rule.Kind][0]) }

// Explanation returns what a rule is about.
func (f *Form) Explanation(field *Field) string {
	return f.words.T(ruleKeys[field.rule.Kind][1])
}

// ruleKeys holds the keys of the names and explanations of the rules.
var ruleKeys = map[trip.Kind][2]string{
	trip.Truncated:       {"trips.rule.truncated", "tip.rule.truncated"},
	trip.Damaged:         {"trips.rule.damaged", "tip.rule.damaged"},
	trip.NoPositions:     {"trips.rule.no_positions", "tip.rule.no_positions"},
	trip.OnePosition:     {"trips.rule.one_position", "tip.rule.one_position"},
	trip.MixedVehicles:   {"trips.rule.mixed_vehicles", "tip.rule.mixed_vehicles"},
	trip.WrongDate:       {"trips.rule.wrong_date", "tip.rule.wrong_date"},
	trip.OffMap:          {"trips.rule.off_map", "tip.rule.off_map"},
	trip.NoRoad:          {"trips.rule.no_road", "tip.rule.no_road"},
	trip.NoRoute:         {"trips.rule.no_route", "tip.rule.no_route"},
	trip.Outage:          {"trips.rule.outage", "tip.rule.outage"},
	trip.Jump:            {"trips.rule.jump", "tip.rule.jump"},
	trip.ImpossibleSpeed: {"trips.rule.impossible_speed", "tip.rule.impossible_speed"},
	trip.LeftOut:         {"trips.rule.left_out", "tip.rule.left_out"},
	trip.Inferred:        {"trips.rule.inferred", "tip.rule.inferred"},
	trip.Astray:          {"trips.rule.astray", "tip.rule.astray"},
	trip.LowConfidence:   {"trips.rule.low_confidence", "tip.rule.low_confidence"},
	trip.WrongWay:        {"trips.rule.wrong_way", "tip.rule.wrong_way"},
	trip.MissingTimes:    {"trips.rule.missing_times", "tip.rule.missing_times"},
	trip.ClockJump:       {"trips.rule.clock_jump", "tip.rule.clock_jump"},
	trip.DeviceDistance:  {"trips.rule.device_distance", "tip.rule.device_distance"},
	trip.Unexplained:     {"trips.rule.unexplained", "tip.rule.unexplained"},
	trip.LongGap:         {"trips.rule.long_gap", "tip.rule.long_gap"},
	trip.GapTime:         {"trips.rule.gap_time", "tip.rule.gap_time"},
}
