// SPDX-License-Identifier: MIT

package trace

import (
	"math"

	"roadsnap/engine/geo"
)

// scales are the ways in which recorders write degrees as large numbers.
var scales = []struct {
	name    string
	degrees func(x float64) float64 // NaN if x cannot be written so
}{
	{"10⁻⁷ °", func(x float64) float64 { return whole(x, 1e7) }},
	{"10⁻⁶ °", func(x float64) float64 { return whole(x, 1e6) }},
	{"10⁻⁵ °", func(x float64) float64 { return whole(x, 1e5) }},
	{"ddmm.mmmm", func(x float64) float64 { // as in NMEA
		degrees, minutes := math.Modf(x / 100)
		if minutes *= 100; math.Abs(minutes) >= 60 {
			return math.NaN()
		}
		return degrees + minutes/60
	}},
}

func whole(x, scale float64) float64 {
	if x != math.Trunc(x) {
		return math.NaN()
	}
	return x / scale
}

// repairScale reads the positions of a trip that are not on Earth in the one of scales that puts
// all of them near the map or in Vietnam. It reports whether there is one.
func (c *collector) repairScale(d *draft) bool {
	near := c.opt.Bounds.Pad(mapMargin)
	for _, s := range scales {
		fits := true
		for _, o := range d.obs {
			p := geo.Point{Lat: s.degrees(o.Lat), Lon: s.degrees(o.Lon)}
			fits = fits && (near.Contains(p) || vietnam.Contains(p))
		}
		if !fits {
			continue
		}
		for i := range d.obs {
			p := &d.obs[i].Point
			p.Lat, p.Lon = s.degrees(p.Lat), s.degrees(p.Lon)
		}
		d.outside = place{}
		c.note(NoteScaled, 0, s.name)
		return true
	}
	return false
}
