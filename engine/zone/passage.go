// SPDX-License-Identifier: MIT

package zone

import (
	"cmp"
	"slices"
	"time"

	"roadsnap/engine/fleet"
)

// Passage is a way of a vehicle from one zone to another.
type Passage struct {
	Vehicle     string
	FirstTrip   int64     // in which it left the first zone
	LastTrip    int64     // in which it entered the second one
	Start, End  time.Time // when it left, and when it entered
	Distance    float64   // metres, without gaps
	Uncertainty time.Duration
}

// Duration returns the time from leaving to entering.
func (p Passage) Duration() time.Duration { return p.End.Sub(p.Start) }

// Passages returns the ways from a zone to another one, or from a zone back to it, by their
// beginning. A way begins when a vehicle has left the first zone for the last time, and ends
// when it enters the second. It may go over several trips of a vehicle with a name. Ways
// longer than longest are left out. A vehicle that is not seen to leave or to enter has no way.
func Passages(drives []Drive, from, to int, longest time.Duration) (list []Passage) {
	rows, stays := staysOf(drives)
	slices.SortStableFunc(stays, func(a, b Stay) int {
		return cmp.Or(cmp.Compare(fleet.PlateKey(a.Vehicle), fleet.PlateKey(b.Vehicle)), a.Enter.Compare(b.Enter))
	})
	var left *Stay // the last stay in the first zone
	for i := range stays {
		s := &stays[i]
		if left != nil && !SameVehicle(left.Vehicle, s.Vehicle) && left.LastTrip != s.FirstTrip {
			left = nil
		}
		if s.Zone == to && left != nil && !s.Began && !s.Enter.Before(left.Leave) {
			if p := way(rows, left, s); p.Duration() <= longest {
				list = append(list, p)
			}
			left = nil
		}
		switch {
		case s.Zone == from && s.Ended:
			left = nil
		case s.Zone == from:
			left = s
		case s.Zone == to && left != nil && !s.Enter.Before(left.Leave):
			left = nil // it was in the second zone, though it was not seen to enter
		}
	}
	slices.SortStableFunc(list, func(a, b Passage) int { return a.Start.Compare(b.Start) })
	return list
}

// way returns the way from one stay to another one of the same vehicle.
func way(rows []Drive, a, b *Stay) Passage {
	p := Passage{
		Vehicle: a.Vehicle, FirstTrip: a.LastTrip, LastTrip: b.FirstTrip, Start: a.Leave, End: b.Enter,
		Distance: b.EnterAlong - a.LeaveAlong, Uncertainty: a.LeaveUntil.Sub(a.Leave) + b.Enter.Sub(b.EnterFrom),
	}
	for n := a.lastRow; n < b.firstRow; n++ {
		p.Distance += rows[n].Length
	}
	return p
}
