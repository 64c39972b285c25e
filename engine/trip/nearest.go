// SPDX-License-Identifier: MIT

package trip

import (
	"time"

	"roadsnap/engine/geo"
)

// Nearest returns when the vehicle passed a place within radius metres. If it did more than
// once, it returns the pass that is nearest in time to about. ok is false if it never did.
func (t *Track) Nearest(place geo.Point, radius float64, about time.Time) (at time.Time, ok bool) {
	plane := geo.NewPlane(place)
	box := geo.BoundsOf(place).Pad(radius)
	wanted := about.Sub(t.start)
	var best, pass time.Duration
	closest, inside := 0.0, false // of the current pass
	end := func() {
		if inside && (!ok || (pass-wanted).Abs() < (best-wanted).Abs()) {
			best, ok = pass, true
		}
		inside = false
	}
	for i := range t.knots {
		a, b := &t.knots[max(i-1, 0)], &t.knots[i]
		if !geo.BoundsOf(a.point, b.point).Intersects(box) || b.gap {
			end()
			continue
		}
		part, distance2 := geo.Project(geo.XY{}, plane.XY(a.point), plane.XY(b.point))
		switch {
		case distance2 > radius*radius:
			end()
		case !inside || distance2 < closest:
			inside, closest = true, distance2
			pass = a.after + time.Duration(part*float64(b.after-a.after))
		}
	}
	end()
	return t.start.Add(best), ok
}
