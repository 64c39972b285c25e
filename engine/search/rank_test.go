// SPDX-License-Identifier: MIT

package search

import (
	"slices"
	"testing"

	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/engine/internal/packtest"
)

// TestLandmarkWithoutItsKind finds the airport by its name alone, also with the older spelling of
// the name, before a market of that name that is nearer.
func TestLandmarkWithoutItsKind(t *testing.T) {
	var b Builder
	point := func(id int64, k basemap.Kind, name, en string, x, y float64) {
		b.Add(basemap.Feature{ID: id, Kind: k, Name: name, NameEn: en}, at(x, y))
	}
	point(1, basemap.POIAirport, "Sân bay Quốc tế Tân Sơn Nhất", "Tan Son Nhat International Airport", -4900, 5200)
	point(2, basemap.POIMarket, "Chợ Tân Sơn Nhất", "", -2400, 4300)
	point(3, basemap.POIHotel, "Khách sạn Tân Sơn Nhất", "", -3000, 3400)
	point(4, basemap.POIIndustrial, "KCN Dệt May Bình An", "", 13000, 13000)
	point(5, basemap.BuiltUp, "KCN Dệt May Bình An", "", 13000, 13010)
	point(6, basemap.POIMarket, "Chợ Bến Thành", "Ben Thanh Market", -100, 200)
	point(7, basemap.POIHospital, "Bệnh viện Đa khoa Thống Nhất", "", -5000, 2000)
	x := packtest.Open(t, Open, &b)
	near := at(0, 0)[0].Point()
	for text, want := range map[string][]int64{
		"tan son nhat": {1, 2}, "tân sơn nhất": {1, 2}, "tan son nhut": {1, 2}, "san bay tan son nhat": {1},
		"cho tan son nhat": {2}, "khach san tan son nhat": {3}, "thong nhat": {7}, "ben thanh": {6}, "ben thanh markt": {6},
		"khu cong nghiep tan binh": nil, // another park has these letters, in another order
		"kcn binh an":              {4}, "khu cong nghiep binh ann": {4},
	} {
		var got []int64
		for _, m := range x.Find(Query{Text: text, Near: near, HasNear: true, Limit: 5}) {
			got = append(got, m.ID)
		}
		if len(got) < len(want) || !slices.Equal(got[:len(want)], want) || want == nil && len(got) > 0 {
			t.Errorf("%q finds %v, want %v first", text, got, want)
		}
	}
}

// TestKnownWordIsTwoWords finds names with a space that the text lacks, although other names have the
// word without it.
func TestKnownWordIsTwoWords(t *testing.T) {
	var b Builder
	b.Add(basemap.Feature{ID: 1, Kind: basemap.RoadPrimary, Name: "Cầu Sài Gòn"}, at(0, 0, 900, 0))
	b.Add(basemap.Feature{ID: 2, Kind: basemap.POIHotel, Name: "Saigon Tower"}, at(50, 0))
	b.Add(basemap.Feature{ID: 3, Kind: basemap.RoadPrimary, Name: "Xa lộ Hà Nội"}, at(0, 0, 900, 0))
	b.Add(basemap.Feature{ID: 4, Kind: basemap.POIHotel, Name: "Hanoi Hotel"}, at(50, 0))
	x := packtest.Open(t, Open, &b)
	for text, want := range map[string]int64{"cau saigon": 1, "saigon tower": 2, "xa lo hanoi": 3, "hanoi": 4} {
		if got := x.Find(Query{Text: text, Limit: 5}); len(got) == 0 || got[0].ID != want {
			t.Errorf("%q finds %+v, want %d first", text, got, want)
		}
	}
}

// TestExact finds no names with a typing error.
func TestExact(t *testing.T) {
	x := packtest.Open(t, Open, city())
	for text, want := range map[string]bool{"le loi": true, "nguyen heu": false, "12 nguyen heu": false} {
		if got := x.Find(Query{Text: text, Limit: 5, Exact: true}); (len(got) > 0) != want {
			t.Errorf("%q finds %q", text, names(got))
		}
	}
}

// TestLongestPartFirst finds the longest part of a numbered road first, even if another part is nearer.
func TestLongestPartFirst(t *testing.T) {
	var b Builder
	road := func(id int64, ref string, xy ...float64) {
		b.Add(basemap.Feature{ID: id, Kind: basemap.RoadTrunk, Ref: ref}, at(xy...))
	}
	road(1, "QL1A", 0, 0, 900, 0)
	road(2, "QL.1A", 12000, 0, 40000, 9000)
	road(3, "QL1A", 500_000, 0, 590_000, 0) // another road, in another part of the country
	road(4, "QL13", 100, 0, 100, 3000)
	x := packtest.Open(t, Open, &b)
	for _, text := range []string{"QL1A", "ql 1a", "quoc lo 1a"} {
		got := x.Find(Query{Text: text, Near: at(0, 100)[0].Point(), HasNear: true, Limit: 5})
		if len(got) < 3 || got[0].ID != 2 || got[1].ID != 1 || got[2].ID != 3 || got[0].Score < got[1].Score {
			t.Errorf("%q finds %+v, want the long part, the near one and the far one", text, got)
		}
	}
}

// TestNearestPointOfAStreet ranks a long street by its nearest point, not by its middle.
func TestNearestPointOfAStreet(t *testing.T) {
	var b Builder
	b.Add(basemap.Feature{ID: 1, Kind: basemap.RoadSecondary, Name: "Lê Lợi"}, at(0, 0, 0, 30_000))
	b.Add(basemap.Feature{ID: 2, Kind: basemap.RoadSecondary, Name: "Lê Lợi"}, at(6000, 0, 6000, 1000))
	x := packtest.Open(t, Open, &b)
	got := x.Find(Query{Text: "le loi", Near: at(100, 0)[0].Point(), HasNear: true, Limit: 5})
	if len(got) != 2 || got[0].ID != 1 {
		t.Errorf("found %+v, want the street that begins here", got)
	}
}

// TestStreetsAreWithinTheirReach checks the bound by which entries are left out of an area.
func TestStreetsAreWithinTheirReach(t *testing.T) {
	var b Builder
	line := func(name, ref string, xy ...float64) {
		b.Add(basemap.Feature{ID: 1, Kind: basemap.RoadSecondary, Name: name, Ref: ref}, at(xy...))
	}
	for i := range 40 {
		x := float64(i) * 1100
		line("Dài", "", x, 0, x+10, 0) // pieces with the widest gaps
		line("", "QL5", 11*x, 9000, 11*x+50, 9000)
	}
	line("Thẳng", "", 0, 500, 90_000, 60_000)
	line("Ngắn", "", 0, 700, 5, 700)
	x := packtest.Open(t, Open, &b)
	for i := range x.Len() {
		e, points := x.entries.At(i), x.pointsOf(i)
		for _, p := range points {
			if box := geo.FixedBoundsOf(p); !e.mayReach(&box, uint32(len(points))) {
				t.Errorf("%q: a point %v of %d is out of reach of %+v", x.Entry(i).Name, p, len(points), e)
			}
		}
		far := geo.FixedBoundsOf(geo.Fixed{Lat: e.Lat + 900_000_000})
		if e.mayReach(&far, uint32(len(points))) && len(points) < maxPoints/2 {
			t.Errorf("%q reaches a pole", x.Entry(i).Name)
		}
	}
}
