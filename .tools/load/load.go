// SPDX-License-Identifier: MIT

package main

import (
	"slices"
	"sync"
	"time"
)

// counts are the answers of some clients.
type counts struct {
	mu         sync.Mutex
	took       []time.Duration // of answers with 2xx
	refused    []time.Duration // of answers with 503
	other      map[int]int     // further statuses
	unanswered int
	unreached  int // connections refused
}

func (c *counts) add(a answer, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case err == errUnanswered:
		c.unanswered++
	case err != nil:
		c.unreached++
	case a.status < 300:
		c.took = append(c.took, a.took)
	case a.status == 503:
		c.refused = append(c.refused, a.took)
	default:
		if c.other == nil {
			c.other = make(map[int]int)
		}
		c.other[a.status]++
	}
}

// percentile returns the time below which a share of the times lie.
func percentile(times []time.Duration, share float64) time.Duration {
	if len(times) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(times))
	return sorted[min(len(sorted)-1, int(share*float64(len(sorted))))]
}

// flood sends requests on n connections without a pause until stop is called. next returns
// the request of a connection.
func flood(addr string, n int, into *counts, next func(connection, round int) []byte) (stop func()) {
	end := make(chan struct{})
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			c := &client{addr: addr}
			defer c.close()
			for round := 0; ; round++ {
				select {
				case <-end:
					return
				default:
				}
				into.add(c.do(next(i, round)))
			}
		})
	}
	return func() {
		close(end)
		all.Wait()
	}
}

// steady sends requests at a rate for a time, each on a free connection, whether or not
// those before are answered. Times count from when a request was due.
func steady(addr string, perSecond float64, long time.Duration, into *counts, next func(i int) []byte) {
	free := make(chan *client, 4096)
	var all sync.WaitGroup
	begin := time.Now()
	for i := 0; ; i++ {
		due := begin.Add(time.Duration(float64(i) / perSecond * float64(time.Second)))
		if due.Sub(begin) >= long {
			break
		}
		time.Sleep(time.Until(due))
		all.Go(func() {
			var c *client
			select {
			case c = <-free:
			default:
				c = &client{addr: addr}
			}
			a, err := c.do(next(i))
			a.took = time.Since(due)
			into.add(a, err)
			select {
			case free <- c:
			default:
				c.close()
			}
		})
	}
	all.Wait()
	close(free)
	for c := range free {
		c.close()
	}
}
