// SPDX-License-Identifier: MIT

package fare

import "time"

// waiting adds the charge of waiting.
func (b *builder) waiting() {
	w := b.tariff.Waiting
	if w.PerMinute == 0 {
		return
	}
	l := Line{Kind: KindWaiting, Unit: Seconds, Price: w.PerMinute, Below: w.Below, NoTimes: b.noTimes()}
	for i := range b.usage {
		d := &b.usage[i]
		for k := range d.Pieces {
			if p := &d.Pieces[k]; !p.timed() && p.Class != Unknown {
				l.Missing += p.Metres
			}
		}
		if w.Below > 0 {
			whole := seconds(w.slow(d))
			l.Whole += whole
			l.Quantity += max(0, whole-w.FreeSeconds)
			continue
		}
		var whole, charged int64
		for _, s := range d.Stops {
			if s.AtEnd && !w.AtEnds {
				continue
			}
			n := seconds(s.To.Sub(s.From))
			whole += n
			if w.FreePerStop {
				charged += max(0, n-w.FreeSeconds)
			}
		}
		if !w.FreePerStop {
			charged = max(0, whole-w.FreeSeconds)
		}
		l.Whole, l.Quantity = l.Whole+whole, l.Quantity+charged
	}
	l.Free = l.Whole - l.Quantity
	b.add(l, b.times(b.times(l.Quantity, l.Price), perSecond))
}

// seconds returns the whole seconds of a time.
func seconds(d time.Duration) int64 { return int64(max(d, 0) / time.Second) }

// slow returns the time of a drive below the speed.
func (w Waiting) slow(d *Drive) (sum time.Duration) {
	from, to := d.departure(), d.arrival()
	if w.AtEnds {
		from, to = d.Start, d.End
	}
	for i := range d.Pieces {
		p := &d.Pieces[i]
		if !p.timed() || !p.HasSpeed || p.Speed*3600 >= w.Below*1_000_000 {
			continue
		}
		begin, end := p.From, p.To
		if begin.Before(from) {
			begin = from
		}
		if end.After(to) {
			end = to
		}
		sum += max(0, end.Sub(begin))
	}
	return sum
}

// night adds the surcharges of the night.
func (b *builder) night() {
	n := &b.tariff.Night
	if n.none() {
		return
	}
	var metres int64
	for _, m := range b.meter.night {
		metres += m
	}
	base, opened := b.byBand, false
	if n.Opening && !b.sheet.Start.IsZero() && n.at(b.sheet.Start.In(b.location)) {
		base, opened = b.plus(base, b.opened), b.opened > 0
	}
	l := Line{From: int64(n.From), To: int64(n.To), Missing: b.meter.untimed, NoTimes: b.noTimes(), AtNight: metres}
	if metres == 0 && !opened && l.Missing == 0 && !l.NoTimes {
		return
	}
	if n.Percent > 0 {
		l.Kind, l.Quantity, l.Unit, l.Price = KindNightPercent, n.Percent, Percent, dong(base)
		b.add(l, b.percent(base, n.Percent))
	}
	if n.PerKm > 0 {
		l.Kind, l.Quantity, l.Unit, l.Price = KindNightKm, metres, Metres, n.PerKm
		b.add(l, b.times(b.times(metres, n.PerKm), perMetre))
	}
}
