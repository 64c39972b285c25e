package trace

import (
	"errors"
	"time"
)

// clock reads the times of one file and remembers what they tell about the
// order of day and month, which has to be the same for all of them.
type clock struct {
	location   *time.Location // of times that name no zone
	monthFirst bool           // the file writes the month before the day
	relative   bool           // there were numbers too small for a date

	dayFirstProof bool // a date was met that has the day first or names its order
	ambiguous     bool // a date was met that could be read either way
	plain         bool // a date was met whose form leaves no doubt: year first, or a number

	zones map[int]*time.Location // by seconds east of UTC: one for all times of a file
}

// What can be wrong with a time, beside being no time at all.
var (
	errNoTime      = errors.New("is not a time")
	errNoDate      = errors.New("has no date")
	errMixedDates  = errors.New("has the month before the day, other dates of the file the day before the month")
	errMixedForms  = errors.New("has the month before the day, in a file that writes some dates with the year first")
	errScientific  = errors.New("has lost its digits, as spreadsheets do to long numbers")
	errImpossible  = errors.New("is a day or an hour that does not exist")
	errUnknownZone = errors.New("names an unknown time zone")
)

// read returns the time that s says. It reports with flipped that dates read so
// far had the month first and have to be turned round.
func (k *clock) read(s string) (t time.Time, flipped bool, err error) {
	st, err := k.parseStamp(s)
	if err != nil {
		return time.Time{}, false, err
	}
	k.relative = k.relative || st.relative
	switch st.order {
	case orderPlain:
		k.plain = true
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
			// Which of the dates read so far are to be turned round is not
			// known any more.
			return time.Time{}, false, errMixedForms
		}
		k.monthFirst = true
	}
	return st.time, flipped, nil
}

// zone returns the zone that many seconds east of UTC.
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

// swapDayMonth returns t with day and month exchanged; t must be of one of the
// first twelve days of a month. A zero time stays.
func swapDayMonth(t time.Time) time.Time {
	if t.IsZero() {
		return t
	}
	y, m, d := t.Date()
	return time.Date(y, time.Month(d), int(m), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), t.Location())
}

// timeRemedy says what to do about a time that read refused.
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
