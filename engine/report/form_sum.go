// SPDX-License-Identifier: MIT

package report

import (
	"cmp"
	"slices"

	"roadsnap/engine/fleet"
)

// sums are the figures of forms B.5.1 and B.5.2 for one vehicle or driver.
type sums struct {
	name    string
	vehicle string
	driver  string
	metres  float64
	over    []float64 // metres by band
	count   []int     // by band
	stops   int
	tooLong int
	mayBe   int
	trips   []int64
}

// sumsOf adds up the trips by a key. Facts in the period are divided by day; a trip over its end
// counts with its days in it.
func (b *builder) sumsOf(key func(f *Facts, driver string) string) []*sums {
	bands := len(b.world.Rules.Bands(ruleDay(b.request.Period.From)))
	var list []*sums
	at := func(f *Facts, driver string) *sums {
		k := key(f, driver)
		i := slices.IndexFunc(list, func(s *sums) bool { return s.name == k })
		if i < 0 {
			list = append(list, &sums{name: k, vehicle: f.Vehicle, driver: driver, over: make([]float64, bands), count: make([]int, bands)})
			i = len(list) - 1
		}
		s := list[i]
		if !slices.Contains(s.trips, f.ID) {
			s.trips = append(s.trips, f.ID)
		}
		return s
	}
	for _, f := range b.inside {
		for _, d := range f.in(b.request.Period) {
			at(f, b.world.driverOf(f, later(d.Day, f.First))).metres += d.Metres()
		}
		for i := range f.Speeding {
			s := &f.Speeding[i]
			if !b.request.Period.Has(s.From) {
				continue
			}
			if band := b.bandOf(s); band >= 0 && band < bands {
				b.apply(s.Limit.Rule)
				x := at(f, b.world.driverOf(f, s.From))
				x.count[band]++
				x.over[band] += s.Metres
			}
		}
		for i := range f.Stops {
			if s := &f.Stops[i]; b.request.Period.Has(s.From) {
				at(f, b.world.driverOf(f, s.From)).stops++
			}
		}
	}
	slices.SortFunc(list, func(a, b *sums) int { return cmp.Compare(a.name, b.name) })
	return list
}

// overColumns are the columns of the bands: the shares of km, then the numbers of times.
func (b *builder) overColumns() (columns []Column) {
	for i, group := range []string{"over_share", "over_counts"} {
		for k, r := range b.world.Rules.Bands(ruleDay(b.request.Period.From)) {
			width := 6.0
			columns = append(columns, Column{Key: []string{"share_", "times_"}[i] + string(rune('1'+k)), Group: b.l.T(group), Title: b.bandName(r.Band), Width: width, Align: Right})
		}
	}
	return columns
}

// overCells returns the cells of overColumns.
func (s *sums) overCells() (cells []Cell) {
	for _, metres := range s.over {
		cells = append(cells, shareCell(metres, s.metres).of(s.trips...))
	}
	for _, n := range s.count {
		cells = append(cells, countCell(n).of(s.trips...))
	}
	return cells
}

// byVehicle makes form B.5.1.
func (b *builder) byVehicle() {
	t := Table{Columns: slices.Concat(
		[]Column{b.column("no", 3, Right), b.column("plate", 10, Left), b.column("kind", 9, Left), b.column("km", 8, Right)},
		b.overColumns(), []Column{b.column("stop_count", 6, Right), b.column("note", 10, Left)})}
	all := sums{over: make([]float64, len(b.world.Rules.Bands(ruleDay(b.request.Period.From)))), count: make([]int, len(b.world.Rules.Bands(ruleDay(b.request.Period.From))))}
	for _, s := range b.sumsOf(func(f *Facts, _ string) string { return fleet.PlateKey(f.Vehicle) }) {
		t.Rows = append(t.Rows, slices.Concat(
			[]Cell{countCell(len(t.Rows) + 1), textCell(b.plate(s.vehicle)), textCell(b.transport(s.vehicle)), kmCell(s.metres).of(s.trips...)},
			s.overCells(), []Cell{countCell(s.stops).of(s.trips...), {}}))
		all.add(s)
	}
	if len(t.Rows) > 1 {
		t.Total = slices.Concat([]Cell{{}, textCell(b.l.T("total")), {}, kmCell(all.metres).of(all.trips...)}, all.overCells(), []Cell{countCell(all.stops).of(all.trips...), {}})
	}
	b.doc.Tables = append(b.doc.Tables, t)
	b.limitNotes()
}

// add adds the figures of another one.
func (s *sums) add(x *sums) {
	s.metres += x.metres
	s.stops += x.stops
	s.tooLong += x.tooLong
	s.mayBe += x.mayBe
	for i := range x.over {
		s.over[i] += x.over[i]
		s.count[i] += x.count[i]
	}
	s.trips = append(s.trips, x.trips...)
}

// byDriver makes form B.5.2.
func (b *builder) byDriver() {
	l := b.l
	t := Table{Columns: slices.Concat(
		[]Column{b.column("no", 3, Right), b.column("driver", 12, Left), b.column("licence", 9, Left), b.column("km", 8, Right)},
		b.overColumns(), []Column{b.column("over_4h", 7, Right), b.column("note", 12, Left)})}
	list := b.sumsOf(func(_ *Facts, driver string) string { return driver })
	byCrew := b.world.workOf(b.facts)
	for _, of := range crews(byCrew) {
		for _, d := range b.world.dutiesOf(of.driver, byCrew[of]) {
			if !b.request.Period.Has(d.From) {
				continue
			}
			i := slices.IndexFunc(list, func(s *sums) bool { return s.driver == of.driver })
			if i < 0 {
				continue
			}
			b.applyHours(d.Rules.Continuous, d.Rules.Rest)
			switch d.TooLong() {
			case SurelyAbove:
				list[i].tooLong++
			case MayBeAbove:
				list[i].mayBe++
			}
		}
	}
	for _, s := range list {
		who := b.person(s.driver)
		note := ""
		if s.mayBe > 0 {
			note = l.T("word.may") + ": " + l.Number(float64(s.mayBe), 0)
		}
		t.Rows = append(t.Rows, slices.Concat(
			[]Cell{countCell(len(t.Rows) + 1), who[0], who[1], kmCell(s.metres).of(s.trips...)},
			s.overCells(), []Cell{countCell(s.tooLong).of(s.trips...).strong(s.tooLong > 0), textCell(note)}))
	}
	b.doc.Tables = append(b.doc.Tables, t)
	b.limitNotes()
	b.dutyNotes()
}
