// SPDX-License-Identifier: MIT

package basemap

import (
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/packtest"
)

// TestDetailsComeFromZoom15 checks the tier of buildings and house numbers.
func TestDetailsComeFromZoom15(t *testing.T) {
	b := NewBuilder()
	mustAdd(t, b, Feature{ID: 1, Kind: Building, Name: "Chợ Bến Thành"}, square(0, 0, 40))
	mustAdd(t, b, Feature{ID: 2, Kind: HouseNumber, Name: "12", Ref: "Nguyễn Huệ"}, metres(20, 20))
	mustAdd(t, b, Feature{ID: 3, Kind: POIFuel}, metres(500, 20))
	m := packtest.Open(t, Open, b)
	for zoom, want := range map[int][]int64{9: nil, 13: nil, 14: {3}, 15: {3, 1, 2}, 19: {3, 1, 2}} {
		got := visited(m, zoom, world)
		if len(got) != len(want) {
			t.Errorf("zoom %d shows %v, want %v", zoom, got, want)
			continue
		}
		for _, f := range got {
			if f.Kind == HouseNumber && (f.Name != "12" || f.Ref != "Nguyễn Huệ") {
				t.Errorf("house number %+v", f)
			}
		}
	}
	if got, want := m.Bounds(), geo.FixedBoundsOf(metres(0, 0, 500, 40)...).Bounds(); got != want {
		t.Errorf("bounds %v, want %v", got, want)
	}
	seen := 0
	m.Visit(16, world, func(Feature) bool {
		seen++
		return false
	})
	if seen != 1 {
		t.Errorf("visited %d features after false, want 1", seen)
	}
}

// TestBuildingsAreSimplified checks that a step of 10 cm in a wall is left out, that one
// of 3 m is kept, and that a building of half a metre is left out.
func TestBuildingsAreSimplified(t *testing.T) {
	b := NewBuilder()
	mustAdd(t, b, Feature{Kind: Building}, metres(0, 0, 10, 0, 10, 0.1, 20, 0.1, 20, 10, 12, 10, 12, 7, 0, 7, 0, 0))
	mustAdd(t, b, Feature{Kind: Building}, square(100, 0, 0.5))
	f := only(t, packtest.Open(t, Open, b), 17)
	if got := len(f.Part(0)); got != 7 {
		t.Errorf("%d points, want 7: %v", got, f.Part(0))
	}
	if b.Len() != 1 {
		t.Errorf("%d features, want 1", b.Len())
	}
}

func TestEnglishNames(t *testing.T) {
	b := NewBuilder()
	mustAdd(t, b, Feature{ID: 1, Kind: POIMarket, Name: "Chợ Lớn", NameEn: "Cholon Market"}, metres(0, 0))
	mustAdd(t, b, Feature{ID: 2, Kind: POIMarket, Name: "Chợ Lớn"}, metres(9, 0))
	mustAdd(t, b, Feature{ID: 3, Kind: POICafe, Name: "Wayne's", NameEn: "Wayne's"}, metres(18, 0))
	for _, f := range visited(packtest.Open(t, Open, b), 16, world) {
		vi, en := f.NameIn(false), f.NameIn(true)
		switch f.ID {
		case 1:
			if vi != "Chợ Lớn" || en != "Cholon Market" {
				t.Errorf("names %q, %q", vi, en)
			}
		case 2:
			if vi != "Chợ Lớn" || en != "Chợ Lớn" {
				t.Errorf("names %q, %q", vi, en)
			}
		default:
			if vi != "Wayne's" || f.NameEn != "" {
				t.Errorf("names %q, %q", vi, f.NameEn)
			}
		}
	}
	if err := b.Add(Feature{Kind: POICafe, Name: "a\x00b"}, metres(0, 0)); err == nil {
		t.Error("a name with a zero byte was added")
	}
}
