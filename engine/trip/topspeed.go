// SPDX-License-Identifier: MIT

package trip

import (
	"slices"
	"sort"
	"time"

	"roadsnap/engine/match"
)

// speedTime is the time over which a speed is measured. A position that is 15 m off
// changes the speed by 5 km/h then.
const speedTime = 10 * time.Second

// mostRise is the largest credible difference of the speed over speedTime from that before or
// after it (m/s). Cars that start at a traffic light reach 1.5 m/s²; a jump of the position by
// some hundred metres is more.
const mostRise = 15

// A recorder measures its speed better than its position does. A speed along the route is
// credible up to recorderFactor times the highest recorded one in the same time, and
// recorderSlack (m/s) more.
const (
	recorderFactor = 1.1
	recorderSlack  = 2
)

// window is the way from one vertex of a leg to another, over speedTime or longer.
type window struct {
	from, to int
	speed    float64 // m/s
}

// topSpeed returns the highest credible speed along the routes over at least speedTime (m/s), 0
// without times. A speed is not credible over a part without observations, without a similar
// one before or after it, or if the recorder was slower.
func topSpeed(observations []match.Observation, result match.Result) (top float64) {
	moves := func(o match.Observation) bool { return o.HasSpeed && o.Speed > 0 }
	measured := slices.ContainsFunc(observations, moves)
	alone := 0.0 // the highest speed that has none before and after it
	for i := range result.Legs {
		l := &result.Legs[i]
		if l.Times == nil {
			continue
		}
		seen := observations[min(l.FirstIndex, len(observations)):min(l.LastIndex+1, len(observations))]
		for _, list := range windows(l) {
			for k, w := range list {
				if w.speed <= top || measured && !recorded(seen, l.Times[w.from], l.Times[w.to], w.speed) {
					continue
				}
				near, found := neighbour(list, k)
				switch {
				case !found:
					alone = max(alone, w.speed)
				case w.speed <= near+mostRise:
					top = w.speed
				}
			}
		}
	}
	if top == 0 {
		return alone
	}
	return top
}

// windows returns, for each part of a leg between those without observations, the shortest
// window that ends at each vertex.
func windows(l *match.Leg) (parts [][]window) {
	along, first := lengths(l), 0
	add := func(first, last int) {
		var list []window
		for from, to := first, first; to <= last; to++ {
			for from+1 < to && l.Times[to].Sub(l.Times[from+1]) >= speedTime {
				from++
			}
			if span := l.Times[to].Sub(l.Times[from]); span >= speedTime {
				list = append(list, window{from, to, (along[to] - along[from]) / span.Seconds()})
			}
		}
		parts = append(parts, list)
	}
	for _, s := range l.Inferred {
		add(first, s.First)
		first = s.Last
	}
	add(first, len(l.Shape)-1)
	return parts
}

// neighbour returns the higher speed of the last window that ends where window k begins or
// before, and the first one that begins where it ends or after. found is false if there is
// neither. Both ends of the windows rise.
func neighbour(list []window, k int) (speed float64, found bool) {
	w := list[k]
	if i := sort.Search(k, func(i int) bool { return list[i].to > w.from }) - 1; i >= 0 {
		speed, found = list[i].speed, true
	}
	if i := k + sort.Search(len(list)-k, func(i int) bool { return list[k+i].from >= w.to }); i < len(list) {
		speed, found = max(speed, list[i].speed), true
	}
	return speed, found
}

// recorded reports whether a speed (m/s) from one time to another is credible by the speeds of
// the recorder then, or there are none.
func recorded(observations []match.Observation, from, to time.Time, speed float64) bool {
	highest, known := 0.0, false
	for _, o := range observations[sort.Search(len(observations), func(i int) bool { return !observations[i].Time.Before(from) }):] {
		if o.Time.After(to) {
			break
		}
		if o.HasSpeed {
			highest, known = max(highest, o.Speed), true
		}
	}
	return !known || speed <= recorderFactor*highest+recorderSlack
}
