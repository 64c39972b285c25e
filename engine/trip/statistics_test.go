// SPDX-License-Identifier: MIT

package trip

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/road"
	"roadsnap/engine/trace"
)

// classOf gives way 3 no class, because the map does not have it.
func classOf(id int64) (road.Way, bool) {
	classes := map[int64]road.Class{1: road.Primary, 2: road.Residential, 4: road.Primary}
	c, ok := classes[id]
	return road.Way{ID: id, Class: c}, ok
}

// randomLegs returns a result with random legs and ways, and the length and time of each
// class by small steps. Steps within stops take no time.
func randomLegs(random *rand.Rand, stops []Stop) (result match.Result, metres map[road.Class]float64, seconds map[road.Class]float64) {
	metres, seconds = map[road.Class]float64{}, map[road.Class]float64{}
	at := start
	for range 1 + random.IntN(3) {
		leg := match.Leg{Shape: []geo.Point{{Lat: 10, Lon: 106}}, Times: []time.Time{at}}
		along := []float64{0}
		for range 2 + random.IntN(8) {
			p := leg.Shape[len(leg.Shape)-1]
			p.Lon += 0.001 + 0.003*random.Float64()
			along = append(along, along[len(along)-1]+geo.Distance(leg.Shape[len(leg.Shape)-1], p))
			leg.Shape = append(leg.Shape, p)
			at = at.Add(time.Duration(1+random.IntN(100)) * time.Second)
			leg.Times = append(leg.Times, at)
		}
		whole := along[len(along)-1]
		left := whole
		for left > 0 {
			piece := match.WayPiece{WayID: int64(1 + random.IntN(4)), Length: min(left, 1+whole*random.Float64()/3)}
			left -= piece.Length
			leg.Ways = append(leg.Ways, piece)
			leg.Length += piece.Length
		}
		k, done := 0, leg.Ways[0].Length // of the way at each small step
		const steps = 20000
		for i := range steps {
			d := (float64(i) + 0.5) * whole / steps
			for k+1 < len(leg.Ways) && d > done {
				k++
				done += leg.Ways[k].Length
			}
			v := 1
			for along[v] < d {
				v++
			}
			w, _ := classOf(leg.Ways[k].WayID)
			metres[w.Class] += whole / steps
			span := leg.Times[v].Sub(leg.Times[v-1])
			now := leg.Times[v-1].Add(time.Duration(float64(span) * (d - along[v-1]) / (along[v] - along[v-1])))
			for len(stops) > 0 && stops[0].Departure.Before(now) {
				stops = stops[1:]
			}
			if len(stops) == 0 || now.Before(stops[0].Arrival) {
				seconds[w.Class] += span.Seconds() * (whole / steps) / (along[v] - along[v-1])
			}
		}
		result.Legs = append(result.Legs, leg)
		result.Distance.Matched += leg.Length
		at = at.Add(time.Hour)
	}
	return result, metres, seconds
}

// TestByRoadClass compares with the sum over small steps, with and without stops.
func TestByRoadClass(t *testing.T) {
	for seed := range uint64(100) {
		random := rand.New(rand.NewPCG(seed, 15))
		var stops []Stop
		for clock := start; seed%2 == 1 && len(stops) < 99; {
			arrival := clock.Add(time.Duration(random.IntN(200)) * time.Second)
			clock = arrival.Add(time.Duration(1+random.IntN(200)) * time.Second)
			stops = append(stops, Stop{Arrival: arrival, Departure: clock})
		}
		result, metres, seconds := randomLegs(random, stops)
		sum, longest := 0.0, math.Inf(1)
		shares := NewStatistics(trace.Trip{}, result, stops, new(Track), classOf).Classes
		if stops == nil {
			shares = ByRoadClass(result, classOf)
		}
		for _, s := range shares {
			sum += s.Matched
			if math.Abs(s.Matched-metres[s.Class]) > 1 || math.Abs(s.Time.Seconds()-seconds[s.Class]) > 1 || s.Matched > longest {
				t.Errorf("seed %d: %v has %.1f m and %v, want %.1f m and %.1f s", seed, s.Class, s.Matched, s.Time, metres[s.Class], seconds[s.Class])
			}
			longest = s.Matched
		}
		if math.Abs(sum-result.Distance.Matched) > 1e-6 || len(shares) != len(metres) {
			t.Errorf("seed %d: %d classes with %.3f m, want %d with %.3f m", seed, len(shares), sum, len(metres), result.Distance.Matched)
		}
	}
	for _, s := range ByRoadClass(match.Result{Legs: []match.Leg{{Shape: make([]geo.Point, 2), Length: 5, Ways: []match.WayPiece{{WayID: 1, Length: 5}}}}}, classOf) {
		if s != (ClassShare{Class: road.Primary, Matched: 5}) {
			t.Errorf("a leg without times: %+v", s)
		}
	}
}

