// SPDX-License-Identifier: MIT

package rows

import (
	"math"
	"strconv"
	"time"
)

// number parses a finite decimal number.
func number(text string) (float64, bool) {
	v, err := strconv.ParseFloat(text, 64)
	return v, err == nil && !math.IsInf(v, 0) && !math.IsNaN(v)
}

// timeOfNumber returns the time of a number of seconds, milliseconds, microseconds or
// nanoseconds since 1970: whichever gives a time after 1973 and before 5138.
func timeOfNumber(v float64) (time.Time, bool) {
	for _, unit := range []struct {
		limit float64
		per   float64
	}{{1e11, 1}, {1e14, 1e3}, {1e17, 1e6}, {9.2e18, 1e9}} {
		if math.Abs(v) < unit.limit {
			whole := math.Floor(v / unit.per)
			rest := (v - whole*unit.per) / unit.per
			return time.Unix(int64(whole), int64(math.Round(rest*1e9))).UTC(), true
		}
	}
	return time.Time{}, false
}

// timeOfWhole is timeOfNumber without the rounding of a float.
func timeOfWhole(v int64) time.Time {
	switch a := max(v, -v); {
	case a < 1e11:
		return time.Unix(v, 0).UTC()
	case a < 1e14:
		return time.UnixMilli(v).UTC()
	case a < 1e17:
		return time.UnixMicro(v).UTC()
	default:
		return time.Unix(v/1e9, v%1e9).UTC()
	}
}

// layouts are those of a time in a text. One without a zone is taken as UTC.
var layouts = []string{
	time.RFC3339Nano, "2006-01-02 15:04:05.999999999", "2006-01-02T15:04:05.999999999",
	"2006-01-02 15:04:05.999999999Z07:00", "2006-01-02 15:04:05.999999999Z07", "2006-01-02 15:04:05.999999999 MST",
	"2006-01-02T15:04:05.999999999Z0700", "2006-01-02 15:04:05.999999999Z0700", "2006-01-02",
}

// timeOfText parses a time, or a number as timeOfNumber has it.
func timeOfText(text string) (time.Time, bool) {
	if len(text) > 4 && text[4] == '-' { // it cannot be a whole number, and trying that is slow
		if t, ok := timeOfLayouts(text); ok {
			return t, true
		}
	}
	if v, err := strconv.ParseInt(text, 10, 64); err == nil {
		return timeOfWhole(v), v != math.MinInt64
	}
	if v, ok := number(text); ok {
		return timeOfNumber(v)
	}
	return timeOfLayouts(text)
}

// timeOfLayouts parses a time that is no number.
func timeOfLayouts(text string) (time.Time, bool) {
	for _, layout := range layouts {
		if t, err := time.Parse(layout, text); err == nil {
			return t.UTC(), true
		}
	}
	return time.Time{}, false
}

// timeOfMicros returns the time of a number of microseconds since 1970.
func timeOfMicros(v int64) time.Time { return time.UnixMicro(v).UTC() }
