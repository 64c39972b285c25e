// SPDX-License-Identifier: MIT

package job_test

import (
	"context"
	"syscall"
	"testing"

	"roadsnap/ui/job"
)

// niceness returns the niceness of the calling thread.
func niceness(t *testing.T) int {
	t.Helper()
	priority, err := syscall.Getpriority(syscall.PRIO_PROCESS, syscall.Gettid())
	if err != nil {
		t.Error(err)
	}
	return 20 - priority // the system call counts the other way
}

// TestBackgroundLaneGivesWay runs the same work in both kinds of lanes. In a background
// lane its niceness is above that of the drawing of the map (10).
func TestBackgroundLaneGivesWay(t *testing.T) {
	r, usual := job.New(func(func()) {}), niceness(t)
	in := func(lane *job.Lane) int {
		found := make(chan int)
		lane.Start(func(context.Context) func() { found <- niceness(t); return nil })
		return <-found
	}
	if got := in(r.BackgroundLane(1)); got <= 10 {
		t.Errorf("background lane: niceness %d", got)
	}
	if got := in(r.Lane(1)); got != usual {
		t.Errorf("plain lane: niceness %d, want %d", got, usual)
	}
}
