// SPDX-License-Identifier: MIT

package text

import (
	"strconv"
	"strings"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/internal/digits"
)

// Number formats x with a number of decimals: 1,234.5 in English, 1.234,5 in Vietnamese.
func (w Catalogue) Number(x float64, places int) string {
	return digits.Format(x, places, w.Language == "vi", "–") // no embedded font has the minus sign
}

// ReadNumber reads a number that is not negative, written as Number does or without
// separators of thousands. ok is false if it is none, as 0.5 in Vietnamese.
func (w Catalogue) ReadNumber(s string) (x float64, ok bool) {
	group, point := ",", "."
	if w.Language == "vi" {
		group, point = ".", ","
	}
	whole, fraction, hasFraction := strings.Cut(strings.TrimSpace(s), point)
	groups := strings.Split(whole, group)
	for i, digits := range groups {
		switch n := len(digits); {
		case !onlyDigits(digits), i > 0 && n != 3, i == 0 && len(groups) > 1 && n > 3:
			return 0, false
		}
	}
	if hasFraction && !onlyDigits(fraction) {
		return 0, false
	}
	x, err := strconv.ParseFloat(strings.Join(groups, "")+"."+fraction, 64)
	return x, err == nil // not for numbers that are too large
}

// onlyDigits reports whether s has at least one digit and nothing else.
func onlyDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// Count formats an integer.
func (w Catalogue) Count(n int) string { return w.Number(float64(n), 0) }

// Distance formats a distance: 850 m, 12.34 km, 123.4 km.
func (w Catalogue) Distance(metres float64) string {
	switch {
	case metres < 999.5: // rounds to less than 1000
		return w.Number(metres, 0) + " m"
	case metres < 100_000:
		return w.Number(metres/1000, 2) + " km"
	default:
		return w.Number(metres/1000, 1) + " km"
	}
}

// Bytes formats a file size.
func (w Catalogue) Bytes(n int64) string {
	switch {
	case n >= 1<<30:
		return w.Number(float64(n)/(1<<30), 1) + " GB"
	case n >= 1<<20:
		return w.Number(float64(n)/(1<<20), 1) + " MB"
	case n >= 1<<10:
		return w.Number(float64(n)/(1<<10), 0) + " KB"
	default:
		return w.Count(int(n)) + " B"
	}
}

// AboutBytes formats an estimate of a number of bytes, without decimals below 1 GB: 315 MB.
func (w Catalogue) AboutBytes(n int64) string {
	if n >= 1<<30 || n < 1<<20 {
		return w.Bytes(n)
	}
	return w.Number(float64(n)/(1<<20), 0) + " MB"
}

// Coordinates formats a point as latitude, longitude with 5 decimals (1 m). It writes a
// decimal point in every language, so that the text can be pasted into any map.
func Coordinates(p geo.Point) string {
	return strconv.FormatFloat(p.Lat, 'f', 5, 64) + ", " + strconv.FormatFloat(p.Lon, 'f', 5, 64)
}

// Vietnam is the time zone of all displayed times: +07:00 all year.
var Vietnam = time.FixedZone("+07", 7*60*60)

// Moment formats a time with date and zone: day before month in Vietnamese, ISO date in
// English. It returns "–" for the zero time.
func (w Catalogue) Moment(t time.Time) string {
	if t.IsZero() {
		return "–"
	}
	if w.Language == "vi" {
		return t.In(Vietnam).Format("15:04:05 02/01/2006 -07")
	}
	return t.In(Vietnam).Format("2006-01-02 15:04:05 -07")
}

// Clock formats the time of day.
func (w Catalogue) Clock(t time.Time) string { return t.In(Vietnam).Format(time.TimeOnly) }

// Day formats a date: day before month in Vietnamese, ISO date in English.
func (w Catalogue) Day(t time.Time) string {
	if w.Language == "vi" {
		return t.Format("02/01/2006")
	}
	return t.Format(time.DateOnly)
}

// OnDay writes a time of day, or several, with the date of t: the date first in English.
func (w Catalogue) OnDay(clock string, t time.Time) string {
	day := w.Day(t.In(Vietnam))
	if w.Language == "vi" {
		return clock + " " + day
	}
	return day + " " + clock
}

// Duration formats a duration, rounded to a second or a minute: 45 s, 12 min, 3 h 05 min.
func (w Catalogue) Duration(d time.Duration) string {
	if d = d.Round(time.Second); d < time.Minute {
		return w.T("duration.seconds", "s", int(d.Seconds()))
	}
	if d = d.Round(time.Minute); d < time.Hour {
		return w.T("duration.minutes", "m", int(d.Minutes()))
	}
	return w.T("duration.hours", "h", int(d.Hours()), "m", strconv.Itoa(100 + int(d.Minutes())%60)[1:])
}

// Area formats an area: 850 m², 1.25 ha, 12.50 km².
func (w Catalogue) Area(squareMetres float64) string {
	switch {
	case squareMetres < 10_000:
		return w.Number(squareMetres, 0) + " m²"
	case squareMetres < 1_000_000:
		return w.Number(squareMetres/10_000, 2) + " ha"
	default:
		return w.Number(squareMetres/1_000_000, 2) + " km²"
	}
}