// hills returns a recording every second with the elevation at each.
func hills(n int, elevation func(i int) float64) (r trace.Trip) {
	for i := range n {
		r.Observations = append(r.Observations, match.Observation{Point: geo.Point{Lat: 10, Lon: 106}, Time: start.Add(time.Duration(i) * time.Second)})
		r.Channels.Elevation = append(r.Channels.Elevation, elevation(i))
	}
	return r
}

func TestAscent(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 16))
	triangle := func(i int) float64 { return 100 * (1 - math.Abs(float64(i%2000)-1000)/1000) }
	wander := 0.0
	noise := func() float64 {
		wander = 0.99*wander + 0.3*random.NormFloat64()
		return wander + 4*random.NormFloat64()
	}
	for _, c := range []struct {
		name            string
		recording       trace.Trip
		up, down, slack float64
		ok              bool
	}{
		{"none", trace.Trip{}, 0, 0, 0, false},
		{"unknown", hills(9, func(int) float64 { return math.NaN() }), 0, 0, 0, false},
		{"flat", hills(900, func(int) float64 { return 5 }), 0, 0, 0, true},
		{"flat with noise", hills(5000, func(int) float64 { return noise() }), 0, 0, 0, true},
		{"two hills", hills(4001, triangle), 200, 200, 8, true},
		{"two hills with noise", hills(4001, func(i int) float64 { return triangle(i) + noise() }), 200, 200, 20, true},
		{"downhill", hills(600, func(i int) float64 { return -float64(i) }), 0, 599, 31, true},
		{"bumps of 8 m", hills(4000, func(i int) float64 { return 8 * triangle(i) / 100 }), 0, 0, 0, true},
		{"unknown between", hills(4001, func(i int) float64 {
			if i%3 > 0 {
				return math.NaN()
			}
			return triangle(i)
		}), 200, 200, 8, true},
	} {
		up, down, ok := Ascent(c.recording)
		if math.Abs(up-c.up) > c.slack || math.Abs(down-c.down) > c.slack || ok != c.ok {
			t.Errorf("%s: %.1f up, %.1f down, %v; want %.0f, %.0f, %v", c.name, up, down, ok, c.up, c.down, c.ok)
		}
	}
	timeless := hills(90, func(i int) float64 { return float64(i) })
	for i := range timeless.Observations {
		timeless.Observations[i].Time = time.Time{}
	}
	if up, down, ok := Ascent(timeless); !ok || math.Abs(up-89) > 5 || down != 0 {
		t.Errorf("without times: %.1f up, %.1f down, %v", up, down, ok)
	}
}

// TestAscentAgainstSlow compares the smoothing with its definition, and the sums with those
// of the best turning points.
func TestAscentAgainstSlow(t *testing.T) {
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 17))
		h := 0.0
		r := hills(1+random.IntN(400), func(int) float64 { h += 3 * random.NormFloat64(); return h })
		for i := range r.Observations { // uneven times
			r.Observations[i].Time = start.Add(time.Duration(i)*time.Duration(1+seed%20)*time.Second + time.Duration(random.IntN(900))*time.Millisecond)
		}
		var smooth []float64
		for i := range r.Observations {
			sum, n := 0.0, 0.0
			for k := range r.Observations {
				if r.Observations[i].Time.Sub(r.Observations[k].Time).Abs() <= 30*time.Second {
					sum, n = sum+r.Channels.Elevation[k], n+1
				}
			}
			smooth = append(smooth, sum/n)
		}
		// The turning points are those with the greatest sum of changes if each one costs
		// 10 m (truncated variation: Łochowski 2008).
		type chain struct{ up, down, value float64 }
		best := make([]chain, len(smooth))
		for j := range smooth {
			for i := range j {
				c := best[i]
				change := smooth[j] - smooth[i]
				c.up, c.down, c.value = c.up+max(change, 0), c.down+max(-change, 0), c.value+math.Abs(change)-10
				if c.value > best[j].value {
					best[j] = c
				}
			}
		}
		want := slices.MaxFunc(best, func(a, b chain) int { return cmp.Compare(a.value, b.value) })
		up, down, ok := Ascent(r)
		if ok != (len(smooth) >= 2) || math.Abs(up-want.up) > 1e-6 || math.Abs(down-want.down) > 1e-6 {
			t.Errorf("seed %d: %.3f up, %.3f down; want %.3f, %.3f", seed, up, down, want.up, want.down)
		}
	}
}

