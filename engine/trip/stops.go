// SPDX-License-Identifier: MIT

package trip

import (
	"slices"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
)

// Stop is a part of a trip in which the vehicle stood at one place.
type Stop struct {
	First, Last        int       // the first and the last observation at the place
	Arrival, Departure time.Time // between observations where the recording is sparse or drifts
	Center             geo.Point // the median position
	// Idling is the part of the stop with the ignition on, if HasIgnition. A time without
	// fixes counts only up to five minutes.
	Idling      time.Duration
	HasIgnition bool // the recording says when the ignition was on
}

// Duration returns the time from arrival to departure.
func (s Stop) Duration() time.Duration { return s.Departure.Sub(s.Arrival) }

// The rules of a stop. They were chosen on synthetic days with drift of parked receivers,
// traffic jams, ferries, tunnels and fixes every 1 to 60 s; see TestStopsOfADay, which uses
// other days.
const (
	// MinStop is the shortest stop. Traffic lights and most halts in a jam are shorter.
	MinStop = 3 * time.Minute
	// stopRadius is how far from its centre most positions of a stop lie (metres), and
	// leaveRadius how far each may lie. A parked receiver drifts by some 15 m.
	stopRadius, leaveRadius = 35, 70
	// maxCreep is how far the first and the last third of a stop may lie apart (metres). A
	// queue that moves on by more is a jam.
	maxCreep = 22
	// maxExcursion and maxStrays are how long positions may lie outside leaveRadius, as under
	// a roof, without an end of the stop: a time, or a number of fixes.
	maxExcursion = time.Minute
	maxStrays    = 3
	// minInside is the share of positions that lie within stopRadius.
	minInside = 0.75
	// seedStep is the distance between two places at which a stop is looked for.
	seedStep = 5 * time.Second
	// A stay is a halt in a jam if the vehicle was slower than crawlSpeed (m/s) in the
	// crawlTime before it and after it: up to maxHalt on both sides, and up to maxHaltAtEnd
	// on one, as at the ends of a jam.
	maxHalt      = 8 * time.Minute
	maxHaltAtEnd = 6 * time.Minute
	crawlTime    = 3 * time.Minute
	crawlSpeed   = 2.5
	// driftRadius is how far from its centre a position may lie that is still one of a stop,
	// if the next ones show that the vehicle left later (metres).
	driftRadius = 100
	// wakeReach is how far a vehicle drives until a tracker that slept has a position (metres):
	// half a minute at 36 km/h. reportReach is the most that a vehicle is taken to drive from one
	// report to the next (metres): a minute at 42 km/h.
	wakeReach, reportReach = 300, 700
	// maxManoeuvre is how long a vehicle may move between two stays at one place (within
	// leaveRadius) without an end of the stop.
	maxManoeuvre = 3 * time.Minute
	// leastSpeed is the speed at which a vehicle is taken to come and go, if the
	// observations next to the stop show a lower one (m/s).
	leastSpeed = 5
)

// Stops returns the stops of a trip in order. Observations without a position on Earth or
// without a time that goes forward are ignored. A part without observations belongs to a
// stop if the vehicle was at the same place before and after it. If it got on only slowly in
// MinStop or longer without observations, by no more than a tracker that sleeps misses (300 m and
// the way between two reports), there is a stop at one of them: the one at which it was the
// slower. That is a guess where the recorder did not report while it stood. A vehicle that got on
// farther stood at an unknown place, if at all: that is no stop.
//
// Where the recording says that the engine was off for MinStop or longer there is a stop,
// whatever the positions do meanwhile, unless the vehicle was carried away as on a ferry.
// Standing with the engine on before and after that belongs to the stop, as idling. There is
// also a stop where the receiver reports for MinStop or longer that it stands, even if its
// positions drift.
func Stops(recording trace.Trip) (stops []Stop) {
	f := newStopFinder(recording.Observations)
	f.ignition(recording.Channels.Ignition)
	for i := 0; i < len(f.fixes); {
		if first, last, ok := f.at(i); ok {
			f.add(stay{first: first, last: last})
			i = last + 1
			continue
		}
		next := f.fixes[i].time.Add(seedStep)
		for i++; i < len(f.fixes) && f.fixes[i].time.Before(next); i++ {
		}
	}
	f.addSilent()
	f.addTold()
	f.joinManoeuvres()
	f.addDrift()
	for _, s := range f.stays {
		s.Idling, s.HasIgnition = f.idling(s.first, s.last, s.Arrival, s.Departure)
		stops = append(stops, s.Stop)
	}
	return stops
}

