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
	bands   []bandSum
	stops   int
	tooLong int
	mayBe   int

	trips, stopTrips, longTrips []int64 // those of the figures
}

// bandSum are the excesses of a band.
type bandSum struct {
	metres float64
	count  int
	trips  []int64
}

// addTrips adds trips to those of a figure.
func addTrips(list []int64, more ...int64) []int64 {
	for _, id := range more {
		if !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list
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
			list = append(list, &sums{name: k, vehicle: f.Vehicle, driver: driver, bands: make([]bandSum, bands)})
			i = len(list) - 1
		}
		list[i].trips = addTrips(list[i].trips, f.ID)
		return list[i]
	}
	for _, f := range b.inside {
		for _, d := range f.in(b.request.Period) {
			at(f, b.world.driverOf(f, d.From)).metres += d.Metres()
		}
		for i := range f.Speeding {
			s := &f.Speeding[i]
			if !b.request.Period.Has(s.From) {
				continue
			}
			if band := b.bandOf(s); band >= 0 && band < bands {
				b.apply(s.Limit.Rule)
				x := &at(f, b.world.driverOf(f, s.From)).bands[band]
				x.count++
				x.metres += s.Metres
				x.trips = addTrips(x.trips, f.ID)
			}
		}
		for i := range f.Stops {
			if s := &f.Stops[i]; b.request.Period.Has(s.From) {
				x := at(f, b.world.driverOf(f, s.From))
				x.stops++
				x.stopTrips = addTrips(x.stopTrips, f.ID)
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
	for _, x := range s.bands {
		cells = append(cells, shareCell(x.metres, s.metres).of(x.trips...))
	}
	for _, x := range s.bands {
		cells = append(cells, countCell(x.count).of(x.trips...))
	}
	return cells
}

// byVehicle makes form B.5.1.
func (b *builder) byVehicle() {
	t := Table{Columns: slices.Concat(
		[]Column{b.column("no", 3, Right), b.column("plate", 10, Left), b.column("kind", 9, Left), b.column("km", 8, Right)},
		b.overColumns(), []Column{b.column("stop_count", 6, Right), b.column("note", 10, Left)})}
	all := sums{bands: make([]bandSum, len(b.world.Rules.Bands(ruleDay(b.request.Period.From))))}
	for _, s := range b.sumsOf(func(f *Facts, _ string) string { return fleet.PlateKey(f.Vehicle) }) {
		t.Rows = append(t.Rows, slices.Concat(
			[]Cell{countCell(len(t.Rows) + 1), textCell(b.plate(s.vehicle)), textCell(b.transport(s.vehicle)), kmCell(s.metres).of(s.trips...)},
			s.overCells(), []Cell{countCell(s.stops).of(s.stopTrips...), {}}))
		all.add(s)
	}
	if len(t.Rows) > 1 {
		t.Total = slices.Concat([]Cell{{}, textCell(b.l.T("total")), {}, kmCell(all.metres).of(all.trips...)}, all.overCells(), []Cell{countCell(all.stops).of(all.stopTrips...), {}})
	}
	b.doc.Tables = append(b.doc.Tables, t)
	b.limitNotes()
}

// add adds the figures of another one.
func (s *sums) add(x *sums) {
	s.metres += x.metres
	s.stops += x.stops
	for i := range x.bands {
		s.bands[i].metres += x.bands[i].metres
		s.bands[i].count += x.bands[i].count
		s.bands[i].trips = append(s.bands[i].trips, x.bands[i].trips...)
	}
	s.trips, s.stopTrips = append(s.trips, x.trips...), append(s.stopTrips, x.stopTrips...)
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
				list[i].longTrips = addTrips(list[i].longTrips, d.Trips...)
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
			s.overCells(), []Cell{countCell(s.tooLong).of(s.longTrips...).strong(s.tooLong > 0), textCell(note)}))
	}
	b.doc.Tables = append(b.doc.Tables, t)
	b.limitNotes()
	b.dutyNotes()
}
