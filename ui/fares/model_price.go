// SPDX-License-Identifier: MIT

package fares

import (
	"context"
	"slices"

	"roadsnap/engine/fare"
	"roadsnap/engine/match"
	"roadsnap/engine/trip"
	"roadsnap/engine/units"
	"roadsnap/ui/job"
	"roadsnap/ui/text"
	"roadsnap/ui/trips"
)

// Priced is a trip with what a tariff prices of it.
type Priced struct {
	Trip  *trips.Trip
	Drive fare.Drive
	Ready bool // false if the trip has no match on the installed map
}

// Measure measures trips in the background and calls then with them, in order.
func (m *Model) Measure(list []*trips.Trip, then func([]Priced)) {
	measure, profile := m.measurer(), m.o.Trips.State().Profile
	m.o.Jobs.Start(func(ctx context.Context) func() {
		priced := make([]Priced, len(list))
		for i, t := range list {
			priced[i].Trip = t
			c := t.Content
			if (!t.Loaded() || !c.Matched) && t.Kept != 0 && t.Stage == trips.Done {
				c = m.fetch(ctx, t, profile)
			}
			if c == nil || !c.Matched || t.Stage != trips.Done {
				continue
			}
			priced[i].Drive, priced[i].Ready = measure(c), true
		}
		return func() { then(priced) }
	})
}

// fetch reads the content of a kept trip, nil if it cannot be read or has no match.
func (m *Model) fetch(ctx context.Context, t *trips.Trip, profile match.Profile) *trips.Content {
	recording, err := m.o.Keeper.Recording(ctx, t.Kept)
	if err != nil {
		return nil
	}
	result, ok, err := m.o.Keeper.Kept(ctx, t.Kept, profile)
	if err != nil || !ok {
		return nil
	}
	return &trips.Content{Trace: recording, Stops: trip.Stops(recording), Result: result, Matched: true}
}

// measurer returns a function that measures a matched trip, without borders if there are none. It
// runs on any goroutine.
func (m *Model) measurer() func(*trips.Content) fare.Drive {
	sites, atlas := m.o.Trips.State().Places.Sites, m.o.Atlas
	var areas fare.Areas
	if m.areas != nil {
		areas = m.areas
	}
	return func(c *trips.Content) (d fare.Drive) {
		measure := func(a *units.Atlas) error {
			d = fare.Measure(c.Trace, c.Result, c.Stops, a, sites, areas)
			return nil
		}
		if atlas == nil || atlas(measure) != nil {
			_ = measure(nil) // it never fails
		}
		return d
	}
}

// TariffOf returns the tariff of a trip's vehicle, or else the usual one; ok is false if the user
// chose none.
func (m *Model) TariffOf(t *trips.Trip) (fare.Tariff, bool) { return m.kept.Of(t.Vehicle) }

// Fare is the fare of a trip in its record. It is immutable.
type Fare struct {
	Tariff, Note string
	Total        int64 // dong
}

// recordFare is the fare in the record of the selected trip.
type recordFare struct {
	recordKey
	fare   *Fare // nil while it is not known
	making *job.Job
}

// recordKey is what the fare of a trip depends on.
type recordKey struct {
	content *trips.Content
	vehicle string
	changes int        // of tariffs
	sites   *trip.Site // the first one; a list of sites does not change
}

// Of returns the fare of the selected trip by the tariff of its vehicle, nil if the user chose none
// or the fare is not known yet. In that case it prices the trip in the background and then calls
// the listener.
func (m *Model) Of(t *trips.Trip) *Fare {
	tariff, chosen := m.TariffOf(t)
	if !chosen || !t.Matched {
		return nil
	}
	key := recordKey{content: t.Content, vehicle: t.Vehicle, changes: m.changes}
	if sites := m.o.Trips.State().Places.Sites; len(sites) > 0 {
		key.sites = &sites[0]
	}
	r := &m.record
	if r.recordKey == key {
		return r.fare
	}
	r.making.Cancel()
	r.recordKey, r.fare = key, nil
	measure, hand := m.measurer(), m.HandLines(t)
	r.making = m.o.Jobs.Start(func(context.Context) func() {
		s, err := tariff.Sheet(fare.Usage{measure(key.content)}, hand, text.Vietnam)
		return func() {
			if err == nil {
				r.fare = &Fare{Tariff: tariff.Name, Note: s.Note, Total: s.Total}
				m.changed.Raise()
			}
		}
	})
	return nil
}

// SheetOf prices a trip with its lines by hand.
func (m *Model) SheetOf(tariff fare.Tariff, priced Priced) (fare.Sheet, error) {
	return tariff.Sheet(fare.Usage{priced.Drive}, m.HandLines(priced.Trip), text.Vietnam)
}

// SheetOfAll prices trips as one, with all of their lines by hand.
func (m *Model) SheetOfAll(tariff fare.Tariff, list []Priced) (fare.Sheet, error) {
	var u fare.Usage
	var hand []fare.Hand
	sorted := slices.Clone(list)
	slices.SortStableFunc(sorted, func(a, b Priced) int { return a.Trip.First.Compare(b.Trip.First) })
	for _, x := range sorted {
		if x.Ready {
			u, hand = append(u, x.Drive), append(hand, m.HandLines(x.Trip)...)
		}
	}
	return tariff.Sheet(u, hand, text.Vietnam)
}
