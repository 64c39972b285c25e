// SPDX-License-Identifier: MIT

package api

import (
	"math"
	"sync/atomic"
)

// sampler selects a share of events, evenly spread. Safe for concurrent use.
type sampler struct {
	share float64 // (0, 1]
	seen  atomic.Uint64
}

// take reports whether the next event is selected. Of any n successive events, it selects
// n × share, rounded up or down.
func (s *sampler) take() bool {
	n := float64(s.seen.Add(1))
	return math.Floor(n*s.share) > math.Floor((n-1)*s.share)
}
