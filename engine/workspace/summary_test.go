// SPDX-License-Identifier: MIT

package workspace

import (
	"bytes"
	"reflect"
	"testing"
	"time"

	"roadsnap/engine/match"
	"roadsnap/engine/trip"
)

// fullSummary has every field.
func fullSummary() trip.Summary {
	return trip.Summary{
		Matched: 128_400, Inferred: 300, OffRoad: 45.5, Driving: 3 * time.Hour, Standing: 20 * time.Minute, Idling: 5 * time.Minute, HasIgnition: true, Stops: 2,
		TopSpeed: 22.5, Device: 129_000, HasDevice: true,
		Measures: []trip.Measure{{Kind: trip.Jump, Amount: 12_000}, {Kind: "of the future", Amount: 1}},
		Wards:    []uint32{26734, 4, 26737},
	}
}

// FuzzSummary checks that any bytes are read or refused, and that a summary is written
// as it was read.
func FuzzSummary(f *testing.F) {
	for _, s := range []trip.Summary{{}, fullSummary()} {
		b := encodeSummary(s)
		f.Add(b)
		f.Add(b[:len(b)-1])
		got, err := decodeSummary(b)
		if err != nil || !reflect.DeepEqual(got, s) {
			f.Errorf("%+v, %v; want %+v", got, err, s)
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := decodeSummary(b)
		if err != nil {
			return
		}
		again, err := decodeSummary(encodeSummary(s))
		if err != nil || !bytes.Equal(encodeSummary(again), encodeSummary(s)) {
			t.Errorf("%+v became %+v, %v", s, again, err)
		}
	})
}

func TestListedSummaries(t *testing.T) {
	w := openNew(t)
	added := add(t, w, "x", drive("a", 0, 10), drive("b", 1, 10), drive("c", 2, 10))
	key := MatchKey{Map: "m", Profile: match.MotorVehicle, Matcher: "1"}
	old := MatchKey{Map: "old", Profile: match.MotorVehicle, Matcher: "1"}
	other := MatchKey{Map: "m", Profile: match.Foot, Matcher: "1"}
	for i, k := range []MatchKey{key, old, other} {
		if err := w.SetMatch(t.Context(), added[i].ID, k, NewMatch{Summary: fullSummary()}); err != nil {
			t.Fatal(err)
		}
	}
	list, err := w.Trips(t.Context(), ListOptions{Key: key})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct{ has, stale bool }{{true, false}, {true, true}, {false, false}} {
		row := list[i]
		if row.HasSummary != want.has || row.Stale != want.stale || want.has && !reflect.DeepEqual(row.Summary, fullSummary()) {
			t.Errorf("%s: summary %t, stale %t, %+v; want %+v", row.Vehicle, row.HasSummary, row.Stale, row.Summary, want)
		}
	}
}

func TestSettings(t *testing.T) {
	w := openNew(t)
	for _, want := range []string{"", "a", "b"} {
		if want != "" {
			if err := w.SetSetting(t.Context(), "view", []byte(want)); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := w.Setting(t.Context(), "view"); string(got) != want || err != nil {
			t.Errorf("%q, %v; want %q", got, err, want)
		}
	}
}
