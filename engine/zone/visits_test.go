// SPDX-License-Identifier: MIT

package zone

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
)

var (
	origin = geo.Point{Lat: 10.77, Lon: 106.70}
	plane  = geo.NewPlane(origin)
	dawn   = time.Date(2026, 11, 21, 6, 0, 0, 0, time.FixedZone("", 7*3600))
)

// at returns the point at metres from the origin.
func at(x, y float64) geo.Point { return plane.Point(geo.XY{X: x, Y: y}) }

// fix is an observation at seconds after dawn.
func fix(seconds, x, y float64) match.Observation {
	return match.Observation{Point: at(x, y), Time: dawn.Add(time.Duration(seconds * float64(time.Second)))}
}

// drive returns a drive from west to east along y = 0 at 10 m/s, a fix each second.
func drive(from, to float64) (list []match.Observation) {
	for s := 0.0; from+10*s <= to; s++ {
		list = append(list, fix(s, from+10*s, 0))
	}
	return list
}

func round(x, y, radius float64) Zone {
	return Zone{Shape: Shape{Kind: Circle, Center: at(x, y), Radius: radius}}
}

func polygon(rings ...[]geo.Point) Zone { return Zone{Shape: Shape{Kind: Polygon, Rings: rings}} }

func box(west, south, east, north float64) []geo.Point {
	return []geo.Point{at(west, south), at(east, south), at(east, north), at(west, north)}
}

func visitsOf(observations []match.Observation, zones ...Zone) []Visit {
	stops := trip.Stops(trace.Trip{Observations: observations})
	return NewIndex(zones, nil).Visits(trip.RecordedTrack(observations), stops)
}

// seconds returns how long after dawn a time is.
func seconds(t time.Time) float64 { return t.Sub(dawn).Seconds() }

func near(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance }

// TestVisits holds the times of crossings on a drive from x = 0 to 2000 m in 200 s.
func TestVisits(t *testing.T) {
	for _, c := range []struct {
		name   string
		zone   Zone
		visits [][2]float64 // entry and exit (seconds)
	}{
		{"a circle", round(1000, 0, 153), [][2]float64{{84.7, 115.3}}},
		{"a circle next to the way", round(1000, 120, 150), [][2]float64{{91, 109}}},
		{"a circle grazed by 10 m", round(1000, 120, 130), nil},
		{"a circle that the way does not meet", round(1000, 120, 119), nil},
		{"a polygon", polygon(box(504, -50, 707, 50)), [][2]float64{{50.4, 70.7}}},
		{"a polygon with a hole", polygon(box(500, -300, 1100, 300), box(700, -100, 900, 100)), [][2]float64{{50, 70}, {90, 110}}},
		{"two parts", polygon(box(500, -50, 600, 50), box(900, -50, 1000, 50)), [][2]float64{{50, 60}, {90, 100}}},
		{"a hole of no depth", polygon(box(500, -300, 1100, 300), box(790, -20, 810, 20)), [][2]float64{{50, 110}}},
		{"a corridor across", Zone{Shape: Shape{Kind: Corridor, Line: []geo.Point{at(800, -500), at(800, 500)}, Width: 40}}, [][2]float64{{78, 82}}},
		{"a corridor along", Zone{Shape: Shape{Kind: Corridor, Line: []geo.Point{at(500, 10), at(800, 10), at(1000, 10)}, Width: 100}}, [][2]float64{{45.1, 104.9}}},
		{"at both ends", polygon(box(-50, -50, 2050, 50)), [][2]float64{{0, 200}}},
		{"an edge on the way", polygon(box(500, 0, 700, 100)), nil},
	} {
		got := visitsOf(drive(0, 2000), c.zone)
		if len(got) != len(c.visits) {
			t.Errorf("%s: %d visits, want %d", c.name, len(got), len(c.visits))
			continue
		}
		for i, v := range got {
			if !near(seconds(v.Enter), c.visits[i][0], 0.02) || !near(seconds(v.Leave), c.visits[i][1], 0.02) {
				t.Errorf("%s: from %.3f to %.3f s, want %v", c.name, seconds(v.Enter), seconds(v.Leave), c.visits[i])
			}
			if !v.Exact() || !near(v.Distance(), 10*(c.visits[i][1]-c.visits[i][0]), 1) {
				t.Errorf("%s: %+v, %.1f m", c.name, v, v.Distance())
			}
			if want := c.visits[i][0] == 0; v.Began != want || v.Ended != want {
				t.Errorf("%s: begins inside %v, ends inside %v", c.name, v.Began, v.Ended)
			}
		}
	}
}

