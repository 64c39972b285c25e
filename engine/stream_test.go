// SPDX-License-Identifier: MIT

package engine_test

import (
	"errors"
	"reflect"
	"testing"

	"roadsnap/engine"
	"roadsnap/engine/match"
)

// TestStreamOutlivesItsMap begins a stream, installs another map and takes that
// away too: the stream ends on the map that it began with, with the answer of
// Match.
func TestStreamOutlivesItsMap(t *testing.T) {
	e := newEngine(t)
	if _, err := e.Stream(match.Car); !errors.Is(err, engine.ErrNoMap) {
		t.Errorf("without a map: %v", err)
	}
	path := samplePack(t)
	if err := e.OpenPack(path); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Stream(match.Profile(99)); !errors.Is(err, match.ErrProfile) {
		t.Errorf("unknown profile: %v", err)
	}
	trip := match.Path(town)
	want, err := e.Match(t.Context(), trip, match.Car)
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.Stream(match.Car)
	if err != nil {
		t.Fatal(err)
	}
	got := match.Result{Profile: match.Car}
	for i, o := range trip {
		parts, err := s.Feed(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range parts {
			got.Add(p)
		}
		if i == len(trip)/2 {
			if err := errors.Join(e.OpenPack(path), e.Close()); err != nil {
				t.Fatal(err)
			}
		}
	}
	part, err := s.Close(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got.Add(part)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the stream gives\n%+v, the match\n%+v", got, want)
	}
	if _, err := s.Feed(t.Context(), trip[0]); !errors.Is(err, match.ErrClosed) {
		t.Errorf("after the end: %v", err)
	}
	if _, err := s.Close(t.Context()); !errors.Is(err, match.ErrClosed) {
		t.Errorf("closed twice: %v", err)
	}
}
