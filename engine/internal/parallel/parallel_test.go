// SPDX-License-Identifier: MIT

package parallel

import (
	"cmp"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
)

// withProcessors runs test with several numbers of processors.
func withProcessors(t *testing.T, test func(t *testing.T)) {
	before := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(before)
	for _, n := range []int{1, 2, 3, 8} {
		runtime.GOMAXPROCS(n)
		test(t)
	}
}

func TestSort(t *testing.T) {
	withProcessors(t, func(t *testing.T) {
		const seed = 5
		r := rand.New(rand.NewPCG(seed, 0))
		for _, n := range []int{0, 1, 2, 3, few, 2*few - 1, 2 * few, 2*few + 1, 4*few + 3, 9*few + 7} {
			list := make([]int, n)
			for i := range list {
				list[i] = r.IntN(n + 1)
			}
			want := slices.Sorted(slices.Values(list))
			Sort(list, cmp.Compare)
			if !slices.Equal(list, want) {
				t.Errorf("%d numbers on %d processors, seed %d: not sorted", n, runtime.GOMAXPROCS(0), seed)
			}
		}
	})
}

func TestEachCallsEachOnce(t *testing.T) {
	withProcessors(t, func(t *testing.T) {
		calls := make([]atomic.Int32, 1000)
		Each(len(calls), func(i int) { calls[i].Add(1) })
		for i := range calls {
			if n := calls[i].Load(); n != 1 {
				t.Errorf("%d was called %d times", i, n)
			}
		}
	})
}

func TestPanicsReachTheCaller(t *testing.T) {
	withProcessors(t, func(t *testing.T) {
		defer func() {
			if r := recover(); r != "bad" {
				t.Errorf("recovered %v", r)
			}
		}()
		Do(func() {}, func() { panic("bad") }, func() {})
		t.Error("no panic")
	})
}
