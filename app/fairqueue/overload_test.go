// SPDX-License-Identifier: MIT

package fairqueue_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"roadsnap/app/fairqueue"
)

// TestOverloadAnswersTheQueued sends ten times as many jobs as there is time for, whose
// lengths differ much. Those that are let in end in time: a refusal after a wait is rare, and
// the slot is never free.
func TestOverloadAnswersTheQueued(t *testing.T) {
	for name, length := range map[string]func(r *rand.Rand) time.Duration{
		"equal":         func(*rand.Rand) time.Duration { return 1500 * time.Microsecond },
		"exponential":   func(r *rand.Rand) time.Duration { return time.Duration(1.5e6 * r.ExpFloat64()) },
		"log-normal":    func(r *rand.Rand) time.Duration { return time.Duration(1e6 * math.Exp(r.NormFloat64())) },
		"many and long": func(r *rand.Rand) time.Duration { return time.Duration([]float64{1e6, 1e6, 1e6, 1e6, 8e6}[r.IntN(5)]) },
	} {
		t.Run(name, func(t *testing.T) {
			let, late := 0, 0
			for seed := range uint64(5) {
				synctest.Test(t, func(t *testing.T) {
					done, refused := overload(t, seed, length)
					let, late = let+done+refused, late+refused
				})
			}
			if late*200 > let {
				t.Errorf("%d of %d jobs that were let in were refused later", late, let)
			}
		})
	}
}

// overload returns the numbers of jobs that were done, and that were refused after a wait.
func overload(t *testing.T, seed uint64, length func(*rand.Rand) time.Duration) (done, late int) {
	t.Helper()
	const maxWait, goal, long = 150 * time.Millisecond, 250 * time.Millisecond, 5 * time.Second
	q := fairqueue.New(fairqueue.Options{Slots: 1, MaxWait: maxWait, MaxQueue: 2048, MaxQueuePerClient: 1024})
	random := rand.New(rand.NewPCG(seed, 1))
	lengths := make([]time.Duration, 50_000)
	var sum time.Duration
	for i := range lengths {
		lengths[i] = length(random)
		sum += lengths[i]
	}
	gap := sum / time.Duration(len(lengths)) / 10
	var mu sync.Mutex
	var took []time.Duration
	worked := time.Duration(0)
	var all sync.WaitGroup
	for i := range int(long / gap) {
		time.Sleep(gap)
		all.Go(func() {
			begin, long := time.Now(), lengths[i%len(lengths)]
			j, err := q.Enter(t.Context(), "a")
			if err == nil {
				time.Sleep(long)
				j.Leave()
			}
			mu.Lock()
			defer mu.Unlock()
			if refused := new(fairqueue.RefusedError); errors.As(err, &refused) && time.Since(begin) > 0 {
				late++
			}
			if err == nil {
				worked += long
				took = append(took, time.Since(begin))
			}
		})
	}
	all.Wait()
	slices.Sort(took)
	if p99 := took[len(took)*99/100]; p99 > goal || worked < long*99/100 {
		t.Errorf("seed %d: %d done in p99 %v; worked %v of %v", seed, len(took), p99, worked, long)
	}
	return len(took), late
}
