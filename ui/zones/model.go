// SPDX-License-Identifier: MIT

package zones

import (
	"cmp"
	"context"
	"slices"
	"time"

	"roadsnap/engine/boundary"
	"roadsnap/engine/fleet"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/units"
	"roadsnap/engine/workspace"
	"roadsnap/engine/zone"
	"roadsnap/engine/zonefile"
	"roadsnap/ui/job"
)

// Keeper keeps the zones and the trips between runs of the app. Its methods are called on
// background goroutines.
type Keeper interface {
	Zones(ctx context.Context) ([]zone.Zone, error)
	SetZones(ctx context.Context, zones ...zone.Zone) (workspace.ZoneChange, error)
	RemoveZones(ctx context.Context, ids ...int64) (workspace.ZoneChange, error)
	// Trips returns the kept trips.
	Trips(ctx context.Context, trash bool, profile match.Profile) ([]workspace.Trip, error)
	// Driven calls fn with the recording of each trip and its kept match, several at a time.
	Driven(ctx context.Context, ids []workspace.ID, profile match.Profile, fn func(i int, recording trace.Trip, r match.Result, matched bool) error) error
	Drives(ctx context.Context, x *zone.Index, list []workspace.Trip, profile match.Profile, report func(done int)) ([]zone.Drive, error)
}

// Options configures a Model.
type Options struct {
	Jobs   *job.Runner
	Keeper Keeper // nil keeps no zones
	// Atlas calls fn with the borders of units; nil means that there are none.
	Atlas func(fn func(*units.Atlas) error) error
	// Profile returns the profile whose matches count.
	Profile func() match.Profile
	// Failed is called with errors.
	Failed func(error)
	// Change makes a change of the zones that can be undone, and then calls done with nil or the
	// error. Load must be called after each change.
	Change func(do func(ctx context.Context) (workspace.ZoneChange, error), done func(error))
}

// State is the state of the zones. It is immutable.
type State struct {
	Zones []zone.Zone // by name
	// Rings are the outlines of wards and provinces for drawing, by zone.
	Rings  map[int64][][]geo.Point
	Report *Report // nil before the first
	Busy   bool    // a report is being made
	// Stretch has the times over the last road stretch, nil before the first.
	Stretch *Stretch
}

// Report holds the visits of the kept trips in all zones.
type Report struct {
	Zones  []zone.Zone
	Faults []error // by zone; nil for those that could be found
	Stays  []zone.Stay
	drives []zone.Drive
}

// Model is the view model of the zones. It belongs to the UI goroutine.
type Model struct {
	o         Options
	reads     *job.Lane
	changed   *job.Signal
	state     State
	reporting *job.Job

	stretching *job.Job
}

// NewModel returns a model without zones.
func NewModel(o Options) *Model {
	return &Model{o: o, reads: o.Jobs.Lane(1), changed: o.Jobs.Signal()}
}

// OnChange sets the listener that is called after each change of the state.
func (m *Model) OnChange(fn func()) { m.changed.Listen(fn) }

// State returns the current state.
func (m *Model) State() State { return m.state }

// Kept reports whether zones can be kept.
func (m *Model) Kept() bool { return m.o.Keeper != nil }

// Find returns the zone with an ID.
func (s State) Find(id int64) (zone.Zone, bool) {
	i := slices.IndexFunc(s.Zones, func(z zone.Zone) bool { return z.ID == id })
	if i < 0 {
		return zone.Zone{}, false
	}
	return s.Zones[i], true
}

// Load reads the zones in the background and shows them.
func (m *Model) Load() {
	if m.o.Keeper == nil {
		return
	}
	m.reads.Start(func(ctx context.Context) func() {
		list, err := m.o.Keeper.Zones(ctx)
		rings := m.outlines(list)
		return func() {
			if err != nil {
				m.o.Failed(err)
				return
			}
			slices.SortStableFunc(list, func(a, b zone.Zone) int { return cmp.Compare(units.Fold(a.Name), units.Fold(b.Name)) })
			m.state.Zones, m.state.Rings = list, rings
			m.changed.Raise()
		}
	})
}

// outlines returns the outlines of the units among zones, at the level of their screen. It
// runs in the background.
func (m *Model) outlines(list []zone.Zone) map[int64][][]geo.Point {
	rings := map[int64][][]geo.Point{}
	isUnit := func(z zone.Zone) bool { return z.Kind == zone.Ward || z.Kind == zone.Province }
	if m.o.Atlas == nil || !slices.ContainsFunc(list, isUnit) {
		return rings
	}
	// Without a map they are not drawn; a report says why.
	_ = m.o.Atlas(func(a *units.Atlas) error {
		for _, z := range list {
			level := boundary.Ward
			if z.Kind == zone.Province {
				level = boundary.Province
			}
			if isUnit(z) {
				rings[z.ID] = zone.UnitRings(z.Shape, a, level)
			}
		}
		return nil
	})
	return rings
}

// Set adds the zones whose ID is 0 and changes the others. Undo takes it back.
func (m *Model) Set(zones ...zone.Zone) { m.set(zones, m.failed) }

func (m *Model) set(zones []zone.Zone, done func(error)) {
	if m.o.Keeper != nil {
		m.o.Change(func(ctx context.Context) (workspace.ZoneChange, error) { return m.o.Keeper.SetZones(ctx, zones...) }, done)
	}
}

