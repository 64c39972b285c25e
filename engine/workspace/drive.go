// SPDX-License-Identifier: MIT

package workspace

import (
	"context"
	"database/sql"
	"errors"
	"sync/atomic"

	"roadsnap/engine/internal/parallel"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/engine/zone"
)

// Driven calls fn with the recording of each trip of a list and its kept match of a profile,
// whichever map it was made on; matched is false if there is none. The calls come in any
// order, several at a time. It stops at the first error, also that of fn. The error wraps
// ErrNoTrip or ErrDamaged.
func (w *Workspace) Driven(ctx context.Context, ids []ID, profile match.Profile, fn func(i int, recording trace.Trip, r match.Result, matched bool) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	parallel.Each(len(ids), func(i int) {
		if ctx.Err() != nil {
			return
		}
		recording, err := w.Recording(ctx, ids[i])
		var r match.Result
		matched := false
		if err == nil {
			r, matched, err = w.anyMatch(ctx, ids[i], profile)
		}
		if err == nil {
			err = fn(i, recording, r, matched)
		}
		if err != nil {
			stop(err)
		}
	})
	return context.Cause(ctx)
}

// anyMatch returns the kept match of a trip with a profile. One that cannot be read is as if
// there were none, because it is made again.
func (w *Workspace) anyMatch(ctx context.Context, id ID, profile match.Profile) (r match.Result, ok bool, err error) {
	var data []byte
	err = w.db.QueryRowContext(ctx, "SELECT data FROM match JOIN match_data ON match_data.match = match.id WHERE trip = ? AND profile = ?", id, profile.String()).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return r, false, nil
	}
	if err != nil {
		return r, false, explain(err)
	}
	ok = decode(data, &r, matchFields) == nil
	return r, ok, nil
}

// beyond is how far a matched route may lie outside the box of its recording (metres).
const beyond = 1000

// Drives returns trips with their visits in zones, in the order of the list. Trips that were
// not matched count as they were recorded. report is called with the number of trips done,
// from several goroutines; it may be nil.
func (w *Workspace) Drives(ctx context.Context, x *zone.Index, list []Trip, profile match.Profile, report func(done int)) ([]zone.Drive, error) {
	drives := make([]zone.Drive, len(list))
	var ids []ID
	var rows []int
	for i, t := range list {
		drives[i] = zone.Drive{Trip: int64(t.ID), Vehicle: t.Vehicle, Start: t.First, End: t.Last, Length: t.Raw}
		if x.Meets(t.Bounds.Pad(beyond)) {
			ids, rows = append(ids, t.ID), append(rows, i)
		}
	}
	var done atomic.Int64
	done.Store(int64(len(list) - len(ids)))
	err := w.Driven(ctx, ids, profile, func(i int, recording trace.Trip, r match.Result, _ bool) error {
		d := &drives[rows[i]]
		track := zone.TrackOf(recording, r)
		*d = x.Drive(d.Trip, d.Vehicle, track, trip.Stops(recording))
		if track.Empty() { // without times
			d.Start, d.End, d.Length = list[rows[i]].First, list[rows[i]].Last, list[rows[i]].Raw
		}
		if n := done.Add(1); report != nil {
			report(int(n))
		}
		return nil
	})
	return drives, err
}
