package main

import (
	"context"
	"io/fs"

	"roadsnap/data"
	"roadsnap/engine/geo"
	"roadsnap/engine/trace"
	"roadsnap/ui/maps"
	"roadsnap/ui/trips"
)

// samplesOnTheirMap opens the sample trips, and before them the sample map, if
// another one is open: that one has no roads where they went. It comes back in the
// next run.
func samplesOnTheirMap(mapsModel *maps.Model, tripsModel *trips.Model) {
	open := func() { openSamples(tripsModel) }
	if mapsModel.State().IsSample {
		open()
	} else {
		mapsModel.VisitSample(open)
	}
}

// openSamples opens the embedded sample trips, which are read like every other
// trip.
func openSamples(tripsModel *trips.Model) {
	names, err := fs.Glob(data.Trips(), "*.gpx")
	if err != nil {
		panic(err) // the pattern is a constant
	}
	var sources []trips.Source
	for _, name := range names {
		sources = append(sources, trips.Source{Name: name, Read: func(ctx context.Context, _ geo.Bounds) ([]trace.Trip, error) {
			f, err := data.Trips().Open(name)
			if err != nil {
				return nil, err
			}
			defer func() { _ = f.Close() }() // held in memory, cannot fail
			return trace.Read(ctx, f, name, trace.Options{})
		}})
	}
	tripsModel.OpenFrom(sources...)
}
