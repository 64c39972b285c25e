// SPDX-License-Identifier: MIT

package basemap

import (
	"math"
	"slices"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/packtest"
)

func TestTierOf(t *testing.T) {
	for zoom, want := range map[int]int{-3: 0, 0: 0, 8: 0, 9: 1, 11: 1, 12: 2, 13: 2, 14: 3, 20: 3, 30: 3} {
		if got := tierOf(zoom); got != want {
			t.Errorf("tierOf(%d) = %d, want %d", zoom, got, want)
		}
	}
}

func TestPixel(t *testing.T) {
	// Web maps have 156,543 m per pixel at the equator at zoom 0.
	rule := tierRule{maxZoom: 0}
	got := rule.pixel() / 1e7 * geo.MetresPerDegree
	if math.Abs(got-156_543) > 200 { // they use the equatorial radius
		t.Errorf("a pixel is %.0f m at zoom 0", got)
	}
}

// TestTiersKeep checks the lowest zoom at which each kind is shown, for large
// features.
func TestTiersKeep(t *testing.T) {
	for kind, from := range map[Kind]int{
		BuiltUp: 0, Green: 0, Water: 0, Coastline: 0, Waterway: 0, Stream: 12, Railway: 9, RoadFerry: 9,
		RoadMotorway: 0, RoadTrunk: 0, RoadPrimary: 0, RoadSecondary: 9, RoadTertiary: 9,
		RoadUnclassified: 12, RoadResidential: 12, RoadPedestrian: 12, RoadService: 14, RoadTrack: 14, RoadPath: 14,
		PlaceCity: 0, PlaceTown: 0, PlaceIsland: 0, PlaceVillage: 9, PlaceSuburb: 9, PlaceQuarter: 12, PlaceHamlet: 12,
	} {
		part := metres(0, 0, 90_000, 90_000)
		switch {
		case kind.IsArea():
			part = square(0, 0, 90_000)
		case kind.IsPoint():
			part = metres(0, 0)
		}
		b := NewBuilder()
		mustAdd(t, b, Feature{Kind: kind}, part)
		m := packtest.Open(t, Open, b)
		for _, zoom := range []int{0, 8, 9, 11, 12, 13, 14, 20} {
			want := 0
			if zoom >= from {
				want = 1
			}
			if got := len(visited(m, zoom, world)); got != want {
				t.Errorf("%s at zoom %d: %d features, want %d", kind, zoom, got, want)
			}
		}
	}
}

func TestRampsAppearLaterThanTheirRoads(t *testing.T) {
	b := NewBuilder()
	mustAdd(t, b, Feature{Kind: RoadPrimary, Flags: Link}, metres(0, 0, 90_000, 0))
	m := packtest.Open(t, Open, b)
	for zoom, want := range map[int]int{8: 0, 9: 1, 14: 1} {
		if got := len(visited(m, zoom, world)); got != want {
			t.Errorf("zoom %d: %d features, want %d", zoom, got, want)
		}
	}
}

func TestSimplified(t *testing.T) {
	// 6 m off the straight line: a third of a pixel at zoom 13, a quarter of
	// that at zoom 11.
	bent := metres(0, 0, 500, 6, 1000, 0)
	b := NewBuilder()
	mustAdd(t, b, Feature{ID: 5, Kind: RoadPrimary}, bent)
	m := packtest.Open(t, Open, b)
	if got := only(t, m, 14).Part(0); !slices.Equal(got, bent) {
		t.Errorf("zoom 14: %v, want all of %v", got, bent)
	}
	for _, zoom := range []int{11, 13} {
		if got, want := only(t, m, zoom).Part(0), []geo.Fixed{bent[0], bent[2]}; !slices.Equal(got, want) {
			t.Errorf("zoom %d: %v, want %v", zoom, got, want)
		}
	}
}

