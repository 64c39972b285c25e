// SPDX-License-Identifier: MIT

package report

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// crews returns the drivers, and the vehicles without a driver, in a stable order.
func crews(byCrew map[crew][]work) (list []crew) {
	for of := range byCrew {
		list = append(list, of)
	}
	slices.SortFunc(list, func(a, b crew) int { return cmp.Or(cmp.Compare(a.driver, b.driver), cmp.Compare(a.vehicle, b.vehicle)) })
	return list
}

// leastDuty is the shortest drive that form B.3 lists; a shorter one is a manoeuvre in a yard.
const leastDuty = time.Minute

// continuous makes form B.3: each time of continuous driving.
func (b *builder) continuous() {
	t := Table{Columns: slices.Concat([]Column{
		b.column("no", 3, Right), b.column("plate", 8, Left), b.column("driver", 11, Left), b.column("licence", 9, Left), b.column("kind", 7, Left), b.column("begin", 9, Left),
	}, b.coordinates(), []Column{b.column("place", 14, Left), b.column("end", 9, Left)}, b.coordinates(), []Column{b.column("place", 14, Left), b.column("drive_time", 8, Right), b.column("note", 14, Left)})}
	for i, key := range []string{"begin_lat", "begin_lon", "begin_place", "end", "end_lat", "end_lon", "end_place"} {
		t.Columns[6+i].Key = key
	}
	byCrew := b.world.workOf(b.facts)
	var all []Duty
	for _, of := range crews(byCrew) {
		all = append(all, b.world.dutiesOf(of.driver, byCrew[of])...)
	}
	slices.SortStableFunc(all, func(a, b Duty) int { return a.From.Compare(b.From) })
	for i := range all {
		d := &all[i]
		if d.Time.Most < leastDuty || !d.To.After(b.request.Period.From) || !d.From.Before(b.request.Period.To) {
			continue
		}
		b.applyHours(d.Rules.Continuous, d.Rules.Rest)
		who := b.person(d.Driver)
		plates := make([]string, len(d.Vehicles))
		for k, p := range d.Vehicles {
			plates[k] = b.plate(p)
		}
		above := d.TooLong()
		t.Rows = append(t.Rows, []Cell{
			countCell(len(t.Rows) + 1), textCell(strings.Join(plates, ", ")), who[0], who[1], textCell(b.transport(d.Vehicles[0])),
			momentCell(d.From).of(d.Trips...), degreesCell(d.Start.Lat), degreesCell(d.Start.Lon), textCell(b.placeOf(d.Start, "")),
			momentCell(d.To).of(d.Trips...), degreesCell(d.End.Lat), degreesCell(d.End.Lon), textCell(b.placeOf(d.End, "")),
			b.rangeCell(d.Time).of(d.Trips...).strong(above == SurelyAbove), textCell(b.dutyNote(d)),
		})
	}
	b.doc.Tables = append(b.doc.Tables, t)
	b.dutyNotes()
}

// dutyNote says what is special about a time of continuous driving.
func (b *builder) dutyNote(d *Duty) string {
	l := b.l
	var parts []string
	switch d.TooLong() {
	case SurelyAbove:
		parts = append(parts, l.T("word.over"))
	case MayBeAbove:
		parts = append(parts, l.T("word.may"))
	}
	if d.Rules.Continuous == nil {
		parts = append(parts, l.T("word.not_bound"))
	}
	if d.Standing >= time.Minute {
		parts = append(parts, l.T("word.halts", "length", l.Length(d.Standing.Round(time.Minute))))
	}
	for _, s := range d.Silences {
		parts = append(parts, l.T("word.silence", "from", s.From.In(vietnam).Format("15:04"), "to", s.To.In(vietnam).Format("15:04")))
	}
	return strings.Join(parts, "; ")
}

// dutyNotes says how driving hours are counted.
func (b *builder) dutyNotes() {
	b.say("note.halts")
	b.say("note.silence")
	var without []string
	for _, plate := range b.plates() {
		if v, _ := b.world.Register.Vehicle(plate); v.Transport == "" {
			without = append(without, b.plate(plate))
		}
	}
	b.sayOfVehicles("transport", without, 0)
}

