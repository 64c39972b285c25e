// SPDX-License-Identifier: MIT

package report

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"roadsnap/engine/fleet"
	"roadsnap/engine/road"
)

// activity are the figures of a fleet report for one vehicle, driver or group in one time.
type activity struct {
	name                                 string
	from                                 time.Time
	trips                                []int64
	metres, inferred, rough, over, night float64
	driving, standing, silent            time.Duration
	firstStart, lastEnd                  time.Duration // since the midnight before a shift begins
	hasStart, hasEnd                     bool
	sites, times                         int
	fuel                                 float64 // litres
	hasFuel, lacksFuel                   bool
	days                                 map[time.Time]bool
}

// fleet makes the figures of the fleet: a row for each vehicle, driver or group and time, km by
// ward and by road class, and charts.
func (b *builder) fleet() {
	l := b.l
	who, when := cmp.Or(b.request.By, ByPlate), cmp.Or(b.request.Each, EachPeriod)
	list := b.activities(who, when)
	t := Table{Columns: []Column{b.column("unit."+string(who), 11, Left)}}
	if when != EachPeriod {
		t.Columns = append(t.Columns, b.column("span", 8, Left))
	}
	t.Columns = append(t.Columns, b.column("trips", 5, Right), b.column("km", 7, Right), b.column("inferred_km", 6, Right), b.column("rough_km", 6, Right), b.column("driving", 7, Right), b.column("standing", 7, Right),
		b.column("first_start", 7, Right), b.column("last_end", 7, Right), b.column("utilisation", 7, Right), b.column("site_stops", 7, Right), b.column("over_times", 6, Right), b.column("over_km", 6, Right), b.column("night_km", 7, Right), b.column("fuel", 8, Right))
	var all activity
	row := func(a *activity, name Cell) []Cell {
		cells := []Cell{name}
		if when != EachPeriod {
			cells = append(cells, dayCell(a.from))
		}
		share := Cell{}
		if days := len(a.days); days > 0 {
			share = shareCell(a.driving.Hours(), float64(days)*24)
		}
		fuel := Cell{}
		if a.hasFuel && !a.lacksFuel {
			fuel = numberCell(a.fuel, 1)
		}
		first, last := Cell{}, Cell{}
		if a.hasStart {
			first = clockCell(a.firstStart)
		}
		if a.hasEnd {
			last = clockCell(a.lastEnd)
		}
		return append(cells, countCell(len(a.trips)).of(a.trips...), kmCell(a.metres).of(a.trips...), kmCell(a.inferred).of(a.trips...), kmCell(a.rough).of(a.trips...),
			lengthCell(a.driving.Round(time.Minute)).of(a.trips...), lengthCell(a.standing.Round(time.Minute)).of(a.trips...), first.of(a.trips...), last.of(a.trips...), share.of(a.trips...),
			countCell(a.sites).of(a.trips...), countCell(a.times).of(a.trips...), kmCell(a.over).of(a.trips...), kmCell(a.night).of(a.trips...), fuel.of(a.trips...))
	}
	for _, a := range list {
		t.Rows = append(t.Rows, row(a, textCell(b.nameOf(who, a.name))))
		all.add(a)
	}
	if len(t.Rows) > 1 {
		all.days = nil
		t.Total = row(&all, textCell(l.T("total")))
	}
	b.doc.Tables = append(b.doc.Tables, t, b.areaTable(), b.classTable())
	b.charts(who)
	b.limitNotes()
}

// nameOf returns the name of a row.
func (b *builder) nameOf(who By, name string) string {
	switch {
	case name == "":
		return b.l.T(map[By]string{ByPlate: "no_vehicle", ByPerson: "no_driver", ByGroup: "no_group"}[who])
	case who == ByPlate:
		return b.plate(b.spelling(name))
	}
	return name
}

// spelling returns the plate with a key as the first trip has it.
func (b *builder) spelling(key string) string {
	if b.spellings == nil {
		b.spellings = map[string]string{}
		for _, f := range b.inside {
			if k := fleet.PlateKey(f.Vehicle); b.spellings[k] == "" {
				b.spellings[k] = f.Vehicle
			}
		}
	}
	return cmp.Or(b.spellings[key], key)
}

