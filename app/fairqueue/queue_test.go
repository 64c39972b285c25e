// SPDX-License-Identifier: MIT

package fairqueue_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"roadsnap/app/fairqueue"
)

const maxWait = 2 * time.Second

// queue returns a queue with room for everything that the tests do.
func queue(slots int) *fairqueue.Queue {
	return fairqueue.New(fairqueue.Options{Slots: slots, MaxWait: maxWait, MaxQueue: 2048, MaxQueuePerClient: 1024})
}

// work is a job of a length that yields every millisecond. Time passes only while it
// sleeps, because the tests run in bubbles of testing/synctest.
func work(ctx context.Context, q *fairqueue.Queue, client string, length time.Duration) error {
	j, err := q.Enter(ctx, client)
	if err != nil {
		return err
	}
	defer j.Leave()
	for range length / time.Millisecond {
		time.Sleep(time.Millisecond)
		if err := j.Yield(ctx); err != nil {
			return err
		}
	}
	return nil
}

// flood keeps n jobs of a client in the queue until stop is called. A refused job comes
// again after a millisecond. done, if not nil, is called after each job.
func flood(q *fairqueue.Queue, client string, n int, length time.Duration, done func()) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	for range n {
		all.Go(func() {
			for ctx.Err() == nil {
				switch err := work(ctx, q, client, length); {
				case err != nil:
					time.Sleep(time.Millisecond)
				case done != nil:
					done()
				}
			}
		})
	}
	return func() {
		cancel()
		all.Wait()
	}
}

// TestGoodClientNextToFlood sends 50 short jobs a second next to 64 connections that send
// long ones without a pause.
func TestGoodClientNextToFlood(t *testing.T) {
	for _, slots := range []int{1, 2} {
		t.Run(fmt.Sprint(slots), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx := t.Context()
				q := queue(slots)
				defer flood(q, "hostile", 64, 60*time.Millisecond, nil)()
				time.Sleep(5 * time.Second)
				var answered atomic.Int64
				var longest time.Duration
				for range 500 {
					time.Sleep(20 * time.Millisecond)
					begin := time.Now()
					if err := work(ctx, q, "good", 2*time.Millisecond); err == nil {
						answered.Add(1)
					}
					longest = max(longest, time.Since(begin))
				}
				if answered.Load() != 500 || longest > 2*fairqueue.Slice {
					t.Errorf("%d of 500 answered, the slowest in %v", answered.Load(), longest)
				}
			})
		})
	}
}

// TestShares measures the time that clients get which always have work: as much as the
// others, however long their jobs are and however many they send at once.
func TestShares(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := queue(2)
		var got [3]atomic.Int64
		for i, c := range []struct {
			jobs   int
			length time.Duration
		}{{2, 3 * time.Millisecond}, {30, 60 * time.Millisecond}, {12, time.Millisecond}} {
			defer flood(q, fmt.Sprint(i), c.jobs, c.length, func() { got[i].Add(int64(c.length)) })()
		}
		const long = 30 * time.Second
		time.Sleep(long)
		for i := range got {
			share := float64(got[i].Load()) / float64(2*long)
			if share < 0.32 || share > 0.345 {
				t.Errorf("client %d got %.3f of the time, want a third", i, share)
			}
		}
	})
}

// TestIdlenessSavesNoCredit lets a client pause for a minute. After that it gets half of
// the time, no more.
func TestIdlenessSavesNoCredit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := queue(1)
		if err := work(t.Context(), q, "idle", time.Millisecond); err != nil {
			t.Fatal(err)
		}
		var busy atomic.Int64
		defer flood(q, "busy", 1, time.Millisecond, func() { busy.Add(1) })()
		time.Sleep(time.Minute)
		busy.Store(0)
		defer flood(q, "idle", 10, time.Millisecond, nil)()
		time.Sleep(time.Second)
		if n := busy.Load(); n < 480 || n > 520 {
			t.Errorf("the busy client did %d jobs in a second, want 500", n)
		}
	})
}

// TestExpectedWait fills the queue of a client until it is refused, and compares the
// expected wait with the actual one.
func TestExpectedWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := t.Context()
		q := queue(1)
		for range 100 { // the queue learns the cost
			if err := work(ctx, q, "a", 50*time.Millisecond); err != nil {
				t.Fatal(err)
			}
		}
		var mu sync.Mutex
		var waits []time.Duration
		var refused []*fairqueue.RefusedError
		var all sync.WaitGroup
		for range 100 {
			all.Go(func() {
				begin := time.Now()
				err := work(ctx, q, "a", 50*time.Millisecond)
				mu.Lock()
				defer mu.Unlock()
				if r := new(fairqueue.RefusedError); errors.As(err, &r) {
					refused = append(refused, r)
					if time.Since(begin) != 0 {
						t.Errorf("refused after %v", time.Since(begin))
					}
					return
				}
				waits = append(waits, time.Since(begin)-50*time.Millisecond)
			})
		}
		synctest.Wait()
		if wait, ok := q.ExpectedWait("b"); !ok || wait > 2*fairqueue.Slice {
			t.Errorf("another client is expected to wait %v, accepted: %v", wait, ok)
		}
		if wait, ok := q.ExpectedWait("a"); ok || wait < maxWait {
			t.Errorf("the client is expected to wait %v, accepted: %v", wait, ok)
		}
		all.Wait()
		if longest := slices.Max(waits); longest > maxWait || longest < maxWait*9/10 || len(waits)+len(refused) != 100 {
			t.Errorf("%d jobs waited up to %v, %d were refused", len(waits), longest, len(refused))
		}
		for _, r := range refused {
			if r.Wait < maxWait || r.Wait > maxWait*11/10 {
				t.Errorf("refused with an expected wait of %v", r.Wait)
			}
		}
	})
}

