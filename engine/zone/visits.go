// SPDX-License-Identifier: MIT

package zone

import (
	"cmp"
	"slices"
	"sort"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/trip"
)

// The rules of a crossing. Receivers that stand on a border for eight hours, with an error of
// 15 m that changes over two minutes, cross it some 400 times. With these rules alone they
// make 13 visits, and with the stop, whose centre is one place, at most one; see
// TestDriftAtTheBorder.
const (
	// Margin is how far beyond a border a vehicle has certainly crossed it (metres). Fixes are
	// wrong by some 10 m, and a road along a border is 3 to 20 m from it.
	Margin = 25
	// Settle is how long a vehicle nearer to the border than that must stay on one side: longer
	// than at a traffic light, or in a queue at a gate.
	Settle = 5 * time.Minute
)

// Visit is the time that a vehicle spent in a zone, from one crossing to the next.
type Visit struct {
	Zone int // index of the zone
	// Enter and Leave are the first and the last moment at which the vehicle was inside.
	Enter, Leave time.Time
	// EnterFrom and LeaveUntil are the last moment before Enter at which it was certainly
	// outside, and the first one after Leave. They equal Enter and Leave where the crossing is
	// known, and at the ends of the trip.
	EnterFrom, LeaveUntil time.Time
	Began, Ended          bool          // the trip begins or ends inside
	Unknown               time.Duration // the part from Enter to Leave in which its way is not known
	// EnterAlong and LeaveAlong are the distances of both moments from the beginning of the
	// trip (metres).
	EnterAlong, LeaveAlong float64
}

// Duration returns the time from Enter to Leave.
func (v *Visit) Duration() time.Duration { return v.Leave.Sub(v.Enter) }

// Distance returns the distance from Enter to Leave (metres), without gaps.
func (v *Visit) Distance() float64 { return v.LeaveAlong - v.EnterAlong }

// Range returns the least and the greatest time that the vehicle can have spent inside. Both
// equal Duration if all is known.
func (v *Visit) Range() (least, most time.Duration) {
	return v.Duration() - v.Unknown, v.LeaveUntil.Sub(v.EnterFrom)
}

// Exact reports whether the whole visit is known.
func (v *Visit) Exact() bool {
	return v.Unknown == 0 && v.EnterFrom.Equal(v.Enter) && v.LeaveUntil.Equal(v.Leave)
}

// Visits returns the visits of a trip, by their beginning and zone. While a vehicle stands at
// a stop, it is at the centre of that. Visits is safe for concurrent use.
func (x *Index) Visits(t *trip.Track, stops []trip.Stop) []Visit {
	w := watch{index: x, open: map[uint32]*visitor{}}
	var last geo.Point
	first := true
	for s := range t.Steps() {
		stand(&s, stops)
		if !first && s.From != last { // into the centre of a stop, or out of it
			w.step(&trip.Step{From: last, To: s.From, Start: s.Start, End: s.Start, Along: s.Along, Known: true}, false)
		}
		w.step(&s, first)
		first, last = false, s.To
	}
	for _, v := range w.open {
		v.end(t)
	}
	slices.SortFunc(w.visits, func(a, b Visit) int {
		return cmp.Or(a.Enter.Compare(b.Enter), cmp.Compare(a.Zone, b.Zone), a.Leave.Compare(b.Leave))
	})
	return w.visits
}

// stand moves a step to the centre of the stop at which the vehicle stood meanwhile.
func stand(s *trip.Step, stops []trip.Stop) {
	i := sort.Search(len(stops), func(i int) bool { return !stops[i].Departure.Before(s.End) })
	if i < len(stops) && !stops[i].Arrival.After(s.Start) {
		s.From, s.To, s.Known = stops[i].Center, stops[i].Center, true
	}
}

// watch follows a vehicle with regard to all zones.
type watch struct {
	index  *Index
	open   map[uint32]*visitor // of zones that are no farther than Margin
	near   []uint32            // scratch
	cuts   []float64           // scratch
	visits []Visit
}

// step follows a step.
func (w *watch) step(s *trip.Step, first bool) {
	w.near = w.near[:0]
	w.near = w.index.tree.AppendSearch(w.near, geo.BoundsOf(s.From, s.To).Fixed())
	if len(w.near) == 0 && len(w.open) == 0 {
		return
	}
	for zone, v := range w.open {
		if !slices.Contains(w.near, zone) { // it is farther than Margin
			if v.inside { // the numbers of the step before were rounded
				v.cross(moment{at: s.Start, edge: s.Start, along: s.Along})
			}
			v.confirm()
			delete(w.open, zone)
		}
	}
	for _, zone := range w.near {
		v := w.open[zone]
		if v == nil {
			f := w.index.forms[zone]
			v = &visitor{watch: w, form: f, zone: int(zone), inside: f.contains(s.From)}
			v.since = moment{at: s.Start, edge: s.Start, along: s.Along}
			if v.inside {
				v.firm, v.began, v.entered = first, first, v.since
			}
			w.open[zone] = v
		}
		v.step(s)
	}
}