// longRest is the time without driving that ends a shift, so that a recording of a week has the
// starts and ends of its days.
const longRest = 4 * time.Hour

// shift is a time of a trip between rests of longRest or more.
type shift struct{ from, to time.Time }

// shifts returns the shifts of a trip.
func (f *Facts) shifts() (list []shift) {
	rested := true
	for spans := f.Spans; len(spans) > 0; {
		drives, n := spans[0].Kind == Driving, 1
		for n < len(spans) && (spans[n].Kind == Driving) == drives {
			n++
		}
		from, to := spans[0].From, spans[n-1].To
		switch {
		case !drives && to.Sub(from) >= longRest:
			rested = true
		case rested:
			list, rested = append(list, shift{from, to}), false
		default:
			list[len(list)-1].to = to
		}
		spans = spans[n:]
	}
	return list
}

// during returns the parts of a trip's days that lie in a shift, only with their times.
func (f *Facts) during(s shift) (list []DayFacts) {
	for i := range f.Days {
		d := &f.Days[i]
		if from, to := later(d.From, s.from), earlier(d.To, s.to); from.Before(to) {
			list = append(list, DayFacts{Day: d.Day, From: from, To: to})
		}
	}
	return list
}

// activities adds up the trips. A shift begins and ends in the row of the day on which it begins,
// also if it ends on the next.
func (b *builder) activities(who By, when Each) (list []*activity) {
	type key struct {
		name string
		from time.Time
	}
	known := map[key]*activity{}
	overnight := false
	at := func(f *Facts, moment time.Time) *activity {
		k := key{name: b.rowOf(who, f, moment)}
		switch when {
		case EachDay:
			k.from = dayOf(moment)
		case EachWeek:
			k.from = weekOf(moment)
		case EachMonth:
			k.from = monthOf(moment)
		}
		a := known[k]
		if a == nil {
			a = &activity{name: k.name, from: k.from, days: map[time.Time]bool{}}
			known[k] = a
			list = append(list, a)
		}
		if !slices.Contains(a.trips, f.ID) {
			a.trips = append(a.trips, f.ID)
		}
		return a
	}
	for _, f := range b.inside {
		v, _ := b.world.Register.Vehicle(f.Vehicle)
		for _, d := range f.in(b.request.Period) {
			a := at(f, d.From)
			a.metres += d.Metres()
			a.inferred += d.Inferred
			a.rough += d.Rough
			a.over += d.Over
			a.night += d.Night
			a.driving += d.Driving
			a.standing += d.Standing
			a.silent += d.Silent
			a.days[d.Day] = true
			if v.Norm > 0 {
				a.fuel += d.Metres() / 1000 * v.Norm / 100
				a.hasFuel = true
			} else {
				a.lacksFuel = true
			}
		}
		for _, shift := range f.shifts() {
			for parts := f.during(shift); len(parts) > 0; {
				name := b.rowOf(who, f, parts[0].From)
				n := 1
				for n < len(parts) && b.rowOf(who, f, parts[n].From) == name {
					n++
				}
				switch first, last := &parts[0], &parts[n-1]; {
				case b.request.Period.Has(first.Day):
					a := at(f, first.From)
					a.start(first.From.Sub(first.Day))
					a.end(last.To.Sub(first.Day))
					overnight = overnight || last.Day.After(first.Day)
				case b.request.Period.Has(last.Day):
					at(f, last.From).end(last.To.Sub(last.Day))
				}
				parts = parts[n:]
			}
		}
		for i := range f.Stops {
			if s := &f.Stops[i]; s.Site != "" && b.request.Period.Has(s.From) {
				at(f, s.From).sites++
			}
		}
		for i := range f.Speeding {
			if s := &f.Speeding[i]; b.request.Period.Has(s.From) && b.bandOf(s) >= 0 {
				at(f, s.From).times++
			}
		}
	}
	if overnight {
		b.say("note.overnight")
	}
	slices.SortFunc(list, func(a, b *activity) int { return cmp.Or(cmp.Compare(a.name, b.name), a.from.Compare(b.from)) })
	return list
}

// start notes the time of day at which a shift begins.
func (a *activity) start(clock time.Duration) {
	if !a.hasStart || clock < a.firstStart {
		a.firstStart, a.hasStart = clock, true
	}
}

