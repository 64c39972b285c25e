// SPDX-License-Identifier: MIT

package fare

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"
	"testing/fstest"
	"time"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/engine/units"
	"roadsnap/internal/boundarytest"
)

// road is a street of 5 km with a field road far off.
func road(t *testing.T) (*roadtest.Map, *match.Matcher) {
	t.Helper()
	m := roadtest.Draw(t, `
		A-s-----------t--------------e-B
		C-----D                 E-----F`, "A-s-t-e-B", "C-D", "E-F")
	matcher, err := match.New(m.Graph, match.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	return m, matcher
}

// along drives at 20 m/s with a fix each second.
func along(from time.Time, points ...geo.Point) (t trace.Trip) {
	for i := 1; i < len(points); i++ {
		n := max(int(geo.Distance(points[i-1], points[i])/20), 1)
		for k := range n {
			t.Observations = append(t.Observations, match.Observation{Point: geo.Lerp(points[i-1], points[i], float64(k)/float64(n))})
		}
	}
	t.Observations = append(t.Observations, match.Observation{Point: points[len(points)-1]})
	for i := range t.Observations {
		t.Observations[i].Time = from.Add(time.Duration(i) * time.Second)
	}
	return t
}

// measureTrip matches and measures a recording, and checks that the metres agree with the match.
func measureTrip(t *testing.T, m *match.Matcher, recording trace.Trip, atlas *units.Atlas, sites ...trip.Site) (Drive, match.Distances) {
	t.Helper()
	r, err := m.Match(context.Background(), recording.Observations, match.MotorVehicle)
	if err != nil {
		t.Fatal(err)
	}
	d := Measure(recording, r, trip.Stops(recording), atlas, sites, nil)
	s, err := new(Tariff{Name: "t"}).Sheet(Usage{d}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	whole := func(x float64) int64 { return int64(math.Round(x)) }
	if on := s.Driven(Measured) + s.Driven(Doubtful) + s.Driven(Inferred); on != whole(r.Distance.Matched) ||
		s.Driven(Inferred) != whole(r.Distance.Inferred) || s.Driven(OffRoad) != whole(r.Distance.OffRoad) {
		t.Fatalf("the sheet has %+v, the match %+v", s.Distances, r.Distance)
	}
	return d, r.Distance
}

func TestMeasureStops(t *testing.T) {
	m, matcher := road(t)
	noon := clockAt(20, 12, 0, 0)
	way := along(noon, m.Point('s'), m.Point('e'))
	k := len(way.Observations) / 2
	stood := way.Observations[k]
	first := way.Observations[0]
	var obs []match.Observation
	add := func(o match.Observation, after time.Duration) {
		o.Time = noon.Add(after)
		obs = append(obs, o)
	}
	for i := range 31 { // 10 minutes before departure
		add(first, time.Duration(i)*20*time.Second)
	}
	for i, o := range way.Observations[1 : k+1] {
		add(o, 10*time.Minute+time.Duration(i+1)*time.Second)
	}
	leave := 10*time.Minute + time.Duration(k)*time.Second
	for i := range 36 { // 12 minutes
		add(stood, leave+time.Duration(i+1)*20*time.Second)
	}
	for i, o := range way.Observations[k+1:] {
		add(o, leave+12*time.Minute+time.Duration(i+1)*time.Second)
	}
	d, _ := measureTrip(t, matcher, trace.Trip{Observations: obs}, nil)
	if len(d.Stops) != 2 || !d.Stops[0].AtEnd || d.Stops[1].AtEnd {
		t.Fatalf("stops %+v", d.Stops)
	}
	for _, c := range []struct {
		waiting Waiting
		want    int64 // seconds
	}{
		{Waiting{PerMinute: 60}, 720}, {Waiting{PerMinute: 60, Below: 5}, 720},
		{Waiting{PerMinute: 60, AtEnds: true}, 1320}, {Waiting{PerMinute: 60, Below: 5, AtEnds: true}, 1320},
	} {
		s, err := new(Tariff{Name: "t", Waiting: c.waiting}).Sheet(Usage{d}, nil, vietnam)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(s.Lines, func(l Line) bool { return l.Kind == KindWaiting })
		if got := s.Lines[i].Quantity; got < c.want-25 || got > c.want+25 {
			t.Errorf("%+v: %d s, want %d", c.waiting, got, c.want)
		}
	}
	for _, p := range d.Pieces {
		if p.Metres > 10 && (p.Speed < 15000 || p.Speed > 25000) {
			t.Errorf("%+v; it drove at 20 m/s", p)
		}
	}
}

func TestMeasureClasses(t *testing.T) {
	m, matcher := road(t)
	noon := clockAt(20, 12, 0, 0)
	later := func(w trace.Trip, from, to int, by time.Duration) trace.Trip {
		w.Observations = slices.Delete(w.Observations, from, to)
		for i := from; i < len(w.Observations); i++ {
			w.Observations[i].Time = w.Observations[i].Time.Add(by)
		}
		return w
	}
	if d, sums := measureTrip(t, matcher, later(along(noon, m.Point('s'), m.Point('e')), 60, 120, time.Minute), nil); sums.Inferred < 1000 {
		t.Errorf("inferred: %+v, %d pieces", sums, len(d.Pieces))
	}
	if d, sums := measureTrip(t, matcher, along(noon, m.Point('C'), m.Point('D'), m.Point('E'), m.Point('F')), nil); sums.OffRoad < 1000 || d.LeftOut != 0 {
		t.Errorf("off road: %+v, %d left out", sums, d.LeftOut)
	}
	out := along(noon, m.Point('s'), m.Point('e'))
	out.Observations[50].Lat += 0.03
	if d, _ := measureTrip(t, matcher, out, nil); d.LeftOut != 1 {
		t.Errorf("an outlier: %d left out", d.LeftOut)
	}
	if d, _ := measureTrip(t, matcher, trace.Trip{}, nil); !d.Start.IsZero() || len(d.Pieces) > 0 {
		t.Errorf("nothing: %+v", d)
	}
}

// TestMeasurePlaces has two provinces, a ward each, west and east of the middle of the road.
func TestMeasurePlaces(t *testing.T) {
	m, matcher := road(t)
	a, b := m.Point('A'), m.Point('B')
	middle := (a.Lon + b.Lon) / 2
	box := func(west, east float64) boundary.Part {
		corner := func(lat, lon float64) geo.Fixed { return geo.Point{Lat: lat, Lon: lon}.Fixed() }
		return boundary.Part{{corner(a.Lat-0.1, west), corner(a.Lat-0.1, east), corner(a.Lat+0.1, east), corner(a.Lat+0.1, west)}}
	}
	table, err := units.Load(fstest.MapFS{
		"provinces.csv": {Data: []byte("code,name,level,region\n01,Hà Nội,Thành phố trực thuộc trung ương,Đồng bằng sông Hồng\n04,Cao Bằng,Tỉnh,Trung du và miền núi phía Bắc\n")},
		"wards.csv":     {Data: []byte("code,province_code,name,level\n00100,01,Xã Tây,Xã\n00101,04,Xã Đông,Xã\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	atlas := units.NewAtlas(table, boundarytest.Net(t, boundary.Source{Groups: []uint32{1, 4}, Areas: []boundary.Area{
		{Parts: []boundary.Part{box(a.Lon-0.1, middle)}, Group: 0, Code: 100}, {Parts: []boundary.Part{box(middle, b.Lon+0.1)}, Group: 1, Code: 101},
	}}))
	sites := []trip.Site{{Name: "Kho", Center: m.Point('s'), Radius: 100}, {Name: "Cầu", Center: m.Point('t'), Radius: 50}, {Name: "Xa", Center: m.Point('C'), Radius: 50}}
	d, _ := measureTrip(t, matcher, along(clockAt(20, 12, 0, 0), m.Point('s'), m.Point('e')), atlas, sites...)
	got := fmt.Sprint(d.Begin, d.Finish, d.Passed, d.HasUnits)
	if want := "{[01 00100] [Kho]} {[04 00101] []} {[00100 00101 01 04] [Kho Cầu]} true"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}
