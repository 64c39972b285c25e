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

// ferried reports whether a ferry that both steps are near explains so many seconds
// without a fix: its duration, twice over, with the longest outage for the wait.
func (lat *lattice) ferried(a, b *step, seconds float64) bool {
	there, back := lat.ferriesNear(a), lat.ferriesNear(b)
	for way, duration := range there {
		if _, near := back[way]; near && seconds <= lat.model.MaxOutage.Seconds()+ferrySpread*duration.Seconds() {
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

// passFerries adds to m.passes the times at which the leg boarded and left ferries whose
// duration is known, where two passes are further apart in time than inferredTime. The rest
// of the time between, a wait included, is spread over the rest of the route.
func (m *legMaker) passFerries(line []vertex) {
	passes := m.ferryPasses[:0]
	v := 0
	for k, p := range m.passes {
		passes = append(passes, p)
		if k+1 == len(m.passes) {
			break
		}
		q := m.passes[k+1]
		if q.seconds-p.seconds <= m.model.inferredTime.Seconds() {
			continue
		}
		for v+1 < len(line) && line[v+1].along <= p.along {
			v++
		}
		from, to, crossing := m.ferryBetween(line[v:], p, q)
		rest, spare := q.along-p.along-(to-from), q.seconds-p.seconds-crossing
		if crossing > 0 && rest > 0 && spare > 0 {
			boards := p.seconds + spare*(from-p.along)/rest
			passes = append(passes, pass{along: from, seconds: boards}, pass{along: to, seconds: boards + crossing})
		}
	}
	m.passes, m.ferryPasses = passes, m.passes
}

// ferryBetween returns the part of the route between two passes that is on ferries whose
// duration is known, and their crossing time (seconds), 0 if there is none. The first vertex of
// the line is the last one at or before p.
func (m *legMaker) ferryBetween(line []vertex, p, q pass) (from, to, crossing float64) {
	for i := 0; i+1 < len(line) && line[i].along < q.along; i++ {
		link := m.pieces[line[i].piece].edge.Link()
		if m.graph.Class(link) != road.Ferry {
			continue
		}
		whole, known := m.graph.Crossing(link)
		length := m.graph.Length(link)
		first, last := max(line[i].along, p.along), min(line[i+1].along, q.along)
		if !known || !(length > 0) || last <= first {
			continue
		}
		if crossing == 0 {
			from = first
		}
		to, crossing = last, crossing+whole.Seconds()*(last-first)/length
	}
	return from, to, crossing
}