// TestWrongExpectation sends jobs that take far longer than those before: none waits much
// longer than the limit.
func TestWrongExpectation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := queue(1)
		for range 100 {
			if err := work(t.Context(), q, "a", time.Millisecond); err != nil {
				t.Fatal(err)
			}
		}
		var all sync.WaitGroup
		var late atomic.Int64
		for range 100 {
			all.Go(func() {
				begin := time.Now()
				err := work(t.Context(), q, "a", 100*time.Millisecond)
				if r := new(fairqueue.RefusedError); errors.As(err, &r) {
					late.Add(1)
				}
				if waited := time.Since(begin); waited > maxWait*3/2+100*time.Millisecond {
					t.Errorf("%v after %v", err, waited)
				}
			})
		}
		all.Wait()
		if late.Load() < 68 || late.Load() > 71 { // 3 s are enough for 30
			t.Errorf("%d of 100 jobs were refused, want 70", late.Load())
		}
	})
}

// TestLongestQueueMakesRoom fills the whole queue with jobs of one client: another client
// still gets in.
func TestLongestQueueMakesRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		var all sync.WaitGroup
		defer all.Wait()
		defer cancel()
		q := fairqueue.New(fairqueue.Options{Slots: 1, MaxWait: time.Hour, MaxQueue: 10, MaxQueuePerClient: 8})
		results := make(map[string][]error)
		var mu sync.Mutex
		send := func(client string, n int) {
			for range n {
				all.Go(func() {
					err := work(ctx, q, client, time.Second)
					mu.Lock()
					defer mu.Unlock()
					results[client] = append(results[client], err)
				})
				synctest.Wait()
			}
		}
		refused := func(client string) int { mu.Lock(); defer mu.Unlock(); return len(results[client]) }
		send("a", 10) // one works, 8 wait, one is refused
		send("b", 2)  // the queue is full
		send("c", 1)
		if refused("a") != 2 || refused("b") != 0 || refused("c") != 0 {
			t.Errorf("refused %d, %d and %d", refused("a"), refused("b"), refused("c"))
		}
	})
}

// TestCancelledWaits checks that jobs whose context ends leave no trace.
func TestCancelledWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := queue(1)
		a := flood(q, "a", 20, 60*time.Millisecond, nil)
		b := flood(q, "b", 20, 60*time.Millisecond, nil)
		time.Sleep(time.Second)
		a()
		b()
		if wait, ok := q.ExpectedWait("a"); wait != 0 || !ok {
			t.Errorf("an empty queue expects a wait of %v", wait)
		}
		j, err := q.Enter(t.Context(), "c")
		if err != nil {
			t.Fatal(err)
		}
		j.Leave()
	})
}

// TestClose checks that jobs under way go on, and that waiting ones end at once.
func TestClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := queue(1)
		errs := make(chan error, 20)
		for range 10 {
			for _, client := range []string{"a", "b"} {
				go func() { errs <- work(t.Context(), q, client, 60*time.Millisecond) }()
			}
		}
		time.Sleep(25 * time.Millisecond) // one of each client has begun
		q.Close()
		synctest.Wait()
		if len(errs) != 18 {
			t.Errorf("%d jobs ended at once, want 18", len(errs))
		}
		for i := range 20 {
			if err := <-errs; i < 18 && !errors.Is(err, fairqueue.ErrClosed) || i >= 18 && err != nil {
				t.Errorf("job %d: %v", i, err)
			}
		}
		if _, err := q.Enter(t.Context(), "a"); !errors.Is(err, fairqueue.ErrClosed) {
			t.Errorf("after Close: %v", err)
		}
	})
}

// TestBlock checks that a job that waits for something else takes no slot and is charged
// nothing, and that it goes on before new jobs of its client.
func TestBlock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := t.Context()
		q := queue(1)
		j, err := q.Enter(ctx, "a")
		if err != nil {
			t.Fatal(err)
		}
		begin := time.Now()
		var others sync.WaitGroup
		if err := j.Block(ctx, func() {
			if err := work(ctx, q, "b", 30*time.Millisecond); err != nil {
				t.Error(err)
			}
			for range 5 {
				others.Go(func() { _ = work(ctx, q, "a", 50*time.Millisecond) })
			}
			time.Sleep(10 * time.Millisecond)
		}); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(begin); took != 80*time.Millisecond {
			t.Errorf("the job went on after %v, want 80ms", took)
		}
		j.Leave()
		others.Wait()
	})
}

// TestChargeMakesAClientWait charges a client for work done elsewhere.
func TestChargeMakesAClientWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := t.Context()
		q := queue(1)
		first, err := q.Enter(ctx, "a")
		if err != nil {
			t.Fatal(err)
		}
		first.Charge(time.Second)
		var order []string
		var all sync.WaitGroup
		for _, client := range []string{"a", "b", "b", "b"} {
			all.Go(func() {
				if j, err := q.Enter(ctx, client); err == nil {
					order = append(order, client)
					time.Sleep(10 * time.Millisecond)
					j.Leave()
				}
			})
			synctest.Wait()
		}
		first.Leave()
		all.Wait()
		if want := []string{"b", "b", "b", "a"}; !slices.Equal(order, want) {
			t.Errorf("served %v, want %v", order, want)
		}
	})
}

func BenchmarkEnterLeave(b *testing.B) {
	q := queue(1)
	ctx := b.Context()
	b.ReportAllocs()
	for b.Loop() {
		j, err := q.Enter(ctx, "client")
		if err != nil {
			b.Fatal(err)
		}
		j.Leave()
	}
}
