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
// their ids; without a map there are none.
func NewDrive(c *Content, ways func([]match.Point) (map[int64]road.Way, error)) *Drive {
	known, err := ways(c.Result.Points)
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
	return d.WayOf(s.Index)
}

// Limit returns the speed limit at a sample (km/h); ok is false if it is not known.
func (d *Drive) Limit(sample int) (kmh float64, ok bool) {
	w, ok := d.Way(sample)
	return float64(w.MaxSpeedKMH), ok && w.HasMaxSpeed
}

// Drives makes the drives of trips in the background and keeps the last ones. It belongs to
// the UI goroutine.
type Drives struct {
	jobs *job.Runner
	ways func([]match.Point) (map[int64]road.Way, error)
	kept []*Drive // the last used one last
}

// maxDrives is the number of drives that are kept while they are not used.
const maxDrives = 16

// NewDrives returns an empty Drives. ways returns the ways of matched points by their ids.
func NewDrives(jobs *job.Runner, ways func([]match.Point) (map[int64]road.Way, error)) *Drives {
	return &Drives{jobs: jobs, ways: ways}
}

// Of makes the drives of matched trips and calls then with them, in order. Drives that are
// kept are not made again.
func (d *Drives) Of(list []*Content, then func([]*Drive)) *job.Job {
	kept := slices.Clone(d.kept)
	return d.jobs.Start(func(ctx context.Context) func() {
		drives := make([]*Drive, 0, len(list))
		for _, c := range list {
			i := slices.IndexFunc(kept, func(k *Drive) bool { return k.Content == c })
			switch {
			case ctx.Err() != nil:
				return nil
			case i >= 0:
				drives = append(drives, kept[i])
			default:
				drives = append(drives, NewDrive(c, d.ways))
			}
		}
		return func() {
			d.keep(drives)
			then(drives)
		}
	})
}

// keep notes that drives were used, and drops those not used for the longest time.
func (d *Drives) keep(used []*Drive) {
	for _, u := range used {
		d.kept = slices.DeleteFunc(d.kept, func(k *Drive) bool { return k.Content == u.Content })
		d.kept = append(d.kept, u)
	}
	d.kept = slices.Delete(d.kept, 0, max(0, len(d.kept)-max(maxDrives, len(used))))
}
