// SPDX-License-Identifier: MIT

package zone

import (
	"cmp"
	"slices"
	"time"

	"roadsnap/engine/fleet"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
)

// Drive is a trip with its visits.
type Drive struct {
	Trip       int64 // the caller's number of the trip
	Vehicle    string
	Start, End time.Time
	Length     float64 // metres
	Visits     []Visit
}

// Drive returns a trip with its visits.
func (x *Index) Drive(number int64, vehicle string, t *trip.Track, stops []trip.Stop) Drive {
	return Drive{Trip: number, Vehicle: vehicle, Start: t.Start(), End: t.End(), Length: t.Length(), Visits: x.Visits(t, stops)}
}

// Stay is the time that a vehicle spent in a zone: a visit, or several if it stayed there
// from one trip to the next.
type Stay struct {
	Vehicle           string
	FirstTrip         int64 // the trip in which it entered
	LastTrip          int64 // the trip in which it left
	firstRow, lastRow int   // of these in the sorted drives
	Visit                   // LeaveAlong counts from the beginning of LastTrip
	// Covered is the distance in the zone (metres), without what no trip shows.
	Covered float64
}

// Stays returns the stays of all drives, by beginning, vehicle and zone. If a trip ends in a
// zone in which the next one of its vehicle begins, both visits are one stay. The time between
// the two is unknown. Trips without the name of a vehicle stay apart.
func Stays(drives []Drive) []Stay {
	_, stays := staysOf(drives)
	return stays
}

// SameVehicle reports whether two plates are those of one vehicle, however they are written.
// No plate is that of no vehicle.
func SameVehicle(a, b string) bool {
	key := fleet.PlateKey(a)
	return key != "" && key == fleet.PlateKey(b)
}

// staysOf returns the drives by vehicle and time, and the stays.
func staysOf(drives []Drive) (rows []Drive, stays []Stay) {
	rows = slices.Clone(drives)
	slices.SortStableFunc(rows, func(a, b Drive) int {
		return cmp.Or(cmp.Compare(fleet.PlateKey(a.Vehicle), fleet.PlateKey(b.Vehicle)), a.Start.Compare(b.Start), cmp.Compare(a.Trip, b.Trip))
	})
	open := map[int]int{} // zone → its stay at the end of the last trip
	for n := range rows {
		d := &rows[n]
		if n > 0 && !SameVehicle(d.Vehicle, rows[n-1].Vehicle) {
			clear(open)
		}
		next := map[int]int{}
		for _, v := range d.Visits {
			k, joins := open[v.Zone]
			if joins = joins && v.Began && !v.Enter.Before(stays[k].Leave); joins {
				s := &stays[k]
				s.Unknown += v.Unknown + v.Enter.Sub(s.Leave)
				s.Leave, s.LeaveUntil, s.LeaveAlong, s.Ended = v.Leave, v.LeaveUntil, v.LeaveAlong, v.Ended
				s.LastTrip, s.lastRow = d.Trip, n
				s.Covered += v.Distance()
			} else {
				k = len(stays)
				stays = append(stays, Stay{Vehicle: d.Vehicle, FirstTrip: d.Trip, LastTrip: d.Trip, firstRow: n, lastRow: n, Visit: v, Covered: v.Distance()})
			}
			if v.Ended {
				next[v.Zone] = k
			}
		}
		open = next
	}
	slices.SortStableFunc(stays, func(a, b Stay) int {
		return cmp.Or(a.Enter.Compare(b.Enter), cmp.Compare(a.Vehicle, b.Vehicle), cmp.Compare(a.Zone, b.Zone))
	})
	return rows, stays
}

// Day is what a vehicle did in a zone on a day.
type Day struct {
	Vehicle string
	Date    time.Time // the midnight at which it begins
	Zone    int
	Entries int           // stays that began on that day
	Inside  time.Duration // within the day
	Unknown time.Duration // the greatest part of it in which its way may not be known
	// Covered is the distance in the zone (metres). That of a stay over midnight is divided by
	// time.
	Covered float64
}

// Days returns the stays by day, vehicle and zone. Days begin at midnight of a time zone.
func Days(stays []Stay, in *time.Location) []Day {
	type key struct {
		vehicle string
		date    int64
		zone    int
	}
	rows := map[key]*Day{}
	for i := range stays {
		s := &stays[i]
		for from := s.Enter; ; {
			date := midnight(from.In(in))
			next := date.AddDate(0, 0, 1)
			k := key{fleet.PlateKey(s.Vehicle), date.Unix(), s.Zone}
			d := rows[k]
			if d == nil {
				d = &Day{Vehicle: s.Vehicle, Date: date, Zone: s.Zone}
				rows[k] = d
			}
			if from.Equal(s.Enter) {
				d.Entries++
			}
			part := min(next.Sub(from), s.Leave.Sub(from))
			d.Inside += part
			d.Unknown += min(part, s.Unknown)
			if whole := s.Duration(); whole > 0 {
				d.Covered += s.Covered * float64(part) / float64(whole)
			} else {
				d.Covered += s.Covered
			}
			if from = next; !from.Before(s.Leave) {
				break
			}
		}
	}
	list := make([]Day, 0, len(rows))
	for _, d := range rows {
		list = append(list, *d)
	}
	slices.SortFunc(list, func(a, b Day) int {
		return cmp.Or(a.Date.Compare(b.Date), cmp.Compare(a.Vehicle, b.Vehicle), cmp.Compare(a.Zone, b.Zone))
	})
	return list
}

// midnight returns the beginning of the day of a time.
func midnight(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, t.Location())
}

// TrackOf returns the track of a matched recording, or that of the recording alone if no part
// of it is matched.
func TrackOf(recording trace.Trip, r match.Result) *trip.Track {
	if len(r.Legs) == 0 {
		return trip.RecordedTrack(recording.Observations)
	}
	return trip.NewTrack(recording.Observations, r)
}

// Meets reports whether the box of any zone shares a point with a box.
func (x *Index) Meets(box geo.Bounds) (meets bool) {
	if box.Empty() {
		return false
	}
	x.tree.Search(box.Fixed(), func(uint32) bool {
		meets = true
		return false
	})
	return meets
}
