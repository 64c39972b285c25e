// SPDX-License-Identifier: MIT

package fare

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// random makes tariffs and usages.
type random struct{ *rand.Rand }

func newRandom(t *testing.T) random {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	return random{rand.New(rand.NewPCG(seed, 1))}
}

func (r random) price() int64 { return r.Int64N(30_000) }

func (r random) tariff() Tariff {
	t := Tariff{Name: "random", Opening: Opening{Amount: r.price(), Metres: r.Int64N(1500)}, Minimum: r.price()}
	end := t.Opening.Metres
	for range r.IntN(4) {
		end += 1 + r.Int64N(3000)
		t.Bands = append(t.Bands, Band{UpTo: end, PerKm: r.price()})
	}
	if r.IntN(4) > 0 {
		t.Bands = append(t.Bands, Band{PerKm: r.price()})
	}
	if r.IntN(3) == 0 {
		t.Rental = Rental{PerDay: r.price(), Metres: r.Int64N(2000), Hours24: r.IntN(2) == 0}
	}
	t.Waiting = Waiting{PerMinute: r.Int64N(2000), FreeSeconds: r.Int64N(400), AtEnds: r.IntN(2) == 0}
	if r.IntN(2) == 0 {
		t.Waiting.Below = r.Int64N(30)
	} else {
		t.Waiting.FreePerStop = r.IntN(2) == 0
	}
	if r.IntN(3) > 0 {
		t.Night = Night{From: Clock(r.IntN(1440)), To: Clock(r.IntN(1440)), Percent: r.Int64N(100), PerKm: r.price(), Opening: r.IntN(2) == 0}
		if t.Night.From == t.Night.To {
			t.Night = Night{}
		}
	}
	t.Surcharges = []Surcharge{{Name: "a", Amount: r.price()}, {Name: "b", Amount: r.price(), PerStop: true, Free: r.Int64N(3)}}
	t.Rounding = Rounding{Step: []int64{0, 1, 100, 500, 1000}[r.IntN(5)], Mode: Mode(r.IntN(modes))}
	t.VAT = VAT{Percent: r.Int64N(15), Included: r.IntN(2) == 0}
	for c := range Class(classes) {
		if r.IntN(3) > 0 {
			t.Charged = append(t.Charged, c)
		}
	}
	return t
}

func (r random) piece(from time.Time) Piece {
	p := measured(from, r.Int64N(900), r.Int64N(3000))
	p.Class = Class(r.IntN(classes))
	if r.IntN(6) == 0 {
		p.From, p.To, p.HasSpeed = time.Time{}, time.Time{}, false
	}
	return p
}

func (r random) usage() (u Usage) {
	at := time.Date(2026, time.Month(1+r.IntN(12)), 1, 0, 0, 0, 0, vietnam).Add(time.Duration(r.Int64N(40*3600)-4*3600) * time.Second)
	for range 1 + r.IntN(2) {
		var pieces []Piece
		start := at
		for range r.IntN(12) {
			p := r.piece(at)
			if pieces = append(pieces, p); p.timed() {
				at = p.To
			}
		}
		d := Drive{Pieces: pieces}
		for i := range pieces {
			if pieces[i].timed() {
				d.Start, d.End = start, at
			}
		}
		if n := at.Sub(start); d.timed() && n > 0 {
			from := start.Add(time.Duration(r.Int64N(int64(n))))
			d.Stops = append(d.Stops, Stop{From: from, To: from.Add(time.Duration(r.Int64N(int64(at.Sub(from)) + 1)))})
			if r.IntN(3) == 0 {
				d.Stops[0].From, d.Stops[0].AtEnd = start, true
			}
		}
		u = append(u, d)
		at = at.Add(time.Duration(r.Int64N(40)) * time.Hour)
	}
	return u
}

func (d *Drive) timed() bool { return !d.Start.IsZero() }

func sheetOf(t *testing.T, tariff Tariff, u Usage) Sheet {
	t.Helper()
	s, err := tariff.Sheet(u, []Hand{{"toll", 1234}}, vietnam)
	if err != nil {
		t.Fatalf("%+v: %v", tariff, err)
	}
	return s
}

