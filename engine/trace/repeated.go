// SPDX-License-Identifier: MIT

package trace

// noteRepeatedLines notes trips without times whose positions are those of a trip
// with times. Programs write both, for viewers that know only one kind.
func noteRepeatedLines(drafts []*draft) {
	type ends struct {
		n           int
		first, last [2]float64
	}
	key := func(d *draft) ends {
		at := func(i int) [2]float64 { return [2]float64{d.obs[i].Lat, d.obs[i].Lon} }
		return ends{len(d.obs), at(0), at(len(d.obs) - 1)}
	}
	timed := map[ends]*draft{}
	for _, d := range drafts {
		if len(d.obs) > 0 && !d.single && !d.obs[0].Time.IsZero() {
			timed[key(d)] = d
		}
	}
	for _, d := range drafts {
		if len(d.obs) == 0 || d.single || !d.obs[0].Time.IsZero() {
			continue
		}
		if other := timed[key(d)]; other != nil && samePositions(d, other) {
			d.note(NoteRepeatedTrack, 0, other.name)
		}
	}
}

func samePositions(a, b *draft) bool {
	for i := range a.obs {
		if a.obs[i].Point != b.obs[i].Point {
			return false
		}
	}
	return true
}

// takeTimes gives a line without times those of the points at the same positions, which some
// programs write besides it.
func (c *collector) takeTimes() {
	for _, points := range c.drafts {
		if !points.single || !points.timed() {
			continue
		}
		for _, line := range c.drafts {
			if !line.single && len(line.obs) == len(points.obs) && !line.timed() && samePositions(line, points) {
				c.points -= len(points.obs)
				line.obs, line.channels, line.plainSpeed = points.obs, points.channels, points.plainSpeed
				points.obs, points.channels = nil, Channels{}
				break
			}
		}
	}
}