// TestNoise has ways that cross a border in passing, on which Margin or Settle decides.
func TestNoise(t *testing.T) {
	yard := polygon(box(0, -500, 1000, 500)) // its border is x = 0
	for _, c := range []struct {
		name   string
		way    []match.Observation
		visits [][2]float64
	}{
		{"in by 20 m for 10 s", []match.Observation{fix(0, -100, 0), fix(10, 20, 0), fix(20, -100, 0)}, nil},
		{"in by 30 m", []match.Observation{fix(0, -100, 0), fix(13, 30, 0), fix(26, -100, 0)}, [][2]float64{{10, 16}}},
		{"in by 20 m for 6 minutes", []match.Observation{fix(0, -100, 0), fix(12, 20, 0), fix(200, 20, 0), fix(372, 20, 0), fix(384, -100, 0)}, [][2]float64{{10, 374}}},
		{"out by 20 m for 10 s", []match.Observation{fix(0, -100, 0), fix(20, 100, 0), fix(32, -20, 0), fix(44, 100, 0), fix(64, -100, 0)}, [][2]float64{{10, 54}}},
		{"out by 30 m", []match.Observation{fix(0, -100, 0), fix(20, 100, 0), fix(33, -30, 0), fix(46, 100, 0), fix(66, -100, 0)}, [][2]float64{{10, 30}, {36, 56}}},
		{"in at the third crossing", []match.Observation{fix(0, -100, 0), fix(12, 20, 0), fix(16, -20, 0), fix(28, 100, 0), fix(48, -100, 0)}, [][2]float64{{18, 38}}},
		{"it ends inside near the border", []match.Observation{fix(0, -100, 0), fix(12, 20, 0)}, [][2]float64{{10, 12}}},
		{"it ends outside near the border", []match.Observation{fix(0, 100, 0), fix(12, -20, 0)}, [][2]float64{{0, 10}}},
	} {
		got := visitsOf(c.way, yard)
		if len(got) != len(c.visits) {
			t.Errorf("%s: %d visits, want %d", c.name, len(got), len(c.visits))
			continue
		}
		for i, v := range got {
			if !near(seconds(v.Enter), c.visits[i][0], 0.02) || !near(seconds(v.Leave), c.visits[i][1], 0.02) {
				t.Errorf("%s: from %.3f to %.3f s, want %v", c.name, seconds(v.Enter), seconds(v.Leave), c.visits[i])
			}
		}
	}
}

// TestUnknown has recordings that are silent for some time.
func TestUnknown(t *testing.T) {
	yard := polygon(box(0, -5000, 5000, 5000))
	for _, c := range []struct {
		name         string
		way          []match.Observation
		enter, leave [2]float64 // the ranges, from outside in
		unknown      float64
	}{
		{"inside", []match.Observation{fix(0, -100, 0), fix(100, 100, 0), fix(1100, 3000, 0), fix(1410, -100, 0), fix(1420, -200, 0)}, [2]float64{50, 50}, [2]float64{1100, 1410}, 1000},
		{"at the entry", []match.Observation{fix(0, -100, 0), fix(1000, 100, 0), fix(1100, -100, 0)}, [2]float64{0, 1000}, [2]float64{1050, 1050}, 0},
		{"at the exit", []match.Observation{fix(0, -100, 0), fix(100, 100, 0), fix(1000, -100, 0)}, [2]float64{50, 50}, [2]float64{100, 1000}, 0},
		{"while it stands", []match.Observation{fix(0, -100, 0), fix(100, 100, 0), fix(30000, 110, 0), fix(30011, 0, 0), fix(30021, -100, 0)}, [2]float64{50, 50}, [2]float64{30011, 30011}, 0},
	} {
		got := visitsOf(c.way, yard)
		if len(got) != 1 {
			t.Errorf("%s: %d visits, want 1", c.name, len(got))
			continue
		}
		v := got[0]
		least, most := v.Range()
		for _, x := range []struct {
			name      string
			got, want float64
		}{
			{"in from", seconds(v.EnterFrom), c.enter[0]}, {"in", seconds(v.Enter), c.enter[1]}, {"out", seconds(v.Leave), c.leave[0]},
			{"out until", seconds(v.LeaveUntil), c.leave[1]}, {"unknown", v.Unknown.Seconds(), c.unknown},
			{"least", least.Seconds(), c.leave[0] - c.enter[1] - c.unknown}, {"most", most.Seconds(), c.leave[1] - c.enter[0]},
		} {
			if !near(x.got, x.want, 0.02) {
				t.Errorf("%s: %s %.3f s, want %v", c.name, x.name, x.got, x.want)
			}
		}
	}
	if got := visitsOf([]match.Observation{fix(0, -100, 0), fix(1000, 5100, 0)}, yard); len(got) != 0 {
		t.Errorf("a way that is not known makes %d visits", len(got))
	}
}

// drift returns the positions of a parked receiver: an error of 15 m (standard deviation in
// each axis) that changes over two minutes, and 2 m from fix to fix.
func drift(seed uint64, x float64, hours float64) (list []match.Observation) {
	const every, change, sigma = 10.0, 120.0, 15.0
	rng := rand.New(rand.NewPCG(seed, 1))
	keep := math.Exp(-every / change)
	dx, dy := sigma*rng.NormFloat64(), sigma*rng.NormFloat64()
	for s := 0.0; s < hours*3600; s += every {
		list = append(list, fix(s, x+dx+2*rng.NormFloat64(), dy+2*rng.NormFloat64()))
		fresh := sigma * math.Sqrt(1-keep*keep)
		dx, dy = keep*dx+fresh*rng.NormFloat64(), keep*dy+fresh*rng.NormFloat64()
	}
	return list
}

// TestDriftAtTheBorder parks vehicles on a border for eight hours.
func TestDriftAtTheBorder(t *testing.T) {
	yard := polygon(box(0, -500, 1000, 500))
	visits, crossings := 0, 0
	const vehicles = 50
	for seed := range uint64(vehicles) {
		way := drift(seed, 0, 8)
		got := visitsOf(way, yard)
		visits += len(got)
		if len(got) > 1 {
			t.Errorf("seed %d: %d visits", seed, len(got))
		}
		for i := 1; i < len(way); i++ {
			if (way[i].Lon < origin.Lon) != (way[i-1].Lon < origin.Lon) {
				crossings++
			}
		}
	}
	t.Logf("%.1f visits and %.1f crossings on average", float64(visits)/vehicles, float64(crossings)/vehicles)
}
