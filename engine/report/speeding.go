// SPDX-License-Identifier: MIT

package report

import (
	"math"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/road"
	"roadsnap/engine/trip"
)

// A speed counts only where it is sure.
const (
	// surePoint is the least confidence of a point on its road, and nearRoad how far it may lie
	// from it (metres).
	surePoint, nearRoad = 0.9, 25
	// recorderError and routeError are how far a speed may be off (km/h): that of the recorder,
	// which rounds to whole km/h and lags a little, and one along the route over 8 s, of which
	// both ends may be 5 m off.
	recorderError, routeError = 3, 5
	// longestStep is the longest time between two points of one excess.
	longestStep = 60 * time.Second
	// joined is the longest time below the limit inside one excess: a driver who taps the brake
	// does not begin another.
	joined = 10 * time.Second
	// An excess lasts at least shortestExcess over leastExcess metres, on two points or more.
	// One point alone is more often an error than a drive.
	shortestExcess = 5 * time.Second
	leastExcess    = 50
)

// Speeding is a part of a trip that was surely above the speed limit.
type Speeding struct {
	From, To  time.Time
	Metres    float64
	Average   float64 // km/h
	Top       float64 // km/h
	Limit     Limit
	At        geo.Point // where it began
	Way       int64
	Road      string // name or number of the road, "" if it has none
	FirstFix  int    // observations
	LastFix   int
	Estimated bool // the speeds are those along the route, because the recorder gave none
}

// Excess returns how far the average is above the limit (km/h), rounded as it is printed, so that
// the band agrees with the figures of the line.
func (s *Speeding) Excess() float64 { return math.Round(s.Average*10)/10 - s.Limit.KMH }

// speeder looks for speeding in a trip.
type speeder struct {
	observations []match.Observation
	points       []match.Point
	ways         map[int64]road.Way
	track        *trip.Track
	limits       *limiter

	list    []Speeding
	current Speeding
	begin   int // the first sample of the current excess; −1 without one
	last    int // the last sample of the excess
	// byLimit are the metres whose limit has each source.
	byLimit [numLimitSources]float64
}

// run looks at all samples.
func (s *speeder) run() {
	s.begin = -1
	samples := s.track.Samples
	for i := 1; i < len(samples); i++ {
		at := &samples[i]
		step := at.Along - samples[i-1].Along
		limit, way, known := s.limitAt(i)
		if known {
			s.byLimit[limit.Source] += step
		}
		if known && limit.Source != LimitNone && s.sure(i) && s.over(i, limit.KMH) {
			s.add(i, limit, way)
		} else if s.begin >= 0 && (at.Time.Sub(samples[s.last].Time) > joined || !known || limit != s.current.Limit) {
			s.end()
		}
	}
	s.end()
}

// limitAt returns the limit at a sample and its way; ok is false off the known roads.
func (s *speeder) limitAt(i int) (l Limit, w road.Way, ok bool) {
	at := &s.track.Samples[i]
	if !at.OnRoad || int(at.Index) >= len(s.points) || !s.points[at.Index].HasWay {
		return l, w, false
	}
	w, ok = s.ways[s.points[at.Index].WayID]
	if !ok {
		return l, w, false
	}
	return s.limits.of(&w), w, true
}

// sure reports whether the way to a sample was surely driven.
func (s *speeder) sure(i int) bool {
	at, before := &s.track.Samples[i], &s.track.Samples[i-1]
	if !at.OnRoad || at.Gap || at.Inferred {
		return false
	}
	p := &s.points[at.Index]
	return p.Confidence >= surePoint && p.Distance <= nearRoad && at.Time.Sub(before.Time) <= longestStep
}

// over reports whether the speed at a sample is above a limit, with its error considered.
func (s *speeder) over(i int, limit float64) bool {
	at := &s.track.Samples[i]
	slack := float64(routeError)
	if s.observations[at.Index].HasSpeed {
		slack = recorderError
	}
	return at.Speed*3.6-slack > limit
}

// add adds a sample to the current excess, or begins one.
func (s *speeder) add(i int, limit Limit, way road.Way) {
	samples := s.track.Samples
	if s.begin >= 0 && limit != s.current.Limit {
		s.end()
	}
	if s.begin < 0 {
		s.begin = i
		at := &s.points[samples[i].Index]
		name := way.Name
		if name == "" {
			name = way.Ref
		}
		s.current = Speeding{Limit: limit, At: at.Location, Way: at.WayID, Road: name, FirstFix: int(samples[i].Index)}
	}
	s.last = i
	s.current.Top = max(s.current.Top, samples[i].Speed*3.6)
	s.current.Estimated = s.current.Estimated || !s.observations[samples[i].Index].HasSpeed
}

// end ends the current excess, and keeps it if it was long enough.
func (s *speeder) end() {
	if s.begin < 0 {
		return
	}
	first, last := &s.track.Samples[s.begin], &s.track.Samples[s.last]
	c := s.current
	c.From, c.To, c.LastFix = first.Time, last.Time, int(last.Index)
	c.Metres = last.Along - first.Along
	seconds := c.To.Sub(c.From).Seconds()
	alone := s.last == s.begin
	s.begin = -1
	if alone || seconds < shortestExcess.Seconds() || c.Metres < leastExcess {
		return
	}
	// Noise makes the way a little longer, so that the average would exceed the highest speed.
	c.Average = min(c.Metres/seconds*3.6, c.Top)
	if c.Average > c.Limit.KMH {
		s.list = append(s.list, c)
	}
}
