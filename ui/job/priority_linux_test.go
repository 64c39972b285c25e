// SPDX-License-Identifier: MIT

package job_test

import (
	"context"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

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

// schedule returns the niceness and the scheduling policy of the calling thread.
func schedule(t *testing.T) [2]int {
	t.Helper()
	a, err := unix.SchedGetAttr(0, 0)
	if err != nil {
		t.Error(err)
		return [2]int{}
	}
	return [2]int{niceness(t), int(a.Policy)}
}

// TestBackgroundLaneGivesWay runs the same work in both kinds of lanes. In a background
// lane its niceness is above that of the drawing of the map (10), and it leaves its core to
// any other thread.
func TestBackgroundLaneGivesWay(t *testing.T) {
	r, usual := job.New(func(func()) {}), schedule(t)
	in := func(lane *job.Lane) [2]int {
		found := make(chan [2]int)
		lane.Start(func(context.Context) func() { found <- schedule(t); return nil })
		return <-found
	}
	if got := in(r.BackgroundLane(1)); got[0] <= 10 || got[1] != unix.SCHED_IDLE {
		t.Errorf("background lane: niceness %d, policy %d", got[0], got[1])
	}
	if got := in(r.Lane(1)); got != usual {
		t.Errorf("plain lane: niceness and policy %v, want %v", got, usual)
	}
}
