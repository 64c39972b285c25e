// SPDX-License-Identifier: MIT

package geo_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"roadsnap/engine/geo"
)

// apart returns the distance between two positions in a plane (metres).
func apart(a, b geo.EN) float64 { return math.Hypot(a.Easting-b.Easting, a.Northing-b.Northing) }

// The positions are from PROJ 9.1 (cs2cs EPSG:4326 EPSG:32648 and so on), an
// independent implementation.
func TestUTMIsThatOfPROJ(t *testing.T) {
	for _, c := range []struct {
		name string
		at   geo.Point
		want geo.UTM
	}{
		{"Bến Thành", geo.Point{Lat: 10.77653, Lon: 106.70098}, geo.UTM{Zone: 48, North: true, EN: geo.EN{Easting: 685985.73757, Northing: 1191786.74498}}},
		{"Đà Nẵng, far from its meridian", geo.Point{Lat: 16.0544, Lon: 108.2022}, geo.UTM{Zone: 49, North: true, EN: geo.EN{Easting: 200638.64317, Northing: 1776975.28826}}},
		{"Paris", geo.Point{Lat: 48.8584, Lon: 2.2945}, geo.UTM{Zone: 31, North: true, EN: geo.EN{Easting: 448252.00138, Northing: 5411954.90995}}},
		{"Bergen, in the widened zone", geo.Point{Lat: 60.39, Lon: 5.32}, geo.UTM{Zone: 32, North: true, EN: geo.EN{Easting: 297230.22021, Northing: 6700510.17525}}},
		{"Sydney", geo.Point{Lat: -33.8568, Lon: 151.2153}, geo.UTM{Zone: 56, EN: geo.EN{Easting: 334900.56965, Northing: 6252288.75289}}},
		{"where a meridian crosses the equator", geo.Point{Lon: 3}, geo.UTM{Zone: 31, North: true, EN: geo.EN{Easting: 500000}}},
		{"the last zone", geo.Point{Lon: 179.9}, geo.UTM{Zone: 60, North: true, EN: geo.EN{Easting: 822836.19404}}},
	} {
		got, ok := geo.UTMOf(c.at)
		if !ok || got.Zone != c.want.Zone || got.North != c.want.North || apart(got.EN, c.want.EN) > 1e-4 {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
		if back := got.Point(); geo.Distance(back, c.at) > 1e-6 {
			t.Errorf("%s: back at %v, want %v", c.name, back, c.at)
		}
	}
}

func TestUTMZonesOfTheFarNorth(t *testing.T) {
	for _, c := range []struct {
		lat, lon float64
		zone     int
	}{
		{78, 5, 31}, {78, 8.9, 31}, {78, 9, 33}, {78, 20.9, 33}, {78, 21, 35}, {78, 33, 37}, {78, 41.9, 37}, {78, 42, 38},
		{60, 2.9, 31}, {60, 3, 32}, {64, 3, 31}, {0, 180, 60}, {0, -180, 1}, {71.9, 9, 32},
	} {
		if got, ok := geo.UTMOf(geo.Point{Lat: c.lat, Lon: c.lon}); !ok || got.Zone != c.zone {
			t.Errorf("%v, %v: zone %d, want %d", c.lat, c.lon, got.Zone, c.zone)
		}
	}
	for _, p := range []geo.Point{{Lat: 84.1}, {Lat: -80.1}, {Lat: math.NaN()}, {Lon: 181}} {
		if got, ok := geo.UTMOf(p); ok {
			t.Errorf("%v lies in %+v", p, got)
		}
	}
}

// The positions are from PROJ 9.1: EPSG:4756 by EPSG:6960, and the grids EPSG:5896,
// 5897, 5898 and 9210. For Bến Thành the operation must be given explicitly, because
// PROJ prefers the parameters of an oil company in the Mekong delta.
func TestVN2000IsThatOfPROJ(t *testing.T) {
	for _, c := range []struct {
		name     string
		at       geo.Point
		meridian float64
		want     geo.EN
	}{
		{"Hà Nội", geo.Point{Lat: 21.0285, Lon: 105.8542}, 105, geo.EN{Easting: 588591.94403, Northing: 2326345.31169}},
		{"Bến Thành on its city's meridian", geo.Point{Lat: 10.77653, Lon: 106.70098}, 105.75, geo.EN{Easting: 603806.137543, Northing: 1191901.404127}},
		{"Đà Nẵng", geo.Point{Lat: 16.0544, Lon: 108.2022}, 108, geo.EN{Easting: 521439.38028, Northing: 1775609.14801}},
		{"Điện Biên", geo.Point{Lat: 21.386, Lon: 103.023}, 102, geo.EN{Easting: 605882.54372, Northing: 2366027.55215}},
	} {
		grid := geo.VN2000Grid(c.meridian)
		got := grid.Project(geo.ToVN2000(c.at))
		if apart(got, c.want) > 1e-3 {
			t.Errorf("%s: %.4f, want %.4f", c.name, got, c.want)
		}
		if back := geo.FromVN2000(grid.Point(got)); geo.Distance(back, c.at) > 1e-2 {
			t.Errorf("%s: back at %v, want %v", c.name, back, c.at)
		}
	}
	for _, c := range []struct {
		at       geo.Point
		meridian float64
		want     geo.EN
	}{ // EPSG:3405 and 3406, the zones of six degrees
		{geo.Point{Lat: 21.0285, Lon: 105.8542}, 105, geo.EN{Easting: 588565.36378, Northing: 2325647.33830}},
		{geo.Point{Lat: 16.0544, Lon: 108.2022}, 111, geo.EN{Easting: 200445.16514, Northing: 1777091.27081}},
	} {
		got := geo.VN2000WideGrid(geo.VN2000WideMeridian(c.at.Lon)).Project(geo.ToVN2000(c.at))
		if geo.VN2000WideMeridian(c.at.Lon) != c.meridian || apart(got, c.want) > 1e-3 {
			t.Errorf("%v in a wide zone: %.4f, want %.4f", c.at, got, c.want)
		}
	}
	for _, c := range []struct{ at, want geo.Point }{
		{geo.Point{Lat: 10.77653, Lon: 106.70098}, geo.Point{Lat: 10.777548499333, Lon: 106.699193766588}},
		{geo.Point{Lat: 21.0285, Lon: 105.8542}, geo.Point{Lat: 21.02948598889, Lon: 105.85231734678}},
	} {
		if got := geo.ToVN2000(c.at); geo.Distance(got, c.want) > 1e-4 {
			t.Errorf("%v: %.11f, want %.11f", c.at, got, c.want)
		}
	}
}

func TestShiftOfVN2000IsAboutTwoHundredMetresAndComesBack(t *testing.T) {
	for lat := 8.0; lat <= 23.5; lat += 0.5 {
		for lon := 102.0; lon <= 115; lon += 0.5 {
			p := geo.Point{Lat: lat, Lon: lon}
			shifted := geo.ToVN2000(p)
			if d := geo.Distance(p, shifted); d < 150 || d > 250 {
				t.Errorf("%v: shifted by %.1f m", p, d)
			}
			// Ignoring the heights causes an error of the height times the angle between
			// the two normals, 200 m in some 6000 km.
			if d := geo.Distance(p, geo.FromVN2000(shifted)); d > 1e-2 {
				t.Errorf("%v: comes back %.6f m away", p, d)
			}
		}
	}
}

// TestShiftOfVN2000IsThatOfTheDecision computes the shift independently: with the
// parameters as published for the method "coordinate frame rotation" (EPSG:6960), exact
// rotations by sines and cosines, and the latitude by iteration.
func TestShiftOfVN2000IsThatOfTheDecision(t *testing.T) {
	const a, f = 6378137.0, 1 / 298.257223563
	const e2 = f * (2 - f)
	radians := func(seconds float64) float64 { return seconds / 3600 * math.Pi / 180 }
	sx, cx := math.Sincos(radians(-0.00928836))
	sy, cy := math.Sincos(radians(0.01975479))
	sz, cz := math.Sincos(radians(-0.00427372))
	fromVN2000 := func(p geo.Point) geo.Point {
		sinLat, cosLat := math.Sincos(p.Lat * math.Pi / 180)
		sinLon, cosLon := math.Sincos(p.Lon * math.Pi / 180)
		n := a / math.Sqrt(1-e2*sinLat*sinLat)
		x, y, z := n*cosLat*cosLon, n*cosLat*sinLon, n*(1-e2)*sinLat
		// The frame is rotated around x, then y, then z; a position in it rotates in
		// the opposite direction.
		y, z = cx*y+sx*z, -sx*y+cx*z
		x, z = cy*x-sy*z, sy*x+cy*z
		x, y = cz*x+sz*y, -sz*x+cz*y
		x, y, z = -191.90441429+x*(1+0.252906278e-6), -39.30318279+y*(1+0.252906278e-6), -111.45032835+z*(1+0.252906278e-6)
		r := math.Hypot(x, y)
		lat := math.Atan2(z, r*(1-e2))
		for range 20 {
			sin := math.Sin(lat)
			lat = math.Atan2(z+e2*a/math.Sqrt(1-e2*sin*sin)*sin, r)
		}
		return geo.Point{Lat: lat * 180 / math.Pi, Lon: math.Atan2(y, x) * 180 / math.Pi}
	}
	for lat := 7.0; lat <= 24; lat++ {
		for lon := 101.0; lon <= 118; lon++ {
			p := geo.Point{Lat: lat, Lon: lon}
			if d := geo.Distance(geo.FromVN2000(p), fromVN2000(p)); d > 1e-4 {
				t.Errorf("%v: %.5f m from where the decision has it", p, d)
			}
			// The round trip loses the height, see the test above.
			if d := geo.Distance(fromVN2000(geo.ToVN2000(p)), p); d > 1e-2 {
				t.Errorf("%v: comes back %.5f m away", p, d)
			}
		}
	}
}

func TestMeridianOfALongitudeIsTheNearestOfThreeDegrees(t *testing.T) {
	for lon, want := range map[float64]float64{103.4: 102, 103.5: 105, 105.8: 105, 106.49: 105, 106.5: 108, 108: 108, 109.6: 111, 111.92: 111} {
		if got := geo.VN2000Meridian(lon); got != want {
			t.Errorf("%v: %v, want %v", lon, got, want)
		}
	}
}

// A conformal projection preserves angles, and one with the scale k0 scales lengths
// along its meridian by k0. Both checks are independent of the series.
func TestTransverseMercatorKeepsAnglesAndItsMeridian(t *testing.T) {
	grid := geo.TransverseMercator{Meridian: 105, Scale: 0.9999}
	const step = 1e-4 // degrees
	for lat := -84.0; lat <= 84; lat += 7 {
		for lon := 95.0; lon <= 115; lon += 2.5 {
			at := func(dLat, dLon float64) geo.EN { return grid.Project(geo.Point{Lat: lat + dLat, Lon: lon + dLon}) }
			n, s, e, w := at(step, 0), at(-step, 0), at(0, step), at(0, -step)
			nx, ny := n.Easting-s.Easting, n.Northing-s.Northing
			ex, ey := e.Easting-w.Easting, e.Northing-w.Northing
			if cos := (nx*ex + ny*ey) / math.Hypot(nx, ny) / math.Hypot(ex, ey); math.Abs(cos) > 1e-6 {
				t.Errorf("%v, %v: north and east meet at a cosine of %g", lat, lon, cos)
			}
		}
	}
	// A quarter of a meridian of WGS 84 is 10 001 965.7293 m long.
	if got := grid.Project(geo.Point{Lat: 90, Lon: 105}).Northing / 0.9999; math.Abs(got-10_001_965.7293) > 1e-3 {
		t.Errorf("the pole lies %.4f m from the equator", got)
	}
}

func TestAnyPointComesBackFromAnyGrid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := geo.Point{Lat: rapid.Float64Range(-80, 84).Draw(t, "lat"), Lon: rapid.Float64Range(-180, 180).Draw(t, "lon")}
		u, ok := geo.UTMOf(p)
		if d := geo.Distance(p, u.Point()); !ok || d > 1e-4 {
			t.Fatalf("%v: UTM %+v comes back %g m away", p, u, d)
		}
		v := geo.Point{Lat: rapid.Float64Range(5, 24).Draw(t, "lat in Vietnam"), Lon: rapid.Float64Range(101, 118).Draw(t, "lon in Vietnam")}
		grid := geo.VN2000Grid(rapid.SampledFrom(geo.VN2000Meridians()).Draw(t, "meridian"))
		if d := geo.Distance(v, geo.FromVN2000(grid.Point(grid.Project(geo.ToVN2000(v))))); d > 1e-2 {
			t.Fatalf("%v: VN-2000 comes back %g m away", v, d)
		}
	})
}