func TestDescribeStops(t *testing.T) {
	atlas := chessboard(t, 3)
	points := make([]match.Point, 12)
	for i := range points {
		points[i] = match.Point{Index: i, Location: at(0.5, 0.5+0.01*float64(i)), WayID: int64(i), HasWay: i < 4 || i > 8}
	}
	stops := []Stop{
		{First: 1, Last: 3, Center: at(0.501, 0.521)},  // nearest is 2
		{First: 6, Last: 7, Center: at(0.5, 0.58)},     // off the roads: 9 is nearer than 3
		{First: 5, Last: 6, Center: at(0.9, 0.9)},      // far from any road
		{First: 11, Last: 11, Center: at(-5, 0)},       // in no ward
		{First: 40, Last: 41, Center: at(0.51, 0.621)}, // beyond the result
	}
	sites := []Site{{Name: "far", Center: at(2, 2), Radius: 10}, {Name: "here", Center: at(0.5, 0.52), Radius: 40}}
	got := DescribeStops(stops, match.Result{Points: points}, sites, atlas)
	for i, want := range []struct {
		way  int64
		has  bool
		ward string
		site int
	}{{2, true, "00100", 1}, {9, true, "00100", -1}, {0, false, "00100", -1}, {11, true, "", -1}, {11, true, "00100", -1}} {
		g := got[i]
		if g.WayID != want.way || g.HasWay != want.has || g.Located != (want.ward != "") || g.Located && g.Location.Ward.Code != want.ward || g.Site != want.site {
			t.Errorf("stop %d: %+v, want %+v", i, g, want)
		}
	}
	if got := DescribeStops(stops, match.Result{}, nil, nil); len(got) != len(stops) || got[0].HasWay || got[0].Located || got[0].Site != -1 {
		t.Errorf("before the match: %+v", got)
	}
}

func TestStatistics(t *testing.T) {
	s := newScript().fixes(60, 10, 100, trace.IgnitionOn).fixes(60, 10, 0, trace.IgnitionOn).fixes(6, 10, 100, trace.IgnitionOn).fixes(6, 10, 0, trace.IgnitionOn).fixes(54, 10, 100, trace.IgnitionOn)
	result := match.Result{Points: make([]match.Point, len(s.Observations))}
	result.Gaps = []match.Gap{{FirstIndex: 0, LastIndex: len(s.Observations) - 1, Cause: match.GapNoRoad}}
	result.Distance.OffRoad = 12_000
	got := NewStatistics(s.Trip, result, Stops(s.Trip), NewTrack(s.Trip.Observations, result), classOf)
	near := func(d time.Duration, seconds float64) bool { return math.Abs(d.Seconds()-seconds) <= 15 }
	if !near(got.Driving, 1250) || !near(got.Moving, 1190) || !near(got.Standing, 600) || !near(got.Idling, 600) || !got.HasIgnition {
		t.Errorf("%+v", got)
	}
	if math.Abs(got.Average-12_000/got.Driving.Seconds()) > 1e-9 || math.Abs(got.AverageMoving-10) > 0.01 || got.HasAscent || got.Classes != nil {
		t.Errorf("%+v", got)
	}
	if got := NewStatistics(trace.Trip{}, match.Result{}, nil, new(Track), nil); got.Driving != 0 || got.Average != 0 {
		t.Errorf("an empty trip: %+v", got)
	}
}

// TestDrivingAgainstSlow counts the seconds that are in no stop and in no gap in which the
// recorder was off. Stops reach into such gaps.
func TestDrivingAgainstSlow(t *testing.T) {
	for seed := range uint64(500) {
		random := rand.New(rand.NewPCG(seed, 19))
		var r trace.Trip
		var result match.Result
		var stops []Stop
		clock := start
		free := map[time.Time]bool{} // the seconds of driving
		for i := range 2 + random.IntN(20) {
			next := clock.Add(time.Duration(1+random.IntN(200)) * time.Second)
			r.Observations = append(r.Observations, match.Observation{Point: geo.Point{Lat: 10 + 0.01*float64(i), Lon: 106}, Time: clock})
			if outage := random.IntN(3) == 0; outage {
				result.Gaps = append(result.Gaps, match.Gap{FirstIndex: i, LastIndex: i + 1, Cause: match.GapOutage})
			} else {
				for s := clock; s.Before(next); s = s.Add(time.Second) {
					free[s] = true
				}
			}
			clock = next
		}
		r.Observations = append(r.Observations, match.Observation{Point: geo.Point{Lat: 11, Lon: 106}, Time: clock})
		result.Points = make([]match.Point, len(r.Observations))
		for at := start; ; {
			s := Stop{Arrival: at.Add(time.Duration(random.IntN(300)) * time.Second)}
			s.Departure = s.Arrival.Add(time.Duration(random.IntN(300)) * time.Second)
			if at = s.Departure; at.After(clock) {
				break
			}
			stops = append(stops, s)
			for t := s.Arrival; t.Before(s.Departure); t = t.Add(time.Second) {
				delete(free, t)
			}
		}
		want := time.Duration(len(free)) * time.Second
		if got := NewStatistics(r, result, stops, new(Track), nil).Driving; got != want {
			t.Fatalf("seed %d: driving %v, want %v", seed, got, want)
		}
		if got := Summarise(r, result, stops, nil).Driving; got != want {
			t.Fatalf("seed %d: driving %v in the summary, want %v", seed, got, want)
		}
	}
}
