// SPDX-License-Identifier: MIT

package match

import (
	"slices"
	"time"

	"roadsnap/engine/geo"
)

// Observation is one recorded fix. Unknown values are zero, with their Has… field
// false.
type Observation struct {
	geo.Point
	Time       time.Time // zero: unknown
	Accuracy   float64   // standard deviation of the position per axis, metres; 0: unknown
	Heading    float64   // degrees clockwise from north, −360 to 360; meaningful if HasHeading
	HasHeading bool
	Speed      float64 // m/s; meaningful if HasSpeed. It says where the vehicle stands.
	HasSpeed   bool
}

// standingSpeed is the speed (m/s) below which the receiver says that the vehicle stands.
const standingSpeed = 0.5

// Stands reports whether the receiver says that the vehicle stands: below 0.5 m/s.
func (o *Observation) Stands() bool { return o.HasSpeed && o.Speed < standingSpeed }

// Drives reports whether the receiver says that it does not.
func (o *Observation) Drives() bool { return o.HasSpeed && o.Speed >= standingSpeed }

// Path returns observations that have only a position.
func Path(points []geo.Point) []Observation {
	obs := make([]Observation, len(points))
	for i, p := range points {
		obs[i].Point = p
	}
	return obs
}

// ValidPoints returns the positions of the valid observations.
func ValidPoints(list []Observation) []geo.Point {
	points := make([]geo.Point, 0, len(list))
	for _, o := range list {
		if o.Valid() {
			points = append(points, o.Point)
		}
	}
	return points
}

// RecordedSpan returns the times of the first and the last observation with a time, in the order of
// the list. They are zero without times.
func RecordedSpan(list []Observation) (first, last time.Time) {
	timed := func(o Observation) bool { return !o.Time.IsZero() }
	i := slices.IndexFunc(list, timed)
	if i < 0 {
		return first, last
	}
	end := len(list) - 1
	for !timed(list[end]) {
		end--
	}
	return list[i].Time, list[end].Time
}
