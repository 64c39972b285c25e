// SPDX-License-Identifier: MIT

package zone

import (
	"slices"
	"testing"
	"time"

	"roadsnap/engine/match"
	"roadsnap/engine/trip"
)

// Zones of the tests of drives: yards at x = 0, 5 and 10 km.
const home, shop, port = 0, 1, 2

var yards = []Zone{polygon(box(-500, -500, 500, 500)), polygon(box(4500, -500, 5500, 500)), polygon(box(9500, -500, 10500, 500))}

// leg is a straight part of a drive, to x at a time after dawn.
type leg struct {
	at time.Duration
	x  float64
}

// driveOf returns a drive over legs, with a fix each minute.
func driveOf(number int64, vehicle string, legs ...leg) Drive {
	var way []match.Observation
	for i, l := range legs[:len(legs)-1] {
		next := legs[i+1]
		for t := l.at; t < next.at; t += time.Minute {
			way = append(way, fix(t.Seconds(), l.x+(next.x-l.x)*float64(t-l.at)/float64(next.at-l.at), 0))
		}
	}
	last := legs[len(legs)-1]
	way = append(way, fix(last.at.Seconds(), last.x, 0))
	return NewIndex(yards, nil).Drive(number, vehicle, trip.RecordedTrack(way), nil)
}

const minute, hour = time.Minute, time.Hour

// TestPassages holds the ways from home to the shop: 4 km at 1 km a minute.
func TestPassages(t *testing.T) {
	for _, c := range []struct {
		name     string
		drives   []Drive
		from, to int
		want     [][2]float64 // start and end (minutes)
		metres   float64
	}{
		{"one way", []Drive{driveOf(1, "a", leg{0, 0}, leg{10 * minute, 10_000})}, home, shop, [][2]float64{{0.5, 4.5}}, 4000},
		{"over another zone", []Drive{driveOf(1, "a", leg{0, 0}, leg{10 * minute, 10_000})}, home, port, [][2]float64{{0.5, 9.5}}, 9000},
		{"the other direction only", []Drive{driveOf(1, "a", leg{0, 10_000}, leg{10 * minute, 0})}, home, shop, nil, 0},
		{"back home first", []Drive{driveOf(1, "a", leg{0, 0}, leg{2 * minute, 2000}, leg{4 * minute, 0}, leg{9 * minute, 5000})}, home, shop, [][2]float64{{4.5, 8.5}}, 4000},
		{"there and back and there", []Drive{driveOf(1, "a", leg{0, 0}, leg{5 * minute, 5000}, leg{10 * minute, 0}, leg{15 * minute, 5000})}, home, shop, [][2]float64{{0.5, 4.5}, {10.5, 14.5}}, 4000},
		{"home to home", []Drive{driveOf(1, "a", leg{0, 0}, leg{5 * minute, 5000}, leg{10 * minute, 0})}, home, home, [][2]float64{{0.5, 9.5}}, 9000},
		{"over two trips", []Drive{
			driveOf(2, "51C 123.45", leg{hour, 2000}, leg{hour + 3*minute, 5000}), driveOf(1, "51C-12345", leg{0, 0}, leg{2 * minute, 2000}),
		}, home, shop, [][2]float64{{0.5, 62.5}}, 4000},
		{"two vehicles", []Drive{driveOf(1, "a", leg{0, 0}, leg{2 * minute, 2000}), driveOf(2, "b", leg{hour, 2000}, leg{hour + 3*minute, 5000})}, home, shop, nil, 0},
		{"no name", []Drive{driveOf(1, "", leg{0, 0}, leg{2 * minute, 2000}), driveOf(2, "", leg{hour, 2000}, leg{hour + 3*minute, 5000})}, home, shop, nil, 0},
		{"it was not seen to leave", []Drive{driveOf(1, "a", leg{0, -2000}, leg{2 * minute, 0}), driveOf(2, "a", leg{hour, 2000}, leg{hour + 3*minute, 5000})}, home, shop, nil, 0},
		{"it was not seen to enter", []Drive{driveOf(1, "a", leg{0, 0}, leg{2 * minute, 2000}), driveOf(2, "a", leg{hour, 5000}, leg{hour + 2*minute, 7000}, leg{hour + 4*minute, 5000})}, home, shop, nil, 0},
		{"a night at home", []Drive{driveOf(1, "a", leg{0, -2000}, leg{2 * minute, 0}), driveOf(2, "a", leg{hour, 0}, leg{hour + 5*minute, 5000})}, home, shop, [][2]float64{{60.5, 64.5}}, 4000},
		{"too long", []Drive{driveOf(1, "a", leg{0, 0}, leg{2 * minute, 2000}), driveOf(2, "a", leg{30 * hour, 2000}, leg{30*hour + 3*minute, 5000})}, home, shop, nil, 0},
	} {
		got := Passages(c.drives, c.from, c.to, 24*hour)
		if len(got) != len(c.want) {
			t.Errorf("%s: %d passages, want %d: %+v", c.name, len(got), len(c.want), got)
			continue
		}
		for i, p := range got {
			if !near(seconds(p.Start)/60, c.want[i][0], 0.001) || !near(seconds(p.End)/60, c.want[i][1], 0.001) || !near(p.Distance, c.metres, 5) {
				t.Errorf("%s: from %.3f to %.3f min, %.0f m; want %v, %.0f m", c.name, seconds(p.Start)/60, seconds(p.End)/60, p.Distance, c.want[i], c.metres)
			}
		}
	}
}

