// SPDX-License-Identifier: MIT

package trace

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"roadsnap/engine/match"
)

// time parses the time of the row, which may be in two columns.
func (t *rowReader) time(o *match.Observation) error {
	text, r := t.cell(roleTime), roleTime
	if date := dateOnly(t.cell(roleDate)); !missing(date) {
		if missing(text) {
			text, r = date, roleDate
		} else {
			text = joinDate(date, text)
		}
	} else if t.columns.at[roleDate].found && isTimeOfDay(text) { // of an unknown day
		t.c.note(NoteIgnoredValue, t.line(), quote(text))
		return nil
	}
	if missing(text) {
		return nil
	}
	wasRelative := t.c.clock.relative
	at, flipped, err := t.c.clock.read(text)
	if err == nil && t.columns.at[roleDate].found && t.c.clock.relative && !wasRelative {
		err, t.c.clock.relative = errNoTime, false // a table with dates does not count seconds
	}
	if err != nil {
		p := t.at(r)
		return t.c.fault(ErrValue, p.line, p.column, fmt.Sprintf("time %s %s", quote(text), err), timeRemedy(err))
	}
	if flipped {
		t.c.flipDates()
	}
	o.Time = at
	return nil
}

// isTimeOfDay reports whether s is a time of day without a date.
func isTimeOfDay(s string) bool {
	return strings.ContainsAny(s, ":hH") && !strings.ContainsAny(s, "/-")
}

// dateOnly removes the midnight that spreadsheets append to a date, and writes the number of a
// spreadsheet's day as a date.
func dateOnly(s string) string {
	s = strings.TrimSpace(s)
	if len(s) == 5 {
		if day, err := strconv.Atoi(s); err == nil && day >= firstSheetDay && day < lastSheetDay {
			return sheetTime(int64(day), "", time.UTC).Format(time.DateOnly)
		}
	}
	for _, midnight := range []string{" 00:00:00", " 0:00:00", " 0:00", " 00:00", "T00:00:00"} {
		if rest, ok := strings.CutSuffix(s, midnight); ok {
			return rest
		}
	}
	return s
}

// joinDate returns a date with the time of day in another cell, which may be a number: 71530 or
// a share of the day. A time that has a date itself is returned alone.
func joinDate(date, text string) string {
	text = strings.TrimSpace(text)
	if !isTimeOfDay(text) {
		of, ok := numberOfDay(text)
		if !ok {
			return text
		}
		text = of
	}
	return date + " " + text
}

// numberOfDay turns 71530 and 0.3023 into a time of day.
func numberOfDay(s string) (string, bool) {
	s = strings.Replace(s, ",", ".", 1)
	whole, decimals, _ := strings.Cut(s, ".")
	n, err := strconv.Atoi(whole)
	if err != nil || n < 0 || n > 235_959 || n/100%100 > 59 || n%100 > 59 {
		return "", false
	}
	if n == 0 && decimals != "" {
		return sheetTime(0, decimals, time.UTC).Format("15:04:05.000"), true
	}
	return fmt.Sprintf("%02d:%02d:%02d.%s", n/10000, n/100%100, n%100, decimals+"0"), true
}
