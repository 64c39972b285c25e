// SPDX-License-Identifier: MIT

package job_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"roadsnap/ui/job"
	"roadsnap/ui/job/jobtest"
)

func inBubble(t *testing.T, test func(t *testing.T, r *job.Runner, ui *jobtest.UI)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		ui := jobtest.New(t)
		test(t, ui.Jobs, ui)
	})
}

// answer returns work that sleeps and whose result adds a name to got.
func answer(got *[]string, name string, after time.Duration) job.Work {
	return func(ctx context.Context) func() {
		select {
		case <-time.After(after):
		case <-ctx.Done():
		}
		return func() { *got = append(*got, name) }
	}
}

func TestResultIsAppliedByTheQueueAlone(t *testing.T) {
	inBubble(t, func(t *testing.T, r *job.Runner, ui *jobtest.UI) {
		var got []string
		j := r.Start(answer(&got, "a", 0))
		time.Sleep(time.Second)
		synctest.Wait()
		if len(got) != 0 || !j.Running() || r.Idle() {
			t.Fatalf("applied %v before the queue was drained", got)
		}
		ui.Settle()
		if !slices.Equal(got, []string{"a"}) || j.Running() || !r.Idle() {
			t.Errorf("got %v, running %t, idle %t", got, j.Running(), r.Idle())
		}
	})
}

// TestLastQuestionWins cancels a job whose result is already in the queue, where a check
// on the job's own goroutine would be too early.
func TestLastQuestionWins(t *testing.T) {
	inBubble(t, func(t *testing.T, r *job.Runner, ui *jobtest.UI) {
		var got []string
		old := r.Start(answer(&got, "old", 0))
		synctest.Wait()
		time.Sleep(time.Second) // its result is posted
		old.Cancel()
		r.Start(answer(&got, "new", 0))
		time.Sleep(time.Second)
		ui.Settle()
		if !slices.Equal(got, []string{"new"}) {
			t.Errorf("got %v, want the new answer alone", got)
		}
	})
}

func TestStoppedWorkStillTellsItsResult(t *testing.T) {
	inBubble(t, func(t *testing.T, r *job.Runner, ui *jobtest.UI) {
		var got []string
		j := r.Start(answer(&got, "half", time.Hour))
		synctest.Wait()
		j.Stop()
		ui.Settle()
		r.Start(answer(&got, "before it began", time.Hour)).Stop()
		ui.Settle()
		if !slices.Equal(got, []string{"half", "before it began"}) {
			t.Errorf("got %v", got)
		}
	})
}

func TestNilJob(t *testing.T) {
	var j *job.Job
	j.Cancel()
	j.Stop()
	if j.Running() {
		t.Error("a nil job runs")
	}
}

func TestLaneRunsSoManyAtATimeInTheirOrder(t *testing.T) {
	inBubble(t, func(t *testing.T, r *job.Runner, ui *jobtest.UI) {
		var mu sync.Mutex
		running, most := 0, 0
		var order []string
		lane := r.Lane(2)
		work := func(name string) job.Work {
			return func(context.Context) func() {
				mu.Lock()
				running++
				most = max(most, running)
				order = append(order, name)
				mu.Unlock()
				time.Sleep(time.Second)
				mu.Lock()
				running--
				mu.Unlock()
				return nil
			}
		}
		for i := range 6 {
			lane.Start(work(fmt.Sprint(i)))
			synctest.Wait()
		}
		lane.StartNext(work("next"))
		time.Sleep(time.Minute)
		ui.Settle()
		if most != 2 || !slices.Equal(order, []string{"0", "1", "next", "2", "3", "4", "5"}) {
			t.Errorf("at most %d ran at a time, in the order %v", most, order)
		}
	})
}

func TestCancelledJobOfALaneNeverBegins(t *testing.T) {
	inBubble(t, func(t *testing.T, r *job.Runner, ui *jobtest.UI) {
		lane := r.Lane(1)
		lane.Start(func(context.Context) func() { time.Sleep(time.Second); return nil })
		began := false
		lane.Start(func(context.Context) func() { began = true; return nil }).Cancel()
		time.Sleep(time.Minute)
		ui.Settle()
		if began {
			t.Error("the cancelled job ran")
		}
	})
}

func TestCloseEndsJobsAndWaitsForThem(t *testing.T) {
	inBubble(t, func(t *testing.T, r *job.Runner, ui *jobtest.UI) {
		ended, applied := 0, 0
		tidy := func(ctx context.Context) func() {
			<-ctx.Done()
			time.Sleep(time.Second) // takes away what is half written
			ended++
			return func() { applied++ }
		}
		lane := r.Lane(1)
		lane.Start(tidy)
		lane.Start(func(context.Context) func() { t.Error("a job that waited was run"); return nil })
		synctest.Wait()
		if !r.Close(time.Minute) || ended != 1 {
			t.Errorf("%d jobs had ended when Close returned", ended)
		}
		r.Start(func(context.Context) func() { t.Error("a job was begun after Close"); return nil })
		ui.Settle()
		if applied != 0 {
			t.Error("a result was applied after Close")
		}
	})
}

