// SPDX-License-Identifier: MIT

package trace

import (
	"strings"
	"time"
)

// stamp is a parsed time.
type stamp struct {
	time     time.Time
	order    dateOrder
	relative bool // a number too small to be a date
	sheet    bool // a spreadsheet's day number
	day      bool // without a time of day
}

// dateOrder is the evidence of a date about the order of day and month.
type dateOrder uint8

const (
	orderPlain      dateOrder = iota // the date has the year first, or names its month
	orderEither                      // valid in either order
	orderDayFirst                    // valid only with the day first
	orderMonthFirst                  // valid only with the month first
)

// parseStamp parses a date with a time of day, in either order and with or
// without a zone. It also parses a number of seconds, milliseconds, microseconds
// or nanoseconds since 1970, and a spreadsheet's day number.
func (k *clock) parseStamp(s string) (stamp, error) {
	s = strings.TrimSpace(s)
	if plainNumber(s) {
		return parseEpoch(s, k.location)
	}
	st, err := k.parseWritten(s)
	if err == nil || len(s) > maxStamp {
		return st, err
	}
	plain := withoutWords(s)
	if plainNumber(plain) {
		st, other := parseEpoch(plain, k.location)
		if other == nil && !st.relative {
			return st, nil
		}
		return stamp{}, err
	}
	if st, other := k.parseWritten(plain); other == nil {
		return st, nil
	}
	return stamp{}, err
}

// maxStamp is the length of the longest time in words (bytes).
const maxStamp = 100

func (k *clock) parseWritten(s string) (stamp, error) {
	p := stampParser{clock: k, text: s, zone: k.location}
	if err := p.run(); err != nil {
		return stamp{}, err
	}
	return p.result(k.monthFirst)
}

// plainNumber reports whether s is a number rather than a date with dots or
// dashes.
func plainNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	marks := 0
	for i := 0; i < len(s); i++ {
		switch b := s[i]; {
		case b == '.' || b == ',':
			marks++
		case (b == 'e' || b == 'E') && i > 0:
			return numeric(s)
		case !isDigit(b):
			return false
		}
	}
	return s != "" && marks < 2
}

// stampParser parses a written time.
type stampParser struct {
	clock *clock
	text  string
	at    int

	date      [3]int // numbers in the order written
	width     [3]int // number of digits of each
	numDate   int
	month     int // from its name; 0 if it has none
	hour, min int
	sec, nsec int
	hasClock  bool
	afternoon bool
	meridiem  bool
	zone      *time.Location
}

func (p *stampParser) run() error {
	for p.at < len(p.text) {
		switch b := p.text[p.at]; {
		case isDigit(b):
			if err := p.number(); err != nil {
				return err
			}
		case b == ' ' || b == ',' || b == '.' || b == '\t' || b == '/':
			p.at++
		case b == '+' || b == '-' && p.hasClock && p.hasDate():
			if err := p.offset(); err != nil {
				return err
			}
		case b == '-':
			p.at++
		case b == '(':
			p.at = len(p.text) // "(Indochina Time)", always last
		case strings.HasPrefix(p.text[p.at:], "\u00a0"), strings.HasPrefix(p.text[p.at:], "\u202f"):
			p.at += len(firstRune(p.text[p.at:])) // no-break spaces
		default:
			if err := p.word(); err != nil {
				return err
			}
		}
	}
	return nil
}