// TestSheetProperties holds what is true of every sheet.
func TestSheetProperties(t *testing.T) {
	r := newRandom(t)
	for range 3000 {
		tariff, u := r.tariff(), r.usage()
		s := sheetOf(t, tariff, u)
		var sum, metres, charged, driven int64
		for _, l := range s.Lines {
			sum += l.Amount
			if l.Kind == KindOpening || l.Kind == KindIncluded || l.Kind == KindDistance {
				metres += l.Quantity
			}
			if l.Amount < 0 && l.Kind != KindRounding {
				t.Fatalf("%s is %d", l.Kind, l.Amount)
			}
		}
		for _, d := range u {
			for _, p := range d.Pieces {
				if driven += p.Metres; tariff.Charges(p.Class) {
					charged += p.Metres
				}
			}
		}
		if sum != s.Total {
			t.Fatalf("the lines add up to %d of %d\n%s", sum, s.Total, s.Text(vietnam))
		}
		if metres != charged || charged != s.Charged() {
			t.Fatalf("lines of %d m, charged %d m, sheet %d m", metres, charged, s.Charged())
		}
		all := int64(0)
		for _, c := range Classes() {
			all += s.Driven(c)
		}
		if all != driven {
			t.Fatalf("the sheet has %d m of %d m", all, driven)
		}
		if step := max(tariff.Rounding.Step, 1); s.Total%step != 0 {
			t.Fatalf("%d is no multiple of %d", s.Total, step)
		}
	}
}

// TestMoreDistanceCostsNoLess: a trip that goes on costs at least as much.
func TestMoreDistanceCostsNoLess(t *testing.T) {
	r := newRandom(t)
	for range 2000 {
		tariff, u := r.tariff(), r.usage()
		before := sheetOf(t, tariff, u)
		last := &u[len(u)-1]
		last.Pieces = append(slices.Clone(last.Pieces), Piece{Class: Class(r.IntN(classes)), Metres: r.Int64N(5000)})
		if after := sheetOf(t, tariff, u); after.Total < before.Total {
			t.Fatalf("%d, and %d with more distance\n%s\n%s", before.Total, after.Total, before.Text(vietnam), after.Text(vietnam))
		}
	}
}

// TestSplittingABandChangesNothing: how a tariff is written down does not matter.
func TestSplittingABandChangesNothing(t *testing.T) {
	r := newRandom(t)
	for range 2000 {
		tariff, u := r.tariff(), r.usage()
		if len(tariff.Bands) == 0 {
			continue
		}
		split := tariff
		split.Bands = slices.Clone(tariff.Bands)
		i, from := r.IntN(len(split.Bands)), int64(0)
		if i > 0 {
			from = split.Bands[i-1].UpTo
		}
		end := split.Bands[i].UpTo
		if end == 0 {
			end = from + 5000
		}
		if end-from < 2 {
			continue
		}
		split.Bands = slices.Insert(split.Bands, i, Band{UpTo: from + 1 + r.Int64N(end-from-1), PerKm: split.Bands[i].PerKm})
		if a, b := sheetOf(t, tariff, u), sheetOf(t, split, u); a.Total != b.Total {
			t.Fatalf("%d, and %d with bands %v\n%s", a.Total, b.Total, split.Bands, a.Text(vietnam))
		}
	}
}

// TestDividingUntimedPiecesChangesNothing: the pieces of a trip do not matter either.
func TestDividingUntimedPiecesChangesNothing(t *testing.T) {
	r := newRandom(t)
	for range 1000 {
		tariff, u := r.tariff(), r.usage()
		before := sheetOf(t, tariff, u)
		for k := range u {
			var pieces []Piece
			for _, p := range u[k].Pieces {
				if p.timed() || p.Metres < 2 {
					pieces = append(pieces, p)
					continue
				}
				a, b := p, p
				a.Metres = 1 + r.Int64N(p.Metres-1)
				b.Metres -= a.Metres
				pieces = append(pieces, a, b)
			}
			u[k].Pieces = pieces
		}
		if after := sheetOf(t, tariff, u); after.Total != before.Total {
			t.Fatalf("%d, divided %d", before.Total, after.Total)
		}
	}
}

// TestAgainstRationals compares totals with those of an implementation that goes from metre to
// metre and from second to second with rational numbers.
func TestAgainstRationals(t *testing.T) {
	r := newRandom(t)
	for range 120 {
		tariff, u := r.tariff(), r.usage()
		s := sheetOf(t, tariff, u)
		if want := slowTotal(tariff, u, 1234); s.Total != want {
			t.Fatalf("%d, want %d\n%+v\n%+v\n%s", s.Total, want, tariff, u, s.Text(vietnam))
		}
	}
}

func rat(a, b int64) *big.Rat { return big.NewRat(a, b) }

