// SPDX-License-Identifier: MIT

package zone

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
)

// slowAway returns the signed distance from p to the border of a shape (metres), negative
// inside. It looks at each edge.
func slowAway(s Shape, p geo.Point) float64 {
	to := func(a, b geo.Point) float64 {
		plane := geo.NewPlane(p)
		_, d2 := geo.Project(geo.XY{}, plane.XY(a), plane.XY(b))
		return math.Sqrt(d2)
	}
	least := math.Inf(1)
	switch s.Kind {
	case Circle:
		return geo.Distance(p, s.Center) - s.Radius
	case Corridor:
		for i := 1; i < len(s.Line); i++ {
			least = min(least, to(s.Line[i-1], s.Line[i]))
		}
		return least - s.Width/2
	default:
		turns := 0
		for _, ring := range s.Rings {
			for i, b := range ring {
				a := ring[(i+len(ring)-1)%len(ring)]
				least = min(least, to(a, b))
				if (a.Lat > p.Lat) != (b.Lat > p.Lat) && p.Lon < a.Lon+(p.Lat-a.Lat)/(b.Lat-a.Lat)*(b.Lon-a.Lon) {
					turns++
				}
			}
		}
		if turns%2 == 1 {
			return -least
		}
		return least
	}
}

// side is a part of a drive on one side of a border, in the slow way.
type slowSide struct {
	inside bool
	begin  float64 // seconds
	deep   bool    // it counts
}

// slowVisits returns the entries and exits of a drive without gaps or stops: it samples the
// way each 1/8 m and applies the rules to the list of all sides, with limits that are more
// metres greater.
func slowVisits(way []match.Observation, s Shape, enough, more float64) (visits [][2]float64) {
	var sides []slowSide
	for i := 1; i < len(way); i++ {
		a, b := way[i-1], way[i]
		n := int(geo.Distance(a.Point, b.Point)*8) + 1
		from, span := seconds(a.Time), b.Time.Sub(a.Time).Seconds()
		for k := range n + 1 {
			t := float64(k) / float64(n)
			d := slowAway(s, geo.Lerp(a.Point, b.Point, t))
			if len(sides) == 0 || sides[len(sides)-1].inside != (d <= 0) {
				sides = append(sides, slowSide{inside: d <= 0, begin: from + t*span, deep: len(sides) == 0})
			}
			side := &sides[len(sides)-1]
			least := float64(Margin)
			if side.inside {
				least = enough
			}
			side.deep = side.deep || math.Abs(d) >= least+more || from+t*span-side.begin >= Settle.Seconds()
		}
	}
	end := seconds(way[len(way)-1].Time)
	sides[len(sides)-1].deep = sides[len(sides)-1].deep || sides[len(sides)-1].inside
	sides = slices.DeleteFunc(sides, func(s slowSide) bool { return !s.deep && s.begin != sides[len(sides)-1].begin })
	in, since := false, 0.0
	for _, side := range sides {
		switch {
		case side.inside && !in:
			in, since = true, side.begin
		case !side.inside && in:
			in = false
			visits = append(visits, [2]float64{since, side.begin})
		}
	}
	if in {
		visits = append(visits, [2]float64{since, end})
	}
	return visits
}

// randomZone returns a zone near the origin.
func randomZone(rng *rand.Rand) Zone {
	x, y := 1200*rng.Float64()-600, 1200*rng.Float64()-600
	switch rng.IntN(3) {
	case 0:
		return round(x, y, 40+300*rng.Float64())
	case 1:
		line := []geo.Point{at(x, y)}
		for range 1 + rng.IntN(4) {
			x, y = x+400*rng.Float64()-200, y+400*rng.Float64()-200
			line = append(line, at(x, y))
		}
		return Zone{Shape: Shape{Kind: Corridor, Line: line, Width: 20 + 200*rng.Float64()}}
	}
	star := func(least, most float64) (ring []geo.Point) {
		n := 3 + rng.IntN(9)
		for i := range n {
			angle, r := 2*math.Pi*float64(i)/float64(n), least+(most-least)*rng.Float64()
			ring = append(ring, at(x+r*math.Cos(angle), y+r*math.Sin(angle)))
		}
		return ring
	}
	rings := [][]geo.Point{star(200, 400)}
	if rng.IntN(2) == 0 {
		rings = append(rings, star(20, 90))
	}
	if rng.IntN(2) == 0 {
		x += 1000
		rings = append(rings, star(50, 200))
	}
	return polygon(rings...)
}

