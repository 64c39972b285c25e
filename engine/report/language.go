// SPDX-License-Identifier: MIT

package report

import (
	"fmt"
	"strings"
	"time"

	"roadsnap/internal/digits"
)

// Language is the language of a document.
type Language uint8

// The languages.
const (
	Vietnamese Language = iota
	English
)

// ParseLanguage reads "vi" or "en".
func ParseLanguage(s string) (l Language, ok bool) {
	switch s {
	case "vi":
		return Vietnamese, true
	case "en":
		return English, true
	}
	return l, false
}

// String returns "vi" or "en".
func (l Language) String() string { return [...]string{"vi", "en"}[l] }

// T returns a text by its key, with {names} replaced by values.
func (l Language) T(key string, args ...any) string {
	both, ok := words[key]
	if !ok {
		return key
	}
	s := both[l]
	for i := 0; i+1 < len(args); i += 2 {
		s = strings.ReplaceAll(s, "{"+fmt.Sprint(args[i])+"}", fmt.Sprint(args[i+1]))
	}
	return s
}

// Number returns a number with so many decimals as the language writes it: 1.234,5 in
// Vietnamese and 1,234.5 in English.
func (l Language) Number(x float64, decimals int) string {
	return digits.Format(x, decimals, l != English, "-")
}

// Day returns a day: 31/12/2026 in Vietnamese and 31 Dec 2026 in English.
func (l Language) Day(at time.Time) string {
	if l == English {
		return at.In(vietnam).Format("2 Jan 2006")
	}
	return at.In(vietnam).Format("02/01/2006")
}

// Moment returns a day and the time of day to the second.
func (l Language) Moment(at time.Time) string {
	return l.Day(at) + " " + at.In(vietnam).Format("15:04:05")
}

// Length returns a duration as hours and minutes, "4:05", and seconds below an hour's, "4:05:30".
func (l Language) Length(d time.Duration) string {
	d = d.Round(time.Second)
	s := int(d / time.Second)
	if s%60 == 0 {
		return fmt.Sprintf("%d:%02d", s/3600, s/60%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}

// Cell returns the text of a cell, "" for a blank one.
func (l Language) Cell(c Cell) string {
	switch c.Kind {
	case Text:
		return c.Text
	case Number:
		return l.Number(c.Number, c.Decimals)
	case Percent:
		return l.Number(c.Number*100, c.Decimals) + " %"
	case Moment:
		return l.Moment(c.Time)
	case DayOnly:
		return l.Day(c.Time)
	case Length:
		return l.Length(time.Duration(c.Number) * time.Second)
	case Clock:
		clock := time.Time{}.Add(time.Duration(c.Number) * time.Second).Format("15:04")
		if days := c.DaysLater(); days > 0 {
			clock += fmt.Sprintf(" +%d", days)
		}
		return clock
	}
	return ""
}