func TestProjectionComesBack(t *testing.T) {
	grid := geo.TransverseMercator{Meridian: 105, Scale: 0.9996, FalseEasting: 500_000}
	for lat := -89.0; lat <= 89; lat += 1.7 {
		for lon := 85.0; lon <= 125; lon += 1.3 {
			p := geo.Point{Lat: lat, Lon: lon}
			if d := geo.Distance(p, grid.Point(grid.Project(p))); d > 1e-5 {
				t.Errorf("%v: comes back %g m away", p, d)
			}
		}
	}
}

func TestAreaOfKnownShapes(t *testing.T) {
	const perDegree = geo.MetresPerDegree
	octant := geo.EarthRadius * geo.EarthRadius * math.Pi / 2
	for _, c := range []struct {
		name string
		ring []geo.Point
		want float64
	}{
		{"nothing", nil, 0},
		{"a line", []geo.Point{{Lat: 1}, {Lat: 2}}, 0},
		{"an eighth of the Earth", []geo.Point{{}, {Lon: 90}, {Lat: 90, Lon: 90}, {Lat: 90}}, octant},
		{"a square of 111 m on the equator", []geo.Point{{}, {Lon: 1e-3}, {Lat: 1e-3, Lon: 1e-3}, {Lat: 1e-3}}, perDegree * perDegree * 1e-6},
		{"the same, the other way round", []geo.Point{{}, {Lat: 1e-3}, {Lat: 1e-3, Lon: 1e-3}, {Lon: 1e-3}}, perDegree * perDegree * 1e-6},
		{"a square of 1 m far from the equator", []geo.Point{{Lat: 60, Lon: 105}, {Lat: 60, Lon: 105 + 2e-5}, {Lat: 60 + 1e-5, Lon: 105 + 2e-5}, {Lat: 60 + 1e-5, Lon: 105}}, perDegree * perDegree * 1e-10},
	} {
		if got := geo.Area(c.ring); math.Abs(got-c.want) > 1e-6*c.want {
			t.Errorf("%s: %g m², want %g", c.name, got, c.want)
		}
	}
}
