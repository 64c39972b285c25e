// SPDX-License-Identifier: MIT

package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
)

// TestCollectionIsDelayedOnce holds that memory is collected as usual after the first collection.
func TestCollectionIsDelayedOnce(t *testing.T) {
	t.Setenv("GOGC", "")
	const usual = 90
	defer debug.SetGCPercent(debug.SetGCPercent(usual))
	percent := func() uint64 {
		sample := []metrics.Sample{{Name: "/gc/gogc:percent"}}
		metrics.Read(sample)
		return sample[0].Value.Uint64()
	}
	delayCollection()
	if percent() == usual {
		t.Error("the first collection is not delayed")
	}
	for percent() != usual { // cleanups run on a goroutine of their own; without one the test never ends
		runtime.GC()
	}
	t.Setenv("GOGC", "50")
	if delayCollection(); percent() != usual {
		t.Error("a setting of the user is not kept")
	}
}
