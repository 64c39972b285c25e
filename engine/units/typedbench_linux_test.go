// SPDX-License-Identifier: MIT

package units

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// BenchmarkTyped reports the slowest hundredth of the searches, in time of the processor, so that
// other work on the machine does not count.
func BenchmarkTyped(b *testing.B) {
	table := official(b)
	list := typedQueries(table, rand.New(rand.NewPCG(3, 3)), 20)
	table.Search("hà nội", Filter{Limit: 10}) // makes the index
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	used := func() time.Duration {
		var now unix.Timespec
		if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &now); err != nil {
			b.Fatal(err)
		}
		return time.Duration(now.Nano())
	}
	var times []time.Duration
	i := 0
	for b.Loop() {
		before := used()
		table.Search(list[i%len(list)].query, Filter{Limit: 10})
		times = append(times, used()-before)
		i++
	}
	slices.Sort(times)
	sum := time.Duration(0)
	for _, t := range times {
		sum += t
	}
	milliseconds := func(t time.Duration) float64 { return float64(t.Microseconds()) / 1000 }
	b.ReportMetric(milliseconds(sum/time.Duration(len(times))), "cpu-ms")
	b.ReportMetric(milliseconds(times[len(times)*99/100]), "p99-cpu-ms")
}
