// SPDX-License-Identifier: MIT

package regulation

import (
	"slices"
	"time"
)

// Book is a table of rules. It is immutable.
type Book struct{ rules []Rule }

// Rules returns all rules in the order of the table.
func (b *Book) Rules() []Rule { return slices.Clone(b.rules) }

// Rule returns the rule with an ID, nil if there is none.
func (b *Book) Rule(id string) *Rule {
	for i := range b.rules {
		if b.rules[i].ID == id {
			return &b.rules[i]
		}
	}
	return nil
}

// DayOf returns the day of a moment in Vietnam, as rules compare it: midnight in UTC.
func DayOf(at time.Time) time.Time {
	year, month, day := at.In(vietnam).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

// vietnam has had no daylight saving time since 1975.
var vietnam = time.FixedZone("+07", 7*3600)

// on returns the first rule of a topic for a kind of transport on a day; those that name the
// kind come before those for all. It returns nil if there is none.
func (b *Book) on(day time.Time, topic Topic, t Transport) (found *Rule) {
	for i := range b.rules {
		r := &b.rules[i]
		if r.Topic != topic || !r.InForce(day) {
			continue
		}
		if slices.Contains(r.Transports, t) {
			return r
		}
		if len(r.Transports) == 0 && found == nil {
			found = r
		}
	}
	return found
}

// Hours are the rules of driving hours on a day. Each is nil if there is none.
type Hours struct{ Continuous, Day, Week, Rest *Rule }

// HoursOn returns the rules of driving hours for a kind of transport on a day. Private
// transport has none; an unknown kind has those for all.
func (b *Book) HoursOn(day time.Time, t Transport) (h Hours) {
	if t == Private {
		return h
	}
	return Hours{b.on(day, Continuous, t), b.on(day, Day, t), b.on(day, Week, t), b.on(day, Rest, t)}
}

// Limit returns the rule with the speed limit of a road without a sign. What is unknown
// (category, area or road) does not restrict the choice: of the rules that may apply, it
// returns that with the highest limit. certain is false if another one has a lower limit. It
// returns nil if the table has none for the day.
func (b *Book) Limit(day time.Time, c Category, area Area, road Carriageway) (rule *Rule, certain bool) {
	certain = true
	for i := range b.rules {
		r := &b.rules[i]
		if r.Topic != Speed || !r.InForce(day) || !mayApply(r, c, area, road) {
			continue
		}
		switch {
		case rule == nil:
			rule = r
		case r.Value != rule.Value:
			certain = false
			if r.Value > rule.Value {
				rule = r
			}
		}
	}
	return rule, certain
}

// mayApply reports whether a rule of speed applies, or would if what is unknown were so. The
// rule of expressways applies to them only, and that of mopeds to all their other roads.
func mayApply(r *Rule, c Category, area Area, road Carriageway) bool {
	if (r.Area == Expressway) != (area == Expressway) {
		return false
	}
	if (r.Category == Moped) != (c == Moped) && area != Expressway {
		return false
	}
	return agrees(r.Category, c) && agrees(r.Area, area) && agrees(r.Road, road)
}

// agrees reports whether a condition of a rule holds; an unknown value may.
func agrees[T ~string](condition, value T) bool {
	return condition == "" || value == "" || condition == value
}

// Bands returns the rules with the bands of an excess on a day, in the order of the table.
func (b *Book) Bands(day time.Time) (list []*Rule) {
	for i := range b.rules {
		if r := &b.rules[i]; r.Topic == Excess && r.InForce(day) {
			list = append(list, r)
		}
	}
	return list
}

// Lightest returns the most seats besides the driver's and the largest payload (kg) of a Light
// vehicle on a day; ok is false if the table does not say.
func (b *Book) Lightest(day time.Time) (seats int, payload float64, ok bool) {
	s, p := b.on(day, LightSeats, UnknownTransport), b.on(day, LightPayload, UnknownTransport)
	if s == nil || p == nil {
		return 0, 0, false
	}
	return int(s.Value), p.Value, true
}
