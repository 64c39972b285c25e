// SPDX-License-Identifier: MIT

package osmimport

import (
	"math"
	"slices"
	"testing"

	"roadsnap/engine/coast"
	"roadsnap/engine/geo"
)

// bay is a map with a coast of two ways that enters in the south, goes around a bay
// and leaves in the north. It has an island off the coast and a road on land.
//
//	. . . . . + . . .      . the box of the map
//	.   road  |     .
//	.    |  +-+  o  .      o the island
//	.    |  |       .
//	.    |  +-+     .
//	. . . . . + . . .
func bay() fixture {
	return fixture{
		boxes: []geo.Bounds{{South: 10, West: 107, North: 10.6, East: 107.8}},
		nodes: []fixtureNode{
			{id: 1, lat: 10.1, lon: 107.1}, {id: 2, lat: 10.5, lon: 107.1},
			{id: 10, lat: 9.8, lon: 107.5}, {id: 11, lat: 10.2, lon: 107.5}, {id: 12, lat: 10.2, lon: 107.3},
			{id: 13, lat: 10.4, lon: 107.3}, {id: 14, lat: 10.4, lon: 107.5}, {id: 15, lat: 10.8, lon: 107.5},
			{id: 20, lat: 10.38, lon: 107.68}, {id: 21, lat: 10.38, lon: 107.72}, {id: 22, lat: 10.42, lon: 107.7},
		},
		ways: []fixtureWay{
			{id: 100, refs: []int64{1, 2}, tags: "highway=primary"},
			{id: 101, refs: []int64{10, 11, 12, 13}, tags: "natural=coastline"},
			{id: 102, refs: []int64{13, 14, 15}, tags: "natural=coastline"},
			{id: 103, refs: []int64{20, 21, 22, 20}, tags: "natural=coastline place=islet"},
		},
	}
}

// grounds returns the ground at places around the bay: ~ for sea, # for land, ? if
// unknown.
func grounds(r imported, places ...geo.Point) string {
	var b []byte
	for _, p := range places {
		sea, told := false, false
		if r.shore != nil {
			sea, told = r.shore.Sea(p)
		}
		switch {
		case !told:
			b = append(b, '?')
		case sea:
			b = append(b, '~')
		default:
			b = append(b, '#')
		}
	}
	return string(b)
}

func at(lat, lon float64) geo.Point { return geo.Point{Lat: lat, Lon: lon} }

func TestCoast(t *testing.T) {
	for name, data := range forms(bay()) {
		r := importBytes(t, data)
		if c := r.report.Coast; c == nil || !c.Told || c.Ways != 3 || len(c.Ends) > 0 {
			t.Errorf("%s: report %+v", name, c)
		}
		counts := r.report.counts()
		sea, land := float64(counts["coast_sea_km2"]), float64(counts["coast_land_km2"])
		if c := r.report.Coast; sea < 1 || math.Abs(c.SeaKM2-sea) > 0.5 || math.Abs(c.AreaKM2-c.SeaKM2-land) > 0.5 {
			t.Errorf("%s: %v km² of sea and %v km² of land, want %+v", name, sea, land, c)
		}
		got := grounds(r,
			at(10.1, 107.1), at(10.55, 107.45), at(10.4, 107.7), // land
			at(10.3, 107.35), at(10.1, 107.55), at(10.45, 107.7), at(10.59, 107.79), // the sea
			at(10.3, 107.81), at(9.99, 107.4), // outside of the box
		)
		if want := "###~~~~??"; got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// TestCoastArea checks the area that a coastline divides.
func TestCoastArea(t *testing.T) {
	north, south := bay(), bay()
	north.boxes = []geo.Bounds{{South: 10.3, West: 107, North: 10.6, East: 107.8}}
	south.boxes = []geo.Bounds{{South: 10, West: 107, North: 10.3, East: 107.8}}
	both := bay()
	both.boxes = append(slices.Clone(north.boxes), south.boxes...)
	none := bay()
	none.boxes = nil
	none.nodes[1].lon = 107.6 // the road reaches into the sea
	inland := none
	inland.nodes = slices.Clone(none.nodes)
	inland.nodes[1].lon = 107.12
	nowhere := bay()
	nowhere.boxes = []geo.Bounds{{South: 95, West: 107, North: 96, East: 107.8}}
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"a box", north.xml(), "?~#~"},
		{"a box, of PBF", north.pbf(pbfStyle{}), "?~#~"},
		{"two boxes, so that roads count", both.xml(), "????"},
		{"no box, but roads", none.xml(), "~~#?"},
		{"no box, but roads, of PBF", none.pbf(pbfStyle{}), "~~#?"},
		{"no box, but roads inland", inland.xml(), "????"},
		{"a box that is not on the Earth", nowhere.pbf(pbfStyle{}), "????"},
	} {
		r := importBytes(t, c.data)
		if got := grounds(r, at(10.15, 107.55), at(10.35, 107.35), at(10.45, 107.4), at(10.45, 107.75)); got != c.want {
			t.Errorf("%s: %s, want %s: report %+v", c.name, got, c.want, r.report.Coast)
		}
	}
}

// TestCoastFaults checks that nothing is guessed from a broken or contradictory
// coast, and that the report has the place.
func TestCoastFaults(t *testing.T) {
	places := []geo.Point{at(10.1, 107.45), at(10.1, 107.52), at(10.38, 107.35), at(10.55, 107.75)}
	turned := bay()
	turned.ways[2].refs = []int64{15, 14, 13}
	island := bay()
	island.ways[3].refs = []int64{20, 22, 21, 20}
	cut := bay()
	cut.nodes = slices.DeleteFunc(cut.nodes, func(n fixtureNode) bool { return n.id == 12 || n.id == 13 })
	gone := bay()
	gone.ways = slices.Delete(gone.ways, 2, 3)
	dry := bay()
	dry.ways = dry.ways[:1]
	for _, c := range []struct {
		name  string
		f     fixture
		want  string
		ends  []int64
		fault int64
	}{
		{"whole", bay(), "#~~~", nil, 0},
		{"a way runs the wrong way", turned, "????", nil, 101},
		{"an island runs the wrong way round", island, "????", nil, 103},
		{"nodes are missing", cut, "#~??", []int64{101, 102}, 0},
		{"a way is missing", gone, "#~??", []int64{101}, 0},
		{"no coast at all", dry, "????", nil, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := importBytes(t, c.f.pbf(pbfStyle{}))
			if got := grounds(r, places...); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
			report := r.report.Coast
			if report == nil {
				if c.name != "no coast at all" {
					t.Error("no report")
				}
				return
			}
			var ends []int64
			for _, e := range report.Ends {
				ends = append(ends, e.Way)
			}
			if slices.Sort(ends); !slices.Equal(ends, c.ends) || report.FaultAt.Way != c.fault || (report.Fault != "") != (c.fault != 0) {
				t.Errorf("report %+v", report)
			}
		})
	}
	if r := importBytes(t, dry.pbf(pbfStyle{})); coast.In(r.pack) {
		t.Error("a map without a coastline has a report on one")
	}
}
