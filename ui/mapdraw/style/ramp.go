// SPDX-License-Identifier: MIT

package style

import (
	"fmt"
	"image/color"
)

// Ramp is a series of colours for the classes of a value, the lowest class first.
type Ramp uint8

// The ramps.
const (
	RampSpeed Ramp = iota
	RampOverLimit
	RampConfidence
	RampTimeOfDay
	RampDensity
	numRamps
)

// ramps holds the name of each ramp in the style file and its number of classes.
var ramps = [numRamps]struct {
	name    string
	classes int
}{{"speed", 6}, {"over_limit", 6}, {"confidence", 4}, {"time_of_day", 6}, {"density", 7}}

// Classes returns the number of classes.
func (r Ramp) Classes() int { return ramps[r].classes }

// String returns the name of r in the style file.
func (r Ramp) String() string { return ramps[r].name }

// ramps looks up the colours of each ramp.
func (b *themeBuilder) ramps(names map[string][]string) (all [numRamps][]color.RGBA) {
	if len(names) != len(all) {
		b.fault("ramps: want %d ramps, not %d", len(all), len(names))
	}
	for r := range numRamps {
		list := names[r.String()]
		if len(list) != r.Classes() {
			b.fault("ramps.%s: want %d colours, not %d", r, r.Classes(), len(list))
		}
		for i, name := range list {
			all[r] = append(all[r], b.color(fmt.Sprintf("ramps.%s[%d]", r, i), name))
		}
	}
	return all
}
