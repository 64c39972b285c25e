// SPDX-License-Identifier: MIT

package osmimport

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/paulmach/orb/planar"

	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
)

func TestSiteOf(t *testing.T) {
	for tags, want := range map[string]basemap.Feature{
		"amenity=fuel brand=Petrolimex":                           {Kind: basemap.POIFuel},
		"amenity=hospital name=Bệnh+viện+Chợ+Rẫy name:en=Cho+Ray": {Kind: basemap.POIHospital, Name: "Bệnh viện Chợ Rẫy", NameEn: "Cho Ray"},
		"amenity=parking access=private":                          {},
		"amenity=parking":                                         {Kind: basemap.POIParking},
		"amenity=place_of_worship religion=buddhist":              {Kind: basemap.POIPagoda},
		"amenity=place_of_worship religion=christian name=Đức+Bà": {Kind: basemap.POIChurch, Name: "Đức Bà"},
		"amenity=place_of_worship religion=caodaism":              {Kind: basemap.POITemple},
		"amenity=place_of_worship name=Chùa+Vĩnh+Nghiêm":          {Kind: basemap.POIPagoda, Name: "Chùa Vĩnh Nghiêm"},
		"amenity=place_of_worship name=Đình+Bình+Hòa":             {Kind: basemap.POITemple, Name: "Đình Bình Hòa"},
		"amenity=bank name=ធនាគារ name:en=Acleda":                 {Kind: basemap.POIBank, Name: "Acleda", NameEn: "Acleda"},
		"amenity=bank name=ធនាគារ":                                {Kind: basemap.POIBank, Name: "ធនាគារ"},
		"amenity=bench":                                           {},
		"amenity=restaurant":                                      {},
		"shop=bakery name=Như+Lan":                                {Kind: basemap.POIShop, Name: "Như Lan"},
		"shop=bakery":                                             {},
		"shop=vacant name=Trống":                                  {},
		"shop=tyres name=Vá+vỏ":                                   {Kind: basemap.POIRepair, Name: "Vá vỏ"},
		"tourism=hotel name=Rex amenity=bench":                    {Kind: basemap.POIHotel, Name: "Rex"},
		"landuse=industrial name=KCN+Tân+Tạo":                     {Kind: basemap.POIIndustrial, Name: "KCN Tân Tạo"},
		"landuse=industrial":                                      {},
		"building=yes name=Bitexco":                               {Kind: basemap.POIBuilding, Name: "Bitexco"},
		"building=yes":                                            {},
		"building=no name=Sân":                                    {},
		"building=hospital amenity=pharmacy":                      {Kind: basemap.POIPharmacy},
		"highway=bus_stop":                                        {Kind: basemap.POIBusStop},
		"highway=crossing":                                        {},
		"barrier=toll_booth name:en=Toll":                         {Kind: basemap.POIToll, Name: "Toll", NameEn: "Toll"},
		"barrier=gate":                                            {},
		"natural=tree name=Cây+đa":                                {},
		"power=tower":                                             {},
	} {
		got, found := siteOf(tagged(tags))
		if found != want.Kind.Valid() || got.Kind != want.Kind || got.Name != want.Name || got.NameEn != want.NameEn {
			t.Errorf("%s: %+v, want %+v", tags, got, want)
		}
	}
}

// TestSiteKeys checks that each key of the table is tried.
func TestSiteKeys(t *testing.T) {
	for key := range siteKinds {
		if !slices.Contains(siteKeys, key) {
			t.Errorf("key %q is never tried", key)
		}
	}
	if len(siteKeys) != len(siteKinds) {
		t.Errorf("%d keys are tried, %d have values", len(siteKeys), len(siteKinds))
	}
}

func TestHouseOf(t *testing.T) {
	for tags, want := range map[string][2]string{
		"addr:housenumber=12 addr:street=Nguyễn+Huệ":       {"12", "Nguyễn Huệ"},
		"addr:housenumber=+12/3A+ addr:place=Ấp+Bắc":       {"12/3A", "Ấp Bắc"},
		"addr:street=Nguyễn+Huệ":                           {"", ""},
		"addr:housenumber=see+the+note+at+the+left+of+us.": {"", ""},
	} {
		number, street := houseOf(tagged(tags))
		if [2]string{number, street} != want {
			t.Errorf("%s: %q, %q", tags, number, street)
		}
	}
}

// town has buildings, points of interest and house numbers in all forms.
func town() fixture {
	at := func(id int64, x, y float64, tags string) fixtureNode {
		return fixtureNode{id: id, lat: 10 + y/1000, lon: 106 + x/1000, tags: tags}
	}
	return fixture{
		nodes: []fixtureNode{
			at(1, 0, 0, ""), at(2, 1, 0, ""), at(3, 1, 1, ""), at(4, 0, 1, ""),
			at(11, 3, 0, ""), at(12, 4, 0, ""), at(13, 4, 1, ""), at(14, 3, 1, ""),
			at(21, 6, 0, ""), at(22, 9, 0, ""), at(23, 9, 3, ""), at(24, 6, 3, ""),
			at(31, 7, 1, ""), at(32, 8, 1, ""), at(33, 8, 2, ""), at(34, 7, 2, ""),
			at(50, 2, 2, "shop=books name=Fahasa addr:housenumber=40 addr:street=Nguyễn+Huệ"),
			at(51, 2, 3, "addr:housenumber=42 addr:street=Nguyễn+Huệ"),
			{id: 52, lat: 10.004, lon: 106, version: 1, tags: "amenity=cafe name=Cũ"},
			{id: 52, lat: 10.004, lon: 106, version: 2, tags: "amenity=bank name=Mới"},
		},
		ways: []fixtureWay{
			{id: 100, refs: []int64{1, 2, 3, 4, 1}, tags: "building=yes"},
			{id: 101, refs: []int64{11, 12, 13, 14, 11}, tags: "building=school amenity=school name=Lê+Hồng+Phong addr:housenumber=235", version: 2},
			{id: 101, refs: []int64{11, 12, 13, 14, 11}, tags: "building=yes amenity=school name=Petrus+Ký", version: 1},
			{id: 102, refs: []int64{21, 22, 23, 24, 21}},
			{id: 103, refs: []int64{31, 32, 33, 34, 31}},
			{id: 104, refs: []int64{1, 2, 3, 4, 1}, tags: "leisure=park name=Tao+Đàn"},
			{id: 105, refs: []int64{1, 2, 3}, tags: "highway=primary name=Lê+Duẩn name:en=Le+Duan"},
			{id: 106, refs: []int64{1, 2, 3, 999, 1}, tags: "building=yes name=Nửa+nhà"},
		},
		relations: []fixtureRelation{
			{id: 200, tags: "type=multipolygon building=yes amenity=hospital name=Chợ+Rẫy", members: "outer:w102 inner:w103"},
		},
	}
}

