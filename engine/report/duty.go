// SPDX-License-Identifier: MIT

package report

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"roadsnap/engine/fleet"
	"roadsnap/engine/geo"
	"roadsnap/engine/regulation"
)

// Range is a time of which only the bounds are known.
type Range struct{ Least, Most time.Duration }

// Sure reports whether the bounds are equal.
func (r Range) Sure() bool { return r.Least == r.Most }

// Duty is a time of continuous driving: from the end of a rest to the beginning of the next
// one. Halts that are shorter than a rest belong to it.
type Duty struct {
	Driver     string // "" if it is not known
	Vehicles   []string
	From, To   time.Time
	Start, End geo.Point
	Time       Range         // Least if the driver rested in the silences in which a rest fits
	Standing   time.Duration // halts in it
	Trips      []int64
	Silences   []Span // in which a rest fits
	Rules      regulation.Hours
}

// Above says how sure it is that a limit is exceeded.
type Above uint8

// The answers.
const (
	NotAbove Above = iota
	MayBeAbove
	SurelyAbove
)

// compare returns whether a time is above a limit in hours; a missing limit is never exceeded.
func (r Range) compare(limit *regulation.Rule) Above {
	if limit == nil {
		return NotAbove
	}
	most := time.Duration(limit.Value * float64(time.Hour))
	switch {
	case r.Least > most:
		return SurelyAbove
	case r.Most > most:
		return MayBeAbove
	}
	return NotAbove
}

// TooLong says whether the time exceeds that of continuous driving.
func (d *Duty) TooLong() Above { return d.Time.compare(d.Rules.Continuous) }

// work is a span of a driver.
type work struct {
	Span
	vehicle string
	trip    int64
}

// crew is a driver, or a vehicle of which the driver is not known.
type crew struct{ driver, vehicle string }

// workOf returns what drivers did, in the order of time, with the times between their trips.
// The driver of a span is that at its beginning; a span over a change of drivers is divided.
func (w *World) workOf(facts []*Facts) map[crew][]work {
	byCrew := map[crew][]work{}
	for _, f := range facts {
		changes := w.changesOf(f.Vehicle)
		for _, s := range f.Spans {
			for _, part := range divide(s, changes) {
				of := crew{driver: w.driverOf(f, part.From)}
				if of.driver == "" {
					of.vehicle = f.Vehicle
				}
				byCrew[of] = append(byCrew[of], work{part, f.Vehicle, f.ID})
			}
		}
	}
	for of, list := range byCrew {
		sortWork(list)
		if of.driver != "" {
			list = withoutDriven(list)
		}
		byCrew[of] = withPauses(list)
	}
	return byCrew
}

// withoutDriven returns the work of a driver without the standing and the silences of a vehicle
// while another one was driven, which are no rest.
func withoutDriven(list []work) []work {
	var driven []Period // by time, without overlaps
	for i := range list {
		x := &list[i]
		if x.Kind != Driving {
			continue
		}
		if n := len(driven); n > 0 && !x.From.After(driven[n-1].To) {
			driven[n-1].To = later(driven[n-1].To, x.To)
		} else {
			driven = append(driven, Period{x.From, x.To})
		}
	}
	all := make([]work, 0, len(list))
	for _, x := range list {
		if x.Kind == Driving {
			all = append(all, x)
			continue
		}
		first, _ := slices.BinarySearchFunc(driven, x.From, func(p Period, at time.Time) int { return cmp.Or(p.To.Compare(at), -1) })
		left := Period{x.From, x.To}
		for _, p := range driven[first:] {
			if !p.From.Before(x.To) {
				break
			}
			if part, ok := x.clip(Period{left.From, p.From}); ok {
				all = append(all, work{part, x.vehicle, x.trip})
			}
			left.From = p.To
		}
		if part, ok := x.clip(left); ok {
			all = append(all, work{part, x.vehicle, x.trip})
		}
	}
	sortWork(all)
	return all
}

// sortWork sorts work by time.
func sortWork(list []work) {
	slices.SortStableFunc(list, func(a, b work) int {
		return cmp.Or(a.From.Compare(b.From), a.To.Compare(b.To), cmp.Compare(a.trip, b.trip))
	})
}

// samePlace is how far a vehicle may be from where it was recorded last without having been
// driven (metres). The first fixes of a receiver are some hundred metres off.
const samePlace = 500

// withPauses returns work with the times between it. A vehicle that is elsewhere when it is
// recorded again was driven meanwhile.
func withPauses(list []work) (all []work) {
	var last work
	for i, x := range list {
		if i > 0 && x.From.After(last.To) {
			pause := Span{From: last.To, To: x.From, Kind: Standing, Start: last.End, End: x.Start}
			if away := geo.Distance(pause.Start, pause.End); x.vehicle == last.vehicle && away > samePlace {
				pause.Kind, pause.Metres = Unknown, away
			}
			all = append(all, work{pause, x.vehicle, x.trip})
		}
		if i == 0 || x.To.After(last.To) {
			last = x
		}
		all = append(all, x)
	}
	return all
}

