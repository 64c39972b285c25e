package trace

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// Numbers count from 1970 in the unit that puts them nearest to our time:
// seconds from 1973 to 5138, milliseconds, microseconds, nanoseconds.
const (
	leastSeconds      = 1e8
	leastMilliseconds = 1e11
	leastMicroseconds = 1e14
	leastNanoseconds  = 1e17
)

// A spreadsheet counts days from 30 December 1899; these are the days of 1982
// and 2119. Only a number with decimals is taken for one: times have decimals.
const (
	firstSheetDay = 30_000
	lastSheetDay  = 80_000
)

// parseEpoch reads a time that is a plain number.
func parseEpoch(s string, loc *time.Location) (stamp, error) {
	if strings.ContainsAny(s, "eE") {
		return stamp{}, errScientific
	}
	whole, decimals, hasDecimals := strings.Cut(strings.Replace(s, ",", ".", 1), ".")
	n, err := strconv.ParseInt(whole, 10, 64)
	if err != nil {
		return stamp{}, errNoTime
	}
	if !hasDecimals {
		if t, ok := compact(whole, loc); ok {
			return stamp{time: t}, nil
		}
	}
	switch size := math.Abs(float64(n)); {
	case size >= leastNanoseconds:
		return stamp{time: time.Unix(0, n).In(loc)}, nil
	case size >= leastMicroseconds:
		return stamp{time: time.UnixMicro(n).In(loc)}, nil
	case size >= leastMilliseconds:
		return stamp{time: time.UnixMilli(n).In(loc)}, nil
	case size >= leastSeconds:
		return stamp{time: time.Unix(n, fraction(decimals, n)).In(loc)}, nil
	case hasDecimals && n >= firstSheetDay && n < lastSheetDay:
		return stamp{time: sheetTime(n, decimals, loc)}, nil
	}
	return stamp{time: time.Unix(n, fraction(decimals, n)).In(loc), relative: true}, nil
}

// fraction returns the nanoseconds that decimals of a second say; they count
// away from zero, as the second n does.
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

// sheetTime returns the local time of a spreadsheet's day number, to the
// millisecond: its decimals hold no more.
func sheetTime(day int64, decimals string, loc *time.Location) time.Time {
	part, err := strconv.ParseFloat("0."+decimals, 64)
	if err != nil { // "45657."
		part = 0
	}
	ms := int(math.Round(part * 24 * 60 * 60 * 1000))
	return time.Date(1899, time.December, 30+int(day), 0, 0, 0, ms*1e6, loc)
}

// compact reads 20241231 and 20241231071530.
func compact(s string, loc *time.Location) (time.Time, bool) {
	var layout string
	switch len(s) {
	case 8:
		layout = "20060102"
	case 14:
		layout = "20060102150405"
	default:
		return time.Time{}, false
	}
	t, err := time.ParseInLocation(layout, s, loc)
	if err != nil || t.Year() < 1980 || t.Year() >= 2080 {
		return time.Time{}, false
	}
	return t, true
}