func TestCloseDoesNotWaitForEver(t *testing.T) {
	inBubble(t, func(t *testing.T, r *job.Runner, _ *jobtest.UI) {
		r.Start(func(context.Context) func() { time.Sleep(time.Hour); return nil })
		synctest.Wait()
		began := time.Now()
		if r.Close(time.Second) || time.Since(began) != time.Second {
			t.Errorf("Close waited %v", time.Since(began))
		}
		time.Sleep(2 * time.Hour)
	})
}

// TestReportShowsOncePerFrame reports 60,000 times in a second. The number of calls is
// bounded, and the last report is shown.
func TestReportShowsOncePerFrame(t *testing.T) {
	inBubble(t, func(t *testing.T, r *job.Runner, ui *jobtest.UI) {
		shown, newest := 0, 0
		hold := make(chan struct{})
		j := job.Report(r, func(n int) { shown, newest = shown+1, n }, func(_ context.Context, report func(int)) func() {
			for i := range 60_000 {
				time.Sleep(time.Second / 60_000)
				report(i)
			}
			<-hold
			report(-1)
			return nil
		})
		for range 3000 {
			time.Sleep(time.Millisecond)
			ui.Settle()
		}
		if shown < 55 || shown > 62 || newest != 59_999 {
			t.Errorf("shown %d times, at the end %d", shown, newest)
		}
		j.Cancel()
		close(hold)
		time.Sleep(time.Second)
		ui.Settle()
		if newest == -1 {
			t.Error("a cancelled job still reports")
		}
	})
}

func TestSignalCallsAtOnceOrOncePerFrame(t *testing.T) {
	inBubble(t, func(t *testing.T, r *job.Runner, ui *jobtest.UI) {
		value, seen, calls := 0, 0, 0
		s := r.Signal()
		s.Listen(func() { calls++; seen = value })
		for i := range 3 {
			value = i + 1
			if s.Raise(); seen != value {
				t.Fatalf("after Raise the listener has seen %d, the value is %d", seen, value)
			}
		}
		calls = 0
		time.Sleep(time.Second)
		for range 500 {
			r.Start(func(context.Context) func() { return func() { value++; s.RaiseSoon() } })
		}
		ui.Settle()
		if calls != 1 {
			t.Errorf("%d calls for results of one frame, want 1", calls)
		}
		time.Sleep(time.Second)
		ui.Settle()
		if calls != 2 || seen != 503 {
			t.Errorf("%d calls, the last with %d; want 2, with 503", calls, seen)
		}
	})
}

// TestSlowListenerLeavesTimeToTheUser raises a signal whose listener needs 50 ms a thousand
// times in a second.
func TestSlowListenerLeavesTimeToTheUser(t *testing.T) {
	inBubble(t, func(t *testing.T, r *job.Runner, ui *jobtest.UI) {
		value, seen, calls := 0, 0, 0
		s := r.Signal()
		s.Listen(func() { calls++; seen = value; time.Sleep(50 * time.Millisecond) })
		for began := time.Now(); time.Since(began) < time.Second; {
			value++
			s.RaiseSoon()
			time.Sleep(time.Millisecond)
			ui.Settle()
		}
		if calls < 4 || calls > 6 {
			t.Errorf("%d calls in a second, want one in 200 ms", calls)
		}
		time.Sleep(time.Second)
		ui.Settle()
		if seen != value {
			t.Errorf("the last call has seen %d, the value is %d", seen, value)
		}
	})
}

// TestSignalWithinAPause raises a signal for changes that can wait, and in between for one
// that cannot.
func TestSignalWithinAPause(t *testing.T) {
	inBubble(t, func(t *testing.T, r *job.Runner, ui *jobtest.UI) {
		const pause = 250 * time.Millisecond
		var calls []time.Duration
		began := time.Now()
		s := r.Signal()
		s.Listen(func() { calls = append(calls, time.Since(began).Round(10*time.Millisecond)) })
		for i := range 2000 {
			if i == 300 {
				s.RaiseSoon()
			}
			if i < 600 {
				s.RaiseWithin(pause)
			}
			time.Sleep(time.Millisecond)
			ui.Settle()
		}
		ms := func(n time.Duration) time.Duration { return n * time.Millisecond }
		if want := []time.Duration{0, ms(250), ms(300), ms(550), ms(800)}; !slices.Equal(calls, want) {
			t.Errorf("calls after %v, want %v", calls, want)
		}
		if !r.Idle() {
			t.Error("a call is still scheduled")
		}
	})
}
