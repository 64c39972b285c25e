// SPDX-License-Identifier: MIT

// Package parallel spreads work over all processors. Its results do not depend on their
// number.
package parallel

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// Do calls all functions, at once if there are processors for it, and waits for them. A
// panic of one reaches the caller.
func Do(work ...func()) {
	Each(len(work), func(i int) { work[i]() })
}

// Each calls work for 0…n−1, in any order and on all processors, and waits for the calls. A
// panic of one reaches the caller.
func Each(n int, work func(i int)) {
	workers := min(n, runtime.GOMAXPROCS(0))
	if workers <= 1 {
		for i := range n {
			work(i)
		}
		return
	}
	var next atomic.Int64
	var group sync.WaitGroup
	panics := make([]any, workers)
	for k := range workers {
		group.Go(func() {
			defer func() { panics[k] = recover() }()
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				work(i)
			}
		})
	}
	group.Wait()
	for _, p := range panics {
		if p != nil {
			panic(p)
		}
	}
}

// few is the length up to which a slice is sorted on one processor.
const few = 1 << 14

// Sort sorts a slice by a total order, in which only identical elements are equal. It takes
// half as much memory as the slice on top.
func Sort[T any](list []T, compare func(a, b T) int) {
	parts := 1
	for parts < runtime.GOMAXPROCS(0) && len(list)/parts > few {
		parts *= 2
	}
	bound := func(i int) int { return len(list) * i / parts }
	Each(parts, func(i int) { slices.SortFunc(list[bound(i):bound(i+1)], compare) })
	if parts == 1 {
		return
	}
	room := make([]T, len(list)/2+1)
	for width := 1; width < parts; width *= 2 {
		Each(parts/width/2, func(i int) {
			first, middle, end := bound(2*i*width), bound((2*i+1)*width), bound((2*i+2)*width)
			merge(list[first:end], middle-first, room[first/2:], compare)
		})
	}
}

// merge merges both parts of a list, each of which is sorted. The first one, which is not
// the longer one by more than an element, is moved to room.
func merge[T any](list []T, middle int, room []T, compare func(a, b T) int) {
	a, b := room[:copy(room, list[:middle])], list[middle:]
	for i := range list {
		if len(a) == 0 {
			return // the rest is in its place
		}
		if len(b) == 0 || compare(a[0], b[0]) <= 0 {
			list[i], a = a[0], a[1:]
		} else {
			list[i], b = b[0], b[1:]
		}
	}
}