// randomDrive returns a drive among zones, a fix every 1 to 30 s. It does not stop.
func randomDrive(rng *rand.Rand) (list []match.Observation) {
	x, y, heading, now := 2000*rng.Float64()-1000, 2000*rng.Float64()-1000, 2*math.Pi*rng.Float64(), 0.0
	for range 80 {
		list = append(list, fix(now, x, y))
		step := 1 + 14*rng.Float64()
		if rng.IntN(8) == 0 {
			step *= 2
		}
		speed := 4 + 12*rng.Float64()
		heading += 1.5 * (rng.Float64() - 0.5)
		if x*x+y*y > 1200*1200 {
			heading = math.Atan2(-y, -x)
		}
		x, y, now = x+speed*step*math.Cos(heading), y+speed*step*math.Sin(heading), now+step
	}
	return list
}

// TestAgainstTheSlowWay compares the visits of random drives in random zones. The index looks
// at places each lookEvery, the slow way everywhere, so that its limits may be half of that
// greater.
func TestAgainstTheSlowWay(t *testing.T) {
	const zones = 6
	drives, visits := 90, 0
	if testing.Short() {
		drives = 12
	}
	for seed := range uint64(drives) {
		rng := rand.New(rand.NewPCG(seed, 7))
		way := randomDrive(rng)
		var list []Zone
		for range zones {
			list = append(list, randomZone(rng))
		}
		x := NewIndex(list, nil)
		got := x.Visits(trip.RecordedTrack(way), nil)
		for i := range list {
			if x.Faults[i] != nil {
				continue // the star crosses itself
			}
			var fast [][2]float64
			for _, v := range got {
				if v.Zone == i {
					fast = append(fast, [2]float64{seconds(v.Enter), seconds(v.Leave)})
				}
			}
			same, slow := false, [][2]float64(nil)
			for more := 0.0; more <= lookEvery/2.0 && !same; more += lookEvery / 10.0 {
				slow = slowVisits(way, list[i].Shape, x.forms[i].depth(), more)
				same = slices.EqualFunc(fast, slow, func(a, b [2]float64) bool { return near(a[0], b[0], 0.05) && near(a[1], b[1], 0.05) })
			}
			if visits += len(slow); !same {
				t.Errorf("seed %d, zone %d (%s):\n%v, want\n%v", seed, i, list[i].Kind, fast, slow)
			}
		}
	}
	if t.Logf("%d visits", visits); visits < 2*drives {
		t.Errorf("only %d visits", visits)
	}
}

// TestProperties holds what is true of all visits: those of a zone are apart and in order,
// within the trip, and a zone has the visits that it has alone.
func TestProperties(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 11))
		way := randomDrive(rng)
		for i := range way { // gaps
			if rng.IntN(20) == 0 {
				for k := i; k < len(way); k++ {
					way[k].Time = way[k].Time.Add(10 * time.Minute)
				}
			}
		}
		var list []Zone
		for range 12 {
			list = append(list, randomZone(rng))
		}
		track, stops := trip.RecordedTrack(way), trip.Stops(trace.Trip{Observations: way})
		all := NewIndex(list, nil).Visits(track, stops)
		for i := range list {
			var of []Visit
			for _, v := range all {
				if v.Zone == i {
					v.Zone = 0
					of = append(of, v)
				}
			}
			alone := NewIndex(list[i:i+1], nil).Visits(track, stops)
			if fmt.Sprint(of) != fmt.Sprint(alone) {
				t.Errorf("seed %d, zone %d: %v, alone %v", seed, i, of, alone)
			}
			last := track.Start()
			for _, v := range of {
				least, most := v.Range()
				if v.Enter.Before(last) || v.Leave.Before(v.Enter) || v.Leave.After(track.End()) || v.EnterFrom.After(v.Enter) || v.LeaveUntil.Before(v.Leave) ||
					least < 0 || least > v.Duration() || most < v.Duration() || v.Distance() < 0 {
					t.Errorf("seed %d, zone %d: %+v after %v", seed, i, v, last)
				}
				last = v.Leave
			}
		}
	}
}
