// SPDX-License-Identifier: MIT

package rows

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"strings"

	"roadsnap/engine/match"
)

// Run reads all rows, and writes the results while it reads. The error wraps [ErrSchema],
// [ErrInput] or [ErrUngrouped], or is that of a stream, of ctx or of the output. What was
// written before it is right, but not complete.
func Run(ctx context.Context, o Options) (Report, error) {
	work, added, err := o.operation()
	if err != nil {
		return Report{}, err
	}
	first, out, err := o.open(added, work.joins())
	if err != nil {
		return Report{}, err
	}
	var in source = first
	if o.Keep != nil {
		in = &keeper{source: in, keep: o.Keep}
	}
	if o.Unsorted && o.Operation != Locate {
		sorted := &sorter{source: in, limit: o.Memory, folder: o.Folder}
		defer sorted.remove()
		in = sorted
	}
	r := runner{options: &o, work: work, seen: newSeen()}
	r.report.Reasons = map[Reason]int64{}
	r.report.TripColumn = first.tripColumn(work.joins())
	work.begin(&writer{sink: out, added: added, size: firstChunk})
	r.fixes.keyed = o.Operation != Locate
	if err := r.run(ctx, in); err != nil {
		return r.report, err
	}
	return r.report, out.close()
}

// open opens the input, and the output for tables like added.
func (o *Options) open(added *table, joins bool) (opened, sink, error) {
	switch o.Format {
	case Arrow:
		in, err := newArrowSource(o)
		if err != nil {
			return nil, nil, err
		}
		out, err := newArrowSink(o, in, added, joins)
		return in, out, err
	case NDJSON:
		in, err := newNDJSON(o)
		if err != nil {
			return nil, nil, err
		}
		if o.Writer != nil {
			out, err := newLineRecords(o, in, added, joins)
			return in, out, err
		}
		return in, newObjectSink(o), nil
	case TSV:
		in, err := newTSV(o)
		if err != nil {
			return nil, nil, err
		}
		if o.Writer != nil {
			out, err := newLineRecords(o, in, added, joins)
			return in, out, err
		}
		out, err := newValueSink(o, in.names, added, joins)
		return in, out, err
	}
	return nil, nil, fmt.Errorf("unknown format %q: %w", o.Format, ErrSchema)
}

// operation does the work of an Operation. Its calls follow the rows in their order.
type operation interface {
	// joins reports whether the output has a row for every input row.
	joins() bool
	begin(*writer)
	// batch gives the batch of the rows that follow.
	batch(b batch, f *fixes) error
	// bad gives a row that cannot be used.
	bad(row int) error
	// start begins a trip, of which rows follow.
	start(key string, p match.Profile) error
	// rows gives rows of the trip.
	rows(ctx context.Context, from, to int) error
	// finish ends the trip.
	finish(ctx context.Context) error
	// end ends the input.
	end() error
}

// operation returns the work, and an empty table of its output.
func (o *Options) operation() (operation, *table, error) {
	switch o.Operation {
	case Match:
		return &matching{begins: o.Begin}, matchTable(o.Prefix), nil
	case Trips:
		return &judging{begins: o.Begin}, tripTable(), nil
	case Ways:
		return &passing{begins: o.Begin}, wayTable(), nil
	case Stops:
		return &stopping{}, stopTable(), nil
	case Locate:
		return &locating{atlas: o.Atlas}, unitTable(o.Prefix), nil
	}
	return nil, nil, fmt.Errorf("unknown operation %q: %w", o.Operation, ErrSchema)
}

// runner divides the rows into trips.
type runner struct {
	options *Options
	work    operation
	fixes   fixes
	seen    *seen
	report  Report

	open bool   // a trip has begun
	key  string // of that
}

func (r *runner) run(ctx context.Context, in source) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		b, err := in.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		b.decode(&r.fixes)
		if err := r.work.batch(b, &r.fixes); err != nil {
			return err
		}
		if err := r.batch(ctx, b); err != nil {
			return err
		}
		r.report.Rows += int64(b.len())
	}
	if r.open {
		if err := r.work.finish(ctx); err != nil {
			return err
		}
	}
	return r.work.end()
}

// batch gives the rows of a batch to the work: parts of a trip together.
func (r *runner) batch(ctx context.Context, b batch) error {
	from := 0 // the first row that was not given yet
	flush := func(to int) error {
		if from == to {
			return nil
		}
		first := from
		from = to
		return r.work.rows(ctx, first, to)
	}
	for i := range b.len() {
		if r.fixes.why[i] != "" {
			if err := flush(i); err != nil {
				return err
			}
			from = i + 1
			r.report.Bad++
			r.report.Reasons[r.fixes.why[i]]++
			// The results of sorted trips are sorted, too.
			if r.options.Unsorted && r.open && r.fixes.hasTrip(i) && b.key(i) != r.key {
				r.open = false
				if err := r.work.finish(ctx); err != nil {
					return err
				}
			}
			if err := r.work.bad(i); err != nil {
				return err
			}
			continue
		}
		if !r.fixes.keyed {
			continue
		}
		if key := b.key(i); !r.open || key != r.key {
			if err := flush(i); err != nil {
				return err
			}
			if err := r.next(ctx, key, r.fixes.profiles[i]); err != nil {
				return err
			}
		}
	}
	return flush(b.len())
}

// next ends the current trip and begins another one.
func (r *runner) next(ctx context.Context, key string, p match.Profile) error {
	if r.open {
		if err := r.work.finish(ctx); err != nil {
			return err
		}
	}
	if !r.seen.add(key) {
		return fmt.Errorf("row %d: trip %s goes on after another trip had begun; sort the rows by trip, or give --unsorted: %w", r.report.Rows+1, key, ErrUngrouped)
	}
	r.open, r.key = true, strings.Clone(key)
	r.report.Trips++
	return r.work.start(r.key, p)
}

// mostSeen is the number of trips that are remembered, to notice one that goes on later.
// They take about 100 MB.
const mostSeen = 4_000_000

// seen remembers trips by their hashes. Two trips have the same one with a probability of
// 1 in 10¹³ for 4 million trips each.
type seen struct {
	seed         maphash.Seed
	older, newer map[uint64]struct{}
}

func newSeen() *seen {
	return &seen{seed: maphash.MakeSeed(), newer: map[uint64]struct{}{}}
}

// add adds a trip, and reports whether it is a new one.
func (s *seen) add(key string) bool {
	h := maphash.String(s.seed, key)
	if _, old := s.older[h]; old {
		return false
	}
	if _, old := s.newer[h]; old {
		return false
	}
	if len(s.newer) == mostSeen/2 {
		s.older, s.newer = s.newer, map[uint64]struct{}{}
	}
	s.newer[h] = struct{}{}
	return true
}

// The sizes of chunks: the first one is small, so that it comes soon.
const (
	firstChunk = 256
	lastChunk  = 8192
)

// writer collects output rows into chunks.
type writer struct {
	sink  sink
	added *table
	size  int // of the next chunk
}

// full writes the rows of a table if they are a chunk.
func (w *writer) full() error {
	if w.added.rows < w.size {
		return nil
	}
	return w.flush()
}

// flush writes the rows of a table.
func (w *writer) flush() error {
	if w.added.rows == 0 {
		return nil
	}
	w.size = min(2*w.size, lastChunk)
	err := w.sink.table(w.added)
	w.added.reset()
	return err
}
