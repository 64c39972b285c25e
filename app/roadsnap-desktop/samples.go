// SPDX-License-Identifier: MIT

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

// samplesOnTheirMap opens the sample trips. If another map is open, it opens the sample
// map first, because only that one has the roads of the trips. The next run opens the
// other map again.
func samplesOnTheirMap(mapsModel *maps.Model, tripsModel *trips.Model) {
	open := func() { openSamples(tripsModel) }
	if mapsModel.State().IsSample {
		open()
	} else {
		mapsModel.VisitSample(open)
	}
}

// openSamples opens the embedded sample trips.
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