// TestStays joins the visits of trips that follow each other.
func TestStays(t *testing.T) {
	in := driveOf(1, "a", leg{0, -2000}, leg{2 * minute, 0})
	out := driveOf(2, "a", leg{hour, 100}, leg{hour + 5*minute, 5100})
	stays := Stays([]Drive{out, in})
	if len(stays) != 2 || stays[0].Zone != home || stays[1].Zone != shop {
		t.Fatalf("%+v", stays)
	}
	s := stays[0]
	least, most := s.Range()
	if s.FirstTrip != 1 || s.LastTrip != 2 || !near(s.Duration().Minutes(), 60.4-1.5, 0.01) || !near(s.Unknown.Minutes(), 58, 0.01) ||
		!near(least.Minutes(), 0.9, 0.01) || most != s.Duration() || !near(s.Covered, 900, 2) {
		t.Errorf("%+v, from %v to %v", s, least, most)
	}
	out.Vehicle = ""
	in.Vehicle = ""
	if stays := Stays([]Drive{in, out}); len(stays) != 3 {
		t.Errorf("without names of vehicles there are %d stays, want 3", len(stays))
	}
}

// TestDays divides stays at the midnights of Vietnam.
func TestDays(t *testing.T) {
	zone := time.FixedZone("", 7*3600)
	day := 24 * hour
	d := driveOf(1, "a", leg{17 * hour, -1000}, leg{17*hour + 2*minute, 0}, leg{2*day + hour, 0}, leg{2*day + hour + 2*minute, 1000},
		leg{2*day + 2*hour, 1000}, leg{2*day + 2*hour + 2*minute, 0})
	days := Days(Stays([]Drive{d}), zone)
	want := []struct {
		date    string
		entries int
		inside  time.Duration
		metres  float64
	}{{"2026-11-21", 1, hour - minute, 0}, {"2026-11-22", 0, day, 0}, {"2026-11-23", 1, 7*hour + minute + minute, 0}}
	if len(days) != len(want) {
		t.Fatalf("%d days: %+v", len(days), days)
	}
	var metres float64
	for i, w := range want {
		metres += days[i].Covered
		if got := days[i]; got.Date.Format(time.DateOnly) != w.date || got.Entries != w.entries || (got.Inside-w.inside).Abs() > time.Second {
			t.Errorf("%+v, want %+v", got, w)
		}
	}
	if !near(metres, 1500, 5) {
		t.Errorf("%.0f m", metres)
	}
	// In another time zone the same drive has other days.
	if utc := Days(Stays([]Drive{d}), time.UTC); utc[0].Inside < 7*hour {
		t.Errorf("in UTC the first day has %v", utc[0].Inside)
	}
}

func TestDistribution(t *testing.T) {
	var list []time.Duration
	for i := range 101 {
		list = append(list, time.Duration(100-i)*time.Second)
	}
	d := DistributionOf(list)
	if d.Count != 101 || d.Least != 0 || d.Most != 100*time.Second || d.Mean != 50*time.Second || d.P10 != 10*time.Second || d.P50 != 50*time.Second || d.P90 != 90*time.Second {
		t.Errorf("%+v", d)
	}
	sum := 0
	for i, b := range d.Bins {
		sum += b.Count
		if i > 0 && b.From != d.Bins[i-1].To || b.To <= b.From {
			t.Errorf("bar %d is %+v", i, b)
		}
	}
	if sum != 101 || len(d.Bins) > maxBins {
		t.Errorf("%d bars with %d values", len(d.Bins), sum)
	}
	if d := DistributionOf([]time.Duration{7 * time.Minute}); d.P10 != 7*time.Minute || len(d.Bins) != 1 {
		t.Errorf("%+v", d)
	}
	if d := DistributionOf(nil); d.Count != 0 || d.Bins != nil {
		t.Errorf("%+v", d)
	}
	if d := DistributionOf([]time.Duration{0, 1000 * time.Hour}); len(d.Bins) > maxBins {
		t.Errorf("%d bars", len(d.Bins))
	}
	if !slices.IsSorted(widths) {
		t.Error("the widths are not sorted")
	}
}
