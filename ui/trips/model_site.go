// SPDX-License-Identifier: MIT

package trips

import (
	"cmp"
	"context"
	"math"
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/trip"
	"roadsnap/engine/units"
	"roadsnap/engine/workspace"
)

// Places holds the named places and the visits of trips at them. It is immutable.
type Places struct {
	Sites []trip.Site // by name
	// Frequent are places without a name at which vehicles often stop, the most visited one
	// first. They are found on request.
	Frequent []trip.Frequent

	visits map[workspace.ID][]int64 // for each kept trip, the named place of each stop at one
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
		return l.visits[t.Kept]
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

// SiteKeeper keeps named places between runs of the app.
type SiteKeeper interface {
	Sites(ctx context.Context) ([]trip.Site, error)
	// SetSite changes the site with its ID, or adds it if the ID is 0.
	SetSite(ctx context.Context, s trip.Site) (workspace.ZoneChange, error)
	RemoveZones(ctx context.Context, ids ...int64) (workspace.ZoneChange, error)
	// ChangeZones makes a change again.
	ChangeZones(ctx context.Context, c workspace.ZoneChange) error
	// StopsOfTrips calls fn with the centres of the stops of each kept trip.
	StopsOfTrips(ctx context.Context, fn func(id workspace.ID, centres []geo.Point) error) error
}

// Limits of the radius of a named place (metres).
const (
	minRadius   = 10
	maxRadius   = 20_000
	usualRadius = 100
)

// Sites returns the named places by name. The caller must not change them.
func (p *Model) Sites() []trip.Site { return p.state.Places.Sites }

// SetSite adds a named place if its ID is 0, or else changes the one with its ID. Undo takes
// it back.
func (p *Model) SetSite(s trip.Site) {
	p.ChangeZones(func(ctx context.Context) (workspace.ZoneChange, error) { return p.o.Keeper.SetSite(ctx, s) }, p.refuse)
}

// RemoveSite removes a named place. Undo adds it again.
func (p *Model) RemoveSite(id int64) {
	p.ChangeZones(func(ctx context.Context) (workspace.ZoneChange, error) { return p.o.Keeper.RemoveZones(ctx, id) }, p.refuse)
}

// showSites replaces the named places and counts the visits again.
func (p *Model) showSites(list []trip.Site) {
	slices.SortFunc(list, func(a, b trip.Site) int {
		return cmp.Or(cmp.Compare(units.Fold(a.Name), units.Fold(b.Name)), cmp.Compare(a.ID, b.ID))
	})
	p.state.Places.Sites = list
	p.survey.old = true
	p.renew()
}

// SiteAt returns the nearest named place whose radius contains a point.
func (p *Model) SiteAt(at geo.Point) (s trip.Site, ok bool) {
	return trip.SiteAt(p.Sites(), at)
}

// FindFrequent finds the places without a name at which vehicles often stop, in the
// background, and finds them again after each change until ForgetFrequent is called.
func (p *Model) FindFrequent() {
	p.survey.frequent, p.survey.old = true, true
	p.surveyPlaces()
}

// ForgetFrequent ends FindFrequent.
func (p *Model) ForgetFrequent() {
	p.survey.frequent = false
	p.state.Places.Frequent = nil
}

// placeSurvey is the counting of the visits at places.
type placeSurvey struct {
	old      bool // places or trips have changed since the last one
	running  bool
	frequent bool // frequent places are wanted
}

// surveyPlaces counts the visits of kept trips at places in the background, if they may have
// changed and no trip is being matched.
func (p *Model) surveyPlaces() {
	s := &p.survey
	if !s.old || s.running || p.state.Work.Left > 0 || len(p.Sites()) == 0 && len(p.state.Places.visits) == 0 && !s.frequent {
		return
	}
	s.old, s.running = false, true
	sites, frequent, rows := p.Sites(), s.frequent, p.state.Trips
	p.o.Jobs.Start(func(ctx context.Context) func() {
		visits, found, err := p.countVisits(ctx, sites, frequent, rows)
		return func() {
			s.running = false
			if err != nil {
				p.o.KeepFailed(err)
				return
			}
			p.state.Places.visits = visits
			if s.frequent && frequent {
				p.state.Places.Frequent = found
			}
			p.renew()
			p.changed.Raise()
		}
	})
}

// countVisits returns the named places at which kept trips stopped, and the frequent places
// if they are wanted. It runs in the background.
func (p *Model) countVisits(ctx context.Context, sites []trip.Site, frequent bool, rows []*Trip) (visits map[workspace.ID][]int64, found []trip.Frequent, err error) {
	visits = map[workspace.ID][]int64{}
	var centres []geo.Point
	var stops []trip.Stop // of whole trips, not yet assigned to places
	var of []workspace.ID // their trips
	assign := func() {
		for _, v := range trip.Visits(sites, stops) {
			visits[of[v.Stop]] = append(visits[of[v.Stop]], sites[v.Site].ID)
		}
		stops, of = stops[:0], of[:0]
	}
	if p.o.Keeper != nil {
		err = p.o.Keeper.StopsOfTrips(ctx, func(id workspace.ID, at []geo.Point) error {
			for _, c := range at {
				stops, of = append(stops, trip.Stop{Center: c}), append(of, id)
			}
			const batch = 10_000
			if len(stops) >= batch {
				assign()
			}
			if frequent {
				centres = append(centres, at...)
			}
			return ctx.Err()
		})
		assign()
	}
	if err != nil || !frequent {
		return visits, nil, err
	}
	for _, t := range rows {
		for i := range t.Stops {
			if t.Kept == 0 {
				centres = append(centres, t.Stops[i].Center)
			}
		}
	}
	return visits, trip.FrequentPlaces(centres, sites), nil
}

// Place returns a named place to begin with: at a point, without a name. Where a vehicle
// often stops it has the centre and the radius of the frequent place.
func (p *Model) Place(at geo.Point) trip.Site {
	for _, f := range p.state.Places.Frequent {
		if geo.Distance(f.Center, at) <= f.Radius {
			return trip.Site{Center: f.Center, Radius: math.Ceil(f.Radius/10) * 10}
		}
	}
	return trip.Site{Center: at, Radius: usualRadius}
}
