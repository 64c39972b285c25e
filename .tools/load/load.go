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

// steady sends requests at a rate for a time, each on a free connection of at most most,
// whether or not those before are answered. Times count from when a request was sent. It
// returns how late requests were sent, and the number of those that were not because no
// connection was free: both are zero unless the load itself lacks processor time.
func steady(addr string, perSecond float64, long time.Duration, most int, into *counts, next func(i int) []byte) (late []time.Duration, unsent int) {
	free := make(chan *client, most)
	for range most {
		free <- &client{addr: addr}
	}
	var all sync.WaitGroup
	begin := time.Now()
	for i := 0; ; i++ {
		due := begin.Add(time.Duration(float64(i) / perSecond * float64(time.Second)))
		if due.Sub(begin) >= long {
			break
		}
		time.Sleep(time.Until(due))
		select {
		case c := <-free:
			late = append(late, time.Since(due))
			all.Go(func() {
				into.add(c.do(next(i)))
				free <- c
			})
		default:
			unsent++
		}
	}
	all.Wait()
	for range most {
		c := <-free
		c.close()
	}
	return late, unsent
}
