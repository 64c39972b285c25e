// SPDX-License-Identifier: MIT

package match_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"roadsnap/engine/match"
	"roadsnap/engine/road"
)

// checkDeterministic matches the trips repeatedly: with fresh and with used workspaces,
// on one processor and on eight, alone and from sixteen goroutines. Every result must
// equal the first to the last bit.
func checkDeterministic(t *testing.T, g *road.Graph, trips [][]match.Observation) {
	t.Helper()
	profile := func(i int) match.Profile { return match.Profiles()[i%len(match.Profiles())] }
	want := make([]string, len(trips))
	for i, obs := range trips {
		want[i] = serialised(mustMatch(t, newMatcher(t, g), obs, profile(i)))
	}
	used := newMatcher(t, g)
	for _, processors := range []int{1, 8} {
		before := runtime.GOMAXPROCS(processors)
		t.Cleanup(func() { runtime.GOMAXPROCS(before) })
		for i, obs := range trips {
			if got := serialised(mustMatch(t, newMatcher(t, g), obs, profile(i))); got != want[i] {
				t.Errorf("trip %d on %d processors, fresh matcher: differs", i, processors)
			}
			if got := serialised(mustMatch(t, used, obs, profile(i))); got != want[i] {
				t.Errorf("trip %d on %d processors, used matcher: differs", i, processors)
			}
		}
		var wait sync.WaitGroup
		for worker := range 16 {
			wait.Go(func() {
				for k := range trips {
					i := (k + worker*7) % len(trips)
					r, err := used.Match(context.Background(), trips[i], profile(i))
					if err != nil || serialised(r) != want[i] {
						t.Errorf("trip %d on %d processors, goroutine %d: differs (%v)", i, processors, worker, err)
					}
				}
			})
		}
		wait.Wait()
	}
}

// TestSameBytes matches noisy and odd trips through strange towns.
func TestSameBytes(t *testing.T) {
	if testing.Short() {
		t.Skip("a long run")
	}
	t.Parallel()
	for seed := range uint64(3) {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			g := strangeCity(t, 10, seed)
			random := rand.New(rand.NewPCG(seed, 11))
			var trips [][]match.Observation
			for range 8 {
				trips = append(trips, oddTrip(random, 80), driveThroughTown(g, random, 12, 10).obs)
			}
			checkDeterministic(t, g, trips)
		})
	}
}

// TestSameBytesOnRecordedTrips matches a recorded trip and parts of it.
func TestSameBytesOnRecordedTrips(t *testing.T) {
	g, obs := recorded(t, recordedNames[1])
	half := len(obs) / 2
	checkDeterministic(t, g, [][]match.Observation{obs, obs[:half], obs[half:], obs, obs[half/2:]})
}