// hasDate reports whether the date is complete. A dash after it can only begin a
// zone.
func (p *stampParser) hasDate() bool {
	return p.numDate == 3 || p.numDate == 2 && p.month > 0
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

func firstRune(s string) string {
	for i := range s {
		if i > 0 {
			return s[:i]
		}
	}
	return s
}

// digits reads a run of at most nine digits; a longer one is an error.
func (p *stampParser) digits() (value, width int, err error) {
	start := p.at
	for p.at < len(p.text) && isDigit(p.text[p.at]) {
		value = value*10 + int(p.text[p.at]-'0')
		p.at++
		if p.at-start > 9 {
			return 0, 0, errNoTime
		}
	}
	return value, p.at - start, nil
}

func (p *stampParser) peek() byte {
	if p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

// number reads a token that begins with a digit: a time of day or a number of
// the date.
func (p *stampParser) number() error {
	value, width, err := p.digits()
	if err != nil {
		return err
	}
	switch next := p.peek(); {
	case next == ':' || (next == 'h' || next == 'H') && p.at+1 < len(p.text) && isDigit(p.text[p.at+1]):
		return p.timeOfDay(value)
	case width == 8 && p.numDate == 0: // 20241231
		p.date, p.width = [3]int{value / 10000, value / 100 % 100, value % 100}, [3]int{4, 2, 2}
		if !gpsYear(p.date[0]) { // 31122024
			p.date, p.width = [3]int{value / 1_000_000, value / 10000 % 100, value % 10000}, [3]int{2, 2, 4}
		}
		p.numDate = 3
		return nil
	case (width == 6 || width == 4) && p.numDate == 3 && p.month == 0 && !p.hasClock: // T071530
		if width == 4 {
			value *= 100
		}
		p.hour, p.min, p.sec, p.hasClock = value/10000, value/100%100, value%100, true
		return p.fraction()
	case p.numDate < 3:
		p.date[p.numDate], p.width[p.numDate] = value, width
		p.numDate++
		return nil
	}
	return errNoTime
}

// timeOfDay reads what follows the hour: ":15", ":15:30", ":15:30.5", "h15".
func (p *stampParser) timeOfDay(hour int) error {
	if p.hasClock {
		return errNoTime
	}
	p.hour, p.hasClock = hour, true
	p.at++ // the mark after the hour
	var err error
	var width int
	if p.min, width, err = p.digits(); err != nil || width == 0 {
		return errNoTime
	}
	if p.peek() != ':' {
		return nil
	}
	p.at++
	if p.sec, width, err = p.digits(); err != nil || width == 0 {
		return errNoTime
	}
	return p.fraction()
}

// fraction reads the decimals of a second, if there are any.
func (p *stampParser) fraction() error {
	if b := p.peek(); (b != '.' && b != ',') || p.at+1 >= len(p.text) || !isDigit(p.text[p.at+1]) {
		return nil
	}
	p.at++
	for unit := 100_000_000; p.at < len(p.text) && isDigit(p.text[p.at]); unit /= 10 {
		p.nsec += int(p.text[p.at]-'0') * unit
		p.at++
	}
	return nil
}

// offset reads a zone as an offset from UTC: "+07:00", "+0700", "+7".
func (p *stampParser) offset() error {
	sign := 1
	if p.text[p.at] == '-' {
		sign = -1
	}
	p.at++
	hours, width, err := p.digits()
	if err != nil || width == 0 || width > 4 {
		return errUnknownZone
	}
	minutes := 0
	switch {
	case width > 2:
		hours, minutes = hours/100, hours%100
	case p.peek() == ':':
		p.at++
		if minutes, width, err = p.digits(); err != nil || width != 2 {
			return errUnknownZone
		}
	}
	if hours > 15 || minutes > 59 {
		return errUnknownZone
	}
	p.zone = p.clock.zone(sign * (hours*60 + minutes) * 60)
	return nil
}

// months holds the first three letters of each month.
const months = "janfebmaraprmayjunjulaugsepoctnovdec"

const weekdays = "montuewedthufrisatsun"

// word reads the name of a month, a weekday, a zone, or a half of the day.
func (p *stampParser) word() error {
	start := p.at
	for p.at < len(p.text) && isLetter(p.text[p.at]) {
		p.at++
	}
	if p.at == start {
		return errNoTime
	}
	switch w := strings.ToLower(p.text[start:p.at]); w {
	case "t": // between date and time
	case "z", "utc", "gmt":
		p.zone = time.UTC
	case "ict":
		p.zone = p.clock.zone(7 * 60 * 60)
	case "am", "sa": // sáng
		p.meridiem = true
	case "pm", "ch": // chiều
		p.meridiem, p.afternoon = true, true
	default:
		if len(w) < 3 {
			return errNoTime
		}
		if i := strings.Index(months, w[:3]); i >= 0 && i%3 == 0 && p.month == 0 {
			p.month = i/3 + 1
			return nil
		}
		if i := strings.Index(weekdays, w[:3]); i >= 0 && i%3 == 0 {
			return nil
		}
		return errUnknownZone
	}
	return nil
}

func isLetter(b byte) bool { return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' }

// result returns the parsed time.
func (p *stampParser) result(monthFirst bool) (stamp, error) {
	year, month, day, order, err := p.calendar(monthFirst)
	if err != nil {
		return stamp{}, err
	}
	hour := p.hour
	if p.meridiem {
		if hour > 12 && !p.afternoon {
			return stamp{}, errImpossible
		}
		// Some programs write "15:30 PM".
		if hour <= 12 {
			hour %= 12
			if p.afternoon {
				hour += 12
			}
		}
	}
	// time.Date normalises a leap second and 24:00.
	if hour > 24 || hour == 24 && (p.min > 0 || p.sec > 0) || p.min > 59 || p.sec > 60 {
		return stamp{}, errImpossible
	}
	if month < 1 || month > 12 || day < 1 || day > daysIn(year, month) {
		return stamp{}, errImpossible
	}
	t := time.Date(year, time.Month(month), day, hour, p.min, p.sec, p.nsec, p.zone)
	return stamp{time: t, order: order, day: !p.hasClock}, nil
}

// calendar returns the date and its evidence about the order of day and month.
func (p *stampParser) calendar(monthFirst bool) (year, month, day int, order dateOrder, err error) {
	a, b, c := p.date[0], p.date[1], p.date[2]
	switch {
	case p.month > 0 && p.numDate == 2:
		day, year = a, fullYear(b, p.width[1])
		if p.width[0] == 4 { // 2024-Dec-31
			year, day = a, b
		}
		return year, p.month, day, orderPlain, nil
	case p.hasClock && p.month == 0 && p.numDate == 0:
		return 0, 0, 0, orderPlain, errNoDate
	case p.month > 0 || p.numDate != 3:
		return 0, 0, 0, orderPlain, errNoTime
	case p.width[0] >= 3 || a > 31: // 2024-12-31, 99-12-31
		return fullYear(a, p.width[0]), b, c, orderPlain, nil
	case a > 12 && b > 12:
		return 0, 0, 0, orderPlain, errImpossible
	case a > 12:
		order = orderDayFirst
	case b > 12:
		return fullYear(c, p.width[2]), a, b, orderMonthFirst, nil
	default:
		order = orderEither
	}
	if order == orderEither && monthFirst {
		a, b = b, a
	}
	return fullYear(c, p.width[2]), b, a, order, nil
}

// gpsYear reports whether a recording can be of year y, by the first GPS satellites.
func gpsYear(y int) bool { return y >= 1980 && y < 2080 }

// fullYear maps a two-digit year to 1980…2079, because satellite navigation began
// with the GPS epoch, 6 January 1980.
func fullYear(y, width int) int {
	switch {
	case width > 2:
		return y
	case y < 80:
		return 2000 + y
	}
	return 1900 + y
}

func daysIn(year, month int) int {
	return time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
}
