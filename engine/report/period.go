// SPDX-License-Identifier: MIT

package report

import "time"

// vietnam has had no daylight saving time since 1975.
var vietnam = time.FixedZone("+07", 7*3600)

// Period is a time from a moment to the one at which it ends, which does not belong to it.
type Period struct{ From, To time.Time }

// Days returns the period from the first day to the last one, both included, in Vietnam.
func Days(first, last time.Time) Period {
	return Period{dayOf(first), dayOf(last).AddDate(0, 0, 1)}
}

// Recent names days that depend on the day on which a report is made.
type Recent string

// The days.
const (
	ThisMonth Recent = "this_month"
	LastMonth Recent = "last_month"
	ThisWeek  Recent = "this_week"
	LastWeek  Recent = "last_week"
	Yesterday Recent = "yesterday"
)

// Period returns the days of a report that is made at a time, for an unknown name those of the
// month.
func (r Recent) Period(now time.Time) Period {
	month, monday, day := monthOf(now), weekOf(now), dayOf(now)
	switch r {
	case LastMonth:
		return Period{month.AddDate(0, -1, 0), month}
	case ThisWeek:
		return Period{monday, monday.AddDate(0, 0, 7)}
	case LastWeek:
		return Period{monday.AddDate(0, 0, -7), monday}
	case Yesterday:
		return Period{day.AddDate(0, 0, -1), day}
	default:
		return Period{month, month.AddDate(0, 1, 0)}
	}
}

// Has reports whether a moment belongs to the period.
func (p Period) Has(at time.Time) bool { return !at.Before(p.From) && at.Before(p.To) }

// Last returns the last day of the period.
func (p Period) Last() time.Time { return dayOf(p.To.Add(-time.Nanosecond)) }

// Length returns the number of days.
func (p Period) Length() int { return int(p.To.Sub(p.From).Round(24*time.Hour) / (24 * time.Hour)) }

// Around returns the period with what driving hours at its ends depend on: the days since
// Monday before it, one day more for a drive over midnight, and the rest of the last week.
func (p Period) Around() Period {
	return Period{weekOf(p.From).AddDate(0, 0, -1), weekOf(p.Last()).AddDate(0, 0, 7)}
}

// dayOf returns the beginning of the day of a moment in Vietnam.
func dayOf(at time.Time) time.Time {
	year, month, day := at.In(vietnam).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, vietnam)
}

// weekOf returns the Monday of the week of a moment.
func weekOf(at time.Time) time.Time {
	day := dayOf(at)
	return day.AddDate(0, 0, -(int(day.Weekday())+6)%7)
}

// monthOf returns the first day of the month of a moment.
func monthOf(at time.Time) time.Time {
	day := dayOf(at)
	return day.AddDate(0, 0, 1-day.Day())
}

// eachDay calls fn with the parts of a time that lie on different days.
func eachDay(from, to time.Time, fn func(day, from, to time.Time)) {
	for from.Before(to) {
		day := dayOf(from)
		end := day.AddDate(0, 0, 1)
		if end.After(to) {
			end = to
		}
		fn(day, from, end)
		from = end
	}
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}