// end notes the time of day at which a shift ends, above 24 h if that is on a later day.
func (a *activity) end(clock time.Duration) {
	if !a.hasEnd || clock > a.lastEnd {
		a.lastEnd, a.hasEnd = clock, true
	}
}

// add adds the figures of another one.
func (a *activity) add(x *activity) {
	a.trips = append(a.trips, x.trips...)
	slices.Sort(a.trips)
	a.trips = slices.Compact(a.trips)
	a.metres += x.metres
	a.inferred += x.inferred
	a.rough += x.rough
	a.over += x.over
	a.night += x.night
	a.driving += x.driving
	a.standing += x.standing
	a.sites += x.sites
	a.times += x.times
	a.fuel += x.fuel
	a.hasFuel = a.hasFuel || x.hasFuel
	a.lacksFuel = a.lacksFuel || x.lacksFuel
}

// rowOf returns the vehicle, driver or group of a trip at a moment.
func (b *builder) rowOf(who By, f *Facts, at time.Time) string {
	switch who {
	case ByPerson:
		return b.world.driverOf(f, at)
	case ByGroup:
		v, _ := b.world.Register.Vehicle(f.Vehicle)
		return v.Group
	}
	return fleet.PlateKey(f.Vehicle)
}

// inPeriod returns the part of a trip's distance that lies in the period, in [0, 1].
func (b *builder) inPeriod(f *Facts) float64 {
	inside, whole := f.metres(b.request.Period)
	if whole <= 0 {
		return 0
	}
	return inside / whole
}

// area names a ward and its province in the language of the report. Both are empty outside.
type area struct{ province, ward string }

// areaOf returns the names of a, in English where the table of units has them.
func (b *builder) areaOf(a AreaFacts) area {
	k := area{a.Province, a.Ward}
	if b.l != English || b.world.Atlas == nil {
		return k
	}
	if p, ok := b.world.Atlas.Province(a.ProvinceCode); ok {
		k.province = p.FullNameEN
	}
	if w, ok := b.world.Atlas.Ward(a.WardCode); ok {
		k.ward = w.FullNameEN
	}
	return k
}

// areaTable returns the km by province and ward, the longest first. It has no column of wards if
// none is known, as on a map without their borders.
func (b *builder) areaTable() Table {
	l := b.l
	metres := map[area]float64{}
	trips := map[area][]int64{}
	partly := 0
	var whole float64
	for _, f := range b.inside {
		share := b.inPeriod(f)
		if share > 0 && share < 1 {
			partly++
		}
		for _, a := range f.Areas {
			k := b.areaOf(a)
			metres[k] += a.Metres * share
			whole += a.Metres * share
			if n := len(trips[k]); n == 0 || trips[k][n-1] != f.ID {
				trips[k] = append(trips[k], f.ID)
			}
		}
	}
	if partly > 0 {
		b.say("note.crosses", "n", partly)
	}
	var list []area
	for k := range metres {
		list = append(list, k)
	}
	slices.SortFunc(list, func(a, b area) int {
		return cmp.Or(cmp.Compare(metres[b], metres[a]), strings.Compare(a.province, b.province), strings.Compare(a.ward, b.ward))
	})
	t := Table{Title: l.T("areas"), Columns: []Column{b.column("province", 14, Left), b.column("ward", 14, Left), b.column("km", 6, Right), b.column("share", 6, Right)}}
	for _, k := range list {
		province := k.province
		if province == "" {
			province = l.T("outside")
		}
		t.Rows = append(t.Rows, []Cell{textCell(province), textCell(k.ward), kmCell(metres[k]).of(trips[k]...), shareCell(metres[k], whole).of(trips[k]...)})
	}
	if len(list) > 0 && !slices.ContainsFunc(list, func(k area) bool { return k.ward != "" }) {
		t.Title = l.T("areas.provinces")
		t.Columns = slices.Delete(t.Columns, 1, 2)
		for i, row := range t.Rows {
			t.Rows[i] = slices.Delete(row, 1, 2)
		}
	}
	return t
}

