// SPDX-License-Identifier: MIT

package trip

import (
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/trace"
)

// SpikeRule says which points are spikes. The zero rule finds none.
type SpikeRule struct {
	// Speed is the highest one that a vehicle may have (m/s); 0: any. A point that could only be
	// reached faster is a spike, if the points after it can be reached without it.
	Speed float64
	// Leap is how far a point lies from its neighbours (metres) if the trip leaves and returns:
	// those are nearer to each other than that. 0: any distance is right.
	Leap float64
}

const (
	// maxSpikes and spikeTime bound how many points in a row are spikes, and for how long. More
	// are a place where the vehicle was.
	maxSpikes = 20
	spikeTime = 2 * time.Minute
	// spikeSlack is the error of a position that no rule counts (metres).
	spikeSlack = 30
)

// Spikes returns the points that a rule takes for spikes, in order. Observations without a
// position, or without a usable time in a recording that has times, are none of them.
func Spikes(recording trace.Trip, rule SpikeRule) []int {
	obs := recording.Observations
	s := spikeFinder{recording: recording, rule: rule, list: forward(obs)}
	s.timed = len(s.list) > 0
	if !s.timed {
		for i := range obs {
			if obs[i].Valid() {
				s.list = append(s.list, i)
			}
		}
	}
	return s.find()
}

type spikeFinder struct {
	recording trace.Trip
	rule      SpikeRule
	list      []int // the observations that count
	timed     bool
}

// distance returns the distance between two points (metres).
func (s *spikeFinder) distance(a, b int) float64 {
	obs := s.recording.Observations
	return geo.Distance(obs[s.list[a]].Point, obs[s.list[b]].Point)
}

// passed returns the time between two points.
func (s *spikeFinder) passed(a, b int) time.Duration {
	obs := s.recording.Observations
	return obs[s.list[b]].Time.Sub(obs[s.list[a]].Time)
}

// reaches reports whether a vehicle can get from one point to another.
func (s *spikeFinder) reaches(a, b int) bool {
	return s.rule.Speed <= 0 || !s.timed || s.distance(a, b) <= spikeSlack+s.rule.Speed*s.passed(a, b).Seconds()
}

// leaps reports whether the points between two lie apart from both, which are near each other.
func (s *spikeFinder) leaps(a, b int) bool {
	leap := s.rule.Leap
	if leap <= 0 || s.distance(a, b) >= leap {
		return false
	}
	for k := a + 1; k < b; k++ {
		if s.distance(a, k) < leap || s.distance(k, b) < leap {
			return false
		}
	}
	return true
}

// find goes from point to point that is none.
func (s *spikeFinder) find() (spikes []int) {
	last, chain := 0, 1 // the last point that is none, and how many of them reach each other
	for n := 1; n < len(s.list); {
		ok := s.reaches(last, n)
		end := s.back(last, n, ok)
		switch {
		case end > n:
			spikes = append(spikes, s.list[n:end]...)
			last, n, chain = end, end+1, chain+1
			continue
		case ok:
			chain++
		case chain == 1 && n+2 < len(s.list) && s.reaches(n, n+1) && s.reaches(n+1, n+2): // the first point is one
			spikes = append(spikes, s.list[last])
		case n == len(s.list)-1 && chain > 2:
			return append(spikes, s.list[n])
		default:
			chain = 1
		}
		last, n = n, n+1
	}
	return spikes
}

// back returns the first point after n to which the trip comes back from point last, if the
// points from n on are spikes; else n. ok says whether n can be reached.
func (s *spikeFinder) back(last, n int, ok bool) int {
	if ok && (s.rule.Leap <= 0 || s.distance(last, n) < s.rule.Leap) {
		return n
	}
	for end := n + 1; end < len(s.list) && end-n <= maxSpikes && (!s.timed || s.passed(last, end) <= spikeTime); end++ {
		if !ok && s.reaches(last, end) || s.leaps(last, end) && s.reaches(last, end) {
			return end
		}
	}
	return n
}
