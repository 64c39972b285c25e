// SPDX-License-Identifier: MIT

package match

import (
	"time"

	"roadsnap/engine/road"
)

const (
	// ferryReach is how far from a ferry its passengers may be before and after the
	// crossing (metres): on the road to the landing, in a queue.
	ferryReach = 500
	// ferrySpread is the greatest time of a crossing relative to that on the map, in bad
	// weather and with loading.
	ferrySpread = 2
)

// ferried reports whether a ferry that both steps are near explains the time between
// them: its duration, twice over, with the longest outage for the wait.
func (lat *lattice) ferried(a, b *step) bool {
	fa, fb := &lat.fixes[a.fix], &lat.fixes[b.fix]
	there, back := lat.ferriesNear(a), lat.ferriesNear(b)
	for way, duration := range there {
		if _, near := back[way]; near && fb.seconds-fa.seconds <= lat.model.MaxOutage.Seconds()+ferrySpread*duration.Seconds() {
			return true
		}
	}
	return false
}

// ferriesNear returns the durations of the ferries near a step, by way. It is rarely
// called.
func (lat *lattice) ferriesNear(s *step) map[int64]time.Duration {
	found := map[int64]time.Duration{}
	lat.hits = lat.finder.Near(lat.hits[:0], s.at, ferryReach, lat.rules.Access)
	for _, h := range lat.hits {
		if lat.graph.Class(h.Link) != road.Ferry {
			continue
		}
		if x, _ := lat.graph.Extra(h.Link); x.Duration > 0 {
			found[lat.graph.WayID(h.Link)] = x.Duration
		}
	}
	return found
}
