// SPDX-License-Identifier: MIT

package engine

import (
	"context"
	"fmt"
	"time"

	"roadsnap/engine/match"
)

// TripStream matches one trip while it is being recorded; see match.Stream. It stays on
// the map that was installed when it began, even if a further map is finer where it begins,
// because where the vehicle will drive is not known. Not safe for concurrent use, but any number of
// streams may be used at the same time.
type TripStream struct {
	engine *Engine
	on     *installed
	stream *match.Stream
	closed bool
}

// Stream begins a stream with a profile. It decides the trip in batches, at the least cost.
// The map stays mapped until the stream is closed. The error wraps [ErrNoMap], [ErrNoRoads]
// or match.ErrProfile.
func (e *Engine) Stream(profile match.Profile) (*TripStream, error) {
	return e.stream(func(m *installed) (*match.Stream, error) { return m.matcher.Stream(profile) })
}

// Live begins a stream with a profile that decides each observation within lag; see
// match.Matcher.Live. The map stays mapped until the stream is closed. The error wraps
// [ErrNoMap], [ErrNoRoads], match.ErrProfile or match.ErrConfig.
func (e *Engine) Live(profile match.Profile, lag match.Lag) (*TripStream, error) {
	return e.stream(func(m *installed) (*match.Stream, error) { return m.matcher.Live(profile, lag) })
}

// ResumeLive continues the live stream whose [TripStream.MarshalBinary] gave state, as if
// it had never stopped. The installed map must have the same contents as the one of the
// stream. The error wraps [ErrNoMap], [ErrNoRoads], or match.ErrState if the map, the
// version or the settings differ or the state is damaged.
func (e *Engine) ResumeLive(state []byte) (*TripStream, error) {
	return e.stream(func(m *installed) (*match.Stream, error) {
		return m.matcher.Resume(state, m.describe().Identity())
	})
}

// stream begins a stream on the installed map, which begin makes.
func (e *Engine) stream(begin func(*installed) (*match.Stream, error)) (*TripStream, error) {
	m := e.use()
	if m == nil {
		return nil, ErrNoMap
	}
	var s *match.Stream
	err := m.guard(func(m *installed) (err error) {
		if m.matcher == nil {
			return fmt.Errorf("%s: %w", m.pack.Name(), ErrNoRoads)
		}
		s, err = begin(m)
		return err
	})
	if err != nil {
		_ = e.release(m) // nothing was read from it
		return nil, err
	}
	return &TripStream{engine: e, on: m, stream: s}, nil
}

// Feed takes the next observations and returns the parts of the trip that are now
// decided; see match.Stream.Feed. The error of a closed stream is match.ErrClosed.
func (s *TripStream) Feed(ctx context.Context, obs ...match.Observation) (parts []match.Part, err error) {
	if s.closed {
		return nil, match.ErrClosed
	}
	err = s.on.guard(func(*installed) error {
		parts, err = s.stream.Feed(ctx, obs...)
		return err
	})
	return parts, err
}

// Tick gives the time at which no observation has come, and returns the parts that are due;
// see match.Stream.Tick.
func (s *TripStream) Tick(ctx context.Context, now time.Time) (parts []match.Part, err error) {
	if s.closed {
		return nil, match.ErrClosed
	}
	err = s.on.guard(func(*installed) error {
		parts, err = s.stream.Tick(ctx, now)
		return err
	})
	return parts, err
}

// MarshalBinary returns the state of a stream from [Engine.Live], at most 4,000 bytes, from
// which [Engine.ResumeLive] continues it. The stream can be used on or closed. The error
// wraps match.ErrClosed, or match.ErrState for a stream from [Engine.Stream].
func (s *TripStream) MarshalBinary() ([]byte, error) {
	if s.closed {
		return nil, match.ErrClosed
	}
	return s.stream.AppendState(nil, s.on.describe().Identity())
}

// Close ends the trip and returns its last part. It releases the map, even if there is
// an error. The error of a second call is match.ErrClosed.
func (s *TripStream) Close(ctx context.Context) (part match.Part, err error) {
	if s.closed {
		return part, match.ErrClosed
	}
	s.closed = true
	// The result is right even if unmapping the file fails.
	defer func() { _ = s.engine.release(s.on) }()
	err = s.on.guard(func(*installed) error {
		part, err = s.stream.Close(ctx)
		return err
	})
	return part, err
}
