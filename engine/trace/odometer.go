// SPDX-License-Identifier: MIT

package trace

import (
	"math"

	"roadsnap/engine/geo"
)

const (
	// metresPerKm is one kilometre (metres).
	metresPerKm = 1000
	// unitBorder is the number of metres by the positions for each unit of the odometer at
	// or above which its unit is the kilometre. It is the geometric mean of 1 and 1000,
	// so the two distances may differ by a factor of 30.
	unitBorder = 31.6
	// longestLife is the reading above which the unit is the metre if nothing else says so
	// (kilometres). No vehicle drives that far.
	longestLife = 2e6
	// leastSteps is the smallest number of steps between readings that show whether they
	// are sums.
	leastSteps = 10
)

// odometers describes the odometer readings of all trips of a file.
type odometers struct {
	steps, falls int     // pairs of successive readings, and those that fall
	rise         float64 // sum of the rises (units)
	sum          float64 // sum of the readings (units)
	top          float64 // highest reading (units)
	way          float64 // from position to position of the readings (metres)
}

func (s *odometers) add(d *draft) {
	last := -1
	for i, x := range d.channels.Odometer {
		if math.IsNaN(x) {
			continue
		}
		if last >= 0 {
			before := d.channels.Odometer[last]
			s.steps++
			s.falls += oneIf(x < before)
			s.rise += max(x-before, 0)
			s.sum += x
			s.way += geo.Distance(d.obs[last].Point, d.obs[i].Point)
		}
		s.top = max(s.top, x)
		last = i
	}
}

// unit returns the unit in which total is the way (metres).
func (s *odometers) unit(total float64) float64 {
	switch {
	case total > 0 && s.way >= 100 && s.way < unitBorder*total:
		return 1
	case total > 0 && s.way >= 100:
		return metresPerKm
	case s.top > longestLife:
		return 1
	}
	return metresPerKm
}

// repairOdometers converts the readings of all trips to metres. The unit is that in the name
// of the column. Without one, it is metres or kilometres, whichever makes the readings of
// the whole file rise more like the distance between the positions.
//
// Some recorders write the distance since the last record instead of a sum. Such readings
// fall often, and their sum is like the distance; they are added up.
func (c *collector) repairOdometers(drafts []*draft) {
	var s odometers
	for _, d := range drafts {
		s.add(d)
	}
	unit, parts := c.odometer, false
	if s.steps >= leastSteps && 10*s.falls > s.steps {
		u := unit
		if u == 0 {
			u = s.unit(s.sum)
		}
		if total := u * s.sum; total > s.way/3 && total < 3*s.way {
			unit, parts = u, true
		}
	}
	if unit == 0 {
		unit = s.unit(s.rise)
	}
	for _, d := range drafts {
		sum := 0.0
		for i, x := range d.channels.Odometer {
			if x *= unit; parts && !math.IsNaN(x) {
				sum += x
				x = sum
			}
			d.channels.Odometer[i] = x
		}
	}
}