// joinManoeuvres joins stays between which the vehicle was only moved by some metres, as in a
// depot, and leaves only those that are stops. A halt as in a jam belongs to the stop next
// to it.
func (f *stopFinder) joinManoeuvres() {
	for i := range f.stays {
		f.stays[i].halt = !f.stays[i].engineOff && f.isHalt(i)
	}
	joined := f.stays[:0]
	for _, s := range f.stays {
		for n := len(joined); n > 0 && !(s.halt && joined[n-1].halt) && s.Arrival.Sub(joined[n-1].Departure) <= maxManoeuvre &&
			geo.Distance(s.Center, joined[n-1].Center) <= leaveRadius; n = len(joined) {
			s = stay{first: joined[n-1].first, last: s.last}
			s.Stop = f.stop(s.first, s.last)
			joined = joined[:n-1]
		}
		joined = append(joined, s)
	}
	f.stays = slices.DeleteFunc(joined, func(s stay) bool { return s.halt })
}

// stopFix is an observation with a position and a time.
type stopFix struct {
	geo.Point
	time     time.Time
	index    int
	ignition trace.Ignition
	stands   bool // the receiver reports a speed of about 0
	drives   bool // it reports a greater one
}

// stopFinder looks for stops in fixes with rising times.
type stopFinder struct {
	fixes  []stopFix
	stays  []stay
	values []float64 // scratch
	// reportsSpeed says that the receiver has reported the speed of a moving vehicle. Some
	// always report 0.
	reportsSpeed bool
	// seedEnd is the end of the last seed. That of a later one is not before it.
	seedEnd int
}

// newStopFinder returns a stopFinder of observations, without their ignition.
func newStopFinder(observations []match.Observation) stopFinder {
	timed := forward(observations)
	f := stopFinder{fixes: make([]stopFix, 0, len(timed))}
	for _, i := range timed {
		o := &observations[i]
		f.fixes = append(f.fixes, stopFix{
			Point: o.Point, time: o.Time, index: i,
			stands: o.Stands(), drives: o.Drives(),
		})
		f.reportsSpeed = f.reportsSpeed || o.HasSpeed && o.Speed >= movingSpeed
	}
	return f
}

// stay is a stop, or a halt in a jam, from fix first to fix last.
type stay struct {
	first, last int
	engineOff   bool // for at least MinStop
	halt        bool // as in a jam
	Stop
}

// add adds a stay and sets its Stop.
func (f *stopFinder) add(s stay) {
	s.Stop = f.stop(s.first, s.last)
	f.stays = append(f.stays, s)
}

// crawls reports whether the vehicle moved as in a jam before (-1) or after (1) stay i:
// slowly, since the stay before or until the next one.
func (f *stopFinder) crawls(i, direction int) bool {
	s := f.stays[i]
	at, end := s.first, 0
	if direction > 0 {
		at, end = s.last, len(f.fixes)-1
	}
	if j := i + direction; j >= 0 && j < len(f.stays) {
		end = f.stays[j].last
		if direction > 0 {
			end = f.stays[j].first
		}
	}
	begin := f.fixes[at].time
	for at != end && f.fixes[at].time.Sub(begin).Abs() < crawlTime {
		at += direction
	}
	passed := f.fixes[at].time.Sub(begin).Abs()
	return passed > 0 && geo.Distance(f.fixes[at].Point, s.Center) < crawlSpeed*passed.Seconds()
}

// isHalt reports whether stay i is a halt in a jam.
func (f *stopFinder) isHalt(i int) bool {
	switch before, after := f.crawls(i, -1), f.crawls(i, 1); {
	case f.stays[i].Duration() < maxHaltAtEnd:
		return before || after
	case f.stays[i].Duration() < maxHalt:
		return before && after
	default:
		return false
	}
}

