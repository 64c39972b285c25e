// SPDX-License-Identifier: MIT

package trace

import (
	"slices"

	"roadsnap/engine/geo"
)

const (
	// leastSpeeds is the smallest number of speeds that show their unit.
	leastSpeeds = 20
	// longestLeg is the longest time over which two speeds show how far a vehicle drives (seconds).
	longestLeg = 30
	// slowest is the speed as read from which on it is compared with the positions (m/s).
	slowest = 1
)

// repairSpeeds finds the unit of speeds whose names have none. Tables are read in km/h and JSON in
// m/s; by positions and times, the other one may fit. The two differ by 3.6, so three quarters
// of the speeds must differ from the positions by at least 2.4 and at most 5.4 times.
func (c *collector) repairSpeeds(drafts []*draft) {
	var ratios []float64 // of the speed by the positions to that of the file
	kmh := false
	for _, d := range drafts {
		if d.plainSpeed == 0 {
			continue
		}
		kmh = d.plainSpeed != 1
		for i := 1; i < len(d.obs); i++ {
			a, b := &d.obs[i-1], &d.obs[i]
			seconds, speed := b.Time.Sub(a.Time).Abs().Seconds(), (a.Speed+b.Speed)/2
			if a.HasSpeed && b.HasSpeed && min(a.Speed, b.Speed) >= slowest && seconds >= 1 && seconds <= longestLeg && !a.Time.IsZero() {
				ratios = append(ratios, geo.Distance(a.Point, b.Point)/seconds/speed)
			}
		}
	}
	factor, name := 1/kmhPerMPS, "km/h"
	if kmh {
		factor, name = kmhPerMPS, "m/s"
	}
	fits := func(ratio float64) bool { return ratio > factor/1.5 && ratio < factor*1.5 }
	slices.Sort(ratios)
	if n := len(ratios); n < leastSpeeds || !fits(ratios[n/8]) || !fits(ratios[n/2]) || !fits(ratios[n-1-n/8]) {
		return
	}
	for _, d := range drafts {
		for i := range d.obs {
			if d.plainSpeed != 0 {
				d.obs[i].Speed *= factor
			}
		}
	}
	c.note(NoteSpeedUnit, 0, name)
	if c.preview != nil && c.preview.Recipe.Speed != "" {
		c.preview.Recipe.Speed = name
	}
}
