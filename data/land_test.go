// SPDX-License-Identifier: MIT

package data_test

import (
	"testing"

	"roadsnap/data"
	"roadsnap/engine/boundary"
	"roadsnap/engine/coast"
	"roadsnap/engine/geo"
)

// abroad opens the embedded land abroad.
func abroad(t *testing.T) *boundary.Net {
	t.Helper()
	return division(t, "land", data.LandPack)
}

// TestLandAbroadIsSmall checks the size of the embedded land, and that it
// contains only the areas near, far and none.
func TestLandAbroadIsSmall(t *testing.T) {
	if n := len(data.LandPack); n > 300<<10 {
		t.Errorf("%d bytes", n)
	}
	net := abroad(t)
	if net.NumAreas() != 3 || !net.Alone() || net.Finest() != boundary.Country {
		t.Errorf("%d areas", net.NumAreas())
	}
	if b := net.Area(0).Bounds(); b.South < coast.Known.South || b.North > coast.Known.North || b.West < coast.Known.West || b.East > coast.Known.East {
		t.Errorf("the near land lies in %+v", b)
	}
}

// TestLandAbroadKnowsTheEarth checks places whose ground is well known.
func TestLandAbroadKnowsTheEarth(t *testing.T) {
	net := abroad(t)
	const sea, none = -1, 2
	for _, c := range []struct {
		name string
		at   geo.Point
		want int
	}{
		{"Vientiane", geo.Point{Lat: 17.97, Lon: 102.61}, 0},
		{"Hải Nam", geo.Point{Lat: 19.2, Lon: 109.8}, 0},
		{"Palawan", geo.Point{Lat: 9.8, Lon: 118.7}, 0},
		{"the middle of Biển Đông", geo.Point{Lat: 14, Lon: 112.5}, sea},
		{"Huế", geo.Point{Lat: 16.46, Lon: 107.59}, sea},
		{"Hà Nội", geo.Point{Lat: 21.03, Lon: 105.85}, sea},
		{"Trà Cổ", geo.Point{Lat: 21.48, Lon: 108.03}, none},
		{"Paris", geo.Point{Lat: 48.86, Lon: 2.35}, 1},
		{"Java", geo.Point{Lat: -7.2, Lon: 109.5}, 1},
		{"Tokyo", geo.Point{Lat: 35.9, Lon: 139.5}, 1},
		{"the Atlantic Ocean", geo.Point{Lat: 30, Lon: -40}, sea},
		{"the Pacific Ocean where Fiji's outline goes on", geo.Point{Lat: -16.6, Lon: -120}, sea},
		{"Chukotka, beyond the meridian of 180°", geo.Point{Lat: 66.5, Lon: -174}, 1},
		{"the south pole", geo.Point{Lat: -89, Lon: 60}, 1},
	} {
		got := sea
		if place, found := net.Locate(c.at); found {
			got = place.Area
		}
		if got != c.want {
			t.Errorf("%s: area %d, want %d", c.name, got, c.want)
		}
	}
}

// TestLandAbroadLeavesTheArchipelagosAlone checks that Hoàng Sa and Trường Sa are
// drawn only by the units' borders.
func TestLandAbroadLeavesTheArchipelagosAlone(t *testing.T) {
	net := abroad(t)
	for _, b := range []geo.Bounds{{South: 15.2, West: 110.5, North: 17.5, East: 113.5}, {South: 6.6, West: 111.2, North: 12.2, East: 116.5}} {
		net.Borders(boundary.Country, b.Fixed(), func(border boundary.Border) bool {
			for _, f := range border.Line {
				if p := f.Point(); b.Contains(p) {
					t.Errorf("a coast abroad at %v", p)
					return true
				}
			}
			return true
		})
	}
}

// TestNoSeaAlongTheLandFrontier follows the frontier of the overview, away from
// the coast, and checks both sides: within some kilometres there must be land, of
// the country or of another.
func TestNoSeaAlongTheLandFrontier(t *testing.T) {
	net, provinces := abroad(t), overview(t).Net()
	walked := 0
	provinces.Borders(boundary.Country, provinces.Bounds().Fixed(), func(b boundary.Border) bool {
		if b.Left.Found && b.Right.Found {
			return true
		}
		for _, f := range b.Line {
			p := f.Point()
			if p.Lon > 107.5 || p.Lat < 10.7 {
				continue // on the coast, or on the frontier near it
			}
			if metres, _ := net.Distance(p); metres > 6000 {
				continue // the coast, or the frontier deep under the country
			}
			if place, found := net.Locate(p); !found || place.Area != 0 {
				continue
			}
			walked++
			plane := geo.NewPlane(p)
			for dx := -2000.0; dx <= 2000; dx += 1000 {
				for dy := -2000.0; dy <= 2000; dy += 1000 {
					at := plane.Point(geo.XY{X: dx, Y: dy})
					_, away := net.Locate(at)
					if _, home := provinces.Locate(at); !away && !home {
						t.Errorf("the sea at %v, next to the frontier", at)
					}
				}
			}
		}
		return true
	})
	if walked < 100 {
		t.Errorf("only %d points of the frontier", walked)
	}
}