// Remove removes zones. Undo adds them again.
func (m *Model) Remove(ids ...int64) {
	if m.o.Keeper != nil {
		m.o.Change(func(ctx context.Context) (workspace.ZoneChange, error) { return m.o.Keeper.RemoveZones(ctx, ids...) }, m.failed)
	}
}

// failed reports an error, unless it is nil.
func (m *Model) failed(err error) {
	if err != nil {
		m.o.Failed(err)
	}
}

// Import reads the zones of a file and adds them. then is called with their number and the
// features that are no zones, or with an error.
func (m *Model) Import(path string, o zonefile.Options, then func(added int, faults []zonefile.Fault, err error)) {
	m.o.Jobs.Start(func(ctx context.Context) func() {
		zones, faults, err := zonefile.Read(ctx, path, o)
		return func() {
			if err != nil || len(zones) == 0 {
				then(0, faults, err)
				return
			}
			m.set(zones, func(err error) {
				if err != nil {
					then(0, faults, err)
				} else {
					then(len(zones), faults, nil)
				}
			})
		}
	})
}

// MakeReport finds the visits of the kept trips in all zones, in the background.
func (m *Model) MakeReport() {
	if m.o.Keeper == nil {
		return
	}
	m.reporting.Cancel()
	zones, profile := m.state.Zones, m.o.Profile()
	m.state.Busy = true
	m.reporting = m.o.Jobs.Start(func(ctx context.Context) func() {
		r, err := m.report(ctx, zones, profile)
		return func() {
			m.state.Busy = false
			if err != nil {
				m.o.Failed(err)
			} else {
				m.state.Report = r
			}
			m.changed.Raise()
		}
	})
	m.changed.Raise()
}

// report runs in the background.
func (m *Model) report(ctx context.Context, zones []zone.Zone, profile match.Profile) (*Report, error) {
	list, err := m.o.Keeper.Trips(ctx, false, profile)
	if err != nil {
		return nil, err
	}
	list = slices.DeleteFunc(list, func(t workspace.Trip) bool { return t.First.IsZero() })
	var x *zone.Index
	if m.o.Atlas != nil {
		// Without borders, units have a fault.
		_ = m.o.Atlas(func(a *units.Atlas) error {
			x = zone.NewIndex(zones, a)
			return nil
		})
	}
	if x == nil {
		x = zone.NewIndex(zones, nil)
	}
	drives, err := m.o.Keeper.Drives(ctx, x, list, profile, nil)
	if err != nil {
		return nil, err
	}
	return &Report{Zones: zones, Faults: x.Faults, Stays: zone.Stays(drives), drives: drives}, nil
}

// Vehicles returns the vehicles with stays, sorted.
func (r *Report) Vehicles() []string {
	list := distinct(r.Stays, func(s zone.Stay) string { return s.Vehicle })
	slices.SortStableFunc(list, func(a, b string) int { return cmp.Compare(fleet.PlateKey(a), fleet.PlateKey(b)) })
	return slices.CompactFunc(list, zone.SameVehicle) // one spelling of each plate
}

// Dates returns the days of Vietnam on which stays began, as "2006-01-02", sorted.
func (r *Report) Dates() []string {
	return distinct(r.Stays, func(s zone.Stay) string { return dateOf(s.Enter) })
}

func dateOf(t time.Time) string { return t.In(trace.VietnamTime()).Format(time.DateOnly) }

func distinct(stays []zone.Stay, of func(zone.Stay) string) (list []string) {
	for _, s := range stays {
		if text := of(s); text != "" {
			list = append(list, text)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Choice chooses stays; empty values choose all.
type Choice struct {
	Vehicle, Date string
	Zone          int64
}

// Chosen returns the stays of a choice, in order. A stay belongs to each day on which the
// vehicle was inside.
func (r *Report) Chosen(c Choice) (list []zone.Stay) {
	for _, s := range r.Stays {
		if (c.Vehicle == "" || zone.SameVehicle(s.Vehicle, c.Vehicle)) && (c.Date == "" || dateOf(s.Enter) <= c.Date && c.Date <= dateOf(s.Leave)) &&
			(c.Zone == 0 || r.Zones[s.Zone].ID == c.Zone) {
			list = append(list, s)
		}
	}
	return list
}

// Total returns the number of stays and the time inside.
func Total(stays []zone.Stay) (n int, inside time.Duration) {
	for i := range stays {
		inside += stays[i].Duration()
	}
	return len(stays), inside
}

// longestPassage is the longest way between two zones that counts.
const longestPassage = 24 * time.Hour

// Passages returns the ways from a zone to another one, and the distribution of their
// durations. It has none if a zone is not in the report.
func (r *Report) Passages(from, to int64) ([]zone.Passage, zone.Distribution) {
	at := func(id int64) int { return slices.IndexFunc(r.Zones, func(z zone.Zone) bool { return z.ID == id }) }
	a, b := at(from), at(to)
	if a < 0 || b < 0 {
		return nil, zone.Distribution{}
	}
	list := zone.Passages(r.drives, a, b, longestPassage)
	durations := make([]time.Duration, len(list))
	for i, p := range list {
		durations[i] = p.Duration()
	}
	return list, zone.DistributionOf(durations)
}

// ForgetReport drops the report, because trips or zones may have changed.
func (m *Model) ForgetReport() {
	m.reporting.Cancel()
	m.state.Report, m.state.Busy = nil, false
}
