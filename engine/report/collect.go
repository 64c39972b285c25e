// SPDX-License-Identifier: MIT

package report

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"

	"roadsnap/engine/correction"
	"roadsnap/engine/fleet"
	"roadsnap/engine/internal/parallel"
	"roadsnap/engine/match"
	"roadsnap/engine/regulation"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/engine/workspace"
)

// Filter chooses kept trips. The zero Filter chooses all.
type Filter struct {
	Vehicles []string // plates
	Drivers  []string // of the trip or the register
	Groups   []string // of the register
}

// NewWorld returns what reports need of a workspace: its register, named places and corrected
// limits. The caller sets Atlas and Ways.
func NewWorld(ctx context.Context, w *workspace.Workspace, rules *regulation.Book) (*World, error) {
	world := &World{Rules: rules}
	var err error
	if world.Register, err = w.Register(ctx); err != nil {
		return nil, err
	}
	if world.Sites, err = w.Sites(ctx); err != nil {
		return nil, err
	}
	world.Limits, err = w.Limits(ctx)
	return world, err
}

// Choose returns the trips of a filter that touch a period, or lack times.
func (w *World) Choose(trips []workspace.Trip, f Filter, p Period) (list []workspace.Trip) {
	for _, t := range trips {
		if !t.First.IsZero() && (t.Last.Before(p.From) || !t.First.Before(p.To)) {
			continue
		}
		v, _ := w.Register.Vehicle(t.Vehicle)
		switch {
		case len(f.Vehicles) > 0 && !slices.ContainsFunc(f.Vehicles, func(plate string) bool { return fleet.PlateKey(plate) == fleet.PlateKey(t.Vehicle) }):
		case len(f.Groups) > 0 && !slices.Contains(f.Groups, v.Group):
		case len(f.Drivers) > 0 && !slices.Contains(f.Drivers, w.driverOf(&Facts{Vehicle: t.Vehicle, Driver: t.Driver}, t.First)):
		default:
			list = append(list, t)
		}
	}
	return list
}

// MatchMissing matches the trips of a list that have no match of the profile of a key, and keeps
// the matches. The list is one of Trips with that key. done is as in Collect.
func (w *World) MatchMissing(ctx context.Context, kept *workspace.Workspace, m correction.Matcher, trips []workspace.Trip, key workspace.MatchKey, done func(done, all int)) error {
	var missing []workspace.ID
	for _, t := range trips {
		if !t.HasSummary {
			missing = append(missing, t.ID)
		}
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var n atomic.Int64
	parallel.Each(len(missing), func(i int) {
		if ctx.Err() != nil {
			return
		}
		if err := w.match(ctx, kept, m, missing[i], key); err != nil {
			stop(err)
		}
		if done != nil {
			done(int(n.Add(1)), len(missing))
		}
	})
	return context.Cause(ctx)
}

// match matches a trip, and keeps the match.
func (w *World) match(ctx context.Context, kept *workspace.Workspace, m correction.Matcher, id workspace.ID, key workspace.MatchKey) error {
	recording, err := kept.Recording(ctx, id)
	if err != nil {
		return err
	}
	log, err := kept.Corrections(ctx, id)
	if err != nil {
		return err
	}
	result, applied, err := log.Match(ctx, m, recording.Observations, key.Profile)
	if err != nil {
		return err
	}
	stops := trip.Stops(recording)
	err = kept.SetMatch(ctx, id, key, workspace.NewMatch{
		Result: result, Summary: trip.Summarise(recording, result, stops, w.Atlas), Stops: stops, Log: log, Applied: applied,
	})
	if errors.Is(err, workspace.ErrNoTrip) || errors.Is(err, workspace.ErrChanged) { // another program was quicker
		return nil
	}
	return err
}

// recorded returns a trip of a workspace as reports see it.
func recorded(t *workspace.Trip, recording trace.Trip, r match.Result, matched bool) *Recorded {
	return &Recorded{ID: int64(t.ID), Vehicle: t.Vehicle, Driver: t.Driver, Recording: recording, Result: r, Matched: matched, Corrected: len(t.Corrected) > 0}
}

// Collect makes the facts of kept trips that a kind of report needs, with their kept matches of a
// profile. done is called with the number of trips done, from several goroutines; it may be nil.
func (w *World) Collect(ctx context.Context, kept *workspace.Workspace, trips []workspace.Trip, profile match.Profile, kind Kind, done func(int)) ([]*Facts, error) {
	need := partsOf(kind)
	facts := make([]*Facts, len(trips))
	var n atomic.Int64
	err := kept.Driven(ctx, idsOf(trips), profile, func(i int, recording trace.Trip, r match.Result, matched bool) (err error) {
		facts[i], err = w.newFacts(recorded(&trips[i], recording, r, matched), need)
		if done != nil {
			done(int(n.Add(1)))
		}
		return err
	})
	return facts, err
}

// Points makes Journey or Speeds of kept trips.
func (w *World) Points(ctx context.Context, kept *workspace.Workspace, trips []workspace.Trip, profile match.Profile, r Request) (*Document, error) {
	points := 0
	for _, t := range trips {
		points += t.Points
	}
	return w.BuildPoints(r, points, func(yield func(*Recorded) error) error {
		for i := range trips {
			err := kept.Driven(ctx, idsOf(trips[i:i+1]), profile, func(_ int, recording trace.Trip, r match.Result, matched bool) error {
				return yield(recorded(&trips[i], recording, r, matched))
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

func idsOf(trips []workspace.Trip) []workspace.ID {
	ids := make([]workspace.ID, len(trips))
	for i := range trips {
		ids[i] = trips[i].ID
	}
	return ids
}
