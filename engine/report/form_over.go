// SPDX-License-Identifier: MIT

package report

import (
	"slices"
	"strings"
)

// overLimit makes form B.2.2: each excess that is certain.
func (b *builder) overLimit() {
	l := b.l
	t := Table{Columns: slices.Concat([]Column{
		b.column("no", 3, Right), b.column("plate", 8, Left), b.column("driver", 11, Left), b.column("licence", 9, Left), b.column("kind", 7, Left),
		b.column("time", 9, Left), b.column("average", 8, Right), b.column("limit", 7, Right),
	}, b.coordinates(), []Column{b.column("place", 16, Left), b.column("note", 16, Left)}), Empty: l.T("empty.speeding")}
	small := 0
	for _, f := range b.inside {
		for i := range f.Speeding {
			s := &f.Speeding[i]
			if !b.request.Period.Has(s.From) {
				continue
			}
			if b.bandOf(s) < 0 {
				small++
				continue
			}
			b.apply(s.Limit.Rule)
			who := b.person(b.world.driverOf(f, s.From))
			t.Rows = append(t.Rows, []Cell{
				countCell(len(t.Rows) + 1), textCell(b.plate(f.Vehicle)), who[0], who[1], textCell(b.transport(f.Vehicle)),
				momentCell(s.From).of(f.ID), speedCell(s.Average).of(f.ID).strong(s.Excess() > 20), numberCell(s.Limit.KMH, 0),
				degreesCell(s.At.Lat), degreesCell(s.At.Lon), textCell(b.placeOf(s.At, s.Road)), textCell(b.excessNote(s)),
			})
		}
	}
	b.doc.Tables = append(b.doc.Tables, t)
	if small > 0 {
		b.say("note.small", "n", small)
	}
	b.limitNotes()
}

// excessNote says how long an excess was and where its limit is from.
func (b *builder) excessNote(s *Speeding) string {
	l := b.l
	parts := []string{l.Length(s.To.Sub(s.From)) + ", " + l.Number(s.Metres, 0) + " m", l.T("word.max", "kmh", l.Number(s.Top, 0)), b.limitText(s)}
	if s.Estimated {
		parts = append(parts, l.T("word.estimated"))
	}
	return strings.Join(parts, "; ")
}

// limitText says where a limit is from.
func (b *builder) limitText(s *Speeding) string {
	l := b.l
	switch s.Limit.Source {
	case LimitCorrected:
		for _, c := range b.world.Limits {
			if c.Way == s.Way {
				return l.T("limit.corrected", "reason", c.Reason, "day", l.Day(c.At))
			}
		}
		return l.T("limit.corrected", "reason", "", "day", "")
	case LimitSign:
		return l.T("limit.sign")
	case LimitZone:
		return l.T("limit.zone")
	case LimitRule:
		return l.T("limit.rule")
	}
	return l.T("limit.highest")
}

// bandOf returns the index of the band of an excess on its day, −1 if it has none.
func (b *builder) bandOf(s *Speeding) int {
	for i, r := range b.world.Rules.Bands(ruleDay(s.From)) {
		if r.Band.Holds(s.Excess()) {
			b.apply(r.ID)
			return i
		}
	}
	return -1
}

// limitNotes says what the limits rest on.
func (b *builder) limitNotes() {
	l := b.l
	var mapped, all float64
	for _, f := range b.inside {
		for source, metres := range f.ByLimit {
			all += metres
			if LimitSource(source).Mapped() {
				mapped += metres
			}
		}
	}
	if all > 0 {
		b.say("note.limits", "share", l.Number(mapped/all*100, 1)+" %")
	}
	b.say("note.sure", "recorder", recorderError, "route", routeError)
	if len(b.world.Rules.Bands(ruleDay(b.request.Period.From))) == 0 {
		b.say("note.no_rule", "day", l.Day(b.request.Period.From))
	}
	var without []string
	for _, plate := range b.plates() {
		v, _ := b.world.Register.Vehicle(plate)
		if v.Category(b.world.Rules, ruleDay(b.request.Period.From)) == "" {
			without = append(without, b.plate(plate))
		}
	}
	b.sayOfVehicles("category", without, 0)
}
