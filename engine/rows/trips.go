// SPDX-License-Identifier: MIT

package rows

import (
	"context"
	"fmt"
	"strings"

	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
)

// tables is what the operations with rows of their own have in common.
type tables struct {
	writer *writer
	source batch
	fixes  *fixes
	key    string // of the trip
}

func (t *tables) joins() bool { return false }

func (t *tables) begin(w *writer) { t.writer = w }

func (t *tables) batch(b batch, f *fixes) error {
	t.source, t.fixes = b, f
	return nil
}

// bad writes a row with the reason only.
func (t *tables) bad(row int) error {
	var key any
	if why := t.fixes.why[row]; why != NullKey && why != BadKey {
		if k := t.source.key(row); k != "" {
			key = k
		}
	}
	t.writer.added.add(key, string(t.fixes.why[row]))
	return t.writer.full()
}

func (t *tables) end() error { return t.writer.flush() }

func tripTable() *table {
	return newTable("",
		string(TripID), keyKind, reasonName, textKind, "points", wholeKind, "start", timeKind, "end", timeKind,
		"matched_m", metresKind, "inferred_m", metresKind, "off_road_m", metresKind, "raw_m", metresKind,
		"verdict", textKind, "confidence", shareKind, "polyline6", textKind)
}

// judging is the operation Trips.
type judging struct {
	tables
	begins func(match.Profile) (Stream, error)

	stream  Stream
	trip    trace.Trip
	result  match.Result
	tooLong bool
}

func (j *judging) start(key string, p match.Profile) (err error) {
	j.key, j.tooLong = key, false
	j.trip = trace.Trip{Observations: j.trip.Observations[:0]}
	j.result = match.Result{Profile: p}
	j.stream, err = j.begins(p)
	return err
}

func (j *judging) rows(ctx context.Context, from, to int) error {
	if j.tooLong {
		return nil
	}
	if len(j.trip.Observations)+to-from > MaxTripPoints {
		_, err := j.stream.Close(ctx)
		j.tooLong, j.trip, j.result = true, trace.Trip{}, match.Result{}
		return err
	}
	j.trip.Observations = append(j.trip.Observations, j.fixes.obs[from:to]...)
	parts, err := j.stream.Feed(ctx, j.fixes.obs[from:to]...)
	if err != nil {
		return fmt.Errorf("trip %s: %w", j.key, err)
	}
	for _, p := range parts {
		j.result.Add(p)
	}
	return nil
}

func (j *judging) finish(ctx context.Context) error {
	if j.tooLong {
		j.writer.added.add(j.key, string(TripTooLong))
		return j.writer.full()
	}
	part, err := j.stream.Close(ctx)
	if err != nil {
		return fmt.Errorf("trip %s: %w", j.key, err)
	}
	j.result.Add(part)
	first, last := trip.TimeSpan(j.trip.Observations)
	var confidence any
	shapes := make([]string, len(j.result.Legs))
	if len(shapes) > 0 {
		all := 1.0
		for i, l := range j.result.Legs {
			all *= l.Confidence
			shapes[i] = trace.EncodeShape(l.Shape)
		}
		confidence = all
	}
	d := j.result.Distance
	j.writer.added.add(j.key, nil, len(j.trip.Observations), first, last, d.Matched, d.Inferred, d.OffRoad, d.Raw,
		verdict(trip.Assess(j.trip, j.result)), confidence, strings.Join(shapes, ";"))
	return j.writer.full()
}

// verdict returns "explained", or the kinds of the reasons.
func verdict(a trip.Assessment) string {
	if a.Explained() {
		return "explained"
	}
	kinds := make([]string, len(a.Reasons))
	for i, r := range a.Reasons {
		kinds[i] = string(r.Kind)
	}
	return strings.Join(kinds, ",")
}