func TestSimplifyKeepsWithinTolerance(t *testing.T) {
	// In the north a pixel spans fewer metres; the tolerance is in pixels.
	for _, lat := range []float64{0, 20, 60} {
		plane := geo.NewPlane(geo.Point{Lat: lat, Lon: 105})
		var line []geo.Fixed
		for i := range 500 {
			x := float64(i) * 20
			line = append(line, plane.Point(geo.XY{X: x, Y: 300 * math.Sin(x/700)}).Fixed())
		}
		for i := range tierRules {
			rule := &tierRules[i]
			if rule.full {
				continue
			}
			simple := simplifyLine(line, rule.pixel())
			if len(simple) >= len(line) || simple[0] != line[0] || simple[len(simple)-1] != line[len(line)-1] {
				t.Fatalf("tier %c at %v°: %d of %d points", rule.letter, lat, len(simple), len(line))
			}
			pixel := rule.pixel() / 1e7 * geo.MetresPerDegree * math.Cos(lat*math.Pi/180)
			if worst := farthest(plane, line, simple); worst > tolerance*pixel*1.02 {
				t.Errorf("tier %c at %v°: a point is %.1f m off, a pixel is %.1f m", rule.letter, lat, worst, pixel)
			}
			for _, p := range simple {
				if !slices.Contains(line, p) {
					t.Errorf("tier %c at %v°: %v is none of the points", rule.letter, lat, p)
				}
			}
		}
	}
}

// farthest returns the largest distance of the points from the line (metres).
func farthest(plane geo.Plane, points, line []geo.Fixed) float64 {
	worst := 0.0
	for _, p := range points {
		nearest := math.Inf(1)
		for i := 1; i < len(line); i++ {
			_, d2 := geo.Project(plane.XY(p.Point()), plane.XY(line[i-1].Point()), plane.XY(line[i].Point()))
			nearest = min(nearest, d2)
		}
		worst = max(worst, math.Sqrt(nearest))
	}
	return worst
}

func TestSpecksAreDropped(t *testing.T) {
	for _, c := range []struct {
		name  string
		kind  Kind
		parts [][]geo.Fixed
		want  [numTiers]int // parts that are left
	}{
		{"pond of 30 m", Water, [][]geo.Fixed{square(0, 0, 30)}, [numTiers]int{0, 0, 0, 1}},
		{"lake of 100 m", Water, [][]geo.Fixed{square(0, 0, 100)}, [numTiers]int{0, 0, 1, 1}},
		{"lake of 2 km", Water, [][]geo.Fixed{square(0, 0, 2000)}, [numTiers]int{1, 1, 1, 1}},
		{"with an island of 100 m", Water, [][]geo.Fixed{square(0, 0, 2000), square(500, 500, 100)}, [numTiers]int{1, 1, 2, 2}},
		{"road of 10 m", RoadPrimary, [][]geo.Fixed{metres(0, 0, 10, 0)}, [numTiers]int{0, 0, 0, 1}},
		{"road of 100 m", RoadPrimary, [][]geo.Fixed{metres(0, 0, 100, 0)}, [numTiers]int{0, 1, 1, 1}},
		{"road of 1 km", RoadPrimary, [][]geo.Fixed{metres(0, 0, 0, 1000)}, [numTiers]int{1, 1, 1, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := NewBuilder()
			mustAdd(t, b, Feature{Kind: c.kind}, c.parts...)
			m := packtest.Open(t, Open, b)
			for tier, zoom := range []int{8, 11, 13, 14} {
				parts := 0
				for _, f := range visited(m, zoom, world) {
					parts += f.NumParts()
				}
				if parts != c.want[tier] {
					t.Errorf("zoom %d: %d parts, want %d", zoom, parts, c.want[tier])
				}
			}
		})
	}
}

func TestShortPiecesOfALongRoadStay(t *testing.T) {
	b := NewBuilder()
	for i := range 200 {
		x := float64(i) * 30
		f := Feature{ID: int64(i + 1), Kind: RoadTrunk, Name: "Xa lộ Hà Nội", Ref: "QL52", Level: int8(i % 2)}
		part := metres(x, 0, x+30, 0)
		if i%3 == 0 {
			slices.Reverse(part)
		}
		mustAdd(t, b, f, part)
	}
	m := packtest.Open(t, Open, b)
	f := only(t, m, 8)
	if f.ID != 0 || f.Ref != "QL52" || f.Name != "" {
		t.Errorf("joined road %+v, want ref QL52 and neither id nor name", f)
	}
	if got, want := f.Box(), geo.FixedBoundsOf(metres(0, 0, 6000, 0)...); got != want || len(f.Part(0)) != 2 {
		t.Errorf("joined road is %v, want the ends of %v", f.Part(0), want)
	}
	joined := visited(m, 13, world)
	if len(joined) > 3 || joined[0].Name != "Xa lộ Hà Nội" {
		t.Errorf("zoom 13 has %d features, the first %+v; want a few with their name", len(joined), joined[0])
	}
}