// at returns the stay that begins at or soon after fix i.
func (f *stopFinder) at(i int) (first, last int, ok bool) {
	end := max(f.seedEnd, i) // of the seed, the shortest stop from i on
	for end < len(f.fixes) && f.fixes[end].time.Sub(f.fixes[i].time) < MinStop {
		end++
	}
	f.seedEnd = end
	if end == len(f.fixes) || geo.Distance(f.fixes[i].Point, f.fixes[end].Point) > 2*leaveRadius {
		return 0, 0, false
	}
	seed := f.fixes[i : end+1]
	center := f.median(seed)
	inside := 0
	for _, fix := range seed {
		if geo.Distance(fix.Point, center) <= stopRadius {
			inside++
		}
	}
	third := (len(seed) + 2) / 3
	if float64(inside) < minInside*float64(len(seed)) ||
		geo.Distance(f.median(seed[:third]), f.median(seed[len(seed)-third:])) > maxCreep+stopRadius/float64(third) {
		return 0, 0, false
	}
	middle := i + len(seed)/2
	last = f.extend(middle, 1, center)
	center = f.median(f.fixes[i : last+1])
	first = f.extend(middle, -1, center)
	return first, last, f.fixes[last].time.Sub(f.fixes[first].time) >= MinStop*9/10
}

// extend returns the last fix of the stay at center, from fix i in a direction (1 or -1).
func (f *stopFinder) extend(i, direction int, center geo.Point) int {
	limit := len(f.fixes)
	if direction < 0 {
		limit = -1
		if n := len(f.stays); n > 0 {
			limit = f.stays[n-1].last
		}
	}
	last, end := i, i
	for j := i; j != limit && (f.fixes[j].time.Sub(f.fixes[last].time).Abs() <= maxExcursion || max(j-last, last-j) <= maxStrays); j += direction {
		switch distance := geo.Distance(f.fixes[j].Point, center); {
		case distance <= stopRadius:
			last, end = j, j
		case distance <= leaveRadius:
			last = j
		}
	}
	return end
}

// stop returns the stop of the fixes from first to last.
func (f *stopFinder) stop(first, last int) Stop {
	s := Stop{
		First: f.fixes[first].index, Last: f.fixes[last].index,
		Arrival: f.fixes[first].time, Departure: f.fixes[last].time,
		Center: f.median(f.fixes[first : last+1]),
	}
	s.Arrival = f.passing(first, -1, s.Center, 0)
	s.Departure = f.passing(last, 1, s.Center, 0)
	return s
}

// median returns the median position of fixes, one coordinate at a time.
func (f *stopFinder) median(fixes []stopFix) geo.Point {
	middle := func(of func(*stopFix) float64) float64 {
		f.values = f.values[:0]
		for i := range fixes {
			f.values = append(f.values, of(&fixes[i]))
		}
		return medianOf(f.values)
	}
	return geo.Point{
		Lat: middle(func(fix *stopFix) float64 { return fix.Lat }),
		Lon: middle(func(fix *stopFix) float64 { return fix.Lon }),
	}
}

// medianOf returns the median of values, of which there is one or more, and changes their order.
// It divides them as quicksort does, but goes on only in the part with the middle (Hoare, 1961).
func medianOf(values []float64) float64 {
	n := len(values)
	for low, high := 0, n-1; low < high; {
		pivot := values[low+(high-low)/2]
		i, j := low, high
		for i <= j {
			for values[i] < pivot {
				i++
			}
			for values[j] > pivot {
				j--
			}
			if i <= j {
				values[i], values[j] = values[j], values[i]
				i, j = i+1, j-1
			}
		}
		switch {
		case n/2 <= j:
			high = j
		case n/2 >= i:
			low = i
		default:
			low, high = n/2, n/2
		}
	}
	upper := values[n/2]
	if n%2 == 1 {
		return upper
	}
	return (slices.Max(values[:n/2]) + upper) / 2
}
