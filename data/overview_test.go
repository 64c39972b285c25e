// SPDX-License-Identifier: MIT

package data_test

import (
	"math"
	"testing"

	"roadsnap/data"
	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
	"roadsnap/engine/units"
)

// officialAreas holds the areas of the provinces (km²), from Resolution
// 202/2025/QH15 for those that it created, and from the statistical yearbook for
// the others.
var officialAreas = map[string]float64{
	"01": 3360, "04": 6700, "08": 13796, "11": 9540, "12": 9069, "14": 14110, "15": 13257, "19": 8375, "20": 8310,
	"22": 6208, "24": 4719, "25": 9361, "31": 3195, "33": 2515, "37": 3943, "38": 11115, "40": 16486, "42": 5994,
	"44": 12700, "46": 4947, "48": 11860, "51": 14833, "52": 21577, "56": 8556, "66": 18096, "68": 24233, "75": 12737,
	"79": 6773, "80": 8536, "82": 5939, "86": 6296, "91": 9889, "92": 6361, "96": 7942,
}

// overview opens the embedded outlines with the embedded table of units.
func overview(t *testing.T) *units.Atlas {
	t.Helper()
	table, err := units.Load(data.Units())
	if err != nil {
		t.Fatal(err)
	}
	return units.NewAtlas(table, division(t, "overview", data.OverviewPack))
}

// division opens a pack of borders and verifies all of it.
func division(t *testing.T, name string, content []byte) *boundary.Net {
	t.Helper()
	p, err := pack.OpenBytes(name, content)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Verify(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	net, err := boundary.Open(p)
	if err != nil {
		t.Fatal(err)
	}
	if err := net.Verify(t.Context()); err != nil {
		t.Fatal(err)
	}
	return net
}

// TestOverviewHasEveryProvince checks that each province has an outline of about
// its official area, as far as a map of 1:10,000,000 allows, and that there is no
// other outline.
func TestOverviewHasEveryProvince(t *testing.T) {
	a := overview(t)
	if n := a.Net().NumGroups(); n != 34 || len(officialAreas) != 34 || !a.Net().Alone() || a.HasWards() {
		t.Fatalf("%d outlines", n)
	}
	for _, p := range a.Provinces() {
		land, found := a.ProvinceLand(p)
		if !found {
			t.Errorf("%s has no outline", p.FullName)
		}
		size, official := land.Size()/1e6, officialAreas[p.Code]
		if ratio := size / official; math.Abs(ratio-1) > 0.25 {
			t.Errorf("%s has %.0f km², officially %.0f", p.FullName, size, official)
		}
	}
}

// inside reports whether the outline of a land contains a point.
func inside(land boundary.Land, p geo.Point) bool {
	in := false
	for polygon := range land.Polygons(boundary.Country) {
		for ring := range polygon.Rings() {
			var last geo.Point
			first := true
			for f := range ring.Points() {
				q := f.Point()
				if !first && (last.Lat > p.Lat) != (q.Lat > p.Lat) && p.Lon < (q.Lon-last.Lon)*(p.Lat-last.Lat)/(q.Lat-last.Lat)+last.Lon {
					in = !in
				}
				last, first = q, false
			}
		}
	}
	return in
}

// TestOverviewDoesNotOverlap checks that no place has two provinces, and that
// Locate returns the one whose outline contains it.
func TestOverviewDoesNotOverlap(t *testing.T) {
	a := overview(t)
	provinces := a.Provinces()
	lands := make([]boundary.Land, len(provinces))
	for i, p := range provinces {
		lands[i], _ = a.ProvinceLand(p)
	}
	box := a.Net().Bounds()
	hits := 0
	for lat := box.South - 0.05; lat < box.North+0.1; lat += 0.0731 {
		for lon := box.West - 0.05; lon < box.East+0.1; lon += 0.0737 {
			at := geo.Point{Lat: lat, Lon: lon}
			var in []string
			for i, land := range lands {
				if inside(land, at) {
					in = append(in, provinces[i].Code)
				}
			}
			located, found := a.Locate(at)
			if len(in) > 1 || found != (len(in) == 1) || found && located.Province.Code != in[0] {
				t.Errorf("%v: in %v, located in %q", at, in, located.Province.Code)
			}
			hits += len(in)
		}
	}
	if hits < 3000 {
		t.Errorf("only %d places on land", hits)
	}
}

// TestOverviewHoldsTheIslands checks that Hoàng Sa lies in Đà Nẵng and Trường Sa
// in Khánh Hòa, and that both provinces reach that far.
func TestOverviewHoldsTheIslands(t *testing.T) {
	a := overview(t)
	for _, c := range []struct {
		name, code string
		least, box geo.Bounds // bounds that the province must contain, and bounds of the islands
	}{
		{"Hoàng Sa", "48", geo.Bounds{South: 15.8, North: 16.9, West: 111.3, East: 112.6}, geo.Bounds{South: 15.7, North: 17.2, West: 111, East: 113}},
		{"Trường Sa", "56", geo.Bounds{South: 8, North: 11.4, West: 112, East: 114.4}, geo.Bounds{South: 6.5, North: 12, West: 111.5, East: 117.5}},
	} {
		p, _ := a.Province(c.code)
		land, _ := a.ProvinceLand(p)
		if b := land.Bounds(); b.South > c.least.South || b.East < c.least.East || b.North < c.least.North {
			t.Errorf("%s: %s reaches no farther than %+v", c.name, p.FullName, b)
		}
		islands, drawn := 0, geo.NoBounds
		for polygon := range land.Polygons(boundary.Country) {
			for ring := range polygon.Rings() {
				var points []geo.Point
				for f := range ring.Points() {
					points = append(points, f.Point())
				}
				if b := geo.BoundsOf(points...); b.West >= c.box.West {
					islands++
					drawn = drawn.Union(b)
					if b.South < c.box.South || b.North > c.box.North || b.East > c.box.East {
						t.Errorf("%s: an island at %+v", c.name, b)
					}
				}
			}
		}
		if islands < 5 || drawn.South > c.least.South || drawn.North < c.least.North || drawn.West > c.least.West || drawn.East < c.least.East {
			t.Errorf("%s: %d islands within %+v", c.name, islands, drawn)
		}
	}
}