// TestTown imports buildings, points of interest and house numbers of nodes, ways and
// relations.
func TestTown(t *testing.T) {
	for name, data := range forms(town()) {
		r := importBytes(t, data)
		var got []string
		r.basemap.Visit(17, geo.Bounds{South: -90, West: -180, North: 90, East: 180}.Fixed(), func(f basemap.Feature) bool {
			p := f.Part(0)[0].Point()
			what := fmt.Sprintf("%d %s %q %q %q", f.ID, f.Kind, f.Name, f.NameEn, f.Ref)
			if f.Kind.IsPoint() {
				what += fmt.Sprintf(" %.4f %.4f", p.Lat, p.Lon)
			}
			got = append(got, what)
			return true
		})
		slices.Sort(got)
		want := []string{
			`0 building "" "" ""`, `0 building "" "" ""`, `0 building "" "" ""`,
			`101 house_number "235" "" "" 10.0005 106.0035`,
			`101 poi_school "Lê Hồng Phong" "" "" 10.0005 106.0035`,
			`104 green "Tao Đàn" "" ""`,
			`105 road_primary "Lê Duẩn" "Le Duan" ""`,
			`200 poi_hospital "Chợ Rẫy" "" "" 10.0015 106.0075`,
			`50 house_number "40" "" "Nguyễn Huệ" 10.0020 106.0020`,
			`50 poi_shop "Fahasa" "" "" 10.0020 106.0020`,
			`51 house_number "42" "" "Nguyễn Huệ" 10.0030 106.0020`,
			`52 poi_bank "Mới" "" "" 10.0040 106.0000`,
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s:\n%q, want\n%q", name, got, want)
		}
		if p := r.report; p.Buildings != 3 || p.POIs != 4 || p.HouseNumbers != 3 || p.IncompleteAreas != 1 {
			t.Errorf("%s: %d buildings, %d points of interest, %d house numbers, %d incomplete areas, want 3, 4, 3, 1",
				name, p.Buildings, p.POIs, p.HouseNumbers, p.IncompleteAreas)
		}
	}
}

// TestLabelPoint checks that the point lies inside rings of any shape.
func TestLabelPoint(t *testing.T) {
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(seed, 5))
		var ring []geo.Fixed
		n := 3 + rng.IntN(12)
		for i := range n { // a star around a corner: never crosses itself
			r := 100 + rng.Float64()*10000
			p := geo.XY{X: r * math.Cos(2*math.Pi*float64(i)/float64(n)), Y: r * math.Sin(2*math.Pi*float64(i)/float64(n))}
			ring = append(ring, geo.NewPlane(geo.Point{Lat: 10, Lon: 106}).Point(p).Fixed())
		}
		ring = append(ring, ring[0])
		at := labelPoint(ring)
		if !planar.RingContains(toOrb(ring), toOrb([]geo.Fixed{at})[0]) {
			t.Errorf("seed %d: %v is not in %v", seed, at, ring)
		}
	}
	flat := []geo.Fixed{{Lat: 5, Lon: 5}, {Lat: 5, Lon: 9}, {Lat: 5, Lon: 7}, {Lat: 5, Lon: 5}}
	if at := labelPoint(flat); at != flat[0] {
		t.Errorf("a ring without area gives %v", at)
	}
}

// TestStraySites checks that a point of interest and a building far away do not enlarge
// the box of the map, unless it has nothing else.
func TestStraySites(t *testing.T) {
	f := town()
	want := importBytes(t, f.pbf(pbfStyle{})).report.Bounds
	far := fixture{
		nodes: []fixtureNode{{id: 60, lat: 20, lon: 100, tags: "amenity=fuel"},
			{id: 61, lat: 21, lon: 101}, {id: 62, lat: 21, lon: 101.001}, {id: 63, lat: 21.001, lon: 101}},
		ways: []fixtureWay{{id: 110, refs: []int64{61, 62, 63, 61}, tags: "building=yes"}},
	}
	f.nodes, f.ways = append(f.nodes, far.nodes...), append(f.ways, far.ways...)
	if got := importBytes(t, f.pbf(pbfStyle{})).report.Bounds; got != want {
		t.Errorf("bounds %v, want %v", got, want)
	}
	if got, want := importBytes(t, far.pbf(pbfStyle{})).report.Bounds, (geo.Bounds{South: 20, West: 100, North: 21.001, East: 101.001}); got != want {
		t.Errorf("bounds of sites alone %v, want %v", got, want)
	}
}
