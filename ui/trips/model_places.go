// SPDX-License-Identifier: MIT

package trips

import (
	"slices"

	"roadsnap/engine/trip"
	"roadsnap/engine/workspace"
)

// Places holds the named places and the visits of trips at them. It is immutable.
type Places struct {
	Sites []trip.Site // by name
	// Visits has for each kept trip the named place of each stop at one.
	Visits map[workspace.ID][]int64
}

// ShowPlaces shows the trips with other places, which must not change.
func (p *Model) ShowPlaces(places Places) {
	p.state.Places = places
	p.renew()
	p.changed.Raise()
}

// Site returns the named place with an ID.
func (l Places) Site(id int64) (s trip.Site, ok bool) {
	i := slices.IndexFunc(l.Sites, func(s trip.Site) bool { return s.ID == id })
	if i < 0 {
		return s, false
	}
	return l.Sites[i], true
}

// visitedBy returns the IDs of the named places at which a trip stopped, in the order of the
// stops.
func (l Places) visitedBy(t *Trip) (ids []int64) {
	if t.Kept != 0 {
		return l.Visits[t.Kept]
	}
	for _, v := range trip.Visits(l.Sites, t.Stops) {
		ids = append(ids, l.Sites[v.Site].ID)
	}
	return ids
}

// Visits returns the number of stops of the open trips at each named place, by its ID.
func (s State) Visits() map[int64]int {
	count := map[int64]int{}
	if len(s.Places.Sites) == 0 {
		return count
	}
	for _, t := range s.Trips {
		for _, id := range s.Places.visitedBy(t) {
			count[id]++
		}
	}
	return count
}
