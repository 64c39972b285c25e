// SPDX-License-Identifier: MIT

// Package live matches the points of several vehicles while they come. The command line and
// the server use it.
package live

import (
	"container/list"
	"context"
	"errors"
	"math"
	"strings"
	"time"

	"roadsnap/engine"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/yield"
)

// Point is a decided point in the wire formats.
type Point struct {
	TripID string `json:"trip_id"` // the id of the vehicle
	trace.JSONPoint
	Along    float64  `json:"along_m"`  // on the route since the vehicle's first point (metres)
	Warnings []string `json:"warnings"` // never nil
}

// Engine begins live streams, as engine.Engine does.
type Engine interface {
	Live(profile match.Profile, lag match.Lag) (*engine.TripStream, error)
}

// Options configure a Fleet. Engine and Decided are required.
type Options struct {
	Engine  Engine
	Profile match.Profile
	Lag     match.Lag
	// Decided is called with each decided point. Its error ends the call that decided it.
	Decided func(*Point) error
	// MaxVehicles is the greatest number of vehicles at once; 0 means no limit. The one that
	// was silent for longest makes room for another, and its points are decided.
	MaxVehicles int
}

// Fleet matches the points of vehicles. A vehicle whose points gave an error is forgotten. Not
// safe for concurrent use.
type Fleet struct {
	options Options
	byID    map[string]*list.Element
	heard   list.List // of *vehicle, the one that was silent for longest first
}

// vehicle is a vehicle of a Fleet.
type vehicle struct {
	id     string
	stream *engine.TripStream
	times  []time.Time // of the points that are not decided
	heard  time.Time   // when the last point came
}

// New returns a Fleet without vehicles.
func New(o Options) *Fleet { return &Fleet{options: o, byID: map[string]*list.Element{}} }

// Len returns the number of vehicles.
func (f *Fleet) Len() int { return f.heard.Len() }

// Has reports whether the fleet has a vehicle.
func (f *Fleet) Has(id string) bool { return f.byID[id] != nil }

// Add adds the next points of a vehicle, which may be new.
func (f *Fleet) Add(ctx context.Context, id string, points ...match.Observation) error {
	v, err := f.vehicle(ctx, id)
	if err != nil {
		return err
	}
	v.heard = time.Now()
	f.heard.MoveToBack(f.byID[id])
	for _, o := range points {
		v.times = append(v.times, o.Time)
		parts, err := v.stream.Feed(ctx, o)
		if err := errors.Join(err, f.decided(v, parts...)); err != nil {
			return f.drop(v, err)
		}
	}
	return nil
}

// drop forgets a vehicle because of err, which it returns. A stream is of no use after it.
func (f *Fleet) drop(v *vehicle, err error) error {
	f.heard.Remove(f.byID[v.id])
	delete(f.byID, v.id)
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	_, _ = v.stream.Close(ended) // only releases the map
	return err
}

func (f *Fleet) vehicle(ctx context.Context, id string) (*vehicle, error) {
	if e := f.byID[id]; e != nil {
		return e.Value.(*vehicle), nil
	}
	if f.options.MaxVehicles > 0 && f.Len() >= f.options.MaxVehicles {
		if err := f.Release(ctx); err != nil {
			return nil, err
		}
	}
	stream, err := f.options.Engine.Live(f.options.Profile, f.options.Lag)
	if err != nil {
		return nil, err
	}
	v := &vehicle{id: strings.Clone(id), stream: stream} // id may be a part of a whole line
	f.byID[v.id] = f.heard.PushBack(v)
	return v, nil
}

// Tick decides the points that are due although no later one has come. The clock of a vehicle
// goes on from the time of its last point. A vehicle that fails does not delay the others; the
// error joins those of all. If ctx ends, the rest waits for the next Tick.
func (f *Fleet) Tick(ctx context.Context) error {
	var errs []error
	for e := f.heard.Front(); e != nil; {
		v := e.Value.(*vehicle)
		e = e.Next() // before v may be dropped
		n := len(v.times)
		if n == 0 || v.times[n-1].IsZero() {
			continue
		}
		if err := yield.Now(ctx); err != nil {
			return errors.Join(append(errs, err)...)
		}
		parts, err := v.stream.Tick(ctx, v.times[n-1].Add(time.Since(v.heard)))
		if err := errors.Join(err, f.decided(v, parts...)); err != nil {
			errs = append(errs, f.drop(v, err))
		}
	}
	return errors.Join(errs...)
}

// ReleaseSilent releases the vehicles of which no point has come for a time. The error joins
// those of all, as in Tick.
func (f *Fleet) ReleaseSilent(ctx context.Context, longest time.Duration) error {
	var errs []error
	for e := f.heard.Front(); e != nil && time.Since(e.Value.(*vehicle).heard) >= longest; e = f.heard.Front() {
		if err := yield.Now(ctx); err != nil {
			return errors.Join(append(errs, err)...)
		}
		errs = append(errs, f.Release(ctx))
	}
	return errors.Join(errs...)
}

// Release decides the points of the vehicle that was silent for longest, and forgets it.
func (f *Fleet) Release(ctx context.Context) error {
	v := f.heard.Remove(f.heard.Front()).(*vehicle)
	delete(f.byID, v.id)
	part, err := v.stream.Close(ctx)
	return errors.Join(err, f.decided(v, part))
}

// Close releases all vehicles.
func (f *Fleet) Close(ctx context.Context) error {
	var errs []error
	for f.Len() > 0 {
		errs = append(errs, f.Release(ctx))
	}
	return errors.Join(errs...)
}

// decided reports the points of parts.
func (f *Fleet) decided(v *vehicle, parts ...match.Part) error {
	for _, part := range parts {
		warnings := part.Warnings
		for i, p := range part.Points {
			out := Point{
				TripID: v.id, JSONPoint: trace.EncodePoint(p, v.times[i]),
				Along: math.Round(part.Along[i]*100)/100 + 0, Warnings: []string{},
			}
			for ; len(warnings) > 0 && warnings[0].Index == p.Index; warnings = warnings[1:] {
				out.Warnings = append(out.Warnings, string(warnings[0].Kind))
			}
			if err := f.options.Decided(&out); err != nil {
				return err
			}
		}
		v.times = append(v.times[:0], v.times[len(part.Points):]...)
	}
	return nil
}
