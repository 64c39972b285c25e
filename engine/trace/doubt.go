// SPDX-License-Identifier: MIT

package trace

import (
	"math"
	"slices"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// firstDate and endDate bound the times that a recording can have (Unix seconds): from 1990,
// before which no vehicle had a satellite receiver, to 2070. They do not depend on the clock
// of this computer, which may be wrong as well.
var (
	firstDate = time.Date(1990, time.January, 1, 0, 0, 0, 0, time.UTC).Unix()
	endDate   = time.Date(2070, time.January, 1, 0, 0, 0, 0, time.UTC).Unix()
)

// plausibleDate reports whether a recording can be of time t.
func plausibleDate(t time.Time) bool {
	s := t.Unix()
	return s >= firstDate && s < endDate
}

// WrongDates returns the number of observations with a time before 1990 or after 2069, as of
// a recorder whose clock was never set. It is 0 for a recording whose times have no date,
// which the notes say.
func (t Trip) WrongDates() int {
	wrong, right := 0, 0
	for _, o := range t.Observations {
		switch {
		case o.Time.IsZero():
		case plausibleDate(o.Time):
			right++
		default:
			wrong++
		}
	}
	if right == 0 && slices.ContainsFunc(t.Notes, func(n Note) bool { return n.Kind == NoteNoDate || n.Kind == NoteRelativeTime }) {
		return 0
	}
	return wrong
}

const (
	// vehicleSpeed is the speed above which two observations are not of one vehicle (m/s).
	vehicleSpeed = 70
	// strayFix is the error of a position that says nothing about the speed (metres).
	strayFix = 300
	// untimedReach is the longest distance between two observations of one vehicle without
	// times (metres).
	untimedReach = 1000
	// leastShare is the smallest share of points of each of two mixed vehicles, and also the
	// smallest share of changes between them.
	leastShare = 0.1
	// leastChanges is the smallest number of changes between two mixed vehicles.
	leastChanges = 6
	// strayRun is the number of points up to which a track is a stray fix.
	strayRun = 2
)

// track is the track of one of two vehicles in a recording.
type track struct {
	last   match.Observation
	points int
}

// misses returns how much farther o lies from the end of the track than the vehicle can have
// driven (metres).
func (k *track) misses(o *match.Observation) float64 {
	north := (o.Lat - k.last.Lat) * geo.MetresPerDegree
	east := (o.Lon - k.last.Lon) * geo.MetresPerDegree * math.Cos(o.Lat*(math.Pi/180))
	reach := float64(untimedReach)
	if !o.Time.IsZero() && !k.last.Time.IsZero() {
		reach = strayFix + vehicleSpeed*o.Time.Sub(k.last.Time).Abs().Seconds()
	}
	return math.Hypot(north, east) - reach
}

// near reports whether two observations are so close that one vehicle can have made both at
// any times.
func near(a, b *match.Observation) bool {
	return math.Abs(a.Lat-b.Lat) < 0.001 && math.Abs(a.Lon-b.Lon) < 0.001
}

// OtherVehicle returns the number of observations of a second vehicle, 0 if all are of one.
// Two are mixed if the recording goes back and forth between two tracks, each of which a vehicle
// can drive, faster than one vehicle can.
func (t Trip) OtherVehicle() int {
	var tracks [2]track
	used, current, changes, stray, all := 0, 0, 0, 0, 0
	for i := range t.Observations {
		o := &t.Observations[i]
		if !o.Valid() {
			continue
		}
		all++
		best := current
		switch {
		case used == 0:
			used = 1
		case near(o, &tracks[current].last), tracks[current].misses(o) <= 0:
		case used == 1:
			used, best = 2, 1
		default:
			other := 1 - current
			if best = other; tracks[other].misses(o) > 0 {
				// A third place: it takes over the track of stray fixes, or the one left
				// longer ago.
				if tracks[other].points > strayRun && tracks[current].points <= strayRun {
					best = current
				}
				stray += tracks[best].points
				tracks[best] = track{}
			}
		}
		if best != current {
			changes++
			current = best
		}
		k := &tracks[current]
		k.last = *o
		k.points++
	}
	fewer := min(tracks[0].points, tracks[1].points)
	share := leastShare * float64(all)
	if changes < leastChanges || float64(changes) < share || float64(fewer) < share || float64(stray) > share {
		return 0
	}
	return fewer
}
