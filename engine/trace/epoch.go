// SPDX-License-Identifier: MIT

package trace

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// Smallest numbers taken as a count since 1970 in each unit. Seconds range from
// 1973 to 5138; larger numbers are milliseconds, microseconds or nanoseconds.
const (
	leastSeconds      = 1e8
	leastMilliseconds = 1e11
	leastMicroseconds = 1e14
	leastNanoseconds  = 1e17
)

// Counts of .NET, of 100 ns since the year 1, from 1990 to 2070. They have no zone. As
// nanoseconds since 1970 they would be of 1989 and 1990.
const (
	firstTicks  = 627_667_488_000_000_000
	endTicks    = 652_913_568_000_000_000
	ticksOf1970 = 621_355_968_000_000_000
)

// Range of day numbers taken for a spreadsheet time: from 1982 to 2119.
// Spreadsheets count days from 30 December 1899. Only a number with decimals
// qualifies, because the decimals hold the time of day.
const (
	firstSheetDay = 30_000
	lastSheetDay  = 80_000
)

// parseEpoch parses a time that is a plain number.
func parseEpoch(s string, loc *time.Location) (stamp, error) {
	if strings.ContainsAny(s, "eE") {
		x, ok := parseNumber(s)
		if !ok || math.Abs(x) >= leastSeconds {
			return stamp{}, errScientific
		}
		return stamp{time: time.UnixMilli(int64(math.Round(x * 1000))).In(loc), relative: true}, nil
	}
	whole, decimals, hasDecimals := strings.Cut(strings.Replace(s, ",", ".", 1), ".")
	n, err := strconv.ParseInt(whole, 10, 64)
	if err != nil {
		return stamp{}, errNoTime
	}
	if !hasDecimals {
		if t, ok := compact(whole, loc); ok {
			return stamp{time: t, day: len(whole) == 8}, nil
		}
	}
	switch size := math.Abs(float64(n)); {
	case n >= firstTicks && n < endTicks:
		return stamp{time: wallClock(time.Unix(0, (n-ticksOf1970)*100).UTC(), loc)}, nil
	case size >= leastNanoseconds:
		return stamp{time: time.Unix(0, n).In(loc)}, nil
	case size >= leastMicroseconds:
		return stamp{time: time.UnixMicro(n).In(loc)}, nil
	case size >= leastMilliseconds:
		return stamp{time: time.UnixMilli(n).In(loc)}, nil
	case size >= leastSeconds:
		return stamp{time: time.Unix(n, fraction(decimals, n)).In(loc)}, nil
	case hasDecimals && n >= firstSheetDay && n < lastSheetDay:
		return stamp{time: sheetTime(n, decimals, loc), sheet: true}, nil
	}
	return stamp{time: time.Unix(n, fraction(decimals, n)).In(loc), relative: true}, nil
}

// wallClock returns the time at which a clock in zone loc shows what t shows.
func wallClock(t time.Time, loc *time.Location) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), loc)
}

// fraction returns the decimals of second n (nanoseconds), with the sign of n.
func fraction(decimals string, n int64) int64 {
	ns, unit := int64(0), int64(100_000_000)
	for i := 0; i < len(decimals) && unit > 0; i++ {
		ns += int64(decimals[i]-'0') * unit
		unit /= 10
	}
	if n < 0 {
		return -ns
	}
	return ns
}

// sheetTime returns the local time of a spreadsheet's day number. It rounds to
// the millisecond because the decimals are no more precise.
func sheetTime(day int64, decimals string, loc *time.Location) time.Time {
	part, err := strconv.ParseFloat("0."+decimals, 64)
	if err != nil { // "45657."
		part = 0
	}
	ms := int(math.Round(part * 24 * 60 * 60 * 1000))
	return time.Date(1899, time.December, 30+int(day), 0, 0, 0, ms*1e6, loc)
}

// compact parses "20241231", "31122024" and "20241231071530".
func compact(s string, loc *time.Location) (time.Time, bool) {
	if len(s) != 8 && len(s) != 14 {
		return time.Time{}, false
	}
	for _, layout := range []string{"20060102150405", "02012006150405"} {
		if t, err := time.ParseInLocation(layout[:len(s)], s, loc); err == nil && gpsYear(t.Year()) {
			return t, true
		}
	}
	return time.Time{}, false
}

// repairSheetDays reads the whole numbers among a spreadsheet's day numbers, which are midnights,
// as days as well. They were taken as seconds.
func (c *collector) repairSheetDays() {
	if !c.clock.sheet || !c.clock.relative {
		return
	}
	c.clock.relative = false
	for _, d := range c.drafts {
		for i := range d.obs {
			t := &d.obs[i].Time
			if n := t.Unix(); n >= firstSheetDay && n < lastSheetDay && t.Nanosecond() == 0 {
				*t = sheetTime(n, "", c.clock.location)
			} else if n >= 0 && n < leastSeconds {
				c.clock.relative = true
			}
		}
	}
}