// moment is a crossing.
type moment struct {
	at    time.Time // on the inner side
	edge  time.Time // when it was certainly on the outer side
	along float64
}

// visitor follows a vehicle with regard to one zone.
type visitor struct {
	watch *watch
	form  form
	zone  int

	inside bool   // on which side the vehicle is
	since  moment // the last crossing
	firm   bool   // on which side it counts as being

	entered moment // if firm
	began   bool   // if firm: the trip begins inside
	unknown time.Duration
}

// step follows a step.
func (v *visitor) step(s *trip.Step) {
	if !s.Known {
		v.leap(s)
		return
	}
	cuts := v.form.cuts(v.watch.cuts[:0], s.From, s.To)
	v.watch.cuts = cuts[:0]
	if len(cuts) == 0 {
		v.piece(s, 0, 1)
		return
	}
	slices.Sort(cuts)
	from := 0.0
	for _, cut := range append(cuts, 1) {
		if cut <= from {
			continue
		}
		if in := v.form.contains(geo.Lerp(s.From, s.To, (from+cut)/2)); in != v.inside {
			at := s.Start.Add(time.Duration(from * float64(s.End.Sub(s.Start))))
			v.cross(moment{at: at, edge: at, along: s.Along + from*s.Length})
		}
		v.piece(s, from, cut)
		from = cut
	}
}

// leap follows a step whose way is not known.
func (v *visitor) leap(s *trip.Step) {
	switch in := v.form.contains(s.To); {
	case in && v.inside:
		if !s.Still {
			v.unknown += s.End.Sub(s.Start)
		}
	case in:
		v.confirm()
		v.cross(moment{at: s.End, edge: s.Start, along: s.Along + s.Length})
	case v.inside:
		v.cross(moment{at: s.Start, edge: s.End, along: s.Along})
	case !s.Still:
		v.confirm()
	}
	v.look(s.To, s.End)
}

// lookEvery is the distance between two places of a way that are compared with a border
// (metres). The greatest distance from the border is found with an error of half of it.
const lookEvery = 5

// maxLooks limits the places on one step.
const maxLooks = 200

// piece follows a part of a step on one side of the border.
func (v *visitor) piece(s *trip.Step, from, to float64) {
	if v.inside == v.firm {
		return
	}
	looks := min(1+int(geo.Distance(s.From, s.To)*(to-from)/lookEvery), maxLooks)
	for i := 1; i <= looks && v.inside != v.firm; i++ {
		t := from + (to-from)*float64(i)/float64(looks)
		v.look(geo.Lerp(s.From, s.To, t), s.Start.Add(time.Duration(t*float64(s.End.Sub(s.Start)))))
	}
}

// cross notes a crossing.
func (v *visitor) cross(m moment) {
	v.inside, v.since = !v.inside, m
	if v.inside && !v.firm {
		v.unknown = 0
	}
}

// look confirms the last crossing if the vehicle, at p, is far enough from the border, or was
// on its side for long enough.
func (v *visitor) look(p geo.Point, at time.Time) {
	if v.inside == v.firm {
		return
	}
	enough := float64(Margin)
	if v.inside {
		enough = v.form.depth()
	}
	if at.Sub(v.since.at) >= Settle || v.form.toBorder(p, enough) >= enough {
		v.confirm()
	}
}

// confirm confirms the last crossing.
func (v *visitor) confirm() {
	if v.inside == v.firm {
		return
	}
	v.firm = v.inside
	if v.firm {
		v.entered, v.began = v.since, false
		return
	}
	v.leave(v.since, false)
}

// leave ends the visit at a moment.
func (v *visitor) leave(m moment, ended bool) {
	e := v.entered
	v.watch.visits = append(v.watch.visits, Visit{
		Zone: v.zone, Enter: e.at, Leave: m.at, EnterFrom: e.edge, LeaveUntil: m.edge,
		Began: v.began, Ended: ended, Unknown: v.unknown, EnterAlong: e.along, LeaveAlong: m.along,
	})
	v.unknown = 0
}

// end ends the visit with the trip. A vehicle that is inside has entered, though it may be
// near the border, because nothing shows that it left again.
func (v *visitor) end(t *trip.Track) {
	switch {
	case v.inside:
		v.confirm()
		v.leave(moment{at: t.End(), edge: t.End(), along: t.Length()}, true)
	case v.firm:
		v.leave(v.since, false)
	}
}

// sorted sorts numbers and returns them.
func sorted(numbers []int) []int {
	slices.Sort(numbers)
	return numbers
}
