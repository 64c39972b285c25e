// SPDX-License-Identifier: MIT

package fare

import (
	"math/bits"
	"time"
)

// meter divides the charged metres of a usage among included ones and bands.
type meter struct {
	position int64 // charged metres so far
	ends     []int64
	metres   []int64 // opening, included by the days, bands, beyond the last one
	night    []int64 // those of metres at night
	untimed  int64   // of all, without times
}

// The parts of a meter before the bands.
const (
	partOpening = iota
	partIncluded
	partBands
)

// noEnd is the end of a band without end.
const noEnd = int64(1)<<62 - 1

func newMeter(t *Tariff, days int64) meter {
	m := meter{ends: []int64{t.Opening.Metres, t.Opening.Metres + days*t.Rental.Metres}}
	for _, band := range t.Bands {
		if band.UpTo == 0 {
			band.UpTo = noEnd
		}
		m.ends = append(m.ends, band.UpTo)
	}
	m.ends = append(m.ends, noEnd)
	m.metres, m.night = make([]int64, len(m.ends)), make([]int64, len(m.ends))
	return m
}

// drive goes on by some metres.
func (m *meter) drive(metres int64, night bool) {
	for part := 0; metres > 0; part++ {
		step := min(metres, m.ends[part]-m.position)
		if step <= 0 {
			continue
		}
		m.position, metres = m.position+step, metres-step
		m.metres[part] += step
		if night {
			m.night[part] += step
		}
	}
}

// distanceLines runs the meter and adds the opening, the days and the bands.
func (b *builder) distanceLines() {
	t := b.tariff
	days := b.days()
	b.meter = newMeter(t, days)
	m := &b.meter
	for i := range b.usage {
		for k := range b.usage[i].Pieces {
			p := &b.usage[i].Pieces[k]
			if !t.Charges(p.Class) || b.over {
				continue
			}
			if !p.timed() {
				m.untimed += p.Metres
				m.drive(p.Metres, false)
				continue
			}
			t.Night.divide(p, b.location, m.drive)
		}
	}
	if len(b.usage) == 0 {
		return
	}
	if t.Opening != (Opening{}) {
		b.opened = b.times(t.Opening.Amount, perDong)
		b.add(Line{Kind: KindOpening, Quantity: m.metres[partOpening], Unit: Metres, Price: t.Opening.Amount, To: t.Opening.Metres}, b.opened)
	}
	if t.Rental != (Rental{}) {
		b.add(Line{Kind: KindDays, Quantity: days, Unit: Days, Price: t.Rental.PerDay, NoTimes: b.noTimes()}, b.times(b.times(days, t.Rental.PerDay), perDong))
		if n := m.metres[partIncluded]; n > 0 {
			b.add(Line{Kind: KindIncluded, Quantity: n, Unit: Metres, To: days * t.Rental.Metres}, 0)
		}
	}
	from := m.ends[partIncluded]
	for i, n := range m.metres[partBands:] {
		l := Line{Kind: KindDistance, Quantity: n, Unit: Metres, From: from}
		if end := m.ends[partBands+i]; end != noEnd {
			l.To, from = end, max(from, end)
		}
		if i < len(t.Bands) {
			l.Price = t.Bands[i].PerKm
			b.byBand = b.plus(b.byBand, b.times(b.times(m.night[partBands+i], l.Price), perMetre))
		}
		if n > 0 {
			b.add(l, b.times(b.times(n, l.Price), perMetre))
		}
	}
}

// days returns the number of days, or of periods of 24 hours, in which the usage lies; one if
// nothing has times.
func (b *builder) days() int64 {
	if b.tariff.Rental == (Rental{}) {
		return 0
	}
	if b.noTimes() {
		return min(1, int64(len(b.usage)))
	}
	if b.tariff.Rental.Hours24 {
		const day = 24 * time.Hour
		return max(1, int64((b.sheet.End.Sub(b.sheet.Start)+day-1)/day))
	}
	seen := map[[3]int]bool{}
	for i := range b.usage {
		d := &b.usage[i]
		if d.Start.IsZero() {
			continue
		}
		for at := d.Start.In(b.location); ; {
			y, m, day := at.Date()
			seen[[3]int{y, int(m), day}] = true
			at = time.Date(y, m, day+1, 0, 0, 0, 0, b.location)
			if !at.Before(d.End) {
				break
			}
		}
	}
	return int64(len(seen))
}

// none reports whether no hour costs more.
func (n *Night) none() bool { return n.Percent == 0 && n.PerKm == 0 }

// at reports whether a moment is at night.
func (n *Night) at(t time.Time) bool {
	h, m, _ := t.Clock()
	now := Clock(60*h + m)
	if n.From < n.To {
		return n.From <= now && now < n.To
	}
	return n.From <= now || now < n.To
}

// next returns the first moment after t at which a night begins or ends.
func (n *Night) next(t time.Time) time.Time {
	y, m, d := t.Date()
	for {
		var first time.Time
		for _, c := range []Clock{n.From, n.To} {
			if at := time.Date(y, m, d, int(c)/60, int(c)%60, 0, 0, t.Location()); at.After(t) && (first.IsZero() || at.Before(first)) {
				first = at
			}
		}
		if !first.IsZero() {
			return first
		}
		d++
	}
}

// divide calls give with the metres of a timed piece, in order, by day and night.
func (n *Night) divide(p *Piece, location *time.Location, give func(metres int64, night bool)) {
	if n.none() {
		give(p.Metres, false)
		return
	}
	span, given := p.To.Sub(p.From), int64(0)
	for at := p.From.In(location); ; {
		next, upTo := n.next(at), p.Metres
		if next.Before(p.To) {
			upTo = share(p.Metres, next.Sub(p.From), span)
		}
		give(upTo-given, n.at(at))
		if given = upTo; !next.Before(p.To) {
			return
		}
		at = next
	}
}

// share returns the metres of a part of a span, rounded down.
func share(metres int64, part, span time.Duration) int64 {
	high, low := bits.Mul64(uint64(metres), uint64(part))
	quotient, _ := bits.Div64(high, low, uint64(span))
	return int64(quotient)
}
