// SPDX-License-Identifier: MIT

package match

import (
	"slices"
	"strings"
	"time"
)

// bannedAt reports whether a condition of OpenStreetMap, "no @ (Mo-Fr 06:00-09:00)",
// holds at a local time. It understands weekdays and hours, several of them, and several
// conditions. understood is false if it has anything else, such as public holidays.
func bannedAt(condition string, at time.Time) (banned, understood bool) {
	for _, clause := range clauses(condition) {
		_, when, found := strings.Cut(clause, "@")
		if !found {
			return false, false
		}
		when = strings.TrimSpace(when)
		when = strings.TrimSuffix(strings.TrimPrefix(when, "("), ")")
		for rule := range strings.SplitSeq(when, ";") {
			holds, ok := ruleHolds(strings.TrimSpace(rule), at)
			if !ok {
				return false, false
			}
			banned = banned || holds
		}
	}
	return banned, true
}

// clauses splits a condition at the semicolons outside parentheses.
func clauses(condition string) (list []string) {
	depth, from := 0, 0
	for i, r := range condition {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		case ';':
			if depth == 0 {
				list, from = append(list, condition[from:i]), i+1
			}
		}
	}
	return append(list, condition[from:])
}

var weekdays = []string{"Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"}

// ruleHolds evaluates one rule: weekdays, hours, or both.
func ruleHolds(rule string, at time.Time) (holds, understood bool) {
	fields := strings.Fields(strings.ReplaceAll(rule, ", ", ","))
	days, hours := "Mo-Su", "00:00-24:00"
	switch {
	case len(fields) == 1 && strings.Contains(fields[0], ":"):
		hours = fields[0]
	case len(fields) == 1:
		days = fields[0]
	case len(fields) == 2:
		days, hours = fields[0], fields[1]
	default:
		return false, false
	}
	const dayMinutes, hourMinutes, daysInWeek = 24 * 60, 60, 7
	today := int(at.Weekday())
	onDay, ok := dayIn(days, today)
	onDayBefore, _ := dayIn(days, (today+daysInWeek-1)%daysInWeek)
	if !ok {
		return false, false
	}
	now := at.Hour()*hourMinutes + at.Minute()
	for part := range strings.SplitSeq(hours, ",") {
		first, last, _ := strings.Cut(part, "-")
		from, okFrom := minuteOf(first)
		to, okTo := minuteOf(last)
		if !okFrom || !okTo {
			return false, false
		}
		if to <= from { // past midnight
			holds = holds || onDayBefore && now < to
			to = dayMinutes
		}
		holds = holds || onDay && now >= from && now < to
	}
	return holds, true
}

// dayIn reports whether a weekday is in a list such as "Mo-Fr,Su".
func dayIn(days string, day int) (in, understood bool) {
	for part := range strings.SplitSeq(days, ",") {
		first, last, isRange := strings.Cut(part, "-")
		if !isRange {
			last = first
		}
		from, to := slices.Index(weekdays, first), slices.Index(weekdays, last)
		if from < 0 || to < 0 {
			return false, false
		}
		if from <= to {
			in = in || day >= from && day <= to
		} else {
			in = in || day >= from || day <= to
		}
	}
	return in, true
}

// minuteOf parses a time of day such as "06:30" or "24:00".
func minuteOf(text string) (minute int, valid bool) {
	if text == "24:00" {
		return 24 * 60, true
	}
	t, err := time.Parse("15:04", text)
	return t.Hour()*60 + t.Minute(), err == nil
}
