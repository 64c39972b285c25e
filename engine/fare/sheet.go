// SPDX-License-Identifier: MIT

package fare

import (
	"fmt"
	"time"

	"roadsnap/engine/match"
)

// Sheet is the fare of a usage, itemised. The amounts of its lines add up to its total.
type Sheet struct {
	Tariff     string
	Note       string // of the tariff
	Start, End time.Time
	Trips      int
	Distances  []Distance // what was driven, by class and cause
	LeftOut    int        // recorded points that no distance counts
	Lines      []Line
	Total      int64 // dong
	// VATPercent is the tax that Total contains, without the lines by hand, and VATAmount how
	// much that is (dong). They are 0 if the tariff does not include the tax in its prices.
	VATPercent, VATAmount int64
}

// Distance is how far a usage went in one class.
type Distance struct {
	Class   Class
	Cause   match.GapCause // of inferred and excluded parts, else ""
	Metres  int64
	Charged bool
}

// Kind says what a line charges.
type Kind string

// The kinds of lines, in their order in a sheet.
const (
	KindOpening      Kind = "opening"
	KindDays         Kind = "days"
	KindIncluded     Kind = "included" // metres that the days include
	KindDistance     Kind = "distance"
	KindWaiting      Kind = "waiting"
	KindNightPercent Kind = "night_percent"
	KindNightKm      Kind = "night_km"
	KindZone         Kind = "zone"
	KindSurcharge    Kind = "surcharge"
	KindStops        Kind = "stops"
	KindMinimum      Kind = "minimum"
	KindVAT          Kind = "vat"
	KindHand         Kind = "by_hand"
	KindRounding     Kind = "rounding"
)

// Unit is the unit of a quantity.
type Unit string

// The units.
const (
	Metres  Unit = "m"
	Seconds Unit = "s"
	Days    Unit = "days"
	Pieces  Unit = "times"
	Percent Unit = "percent"
	NoUnit  Unit = ""
)

// Line is an item of a sheet.
type Line struct {
	Kind Kind
	Name string // of a zone, a surcharge or a line by hand
	// Quantity is in Unit. Price is in dong for each of it, or for each kilometre (Metres) or
	// minute (Seconds). For Percent it is what the percentage is of.
	Quantity int64
	Unit     Unit
	Price    int64
	// Amount is in dong. It is rounded so that the amounts of a sheet add up to its total, and
	// may differ by one dong from quantity times price.
	Amount int64

	From, To int64 // of a band, To 0: without end (metres); of the night (minutes from midnight)
	// Whole is what was measured before anything free: seconds of waiting, or stops.
	Whole, Free int64
	Below       int64 // the speed of waiting (km/h), 0 for the time in stops
	AtNight     int64 // metres driven at night, of a percentage
	When        When  // of a zone
	// Missing are metres without times, which the line cannot judge. NoTimes means that no
	// part of the usage has times, NoUnits that the borders of a zone's units are not known.
	Missing          int64
	NoTimes, NoUnits bool
}

// Hand is a line that the user adds to one sheet, such as a toll.
type Hand struct {
	Name   string `json:"name"`
	Amount int64  `json:"amount"` // dong
}

// maxUsage bounds what one sheet prices (metres).
const maxUsage = 1e9

// Sheet prices a usage. The clock and the days are those of a location. The error wraps
// ErrTariff.
func (t *Tariff) Sheet(u Usage, hand []Hand, location *time.Location) (Sheet, error) {
	if err := t.Validate(); err != nil {
		return Sheet{}, err
	}
	for _, h := range hand {
		if h.Amount < 0 || h.Amount > maxAmount {
			return Sheet{}, fmt.Errorf("%w: %s costs %d; give 0 to %d", ErrTariff, h.Name, h.Amount, int64(maxAmount))
		}
	}
	if location == nil {
		location = time.UTC
	}
	b := builder{tariff: t, usage: u, location: location}
	b.sheet = Sheet{Tariff: t.Name, Note: t.Note, Trips: len(u)}
	for i := range u {
		d := &u[i]
		b.sheet.LeftOut += d.LeftOut
		if b.sheet.Start.IsZero() || !d.Start.IsZero() && d.Start.Before(b.sheet.Start) {
			b.sheet.Start = d.Start
		}
		if d.End.After(b.sheet.End) {
			b.sheet.End = d.End
		}
	}
	b.distances()
	b.distanceLines()
	b.waiting()
	b.night()
	b.zones()
	b.surCharges()
	b.finish(hand)
	if b.over {
		return Sheet{}, fmt.Errorf("%w: the fare is higher than 300 billion dong", ErrTariff)
	}
	return b.sheet, nil
}

// builder makes a sheet.
type builder struct {
	till
	tariff   *Tariff
	usage    Usage
	location *time.Location
	meter    meter
	opened   exact // the opening charge
	byBand   exact // the price of the kilometres at night
	amounts  []exact
	sheet    Sheet
}

// add adds a line with its exact amount.
func (b *builder) add(l Line, amount exact) {
	b.sheet.Lines = append(b.sheet.Lines, l)
	b.amounts = append(b.amounts, amount)
}

