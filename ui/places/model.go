// SPDX-License-Identifier: MIT

package places

import (
	"cmp"
	"context"
	"math"
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/trip"
	"roadsnap/engine/units"
	"roadsnap/engine/workspace"
	"roadsnap/ui/job"
	"roadsnap/ui/trips"
	"roadsnap/ui/undo"
)

// Keeper keeps named places between runs of the app. Its methods are called on background
// goroutines.
type Keeper interface {
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

// Trips has the open trips; see [trips.Model].
type Trips interface {
	State() trips.State
	AfterEdits(work func(ctx context.Context) (apply func()))
	// ShowPlaces shows the trips with other places.
	ShowPlaces(places trips.Places)
}

// Options configures a Model.
type Options struct {
	Jobs    *job.Runner
	Trips   Trips
	History *undo.History
	Keeper  Keeper // nil keeps nothing
	// Failed is called with the errors of Keeper.
	Failed func(error)
}

// Model is the view model of the named places. It belongs to the UI goroutine.
type Model struct {
	o       Options
	changed *job.Signal
	shown   trips.Places
	// frequent are places without a name at which vehicles often stop, the most visited one
	// first. They are found on request.
	frequent    []trip.Frequent
	zoneChanges int
	survey      survey
}

// survey is the counting of the visits at places.
type survey struct {
	old      bool // places or trips have changed since the last one
	settled  int  // State.Settled of the trips at the last one
	running  bool
	frequent bool // frequent places are wanted
}

// NewModel returns a model without places.
func NewModel(o Options) *Model { return &Model{o: o, changed: o.Jobs.Signal()} }

// OnChange sets the listener that is called after each change of the places and of the kept zones.
func (m *Model) OnChange(listen func()) { m.changed.Listen(listen) }

// Keeps reports whether named places can be kept.
func (m *Model) Keeps() bool { return m.o.Keeper != nil }

// Sites returns the named places by name. The caller must not change them.
func (m *Model) Sites() []trip.Site { return m.shown.Sites }

// Frequent returns the places that FindFrequent has found, the most visited one first.
func (m *Model) Frequent() []trip.Frequent { return m.frequent }

// ZoneChanges returns the number of changes of the kept zones in this run.
func (m *Model) ZoneChanges() int { return m.zoneChanges }

// Load reads the places of earlier runs in the background.
func (m *Model) Load() {
	if m.Keeps() {
		m.o.Trips.AfterEdits(func(ctx context.Context) func() {
			list, err := m.o.Keeper.Sites(ctx)
			return func() { m.show(list, err) }
		})
	}
}

// show replaces the named places and counts the visits again, unless they could not be read.
func (m *Model) show(list []trip.Site, err error) {
	if err != nil {
		m.o.Failed(err)
		return
	}
	slices.SortFunc(list, func(a, b trip.Site) int {
		return cmp.Or(cmp.Compare(units.Fold(a.Name), units.Fold(b.Name)), cmp.Compare(a.ID, b.ID))
	})
	m.shown.Sites = list
	m.survey.old = true
	m.o.Trips.ShowPlaces(m.shown)
	m.count()
	m.changed.Raise()
}

// SetSite adds a named place if its ID is 0, or else changes the one with its ID. Undo takes
// it back.
func (m *Model) SetSite(s trip.Site) {
	m.ChangeZones(func(ctx context.Context) (workspace.ZoneChange, error) { return m.o.Keeper.SetSite(ctx, s) }, m.refuse)
}

// RemoveSite removes a named place. Undo adds it again.
func (m *Model) RemoveSite(id int64) {
	m.ChangeZones(func(ctx context.Context) (workspace.ZoneChange, error) { return m.o.Keeper.RemoveZones(ctx, id) }, m.refuse)
}

// SiteAt returns the nearest named place whose radius contains a point.
func (m *Model) SiteAt(at geo.Point) (s trip.Site, ok bool) { return trip.SiteAt(m.shown.Sites, at) }

// FindFrequent finds the places without a name at which vehicles often stop, in the
// background, and finds them again after each change until ForgetFrequent is called.
func (m *Model) FindFrequent() {
	m.survey.frequent, m.survey.old = true, true
	m.count()
}

// ForgetFrequent ends FindFrequent.
func (m *Model) ForgetFrequent() { m.survey.frequent, m.frequent = false, nil }

// TripsChanged must be called after each change of the trips. It counts the visits again if they may
// differ.
func (m *Model) TripsChanged() { m.count() }

// count counts the visits of kept trips at places in the background, if they may have changed and
// no trip is being matched.
func (m *Model) count() {
	x, s := &m.survey, m.o.Trips.State()
	if !x.old && x.settled == s.Settled || x.running || s.Work.Left > 0 || len(m.shown.Sites) == 0 && len(m.shown.Visits) == 0 && !x.frequent {
		return
	}
	x.old, x.settled, x.running = false, s.Settled, true
	sites, frequent := m.shown.Sites, x.frequent
	m.o.Jobs.Start(func(ctx context.Context) func() {
		visits, found, err := m.visits(ctx, sites, frequent, s.Trips)
		return func() {
			x.running = false
			if err != nil {
				m.o.Failed(err)
				return
			}
			m.shown.Visits = visits
			if x.frequent && frequent {
				m.frequent = found
			}
			m.o.Trips.ShowPlaces(m.shown)
			m.count()
			m.changed.Raise()
		}
	})
}

// visits returns the named places at which kept trips stopped, and the frequent places
// if they are wanted. It runs in the background.
func (m *Model) visits(ctx context.Context, sites []trip.Site, frequent bool, rows []*trips.Trip) (of map[workspace.ID][]int64, found []trip.Frequent, err error) {
	of = map[workspace.ID][]int64{}
	var centres []geo.Point
	var stops []trip.Stop  // of whole trips, not yet assigned to places
	var ids []workspace.ID // their trips
	assign := func() {
		for _, v := range trip.Visits(sites, stops) {
			of[ids[v.Stop]] = append(of[ids[v.Stop]], sites[v.Site].ID)
		}
		stops, ids = stops[:0], ids[:0]
	}
	if m.o.Keeper != nil {
		err = m.o.Keeper.StopsOfTrips(ctx, func(id workspace.ID, at []geo.Point) error {
			for _, c := range at {
				stops, ids = append(stops, trip.Stop{Center: c}), append(ids, id)
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
		return of, nil, err
	}
	for _, t := range rows {
		for i := range t.Stops {
			if t.Kept == 0 {
				centres = append(centres, t.Stops[i].Center)
			}
		}
	}
	return of, trip.FrequentPlaces(centres, sites), nil
}

// Place returns a named place to begin with: at a point, without a name. Where a vehicle
// often stops it has the centre and the radius of the frequent place.
func (m *Model) Place(at geo.Point) trip.Site {
	for _, f := range m.frequent {
		if geo.Distance(f.Center, at) <= f.Radius {
			return trip.Site{Center: f.Center, Radius: math.Ceil(f.Radius/10) * 10}
		}
	}
	return trip.Site{Center: at, Radius: usualRadius}
}
