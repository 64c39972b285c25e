// SPDX-License-Identifier: MIT

package engine_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"reflect"
	"strings"
	"testing"
	"time"

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

// TestLiveResumes ends a live stream in the middle of a trip and goes on from its state. Another
// map, and a stream without a lag, are refused.
func TestLiveResumes(t *testing.T) {
	e := newEngine(t)
	if _, err := e.ResumeLive(nil); !errors.Is(err, engine.ErrNoMap) {
		t.Errorf("without a map: %v", err)
	}
	if err := e.OpenPack(samplePack(t)); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Live(match.Car, match.Lag{}); !errors.Is(err, match.ErrConfig) {
		t.Errorf("without a lag: %v", err)
	}
	feed := func(s *engine.TripStream, trip []match.Observation, into *match.Result) {
		t.Helper()
		for _, o := range trip {
			parts, err := s.Feed(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range parts {
				into.Add(p)
			}
		}
	}
	end := func(s *engine.TripStream, into *match.Result) {
		t.Helper()
		part, err := s.Close(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		into.Add(part)
	}
	trip := match.Path(town)
	lag := match.Lag{Time: time.Minute, Points: 3}
	var want, got match.Result
	whole, err := e.Live(match.Car, lag)
	if err != nil {
		t.Fatal(err)
	}
	feed(whole, trip, &want)
	end(whole, &want)
	first, err := e.Live(match.Car, lag)
	if err != nil {
		t.Fatal(err)
	}
	feed(first, trip[:len(trip)/2], &got)
	state, err := first.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	second, err := e.ResumeLive(state)
	if err != nil {
		t.Fatal(err)
	}
	feed(second, trip[len(trip)/2:], &got)
	if parts, err := second.Tick(t.Context(), time.Now()); err != nil || len(parts) > 0 { // observations without times
		t.Errorf("tick: %d parts, %v", len(parts), err)
	}
	end(second, &got)
	if !reflect.DeepEqual(got, want) || len(want.Points) != len(trip) {
		t.Errorf("after a restart\n%+v, without\n%+v", got, want)
	}
	if _, err := second.MarshalBinary(); !errors.Is(err, match.ErrClosed) {
		t.Errorf("state after the end: %v", err)
	}
	if _, err := second.Tick(t.Context(), time.Now()); !errors.Is(err, match.ErrClosed) {
		t.Errorf("tick after the end: %v", err)
	}
	batch, err := e.Stream(match.Car)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := batch.MarshalBinary(); !errors.Is(err, match.ErrState) {
		t.Errorf("state without a lag: %v", err)
	}
	info, err := e.Info()
	if err != nil {
		t.Fatal(err)
	}
	foreign := bytes.Replace(state[:len(state)-4], []byte(info.Identity()), []byte(strings.Repeat("0", len(info.Identity()))), 1)
	foreign = binary.LittleEndian.AppendUint32(foreign, crc32.Checksum(foreign, crc32.MakeTable(crc32.Castagnoli)))
	if _, err := e.ResumeLive(foreign); !errors.Is(err, match.ErrState) || !strings.Contains(err.Error(), "another map") {
		t.Errorf("on another map: %v", err)
	}
}