// classTable returns the km by road class, the longest first.
func (b *builder) classTable() Table {
	l := b.l
	metres := map[string]float64{}
	trips := map[string][]int64{}
	var matched, whole float64
	add := func(name string, f *Facts, m float64) {
		metres[name] += m
		if n := len(trips[name]); n == 0 || trips[name][n-1] != f.ID {
			trips[name] = append(trips[name], f.ID)
		}
	}
	for _, f := range b.inside {
		share := b.inPeriod(f)
		inside, _ := f.metres(b.request.Period)
		whole += inside
		var on float64
		for _, c := range f.Classes {
			add(className(c.Class), f, c.Matched*share)
			on += c.Matched * share
		}
		matched += on
		if rest := inside - on; rest > 1 {
			add("", f, rest)
		}
	}
	var list []string
	for k := range metres {
		list = append(list, k)
	}
	slices.SortFunc(list, func(a, b string) int { return cmp.Or(cmp.Compare(metres[b], metres[a]), strings.Compare(a, b)) })
	t := Table{Title: l.T("classes"), Columns: []Column{b.column("class", 14, Left), b.column("km", 6, Right), b.column("share", 6, Right)}}
	for _, k := range list {
		name := l.T("off_roads")
		if k != "" {
			name = l.T("class." + k)
		}
		t.Rows = append(t.Rows, []Cell{textCell(name), kmCell(metres[k]).of(trips[k]...), shareCell(metres[k], whole).of(trips[k]...)})
	}
	return t
}

// className returns the key of a class in reports, which join links with their roads.
func className(c road.Class) string {
	name := strings.TrimSuffix(c.String(), "_link")
	if _, ok := words["class."+name]; ok {
		return name
	}
	switch c {
	case road.LivingStreet, road.Alley:
		return "residential"
	}
	return "other"
}

// mostBars is the number of bars of a chart that stay readable.
const mostBars = 31

// barSum is what a bar stands for.
type barSum struct {
	metres float64
	trips  []int64
}

// add adds the way of a trip.
func (s *barSum) add(metres float64, id int64) {
	s.metres += metres
	if n := len(s.trips); n == 0 || s.trips[n-1] != id {
		s.trips = append(s.trips, id)
	}
}

// bar returns the bar of a sum with a name.
func (b *builder) bar(name string, s *barSum) Bar {
	return Bar{name, s.metres / 1000, b.l.Number(s.metres/1000, 0), s.trips}
}

// charts adds the charts: km by day, and km by vehicle, driver or group.
func (b *builder) charts(who By) {
	l := b.l
	days, rows := map[time.Time]*barSum{}, map[string]*barSum{}
	for _, f := range b.inside {
		for _, d := range f.in(b.request.Period) {
			of(days, d.Day).add(d.Metres(), f.ID)
			of(rows, b.rowOf(who, f, later(d.Day, f.First))).add(d.Metres(), f.ID)
		}
	}
	if n := b.request.Period.Length(); n > 1 && n <= mostBars && len(days) > 0 {
		c := Chart{Title: l.T("chart.km"), Unit: "km"}
		for day := b.request.Period.From; day.Before(b.request.Period.To); day = day.AddDate(0, 0, 1) {
			c.Bars = append(c.Bars, b.bar(day.Format("02/01"), of(days, day)))
		}
		b.doc.Charts = append(b.doc.Charts, c)
	}
	if len(rows) < 2 {
		return
	}
	names := slices.SortedFunc(maps.Keys(rows), func(a, b string) int {
		return cmp.Or(cmp.Compare(rows[b].metres, rows[a].metres), strings.Compare(a, b))
	})
	c := Chart{Title: l.T("chart.by_" + string(who)), Unit: "km"}
	if n := len(names); n > mostBars {
		names = names[:mostBars]
		c.Title = l.T("chart.most", "title", c.Title, "n", mostBars, "all", n)
	}
	for _, name := range names {
		c.Bars = append(c.Bars, b.bar(b.nameOf(who, name), rows[name]))
	}
	b.doc.Charts = append(b.doc.Charts, c)
}

// of returns the sum of a key, a new one the first time.
func of[K comparable](all map[K]*barSum, key K) *barSum {
	if all[key] == nil {
		all[key] = &barSum{}
	}
	return all[key]
}
