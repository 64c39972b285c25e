// SPDX-License-Identifier: MIT

package match

import (
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
	Speed      float64 // m/s; meaningful if HasSpeed
	HasSpeed   bool
}

// Path returns observations that have only a position.
func Path(points []geo.Point) []Observation {
	obs := make([]Observation, len(points))
	for i, p := range points {
		obs[i].Point = p
	}
	return obs
}
