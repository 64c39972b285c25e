// SPDX-License-Identifier: MIT

package rows

import (
	"context"

	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
)

func stopTable() *table {
	return newTable("",
		string(TripID), keyKind, reasonName, textKind, "seq", wholeKind, "arrival", timeKind, "departure", timeKind,
		"duration_s", metresKind, "lat", degreesKind, "lon", degreesKind, "points", wholeKind)
}

// stopping is the operation Stops.
type stopping struct {
	tables
	observations []match.Observation
	tooLong      bool
}

func (s *stopping) start(key string, _ match.Profile) error {
	s.key, s.tooLong, s.observations = key, false, s.observations[:0]
	return nil
}

func (s *stopping) rows(_ context.Context, from, to int) error {
	if s.tooLong = s.tooLong || len(s.observations)+to-from > MaxTripPoints; s.tooLong {
		s.observations = nil
		return nil
	}
	s.observations = append(s.observations, s.fixes.obs[from:to]...)
	return nil
}

func (s *stopping) finish(context.Context) error {
	if s.tooLong {
		s.writer.added.add(s.key, string(TripTooLong))
		return s.writer.full()
	}
	for i, stop := range trip.Stops(trace.Trip{Observations: s.observations}) {
		s.writer.added.add(s.key, nil, i, stop.Arrival, stop.Departure, stop.Duration().Seconds(),
			stop.Center.Lat, stop.Center.Lon, stop.Last-stop.First+1)
		if err := s.writer.full(); err != nil {
			return err
		}
	}
	return nil
}
