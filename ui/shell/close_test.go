// SPDX-License-Identifier: MIT

package shell

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestWithinLeavesStuckWorkBehind checks that closing a window waits a bounded time.
func TestWithinLeavesStuckWorkBehind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stuck := make(chan struct{})
		begun := time.Now()
		if within(10*time.Second, func() { <-stuck }) {
			t.Error("stuck work has ended")
		}
		if took := time.Since(begun); took != 10*time.Second {
			t.Errorf("waited %v", took)
		}
		close(stuck)
		if !within(10*time.Second, func() { time.Sleep(9 * time.Second) }) {
			t.Error("slow work did not end in time")
		}
	})
}
