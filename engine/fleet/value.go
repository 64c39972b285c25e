// SPDX-License-Identifier: MIT

package fleet

import (
	"errors"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"roadsnap/engine/trace"
)

// The years that a time may have. Others are typing errors, or another calendar.
const firstYear, lastYear = 1900, 2200

// MaxNorm is the highest norm that a vehicle may have (litres per 100 km).
const MaxNorm = 1000

// vietnam is one zone, so that equal times are equal values.
var vietnam = trace.VietnamTime()

var (
	dayFirst = regexp.MustCompile(`^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:,?\s+(.+))?$`)
	isoDate  = regexp.MustCompile(`^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T\s]\s*(.+))?$`)
	ofDay    = regexp.MustCompile(`^(\d{1,2})[:h](\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s*(Z|[+-]\d{2}:\d{2})?$`)
	ofHour   = regexp.MustCompile(`^(\d{1,2})h$`)
)

var errNoDate = errors.New("not a date")

// ParseTime reads a time as Read does: a date with the day or the year first, with or without
// a time of day, in Vietnam's zone unless another is given. A date as the end includes its day.
// An empty text is the zero time. ok is false if it is no time.
func ParseTime(s string, end bool) (t time.Time, ok bool) {
	return readTime(clean(s), end, nil)
}

// readTime is ParseTime for a clean text. serial is that of parseTime.
func readTime(s string, end bool, serial func(float64) time.Time) (t time.Time, ok bool) {
	if s == "" {
		return t, true
	}
	t, whole, err := parseTime(s, serial)
	if err != nil {
		return time.Time{}, false
	}
	if whole && end {
		t = t.AddDate(0, 0, 1)
	}
	return t, true
}

// parseTime reads a date, with or without a time of day, with the day or the year first, or
// a day number of a spreadsheet. Times without a zone are those of Vietnam. whole means that
// it has no time of day.
func parseTime(s string, serial func(float64) time.Time) (t time.Time, whole bool, err error) {
	if x, err := strconv.ParseFloat(s, 64); err == nil {
		if serial == nil || !(x >= 1 && x < 200_000) {
			return t, false, errNoDate
		}
		t = serial(x)
		return t, x == math.Trunc(x), checkYear(t)
	}
	var year, month, day int
	var clock string
	if m := dayFirst.FindStringSubmatch(s); m != nil {
		day, month, year, clock = number(m[1]), number(m[2]), number(m[3]), m[4]
	} else if m := isoDate.FindStringSubmatch(s); m != nil {
		year, month, day, clock = number(m[1]), number(m[2]), number(m[3]), m[4]
	} else {
		return t, false, errNoDate
	}
	hour, minute, second, nano, zone := 0, 0, 0, 0, vietnam
	if clock != "" {
		m := ofDay.FindStringSubmatch(clock)
		if m == nil {
			if m = ofHour.FindStringSubmatch(clock); m == nil {
				return t, false, errNoDate
			}
			m = append(m, "", "", "", "")
		}
		hour, minute, second = number(m[1]), number(m[2]), number(m[3])
		nano = number((m[4] + "000000000")[:9])
		if zone, err = zoneOf(m[5]); err != nil {
			return t, false, err
		}
	}
	t = time.Date(year, time.Month(month), day, hour, minute, second, nano, zone)
	if t.Day() != day || int(t.Month()) != month || t.Hour() != hour || minute > 59 || second > 59 {
		return t, false, errNoDate
	}
	return t.In(vietnam), clock == "", checkYear(t)
}

// zoneOf returns the zone of an offset, that of Vietnam for none.
func zoneOf(offset string) (*time.Location, error) {
	switch offset {
	case "":
		return vietnam, nil
	case "Z":
		return time.UTC, nil
	}
	hours, minutes := number(offset[1:3]), number(offset[4:])
	if hours > 14 || minutes > 59 {
		return nil, errNoDate
	}
	seconds := hours*3600 + minutes*60
	if offset[0] == '-' {
		seconds = -seconds
	}
	return time.FixedZone("", seconds), nil
}

func checkYear(t time.Time) error {
	if year := t.In(vietnam).Year(); year < firstYear || year > lastYear {
		return errNoDate
	}
	return nil
}

// number returns the value of digits, 0 for none.
func number(digits string) int {
	n, _ := strconv.Atoi(digits) // too long for no pattern above
	return n
}

// serials returns the function that reads the day numbers of a spreadsheet, which are dates
// in Vietnam. They count from the end of 1899, or from the beginning of 1904 in old files
// from Macintosh.
func serials(from1904 bool) func(float64) time.Time {
	first := time.Date(1899, 12, 30, 0, 0, 0, 0, vietnam)
	if from1904 {
		first = time.Date(1904, 1, 1, 0, 0, 0, 0, vietnam)
	}
	return func(x float64) time.Time {
		days, rest := math.Modf(x)
		const secondsPerDay = 24 * 60 * 60
		return first.AddDate(0, 0, int(days)).Add(time.Duration(math.Round(rest*secondsPerDay)) * time.Second)
	}
}

// formatTime is the reverse of parseTime: a date for the beginning of a day. A date as the
// end includes its day.
func formatTime(t time.Time, end bool) (string, error) {
	if t.IsZero() {
		return "", nil
	}
	t = t.In(vietnam)
	if err := checkYear(t); err != nil {
		return "", err
	}
	if t.Equal(time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, vietnam)) {
		if end {
			t = t.AddDate(0, 0, -1)
		}
		if checkYear(t) == nil {
			return t.Format(time.DateOnly), nil
		}
		t = t.AddDate(0, 0, 1)
	}
	return t.Format(time.RFC3339Nano), nil
}

var unitOfNorm = regexp.MustCompile(`(?i)\s*(l|lít|lit|litres)?\s*(/\s*100\s*km)?$`)

// parseNorm reads litres per 100 km, with a decimal point or comma and with or without the
// unit.
func parseNorm(s string) (float64, bool) {
	s = unitOfNorm.ReplaceAllString(s, "")
	x, err := strconv.ParseFloat(strings.Replace(s, ",", ".", 1), 64)
	return x + 0, err == nil && x >= 0 && x <= MaxNorm // −0 becomes 0
}

// text returns a cell that is text, also one that a spreadsheet keeps as a large number.
func text(cell string) string {
	if strings.ContainsAny(cell, "eE") && strings.Trim(cell, "0123456789.eE+") == "" {
		if x, err := strconv.ParseFloat(cell, 64); err == nil && x == math.Trunc(x) && x < 1e15 && strings.Contains(strings.ToUpper(cell), "E+") {
			return strconv.FormatFloat(x, 'f', -1, 64)
		}
	}
	return cell
}
