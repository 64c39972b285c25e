// SPDX-License-Identifier: MIT

package trips

import (
	"context"
	"slices"

	"roadsnap/engine/match"
	"roadsnap/engine/road"
	"roadsnap/engine/trip"
	"roadsnap/ui/job"
)

// Drive is a matched trip over time, with the ways that it used. It is immutable.
type Drive struct {
	Content *Content
	Track   *trip.Track
	ways    map[int64]road.Way // by id, those that the map knows
}

// NewDrive returns the drive of a matched trip. ways returns the ways of matched points by
// their ids; without a map there are none. It is asked for all ways of the route.
func NewDrive(c *Content, ways func([]match.Point) (map[int64]road.Way, error)) *Drive {
	known, err := ways(slices.Concat(c.Result.Points, trip.WaysBetween(&c.Result)))
	if err != nil {
		known = nil // without a map there are no limits and no names
	}
	return &Drive{Content: c, Track: trip.NewTrack(c.Trace.Observations, c.Result), ways: known}
}

// WayOf returns the way of an observation; ok is false off the roads and if the map does not
// know it.
func (d *Drive) WayOf(observation int) (w road.Way, ok bool) {
	if observation >= len(d.Content.Result.Points) {
		return w, false
	}
	p := &d.Content.Result.Points[observation]
	w, ok = d.ways[p.WayID]
	return w, ok && p.HasWay
}

// Way returns the way on which the vehicle was at a sample of the track; ok is false off the
// roads and if the map does not know it.
func (d *Drive) Way(sample int) (w road.Way, ok bool) {
	s := &d.Track.Samples[sample]
	if !s.OnRoad {
		return w, false
	}
	return d.WayOf(int(s.Index))
}

// Limit returns the speed limit at a sample (km/h); ok is false if it is not known.
func (d *Drive) Limit(sample int) (kmh float64, ok bool) {
	w, ok := d.Way(sample)
	return float64(w.MaxSpeedKMH), ok && w.HasMaxSpeed
}

// Drives makes the drives of trips in the background, one after the other, and keeps the last
// ones. It belongs to the UI goroutine.
type Drives struct {
	lane *job.Lane
	ways func([]match.Point) (map[int64]road.Way, error)
	kept []*Drive // the last used one last; belongs to the jobs of the lane, of which one runs at a time
}

// maxDrives is the number of drives that are kept while they are not used.
const maxDrives = 16

// NewDrives returns an empty Drives. ways returns the ways of matched points by their ids.
func NewDrives(jobs *job.Runner, ways func([]match.Point) (map[int64]road.Way, error)) *Drives {
	return &Drives{lane: jobs.Lane(1), ways: ways}
}

// Of makes the drives of matched trips and calls then with them, in order. Drives that are
// kept are not made again.
func (d *Drives) Of(list []*Content, then func([]*Drive)) *job.Job {
	return d.lane.Start(func(ctx context.Context) func() {
		drives := make([]*Drive, 0, len(list))
		for _, c := range list {
			if ctx.Err() != nil {
				return nil
			}
			i := slices.IndexFunc(d.kept, func(k *Drive) bool { return k.Content == c })
			if i < 0 {
				i = len(d.kept)
				d.kept = append(d.kept, NewDrive(c, d.ways))
			}
			drives = append(drives, d.kept[i])
			d.kept = append(slices.Delete(d.kept, i, i+1), drives[len(drives)-1])
		}
		d.kept = dropOld(d.kept, len(list), maxDrives, func(k *Drive) *Content { return k.Content })
		return func() { then(drives) }
	})
}

// maxOldPoints is the number of points of trips for which something is kept that is not used.
// Each of them takes some 300 bytes.
const maxOldPoints = 100_000

// dropOld drops the first values of a list of which the last ones are used, and returns it. Of
// those that are not used, at most some remain, for trips of at most maxOldPoints points.
func dropOld[T any](list []T, used, most int, of func(T) *Content) []T {
	points, first := 0, max(len(list)-used, 0)
	for first > 0 && len(list)-used-first < most {
		if points += len(of(list[first-1]).Trace.Observations); points > maxOldPoints {
			break
		}
		first--
	}
	return slices.Delete(list, 0, first)
}