// stops makes form B.4.
func (b *builder) stops() {
	l := b.l
	t := Table{Columns: slices.Concat([]Column{
		b.column("no", 3, Right), b.column("plate", 8, Left), b.column("driver", 11, Left), b.column("licence", 9, Left), b.column("kind", 7, Left),
		b.column("time", 9, Left), b.column("stop_min", 7, Right),
	}, b.coordinates(), []Column{b.column("place", 18, Left), b.column("note", 10, Left)})}
	for _, f := range b.inside {
		for i := range f.Stops {
			s := &f.Stops[i]
			if !b.request.Period.Has(s.From) {
				continue
			}
			who := b.person(b.world.driverOf(f, s.From))
			note := ""
			if s.HasIdle && s.Idling >= time.Minute {
				note = l.T("word.idle", "length", l.Length(s.Idling.Round(time.Minute)))
			}
			t.Rows = append(t.Rows, []Cell{
				countCell(len(t.Rows) + 1), textCell(b.plate(f.Vehicle)), who[0], who[1], textCell(b.transport(f.Vehicle)),
				momentCell(s.From).of(f.ID), minutesCell(s.To.Sub(s.From)).of(f.ID), degreesCell(s.At.Lat), degreesCell(s.At.Lon),
				textCell(b.placeText(s.Site, s.Road, s.Ward, s.Located)), textCell(note),
			})
		}
	}
	b.doc.Tables = append(b.doc.Tables, t)
}

// hours makes the report of driving hours by day and week.
func (b *builder) hours() {
	l := b.l
	byCrew := b.world.workOf(b.facts)
	columns := func(when string, sum string) []Column {
		return []Column{b.column("driver", 12, Left), b.column("licence", 9, Left), b.column(when, 8, Left), b.column("vehicles", 12, Left), b.column(sum, 9, Right), b.column("longest", 9, Right), b.column("rests", 5, Right), b.column("breach", 16, Left)}
	}
	days := Table{Title: l.T("by_day"), Columns: columns("day", "day_hours")}
	weeks := Table{Title: l.T("by_week"), Columns: columns("week", "week_hours")}
	for _, of := range crews(byCrew) {
		duties := b.world.dutiesOf(of.driver, byCrew[of])
		for _, h := range b.world.hoursOf(of.driver, byCrew[of], duties, dayOf) {
			if b.request.Period.Has(h.From) {
				days.Rows = append(days.Rows, b.hoursRow(&h, false))
			}
		}
		for _, h := range b.world.hoursOf(of.driver, byCrew[of], duties, weekOf) {
			if h.From.AddDate(0, 0, 7).After(b.request.Period.From) && h.From.Before(b.request.Period.To) {
				weeks.Rows = append(weeks.Rows, b.hoursRow(&h, true))
			}
		}
	}
	b.doc.Tables = append(b.doc.Tables, days, weeks)
	b.dutyNotes()
	b.say("note.period_weeks")
	b.say("note.longest")
}

// hoursRow returns the row of a day or a week of a driver.
func (b *builder) hoursRow(h *Hours, week bool) []Cell {
	l := b.l
	rule := h.Rules.Day
	if week {
		rule = h.Rules.Week
	}
	b.applyHours(rule, h.Rules.Continuous, h.Rules.Rest)
	sum, long := h.Driving.compare(rule), h.Longest.compare(h.Rules.Continuous)
	var breaches []string
	add := func(above Above, n float64) {
		switch above {
		case SurelyAbove:
			breaches = append(breaches, l.T("word.over_h", "n", l.Number(n, 0)))
		case MayBeAbove:
			breaches = append(breaches, l.T("word.may_h", "n", l.Number(n, 0)))
		}
	}
	if rule != nil {
		add(sum, rule.Value)
	}
	if h.Rules.Continuous != nil {
		add(long, h.Rules.Continuous.Value)
	}
	if rule == nil && h.Rules.Continuous == nil {
		breaches = append(breaches, l.T("word.not_bound"))
	}
	plates := make([]string, len(h.Vehicles))
	for i, p := range h.Vehicles {
		plates[i] = b.plate(p)
	}
	who := b.person(h.Driver)
	return []Cell{
		who[0], who[1], dayCell(h.From), textCell(strings.Join(plates, ", ")),
		b.rangeCell(h.Driving).of(h.Trips...).strong(sum == SurelyAbove), b.rangeCell(h.Longest).of(h.Trips...).strong(long == SurelyAbove),
		countCell(h.Rests).of(h.Trips...), textCell(strings.Join(breaches, "; ")).strong(sum == SurelyAbove || long == SurelyAbove),
	}
}