// changesOf returns when the drivers of a vehicle change.
func (w *World) changesOf(plate string) (list []time.Time) {
	key := fleet.PlateKey(plate)
	for _, a := range w.Register.Assignments {
		if key != "" && fleet.PlateKey(a.Plate) == key {
			for _, at := range []time.Time{a.From, a.To} {
				if !at.IsZero() {
					list = append(list, at)
				}
			}
		}
	}
	slices.SortFunc(list, time.Time.Compare)
	return list
}

// divide cuts a span at the times in it.
func divide(s Span, at []time.Time) (parts []Span) {
	whole := s
	for _, t := range at {
		if t.After(s.From) && t.Before(s.To) {
			part, _ := whole.clip(Period{s.From, t})
			parts = append(parts, part)
			s.From = t
		}
	}
	rest, _ := whole.clip(Period{s.From, s.To})
	return append(parts, rest)
}

// dutiesOf returns the times of continuous driving in the work of one driver, or of one
// vehicle without a known driver.
func (w *World) dutiesOf(driver string, list []work) (duties []Duty) {
	b := dutyBuilder{world: w, driver: driver}
	for i := range list {
		b.add(&list[i])
	}
	b.end()
	return b.duties
}

// dutyBuilder collects duties. Silences are kept apart: with each of them as a rest, and with
// none.
type dutyBuilder struct {
	world  *World
	driver string
	duties []Duty

	open     bool
	current  Duty
	to       time.Time // the end of what was driven last in the current duty
	place    geo.Point // there
	since    time.Time // the end of the last possible rest in it
	longest  time.Duration
	standing time.Duration // since `to`
}

// rulesOf returns the rules of the vehicle of a work, and the shortest rest. Without a rule
// every stop ends continuous driving.
func (b *dutyBuilder) rulesOf(x *work) (h regulation.Hours, rest time.Duration) {
	v, _ := b.world.Register.Vehicle(x.vehicle)
	h = b.world.Rules.HoursOn(regulation.DayOf(x.From), v.Transport)
	if h.Rest != nil {
		rest = time.Duration(h.Rest.Value * float64(time.Minute))
	}
	return h, rest
}

// add adds a work, which begins where the one before ended or earlier.
func (b *dutyBuilder) add(x *work) {
	rules, rest := b.rulesOf(x)
	switch x.Kind {
	case Driving:
		b.drive(x, rules)
	case Standing:
		if x.Duration() >= rest {
			b.end()
		} else if b.open {
			b.standing += x.Duration()
		}
	default:
		if x.mustRest() >= rest {
			b.end()
			return
		}
		b.drive(x, rules)
		if x.mayRest() >= rest && b.open {
			b.longest = max(b.longest, x.From.Sub(b.since))
			b.since = x.To
			b.current.Silences = append(b.current.Silences, x.Span)
		}
	}
}

// drive adds a span of driving.
func (b *dutyBuilder) drive(x *work, rules regulation.Hours) {
	if !b.open {
		b.open = true
		b.current = Duty{Driver: b.driver, From: x.From, Start: x.Start, Rules: rules}
		b.since, b.longest = x.From, 0
		b.to = x.From
	}
	b.current.Standing += b.standing
	b.standing = 0
	if x.To.After(b.to) {
		b.to, b.place = x.To, x.End
	}
	if !slices.Contains(b.current.Vehicles, x.vehicle) {
		b.current.Vehicles = append(b.current.Vehicles, x.vehicle)
	}
	if !slices.Contains(b.current.Trips, x.trip) {
		b.current.Trips = append(b.current.Trips, x.trip)
	}
}

// end ends the current duty.
func (b *dutyBuilder) end() {
	if !b.open {
		b.standing = 0
		return
	}
	d := b.current
	d.To, d.End = b.to, b.place
	d.Time = Range{Least: max(b.longest, b.to.Sub(b.since)), Most: b.to.Sub(d.From)}
	if len(d.Silences) == 0 {
		d.Time.Least = d.Time.Most
	}
	b.duties = append(b.duties, d)
	b.open, b.standing = false, 0
}

// Hours are the driving hours of a driver in a day or a week.
type Hours struct {
	Driver   string
	From     time.Time // the day, or the Monday
	Driving  Range     // Most with all silences
	Longest  Range     // the longest continuous driving that ends in it
	Rests    int       // between the duties that begin in it
	Vehicles []string
	Trips    []int64
	Rules    regulation.Hours
}

