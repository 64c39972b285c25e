// SPDX-License-Identifier: MIT

package engine

import (
	"context"
	"fmt"

	"roadsnap/engine/match"
)

// TripStream matches one trip while it is being recorded; see match.Stream. It stays on
// the map that was installed when it began. Not safe for concurrent use.
type TripStream struct {
	engine *Engine
	on     *installed
	stream *match.Stream
	closed bool
}

// Stream begins a stream with a profile. The map stays mapped until the stream is closed.
// The error wraps [ErrNoMap], [ErrNoRoads] or match.ErrProfile.
func (e *Engine) Stream(profile match.Profile) (*TripStream, error) {
	e.mu.Lock()
	m := e.current
	if m != nil {
		m.users++
	}
	e.mu.Unlock()
	if m == nil {
		return nil, ErrNoMap
	}
	s, err := m.stream(profile)
	if err != nil {
		_ = e.release(m) // nothing was read from it
		return nil, err
	}
	return &TripStream{engine: e, on: m, stream: s}, nil
}

func (m *installed) stream(profile match.Profile) (*match.Stream, error) {
	if m.matcher == nil {
		return nil, fmt.Errorf("%s: %w", m.pack.Name(), ErrNoRoads)
	}
	return m.matcher.Stream(profile)
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
