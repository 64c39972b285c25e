// SPDX-License-Identifier: MIT

package fares

import (
	"strings"
	"time"

	"roadsnap/engine/fare"
	"roadsnap/ui/text"
)

// Row is a row of a fare sheet as the user reads it.
type Row struct {
	Name   string
	Basis  string // what the row rests on, may be empty
	Amount string
	Total  bool
}

// The texts of classes, relations to zones and directions of rounding.
var (
	fareClassKeys = [...]string{
		fare.Measured: "fare.class.measured", fare.Doubtful: "fare.class.doubtful", fare.Inferred: "fare.class.inferred", fare.OffRoad: "fare.class.off_road", fare.Unknown: "fare.class.unknown",
	}
	whenKeys     = [...]string{fare.Begins: "fare.basis.begins", fare.Ends: "fare.basis.ends", fare.Passes: "fare.basis.passes"}
	roundingKeys = [...]string{fare.Nearest: "fare.rounding.nearest", fare.Up: "fare.rounding.up", fare.Down: "fare.rounding.down"}
)

// Money returns an amount in dong: 93.000 ₫.
func Money(words text.Catalogue, dong int64) string { return words.Number(float64(dong), 0) + " ₫" }

// kilometres3 returns metres as kilometres with all of their digits.
func kilometres3(words text.Catalogue, metres int64) string {
	return words.Number(float64(metres)/1000, 3) + " km"
}

// secondsText returns a time as 1:02:03.
func secondsText(words text.Catalogue, s int64) string {
	return words.Duration(time.Duration(s) * time.Second)
}

// DistanceRows returns the rows that say how far a sheet's trips went.
func DistanceRows(words text.Catalogue, s *fare.Sheet) (rows []Row) {
	t := words.T
	for i := range s.Distances {
		d := &s.Distances[i]
		basis := t("fare.not_charged")
		if d.Charged {
			basis = t("fare.charged")
		}
		if d.Cause != "" && d.Class != fare.OffRoad {
			basis = words.GapCause(d.Cause) + " · " + basis
		}
		rows = append(rows, Row{Name: t(fareClassKeys[d.Class]), Basis: basis, Amount: kilometres3(words, d.Metres)})
	}
	if s.LeftOut > 0 {
		rows = append(rows, Row{Name: t("fare.left_out"), Basis: t("fare.left_out.basis"), Amount: words.Count(s.LeftOut)})
	}
	return rows
}

// LineRows returns the rows of a sheet's lines, the total last.
func LineRows(words text.Catalogue, s *fare.Sheet) (rows []Row) {
	for i := range s.Lines {
		l := &s.Lines[i]
		parts := append(priceText(words, l), basisText(words, l)...)
		rows = append(rows, Row{Name: lineName(words, l), Basis: strings.Join(parts, " · "), Amount: Money(words, l.Amount)})
	}
	rows = append(rows, Row{Name: words.T("fare.total"), Amount: Money(words, s.Total), Total: true})
	if s.VATPercent > 0 {
		rows = append(rows, Row{Name: words.T("fare.vat_included", "n", words.Number(float64(s.VATPercent), 0)), Amount: Money(words, s.VATAmount)})
	}
	return rows
}

// lineName returns what a line charges.
func lineName(words text.Catalogue, l *fare.Line) string {
	if l.Name != "" {
		return l.Name
	}
	return words.T("fare.line." + string(l.Kind))
}

// priceText returns the quantity and the price of a line.
func priceText(words text.Catalogue, l *fare.Line) []string {
	t, money := words.T, func(n int64) string { return words.Number(float64(n), 0) }
	switch l.Unit {
	case fare.Metres:
		switch l.Kind {
		case fare.KindOpening, fare.KindIncluded:
			return []string{kilometres3(words, l.Quantity)}
		}
		return []string{t("fare.times_km", "n", kilometres3(words, l.Quantity), "price", money(l.Price))}
	case fare.Seconds:
		return []string{t("fare.times_minute", "n", secondsText(words, l.Quantity), "price", money(l.Price))}
	case fare.Days:
		return []string{t("fare.times_day", "n", money(l.Quantity), "price", money(l.Price))}
	case fare.Pieces:
		return []string{t("fare.times", "n", money(l.Quantity), "price", money(l.Price))}
	case fare.Percent:
		return []string{t("fare.percent_of", "n", money(l.Quantity), "of", money(l.Price))}
	}
	return nil
}

// basisText returns what a line rests on.
func basisText(words text.Catalogue, l *fare.Line) (parts []string) {
	t := words.T
	say := func(key string, args ...any) { parts = append(parts, t(key, args...)) }
	switch l.Kind {
	case fare.KindOpening, fare.KindIncluded:
		say("fare.basis.included", "km", kilometres3(words, l.To))
	case fare.KindDistance:
		switch {
		case l.Price == 0 && l.To == 0:
			say("fare.basis.no_price")
		case l.To == 0:
			say("fare.basis.beyond", "from", kilometres3(words, l.From))
		default:
			say("fare.basis.band", "from", kilometres3(words, l.From), "to", kilometres3(words, l.To))
		}
	case fare.KindWaiting:
		if l.Below > 0 {
			say("fare.basis.slow", "time", secondsText(words, l.Whole), "speed", words.Number(float64(l.Below), 0))
		} else if l.Whole > 0 {
			say("fare.basis.stops", "time", secondsText(words, l.Whole))
		}
		if l.Free > 0 {
			say("fare.basis.free", "time", secondsText(words, l.Free))
		}
	case fare.KindNightPercent, fare.KindNightKm:
		say("fare.basis.night", "km", kilometres3(words, l.AtNight), "from", fare.Clock(l.From).String(), "to", fare.Clock(l.To).String())
	case fare.KindZone:
		say(whenKeys[l.When])
	case fare.KindStops:
		say("fare.basis.count", "n", words.Number(float64(l.Whole), 0), "free", words.Number(float64(l.Free), 0))
	case fare.KindMinimum:
		say("fare.basis.minimum", "n", words.Number(float64(l.Price), 0))
	case fare.KindHand:
		say("fare.basis.by_hand")
	case fare.KindRounding:
		say("fare.basis.rounding", "n", words.Number(float64(l.Price), 0))
	}
	switch {
	case l.NoUnits:
		say("fare.basis.no_units")
	case l.NoTimes:
		say("fare.basis.no_times")
	case l.Missing > 0:
		say("fare.basis.missing", "km", kilometres3(words, l.Missing))
	}
	return parts
}

// SheetText returns a sheet as text, to copy.
func SheetText(words text.Catalogue, title string, s *fare.Sheet) string {
	var b strings.Builder
	line := func(parts ...string) {
		b.WriteString(strings.Join(parts, "\t"))
		b.WriteByte('\n')
	}
	line(words.T("fare.title") + ": " + title)
	line(s.Tariff)
	if s.Note != "" {
		line(s.Note)
	}
	if !s.Start.IsZero() {
		line(words.Moment(s.Start) + " – " + words.Moment(s.End))
	}
	for _, r := range append(DistanceRows(words, s), LineRows(words, s)...) {
		name := r.Name
		if r.Basis != "" {
			name += " (" + r.Basis + ")"
		}
		line(r.Amount, name)
	}
	return b.String()
}
