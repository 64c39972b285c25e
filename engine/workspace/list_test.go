// SPDX-License-Identifier: MIT

package workspace

import (
	"cmp"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"roadsnap/engine/match"
	"roadsnap/engine/trace"
)

func TestSortByTime(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 5))
	for range 500 {
		list := make([]Trip, random.IntN(20))
		for i := range list {
			list[i].ID = ID(i + 1)
			if n := random.IntN(10); n > 0 {
				list[i].First = morning.Add(time.Duration(n) * time.Minute)
			}
		}
		want := slices.Clone(list)
		slices.SortStableFunc(want, func(a, b Trip) int { return cmp.Or(a.First.Compare(b.First), cmp.Compare(a.ID, b.ID)) })
		sortByTime(list)
		if !reflect.DeepEqual(list, want) {
			t.Fatalf("%v, want %v", idsIn(list), idsIn(want))
		}
	}
}

// TestSummariesInAnyOrder matches trips in another order than they were added, some of them
// in the trash: each list has its own summaries.
func TestSummariesInAnyOrder(t *testing.T) {
	w := openNew(t)
	key := MatchKey{Map: "m", Profile: match.MotorVehicle, Matcher: "1"}
	var trips []trace.Trip
	for i := range 12 {
		trips = append(trips, drive("x", (i*5)%12, 5))
	}
	added := add(t, w, "f", trips...)
	for _, i := range []int{7, 3, 11, 0, 1, 2, 9, 8} {
		s := fullSummary()
		s.Stops = int(added[i].ID)
		if err := w.SetMatch(t.Context(), added[i].ID, key, NewMatch{Summary: s}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Remove(t.Context(), added[3].ID, added[4].ID, added[0].ID); err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, trash := range []bool{false, true} {
		list, err := w.Trips(t.Context(), ListOptions{Trash: trash, Key: key})
		if err != nil {
			t.Fatal(err)
		}
		for i, trip := range list {
			if i > 0 && trip.First.Before(list[i-1].First) {
				t.Errorf("trip %d is after %d", trip.ID, list[i-1].ID)
			}
			if trip.HasSummary {
				if found++; trip.Summary.Stops != int(trip.ID) {
					t.Errorf("trip %d has the summary of %d", trip.ID, trip.Summary.Stops)
				}
			}
		}
	}
	if found != 8 {
		t.Errorf("%d summaries, want 8", found)
	}
}
