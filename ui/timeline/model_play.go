// SPDX-License-Identifier: MIT

package timeline

import (
	"context"
	"slices"
	"time"

	"roadsnap/ui/job"
)

// TogglePlay starts or stops the clock. At the end it starts again at the beginning.
func (m *Model) TogglePlay() {
	s := &m.state
	switch {
	case len(s.Lines) == 0:
	case s.Playing():
		m.setRate(0)
	default:
		if !s.Cursor.Before(s.Whole.To) {
			m.Seek(s.Whole.From)
		}
		m.setRate(s.Chosen)
	}
}

// Faster plays forwards, or faster if it does already; Slower plays backwards, or faster so.
// Against the direction of play, they slow down first.
func (m *Model) Faster() { m.shift(1) }

// Slower plays backwards, or slower if it plays forwards.
func (m *Model) Slower() { m.shift(-1) }

func (m *Model) shift(by int) {
	s := &m.state
	if len(s.Lines) == 0 {
		return
	}
	// The ladder of all rates, with 0 in the middle.
	rung := 0
	if i := slices.Index(Rates, max(s.Rate, -s.Rate)); i >= 0 {
		if rung = i + 1; s.Rate < 0 {
			rung = -rung
		}
	}
	switch rung = min(max(rung+by, -len(Rates)), len(Rates)); {
	case rung > 0:
		m.setRate(Rates[rung-1])
	case rung < 0:
		m.setRate(-Rates[-rung-1])
	default:
		m.setRate(0)
	}
}

// SetChosen sets the rate at which it plays.
func (m *Model) SetChosen(rate float64) {
	m.state.Chosen = rate
	if m.state.Playing() {
		m.setRate(rate)
	}
	m.changed.Raise()
}

// setRate runs the clock at a rate, or stops it if that is 0.
func (m *Model) setRate(rate float64) {
	s := &m.state
	if rate == s.Rate {
		return
	}
	running := s.Playing()
	if s.Rate = rate; rate > 0 {
		s.Chosen = rate
	}
	m.changed.Raise()
	switch {
	case rate == 0:
		m.clock.Cancel()
		m.clock = nil
	case !running:
		m.startClock()
	}
}

// startClock moves the cursor with the time, once per frame.
func (m *Model) startClock() {
	last := time.Now()
	m.clock = job.Report(m.o.Jobs, func(now time.Time) {
		m.advance(now.Sub(last))
		last = now
	}, func(ctx context.Context, report func(time.Time)) func() {
		tick := time.NewTicker(time.Second / 60)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return nil
			case now := <-tick.C:
				report(now)
			}
		}
	})
}

// advance moves the cursor by the time that has passed. At an end, the clock stops.
func (m *Model) advance(passed time.Duration) {
	s := &m.state
	at := s.Cursor.Add(time.Duration(s.Rate * float64(passed)))
	m.Seek(at)
	if !at.Before(s.Whole.To) || at.Before(s.Whole.From) {
		m.setRate(0)
	}
}
