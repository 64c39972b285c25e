// SPDX-License-Identifier: MIT

package layer

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// Decimal is the mark of decimals of the numbers of a column.
type Decimal byte

// The decimal marks. The other mark groups thousands.
const (
	Point Decimal = '.'
	Comma Decimal = ','
)

// NumberOf parses a number with a decimal mark: "1234.5", "-1,234.5" or "1 234.5" with Point,
// "1.234,5" with Comma. Groups have three digits. A number that begins with 0 and another digit
// is a code, and ok is false; so is a number that is not finite.
func NumberOf(text string, mark Decimal) (x float64, ok bool) {
	text = strings.TrimSpace(text)
	text = strings.TrimSuffix(text, "%")
	sign := ""
	if rest, minus := strings.CutPrefix(strings.Replace(text, "\u2212", "-", 1), "-"); minus {
		sign, text = "-", rest
	}
	whole, decimals, _ := strings.Cut(text, string(rune(mark)))
	exponent := ""
	if mark == Point {
		if i := strings.IndexAny(decimals, "eE"); i >= 0 {
			decimals, exponent = decimals[:i], decimals[i:]
		} else if i := strings.IndexAny(whole, "eE"); i >= 0 && decimals == "" {
			whole, exponent = whole[:i], whole[i:]
		}
	}
	whole, ok = ungrouped(whole, mark)
	if !ok || !digits(decimals) || whole+decimals == "" {
		return 0, false
	}
	if len(whole) > 1 && whole[0] == '0' {
		return 0, false
	}
	x, err := strconv.ParseFloat(sign+whole+"."+decimals+exponent, 64)
	return x, err == nil && !math.IsInf(x, 0) && !math.IsNaN(x)
}

// ungrouped returns the digits of a whole number without the marks between its groups.
func ungrouped(s string, mark Decimal) (string, bool) {
	group := "."
	if mark == Point {
		group = ","
	}
	for _, space := range []string{"\u00a0", "\u202f", " "} {
		if strings.Contains(s, space) {
			group = space
		}
	}
	if !strings.Contains(s, group) {
		return s, digits(s)
	}
	parts := strings.Split(s, group)
	for i, p := range parts {
		if !digits(p) || i > 0 && len(p) != 3 || i == 0 && (p == "" || len(p) > 3) {
			return "", false
		}
	}
	return strings.Join(parts, ""), true
}

func digits(s string) bool { return strings.Trim(s, "0123456789") == "" }

// dateLayouts are the layouts of dates, of which Vietnam's have the day first.
var dateLayouts = []string{
	time.RFC3339, "2006-01-02 15:04:05", "2006-01-02T15:04:05", "2006-01-02 15:04", "2006-01-02", "2006/01/02",
	"2/1/2006 15:04:05", "2/1/2006 15:04", "2/1/2006", "2-1-2006", "2.1.2006",
}

// DateOf parses a date, with the day before the month unless the year comes first.
func DateOf(text string) (time.Time, bool) {
	text = strings.TrimSpace(text)
	if len(text) < len("1/1/2006") || len(text) > len("2006-01-02T15:04:05.000000000+07:00") {
		return time.Time{}, false
	}
	for _, layout := range dateLayouts {
		if t, err := time.Parse(layout, text); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// setKind finds the kind of the values of a column. Numbers with one mark and three digits
// behind it, "12.345", are thousands if other values prove that or if the table separates its
// cells by semicolons, as spreadsheets in Vietnam do; else decimals.
func (c *Column) setKind(semicolons bool) {
	points, commas, dates, some := true, true, true, false // whether all values fit, and there are some
	grouped, pointed := false, false                       // whether values have several points, or one
	for _, text := range c.Texts {
		if text == "" {
			continue
		}
		some = true
		if points {
			_, points = NumberOf(text, Point)
		}
		if commas {
			_, commas = NumberOf(text, Comma)
		}
		if dates && !points && !commas {
			_, dates = DateOf(text)
		}
		if !dates && !points && !commas {
			break
		}
		n := strings.Count(text, ".")
		grouped, pointed = grouped || n > 1, pointed || n > 0
	}
	mark := Point
	if !points || commas && pointed && (grouped || semicolons) {
		mark = Comma
	}
	switch {
	case !some:
	case mark == Point && points || mark == Comma && commas:
		c.Kind, c.Numbers = Number, make([]float64, len(c.Texts))
		for i, text := range c.Texts {
			c.Numbers[i] = math.NaN()
			if text != "" {
				c.Numbers[i], _ = NumberOf(text, mark)
			}
		}
	case dates && c.allDates():
		c.Kind, c.Dates = Date, make([]time.Time, len(c.Texts))
		for i, text := range c.Texts {
			c.Dates[i], _ = DateOf(text)
		}
	}
}

// allDates reports whether all values are dates.
func (c *Column) allDates() bool {
	for _, text := range c.Texts {
		if _, ok := DateOf(text); !ok && text != "" {
			return false
		}
	}
	return true
}
