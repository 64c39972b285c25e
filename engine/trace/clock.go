// SPDX-License-Identifier: MIT

package trace

import (
	"errors"
	"time"
)

// clock parses the times of one file and tracks the order of day and month,
// which must be the same in all of them.
type clock struct {
	location   *time.Location // zone of times that name none
	monthFirst bool           // the file writes the month before the day
	given      bool           // the order of day and month is given
	relative   bool           // there were numbers too small for a date
	sheet      bool           // there were a spreadsheet's day numbers

	dayFirstProof bool // some date is valid only with the day first
	ambiguous     bool // some date is valid in either order
	plain         bool // some time is unambiguous in form: year first, named month, or a number
	plainDay      bool // one of these has a day that cannot be a month

	zones map[int]*time.Location // by seconds east of UTC, shared by all times of the file
}

// Errors of clock.read. Each completes the sentence "time … ".
var (
	errNoTime      = errors.New("is not a time")
	errNoDate      = errors.New("has no date")
	errMixedDates  = errors.New("has the month before the day, but other dates of the file have the day before the month")
	errMixedForms  = errors.New("has the month before the day, but other dates of the file have the year first")
	errScientific  = errors.New("is in scientific notation and has lost digits, as long numbers do in spreadsheets")
	errImpossible  = errors.New("is a day or an hour that does not exist")
	errUnknownZone = errors.New("names an unknown time zone")
)

// read parses s. If flipped is true, s proves that the dates read so far have
// the month first, and the caller must exchange their day and month.
func (k *clock) read(s string) (t time.Time, flipped bool, err error) {
	st, err := k.parseStamp(s)
	if err != nil {
		return time.Time{}, false, err
	}
	k.relative, k.sheet = k.relative || st.relative, k.sheet || st.sheet
	switch st.order {
	case orderPlain:
		k.plain, k.plainDay = true, k.plainDay || st.time.Day() > 12
	case orderEither:
		k.ambiguous = true
	case orderDayFirst:
		if k.monthFirst {
			return time.Time{}, false, errMixedDates
		}
		k.dayFirstProof = true
	case orderMonthFirst:
		if k.dayFirstProof {
			return time.Time{}, false, errMixedDates
		}
		if flipped = k.ambiguous && !k.monthFirst; flipped && k.plain {
			// The clock does not record which of the dates read so far were
			// ambiguous.
			return time.Time{}, false, errMixedForms
		}
		k.monthFirst = true
	}
	return st.time, flipped, nil
}

// zone returns the fixed zone at the given offset (seconds east of UTC).
func (k *clock) zone(seconds int) *time.Location {
	if seconds == 0 {
		return time.UTC
	}
	z, ok := k.zones[seconds]
	if !ok {
		if k.zones == nil {
			k.zones = map[int]*time.Location{}
		}
		z = time.FixedZone("", seconds)
		k.zones[seconds] = z
	}
	return z
}

// mangled reports whether a spreadsheet that expects the month first has read those of the dates
// with the day first that it could, and left the others as text: no date has a day up to 12 as
// written, and no other has a later one.
func (k *clock) mangled() bool {
	return k.plain && !k.plainDay && k.dayFirstProof && !k.ambiguous && !k.given
}

// swapDayMonth returns t with day and month exchanged. The day of t must be at
// most 12. A zero time is returned unchanged.
func swapDayMonth(t time.Time) time.Time {
	if t.IsZero() {
		return t
	}
	y, m, d := t.Date()
	return time.Date(y, time.Month(d), int(m), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), t.Location())
}

// timeRemedy returns the remedy for an error of clock.read.
func timeRemedy(err error) string {
	switch {
	case errors.Is(err, errMixedDates), errors.Is(err, errMixedForms):
		return "write all dates as year-month-day"
	case errors.Is(err, errNoDate):
		return "add a column named date"
	case errors.Is(err, errScientific):
		return "format the column as text or as a whole number and export again"
	}
	return "write times as 2024-12-31 07:15:00, 31/12/2024 07:15, or seconds since 1970"
}
