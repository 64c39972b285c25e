// SPDX-License-Identifier: MIT

package zone

import (
	"testing"
	"testing/fstest"
	"time"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trip"
	"roadsnap/engine/units"
	"roadsnap/internal/boundarytest"
)

// threeWards are squares of 1 km side by side; the last one is of another province.
func threeWards(t *testing.T) *units.Atlas {
	t.Helper()
	source := boundary.Source{Groups: []uint32{1, 4}}
	for i := range 3 {
		x := float64(i) * 1000
		var ring []geo.Fixed
		for _, p := range box(x, -500, x+1000, 500) {
			ring = append(ring, p.Fixed())
		}
		source.Areas = append(source.Areas, boundary.Area{Parts: []boundary.Part{{ring}}, Group: uint32(i / 2), Code: uint32(100 + i)})
	}
	table, err := units.Load(fstest.MapFS{
		"provinces.csv": {Data: []byte("code,name,level,region\n" +
			"01,Hà Nội,Thành phố trực thuộc trung ương,Đồng bằng sông Hồng\n04,Cao Bằng,Tỉnh,Trung du và miền núi phía Bắc\n")},
		"wards.csv": {Data: []byte("code,province_code,name,level\n00100,01,Xã a,Xã\n00101,01,Xã b,Xã\n00102,04,Xã c,Xã\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	return units.NewAtlas(table, boundarytest.Net(t, source))
}

// TestUnits drives through wards on a matched leg: the times at its vertices count, not those
// of a straight line between the observations.
func TestUnits(t *testing.T) {
	zones := []Zone{
		{Shape: Shape{Kind: Ward, Code: "00101"}}, {Shape: Shape{Kind: Province, Code: "01"}}, {Shape: Shape{Kind: Province, Code: "04"}},
		{Shape: Shape{Kind: Ward, Code: "99999"}},
	}
	way := []match.Observation{fix(0, -1000, 0), fix(600, 2500, 0)}
	r := match.Result{
		Points: []match.Point{{Location: way[0].Point, State: match.Matched}, {Index: 1, Location: way[1].Point, State: match.Matched}},
		Legs: []match.Leg{{
			LastIndex: 1, Shape: []geo.Point{way[0].Point, at(500, 0), at(1500, 0), way[1].Point},
			Times: []time.Time{way[0].Time, dawn.Add(60 * time.Second), dawn.Add(260 * time.Second), way[1].Time}, Length: 3500,
		}},
	}
	x := NewIndex(zones, threeWards(t))
	if x.Faults[3] == nil || x.Faults[0] != nil {
		t.Fatalf("%v", x.Faults)
	}
	got := x.Visits(trip.NewTrack(way, r), nil)
	want := []struct {
		zone         int
		enter, leave float64
	}{{1, 40, 430}, {0, 160, 430}, {2, 430, 600}}
	// From 1500 m to 2500 m it takes from second 260 to 600; the border is halfway.
	if len(got) != len(want) {
		t.Fatalf("%+v", got)
	}
	for i, w := range want {
		if v := got[i]; v.Zone != w.zone || !near(seconds(v.Enter), w.enter, 0.05) || !near(seconds(v.Leave), w.leave, 0.05) || !v.Exact() {
			t.Errorf("zone %d from %.2f to %.2f s, want %+v", v.Zone, seconds(v.Enter), seconds(v.Leave), w)
		}
	}
	if x := NewIndex(zones, nil); x.Faults[0] == nil {
		t.Error("without a map a ward has a border")
	}
}