// slowTotal returns the total of a sheet with one line by hand.
func slowTotal(t Tariff, u Usage, hand int64) int64 {
	sum := new(big.Rat)
	add := func(x *big.Rat) { sum.Add(sum, x) }
	isNight := func(at time.Time) bool {
		if t.Night.From == t.Night.To {
			return false
		}
		minute := Clock(at.In(vietnam).Hour()*60 + at.In(vietnam).Minute())
		for m := t.Night.From; m != t.Night.To; m = (m + 1) % 1440 {
			if m == minute {
				return true
			}
		}
		return false
	}
	var first, last time.Time
	stops := int64(0)
	days := map[string]bool{}
	for _, d := range u {
		if !d.timed() {
			continue
		}
		if first.IsZero() {
			first = d.Start
		}
		last = d.End
		days[d.Start.In(vietnam).Format(time.DateOnly)] = true
		for at := d.Start; at.Before(d.End); at = at.Add(time.Minute) {
			days[at.In(vietnam).Format(time.DateOnly)] = true
			days[d.End.Add(-1).In(vietnam).Format(time.DateOnly)] = true // perhaps within a minute after midnight
		}
	}
	numDays := int64(len(days))
	if t.Rental.Hours24 && numDays > 0 {
		numDays = 1
		for at := first.Add(24 * time.Hour); at.Before(last); at = at.Add(24 * time.Hour) {
			numDays++
		}
	}
	numDays = max(numDays, 1)
	add(rat(t.Opening.Amount, 1))
	if t.Rental != (Rental{}) {
		add(rat(numDays*t.Rental.PerDay, 1))
	} else {
		numDays = 0
	}
	included := t.Opening.Metres + numDays*t.Rental.Metres
	nightBase := new(big.Rat)
	if t.Night.Opening && !first.IsZero() && isNight(first) {
		nightBase.Add(nightBase, rat(t.Opening.Amount, 1))
	}
	position, nightMetres := int64(0), int64(0)
	for _, d := range u {
		for _, p := range d.Pieces {
			if !slices.Contains(t.Charged, p.Class) && t.Charged != nil || t.Charged == nil && p.Class > Inferred {
				continue
			}
			for m := range p.Metres {
				price := int64(0)
				if position >= included {
					for _, b := range t.Bands {
						if b.UpTo == 0 || position < b.UpTo {
							price = b.PerKm
							break
						}
					}
				}
				position++
				add(rat(price, 1000))
				if p.From.IsZero() {
					continue
				}
				// The metre counts for the time at its end, a boundary for the time before it.
				end := new(big.Int).Mul(big.NewInt(int64(p.To.Sub(p.From))), big.NewInt(m+1))
				end.Add(end, big.NewInt(p.Metres-1)).Div(end, big.NewInt(p.Metres))
				at := p.From.Add(time.Duration(end.Int64()) - 1)
				if p.To.Equal(p.From) {
					at = p.From
				}
				if isNight(at) {
					nightMetres++
					nightBase.Add(nightBase, rat(price, 1000))
				}
			}
		}
	}
	waiting := int64(0)
	for _, d := range u {
		var spans []time.Duration
		if t.Waiting.Below > 0 {
			spans = []time.Duration{0}
			for _, p := range d.Pieces {
				for s := time.Duration(0); p.HasSpeed && s < p.To.Sub(p.From); s += time.Second {
					at := p.From.Add(s)
					moving := true
					for _, stop := range d.Stops {
						if stop.AtEnd && !t.Waiting.AtEnds && at.Before(stop.To) && !at.Before(stop.From) {
							moving = false
						}
					}
					// Metres per hour below kilometres per hour times 1000.
					if moving && rat(p.Speed*3600, 1000).Cmp(rat(t.Waiting.Below*1000, 1)) < 0 {
						spans[0] += time.Second
					}
				}
			}
		} else {
			for _, s := range d.Stops {
				if !s.AtEnd || t.Waiting.AtEnds {
					spans = append(spans, s.To.Sub(s.From))
				}
			}
		}
		free := t.Waiting.FreeSeconds
		for _, s := range spans {
			n := int64(s / time.Second)
			use := min(free, n)
			if !t.Waiting.FreePerStop {
				free -= use
			}
			waiting += n - use
		}
		for _, s := range d.Stops {
			if !s.AtEnd {
				stops++
			}
		}
	}
	add(rat(waiting*t.Waiting.PerMinute, 60))
	add(new(big.Rat).Mul(nightBase, rat(t.Night.Percent, 100)))
	add(rat(nightMetres*t.Night.PerKm, 1000))
	for _, s := range t.Surcharges {
		n := int64(1)
		if s.PerStop {
			n = max(0, stops-s.Free)
		}
		add(rat(n*s.Amount, 1))
	}
	if least := rat(t.Minimum, 1); sum.Cmp(least) < 0 {
		sum.Set(least)
	}
	if !t.VAT.Included {
		sum.Mul(sum, rat(100+t.VAT.Percent, 100))
	}
	add(rat(hand, 1))
	step := max(t.Rounding.Step, 1)
	sum.Quo(sum, rat(step, 1))
	switch t.Rounding.Mode {
	case Nearest:
		sum.Add(sum, rat(1, 2))
	case Up:
		sum.Add(sum, new(big.Rat).Sub(rat(1, 1), new(big.Rat).SetFrac(big.NewInt(1), sum.Denom())))
	}
	return step * new(big.Int).Div(sum.Num(), sum.Denom()).Int64()
}
