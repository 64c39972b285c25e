// SPDX-License-Identifier: MIT

package rows

import (
	"context"
	"fmt"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

func wayTable() *table {
	return newTable("",
		string(TripID), keyKind, reasonName, textKind, "seq", wholeKind, "leg", wholeKind, wayIDName, wholeKind,
		"forward", flagKind, "length_m", metresKind, "entered", timeKind, "left", timeKind)
}

// passing is the operation Ways.
type passing struct {
	tables
	begins func(match.Profile) (Stream, error)

	stream Stream
	seq    int // of the open passage
	leg    int // of the trip
	open   passage
	has    bool // there is an open passage, which the next part may continue
}

// passage is a drive along a way.
type passage struct {
	match.WayPiece
	leg           int
	entered, left time.Time
}

func (w *passing) start(key string, p match.Profile) (err error) {
	w.key, w.seq, w.leg, w.has = key, 0, -1, false
	w.stream, err = w.begins(p)
	return err
}

func (w *passing) rows(ctx context.Context, from, to int) error {
	parts, err := w.stream.Feed(ctx, w.fixes.obs[from:to]...)
	if err != nil {
		return fmt.Errorf("trip %s: %w", w.key, err)
	}
	for i := range parts {
		if err := w.take(&parts[i]); err != nil {
			return err
		}
	}
	return nil
}

func (w *passing) finish(ctx context.Context) error {
	part, err := w.stream.Close(ctx)
	if err != nil {
		return fmt.Errorf("trip %s: %w", w.key, err)
	}
	if err := w.take(&part); err != nil {
		return err
	}
	return w.write()
}

// take takes the ways of a part.
func (w *passing) take(part *match.Part) error {
	for i := range part.Legs {
		leg := &part.Legs[i]
		continues := i == 0 && part.Continues
		if !continues {
			w.leg++
		} else if leg.Length == 0 {
			continue
		}
		clock := newClock(leg)
		along := 0.0
		for n, piece := range leg.Ways {
			next := passage{WayPiece: piece, leg: w.leg, entered: clock.at(along)}
			along += piece.Length
			next.left = clock.at(along)
			if n == 0 && continues && w.has && w.open.WayID == piece.WayID && w.open.Forward == piece.Forward {
				w.open.Length += piece.Length
				if !next.left.IsZero() {
					w.open.left = next.left
				}
				continue
			}
			if n == 0 && continues && w.has { // it began where the part before ended
				next.entered = w.open.left
			}
			if err := w.write(); err != nil {
				return err
			}
			w.open, w.has = next, true
		}
	}
	return nil
}

// write writes the open passage.
func (w *passing) write() error {
	if !w.has {
		return nil
	}
	p := &w.open
	w.writer.added.add(w.key, nil, w.seq, p.leg, p.WayID, p.Forward, p.Length, p.entered, p.left)
	w.seq++
	w.has = false
	return w.writer.full()
}

// clock gives the times along a leg.
type clock struct {
	times  []time.Time
	along  []float64 // of each vertex, as the leg measures lengths (metres)
	vertex int
}

func newClock(leg *match.Leg) *clock {
	c := &clock{times: leg.Times}
	if len(c.times) == 0 {
		return c
	}
	c.along = make([]float64, len(leg.Shape))
	for i := 1; i < len(c.along); i++ {
		c.along[i] = c.along[i-1] + geo.Distance(leg.Shape[i-1], leg.Shape[i])
	}
	if drawn := c.along[len(c.along)-1]; drawn > 0 {
		for i := range c.along {
			c.along[i] *= leg.Length / drawn
		}
	}
	return c
}

// at returns the time at a distance, which must not be less than the one before; zero
// without times. It is the time of arrival where the vehicle stood, except at the
// beginning.
func (c *clock) at(metres float64) time.Time {
	if len(c.times) == 0 {
		return time.Time{}
	}
	last := len(c.along) - 1
	if metres <= 0 {
		return c.times[0]
	}
	if metres >= c.along[last] {
		return c.times[last]
	}
	for c.along[c.vertex+1] < metres {
		c.vertex++
	}
	from, to := c.along[c.vertex], c.along[c.vertex+1]
	passed := float64(c.times[c.vertex+1].Sub(c.times[c.vertex]))
	return c.times[c.vertex].Add(time.Duration((metres - from) / (to - from) * passed))
}
