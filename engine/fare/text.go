// SPDX-License-Identifier: MIT

package fare

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// VND returns an amount in dong as "26,967".
func VND(amount int64) string {
	text := strconv.FormatInt(amount, 10)
	sign := ""
	if amount < 0 {
		sign, text = "-", text[1:]
	}
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return sign + text
}

// km returns metres as kilometres with three decimals.
func km(metres int64) string { return fmt.Sprintf("%d.%03d km", metres/1000, metres%1000) }

// clock returns seconds as "1:02:03".
func clock(s int64) string { return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60) }

// Amounts returns the quantity and the price of a line in English, such as "2.345 km" and
// "11,500 per km"; empty where the line has none.
func (l *Line) Amounts() (quantity, price string) {
	switch l.Unit {
	case Metres:
		quantity, price = km(l.Quantity), VND(l.Price)+" per km"
		if l.Kind == KindOpening {
			price = VND(l.Price)
		} else if l.Kind == KindIncluded {
			price = "0"
		}
	case Seconds:
		quantity, price = clock(l.Quantity), VND(l.Price)+" per minute"
	case Days:
		quantity, price = fmt.Sprintf("%d days", l.Quantity), VND(l.Price)+" per day"
	case Pieces:
		quantity, price = fmt.Sprintf("%d ×", l.Quantity), VND(l.Price)
	case Percent:
		quantity, price = fmt.Sprintf("%d %%", l.Quantity), "of "+VND(l.Price)
	}
	return quantity, price
}

// Title returns what a line charges, in English.
func (l *Line) Title() string {
	switch l.Kind {
	case KindOpening:
		return "Opening charge"
	case KindDays:
		return "Days"
	case KindIncluded:
		return "Included distance"
	case KindDistance:
		return "Distance"
	case KindWaiting:
		return "Waiting"
	case KindNightPercent, KindNightKm:
		return "Night"
	case KindMinimum:
		return "Minimum fare"
	case KindVAT:
		return "VAT"
	case KindRounding:
		return "Rounding"
	}
	return l.Name
}

// Basis returns in English what a line rests on.
func (l *Line) Basis() string {
	var parts []string
	say := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	switch l.Kind {
	case KindOpening:
		say("includes the first %s", km(l.To))
	case KindIncluded:
		say("the days include %s", km(l.To))
	case KindDistance:
		switch {
		case l.Price == 0 && l.To == 0:
			say("the tariff has no price for it")
		case l.To == 0:
			say("beyond %s", km(l.From))
		default:
			say("from %s to %s", km(l.From), km(l.To))
		}
	case KindWaiting:
		where := "in stops"
		if l.Below > 0 {
			where = fmt.Sprintf("below %d km/h", l.Below)
		}
		say("%s %s, %s of it free", clock(l.Whole), where, clock(l.Free))
	case KindNightPercent, KindNightKm:
		say("%s from %s to %s", km(l.AtNight), Clock(l.From), Clock(l.To))
	case KindZone:
		say("the trip %s there", l.When)
	case KindStops:
		say("%d stops on the way, %d of them free", l.Whole, l.Free)
	case KindMinimum:
		say("raised to %s", VND(l.Price))
	case KindHand:
		say("by hand")
	case KindRounding:
		say("to %s", VND(l.Price))
	}
	switch {
	case l.NoUnits:
		say("the map has no borders, so this cannot be judged")
	case l.NoTimes:
		say("the recording has no times")
	case l.Missing > 0:
		say("%s have no times and are not judged", km(l.Missing))
	}
	return strings.Join(parts, "; ")
}

// Text returns what a distance is, in English.
func (d *Distance) Text() string {
	text := [...]string{
		Measured: "measured on roads", Doubtful: "on roads, low confidence", Inferred: "inferred without points", OffRoad: "off the roads, straight",
		Unknown: "not known, straight",
	}[d.Class]
	if d.Cause != "" && d.Class != OffRoad {
		text += " (" + strings.ReplaceAll(string(d.Cause), "_", " ") + ")"
	}
	return text
}

// span returns the time span of a sheet in a location, "" without times.
func (s *Sheet) span(location *time.Location) string {
	if s.Start.IsZero() {
		return ""
	}
	return s.Start.In(location).Format("2006-01-02 15:04:05") + " to " + s.End.In(location).Format("2006-01-02 15:04:05")
}

// Text returns the sheet in English, with times of a location.
func (s *Sheet) Text(location *time.Location) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", s.Tariff)
	for _, line := range []string{s.Note, s.span(location)} {
		if line != "" {
			fmt.Fprintf(&b, "%s\n", line)
		}
	}
	for i := range s.Distances {
		d := &s.Distances[i]
		charged := "not charged"
		if d.Charged {
			charged = "charged"
		}
		fmt.Fprintf(&b, "%14s  %s, %s\n", km(d.Metres), d.Text(), charged)
	}
	if s.LeftOut > 0 {
		fmt.Fprintf(&b, "%14d  recorded points left out\n", s.LeftOut)
	}
	for i := range s.Lines {
		l := &s.Lines[i]
		quantity, price := l.Amounts()
		fmt.Fprintf(&b, "%14s  %s", VND(l.Amount), l.Title())
		if quantity != "" {
			fmt.Fprintf(&b, ": %s, %s", quantity, price)
		}
		if basis := l.Basis(); basis != "" {
			fmt.Fprintf(&b, " (%s)", basis)
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "%14s  Total (VND)\n", VND(s.Total))
	if s.VATPercent > 0 {
		fmt.Fprintf(&b, "%14s  of it VAT, %d %%\n", VND(s.VATAmount), s.VATPercent)
	}
	return b.String()
}