// Charges reports whether kilometres of a class cost anything.
func (t *Tariff) Charges(c Class) bool {
	if t.Charged == nil {
		return c == Measured || c == Doubtful || c == Inferred
	}
	for _, x := range t.Charged {
		if x == c {
			return true
		}
	}
	return false
}

// distances fills the table of what was driven.
func (b *builder) distances() {
	type key struct {
		class Class
		cause match.GapCause
	}
	sums := map[key]int64{}
	var keys [classes][]key
	for i := range b.usage {
		for _, p := range b.usage[i].Pieces {
			k := key{p.Class, p.Cause}
			if _, known := sums[k]; !known {
				keys[p.Class] = append(keys[p.Class], k)
			}
			sums[k] = b.plus(sums[k], p.Metres)
		}
	}
	for c, list := range keys {
		for _, k := range list {
			if sums[k] > 0 || k.class == Measured {
				b.sheet.Distances = append(b.sheet.Distances, Distance{Class: k.class, Cause: k.cause, Metres: sums[k], Charged: b.tariff.Charges(Class(c))})
			}
			b.over = b.over || sums[k] > maxUsage
		}
	}
}

// Driven returns the metres of a class.
func (s *Sheet) Driven(c Class) (metres int64) {
	for _, d := range s.Distances {
		if d.Class == c {
			metres += d.Metres
		}
	}
	return metres
}

// Charged returns the metres that the sheet charges, with included ones.
func (s *Sheet) Charged() (metres int64) {
	for _, d := range s.Distances {
		if d.Charged {
			metres += d.Metres
		}
	}
	return metres
}

// surcharges adds the surcharges of the trip and of its stops.
func (b *builder) surCharges() {
	for _, s := range b.tariff.Surcharges {
		if !s.PerStop {
			b.add(Line{Kind: KindSurcharge, Name: s.Name, Quantity: 1, Unit: Pieces, Price: s.Amount}, b.times(s.Amount, perDong))
			continue
		}
		l := Line{Kind: KindStops, Name: s.Name, Unit: Pieces, Price: s.Amount, NoTimes: b.noTimes()}
		for i := range b.usage {
			for _, stop := range b.usage[i].Stops {
				if !stop.AtEnd {
					l.Whole++
				}
			}
		}
		l.Free = min(l.Whole, s.Free)
		l.Quantity = l.Whole - l.Free
		b.add(l, b.times(b.times(l.Quantity, s.Amount), perDong))
	}
}

// zones adds the charges of places.
func (b *builder) zones() {
	for i := range b.tariff.Zones {
		z := &b.tariff.Zones[i]
		l := Line{Kind: KindZone, Name: z.Name, When: z.When, Unit: Pieces, Price: z.Amount}
		for k := range b.usage {
			d := &b.usage[k]
			at := d.Passed
			switch z.When {
			case Begins:
				at = d.Begin
			case Ends:
				at = d.Finish
			}
			if at.touches(z) {
				l.Quantity++
			} else if d.lacksUnitsOf(z) {
				l.NoUnits = true
			}
		}
		if l.Quantity > 0 || l.NoUnits {
			b.add(l, b.times(b.times(l.Quantity, z.Amount), perDong))
		}
	}
}

// noTimes reports whether nothing of the usage has times.
func (b *builder) noTimes() bool { return b.sheet.Start.IsZero() }

// finish adds the lines that depend on the sum, and rounds.
func (b *builder) finish(hand []Hand) {
	t := b.tariff
	var sum exact
	for _, a := range b.amounts {
		sum = b.plus(sum, a)
	}
	if least := b.times(t.Minimum, perDong); least > sum {
		b.add(Line{Kind: KindMinimum, Price: t.Minimum}, least-sum)
		sum = least
	}
	if t.VAT.Percent > 0 && !t.VAT.Included {
		tax := b.percent(sum, t.VAT.Percent)
		b.add(Line{Kind: KindVAT, Quantity: t.VAT.Percent, Unit: Percent, Price: dong(sum)}, tax)
		sum = b.plus(sum, tax)
	}
	var byHand int64
	for _, h := range hand {
		b.add(Line{Kind: KindHand, Name: h.Name, Quantity: 1, Unit: Pieces, Price: h.Amount}, b.times(h.Amount, perDong))
		sum, byHand = b.plus(sum, b.times(h.Amount, perDong)), byHand+h.Amount
	}
	s := &b.sheet
	s.Total = t.Rounding.rounded(sum)
	var upTo exact
	for i, a := range b.amounts {
		s.Lines[i].Amount = dong(upTo+a) - dong(upTo)
		upTo += a
	}
	if off := s.Total - dong(sum); off != 0 {
		s.Lines = append(s.Lines, Line{Kind: KindRounding, Amount: off, Price: max(t.Rounding.Step, 1)})
	}
	if t.VAT.Percent > 0 && t.VAT.Included {
		s.VATPercent = t.VAT.Percent
		of := max(s.Total-byHand, 0)
		s.VATAmount = (2*of*t.VAT.Percent + 100 + t.VAT.Percent) / (2 * (100 + t.VAT.Percent))
	}
}