// hoursOf returns the hours of a driver by day or week: begin returns the beginning of that of
// a moment. Time in two vehicles at once counts once.
func (w *World) hoursOf(driver string, list []work, duties []Duty, begin func(time.Time) time.Time) (hours []Hours) {
	at := func(from time.Time) *Hours {
		i := slices.IndexFunc(hours, func(h Hours) bool { return h.From.Equal(from) })
		if i < 0 {
			hours = append(hours, Hours{Driver: driver, From: from})
			i = len(hours) - 1
		}
		return &hours[i]
	}
	b := dutyBuilder{world: w}
	var until time.Time
	for i := range list {
		x := &list[i]
		if x.Kind == Standing {
			continue
		}
		from := x.From
		if from.Before(until) {
			from = until
		}
		if !from.Before(x.To) {
			continue
		}
		until = x.To
		least, most := x.Duration()-x.mayRest(), x.Duration()-x.mustRest()
		eachDay(from, x.To, func(day, from, to time.Time) {
			h := at(begin(day))
			part := float64(to.Sub(from)) / float64(x.Duration())
			h.Driving.Most += time.Duration(part * float64(most))
			h.Driving.Least += time.Duration(part * float64(least))
			if !slices.Contains(h.Vehicles, x.vehicle) {
				h.Vehicles = append(h.Vehicles, x.vehicle)
			}
			if !slices.Contains(h.Trips, x.trip) {
				h.Trips = append(h.Trips, x.trip)
			}
			h.Rules, _ = b.rulesOf(x)
		})
	}
	for i := range duties {
		d := &duties[i]
		h := at(begin(dayOf(d.To.Add(-time.Nanosecond))))
		if d.Time.Most > h.Longest.Most {
			h.Longest = d.Time
		}
		if i > 0 {
			at(begin(dayOf(d.From))).Rests++
		}
	}
	slices.SortFunc(hours, func(a, b Hours) int { return a.From.Compare(b.From) })
	return hours
}

// conflicts returns notes about work that contradicts itself: a driver in two vehicles at
// once, a vehicle with two drivers, and a vehicle in two trips at once.
func (w *World) conflicts(facts []*Facts, p Period) (notes []Note) {
	for of, list := range w.workOf(facts) {
		if of.driver == "" {
			continue
		}
		for i := 1; i < len(list); i++ {
			for k := i - 1; k >= 0 && k >= i-8; k-- {
				a, b := &list[k], &list[i]
				if a.Kind == Driving && b.Kind == Driving && fleet.PlateKey(a.vehicle) != fleet.PlateKey(b.vehicle) && b.From.Before(a.To) && p.Has(b.From) {
					notes = append(notes, Note{Key: "two_vehicles", Driver: of.driver, Vehicle: a.vehicle + ", " + b.vehicle, At: b.From, To: earlier(a.To, b.To), Trips: []int64{a.trip, b.trip}})
				}
			}
		}
	}
	byVehicle := map[string][]*Facts{}
	for _, f := range facts {
		if key := fleet.PlateKey(f.Vehicle); key != "" && !f.First.IsZero() {
			byVehicle[key] = append(byVehicle[key], f)
		}
	}
	for _, list := range byVehicle {
		slices.SortFunc(list, func(a, b *Facts) int { return a.First.Compare(b.First) })
		var last *Facts // the trip that ends last
		for _, b := range list {
			if a := last; a != nil && b.First.Before(a.Last) && p.Has(b.First) {
				notes = append(notes, Note{Key: "two_trips", Vehicle: b.Vehicle, At: b.First, To: earlier(a.Last, b.Last), Trips: []int64{a.ID, b.ID}})
			}
			if last == nil || b.Last.After(last.Last) {
				last = b
			}
		}
	}
	used := map[string]bool{}
	for _, f := range facts {
		used[fleet.PlateKey(f.Vehicle)] = true
	}
	for i, a := range w.Register.Assignments {
		for _, b := range w.Register.Assignments[:i] {
			from, to, overlap := overlapOf(a, b, p)
			if overlap && fleet.PlateKey(a.Plate) == fleet.PlateKey(b.Plate) && used[fleet.PlateKey(a.Plate)] && !strings.EqualFold(a.Driver, b.Driver) {
				notes = append(notes, Note{Key: "two_drivers", Vehicle: a.Plate, Driver: b.Driver + ", " + a.Driver, At: from, To: to})
			}
		}
	}
	slices.SortFunc(notes, func(a, b Note) int {
		return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Key, b.Key), cmp.Compare(a.Vehicle, b.Vehicle), cmp.Compare(a.Driver, b.Driver))
	})
	return notes
}

// overlapOf returns the time in a period in which two assignments are in force.
func overlapOf(a, b fleet.Assignment, p Period) (from, to time.Time, ok bool) {
	from, to = p.From, p.To
	for _, x := range []fleet.Assignment{a, b} {
		if x.From.After(from) {
			from = x.From
		}
		if !x.To.IsZero() && x.To.Before(to) {
			to = x.To
		}
	}
	return from, to, from.Before(to)
}
