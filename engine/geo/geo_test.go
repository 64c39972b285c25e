// SPDX-License-Identifier: MIT

package geo

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// anyPoint draws points of the whole Earth, poles and antimeridian included.
func anyPoint(t *rapid.T, label string) Point {
	return Point{
		Lat: rapid.Float64Range(-90, 90).Draw(t, label+" lat"),
		Lon: rapid.Float64Range(-180, 180).Draw(t, label+" lon"),
	}
}

// destination returns the point at the given distance (metres) and bearing (degrees
// clockwise from north) from p, on the sphere. It is the inverse of Distance and
// Bearing, by an independent formula.
func destination(p Point, bearing, metres float64) Point {
	const rad = math.Pi / 180
	d, lat := metres/EarthRadius, p.Lat*rad
	sinLat := math.Sin(lat)*math.Cos(d) + math.Cos(lat)*math.Sin(d)*math.Cos(bearing*rad)
	dLon := math.Atan2(math.Sin(bearing*rad)*math.Sin(d)*math.Cos(lat), math.Cos(d)-math.Sin(lat)*sinLat)
	return Point{Lat: math.Asin(min(max(sinLat, -1), 1)) / rad, Lon: p.Lon + dLon/rad}
}

func TestPointValid(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	tests := []struct {
		name string
		p    Point
		want bool
	}{
		{"Hà Nội", Point{21.0285, 105.8542}, true},
		{"null island", Point{0, 0}, true},
		{"north-east corner", Point{90, 180}, true},
		{"south-west corner", Point{-90, -180}, true},
		{"past the pole", Point{math.Nextafter(90, 91), 0}, false},
		{"past the antimeridian", Point{0, math.Nextafter(-180, -181)}, false},
		{"latitude and longitude swapped", Point{105.8542, 21.0285}, false},
		{"no latitude", Point{nan, 0}, false},
		{"no longitude", Point{0, nan}, false},
		{"infinite", Point{-inf, inf}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.p.Valid(); got != tt.want {
				t.Errorf("Valid() = %v, want %v", got, tt.want)
			}
		})
	}
}

func TestFixed(t *testing.T) {
	tests := []struct {
		name string
		p    Point
		want Fixed
	}{
		{"exact", Point{10.7769, 106.7009}, Fixed{107769000, 1067009000}},
		{"rounded up", Point{0.00000006, 0.00000019}, Fixed{1, 2}},
		{"rounded down", Point{0.00000004, 0.00000011}, Fixed{0, 1}},
		{"rounded away from zero", Point{-0.00000006, -0.00000019}, Fixed{-1, -2}},
		{"corner", Point{-90, 180}, Fixed{-900000000, 1800000000}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.p.Fixed(); got != tt.want {
				t.Errorf("Fixed() = %v, want %v", got, tt.want)
			}
		})
	}
}

func TestFixedRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := Fixed{Lat: rapid.Int32Range(-9e8, 9e8).Draw(t, "lat"), Lon: rapid.Int32Range(-18e8, 18e8).Draw(t, "lon")}
		if got := f.Point().Fixed(); got != f {
			t.Fatalf("%v became %v", f, got)
		}
		p := anyPoint(t, "p")
		q := p.Fixed().Point()
		const half = 0.5e-7 * (1 + 1e-6)
		if math.Abs(p.Lat-q.Lat) > half || math.Abs(p.Lon-q.Lon) > half {
			t.Fatalf("%v became %v", p, q)
		}
	})
}

// TestDistanceOnTheEllipsoid compares with arcs of known length on WGS 84 (NIMA
// TR8350.2; that of the meridian from its radius of curvature).
func TestDistanceOnTheEllipsoid(t *testing.T) {
	tests := []struct {
		name   string
		a, b   Point
		metres float64
	}{
		{"a degree of the equator", Point{0, 105}, Point{0, 106}, 111319.491},
		{"a degree of meridian at the equator", Point{0, 105}, Point{1, 105}, 110574.389},
		{"a degree of meridian at the pole", Point{89, 0}, Point{90, 0}, 111693.865},
		{"pole to pole", Point{-90, 0}, Point{90, 0}, 20003931.459},
	}
	const limit = 0.0057
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Distance(tt.a, tt.b)
			if off := math.Abs(got/tt.metres - 1); off > limit {
				t.Errorf("%.1f m, on the ellipsoid %.1f m: off by %.3f %%", got, tt.metres, 100*off)
			}
		})
	}
}

func TestDistance(t *testing.T) {
	half := math.Pi * EarthRadius
	tests := []struct {
		name string
		a, b Point
		want float64
	}{
		{"nothing", Point{10, 106}, Point{10, 106}, 0},
		{"a degree north", Point{10, 106}, Point{11, 106}, MetresPerDegree},
		{"across the antimeridian", Point{0, 179.5}, Point{0, -179.5}, MetresPerDegree},
		{"over the pole", Point{89.5, 0}, Point{89.5, 180}, MetresPerDegree},
		{"round half the Earth", Point{0, 0}, Point{0, 180}, half},
		{"to the antipode", Point{37, 20}, Point{-37, -160}, half},
		{"a centimetre", Point{10, 106}, Point{10 + 1e-7, 106}, MetresPerDegree * 1e-7},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Distance(tt.a, tt.b); math.Abs(got-tt.want) > 1e-6*max(tt.want, 1e-4) {
				t.Errorf("Distance = %v m, want %v", got, tt.want)
			}
		})
	}
}

// TestShortDistancesAreThoseOfTheFormula compares the series with the formula, up to
// slightly beyond shortAngle.
func TestShortDistancesAreThoseOfTheFormula(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := anyPoint(t, "a")
		// Differences of all magnitudes, from less than a millimetre to 130 km.
		apart := func(label string) float64 {
			return math.Pow(10, rapid.Float64Range(-9, 0.1).Draw(t, label)) * float64(rapid.IntRange(-1, 1).Draw(t, label+" way"))
		}
		b := Point{Lat: min(max(a.Lat+apart("lat"), -90), 90), Lon: a.Lon + apart("lon")}
		got, want := Distance(a, b), haversine(a, b)
		// Equal to the last digits, and to a nanometre at the poles.
		if !(math.Abs(got-want) <= 1e-13*want+1e-9) {
			t.Fatalf("%v to %v: %v m, by the formula %v m", a, b, got, want)
		}
	})
}

func TestDistanceIsAMetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := anyPoint(t, "a"), anyPoint(t, "b"), anyPoint(t, "c")
		ab, bc, ac := Distance(a, b), Distance(b, c), Distance(a, c)
		if !(ab >= 0 && ab <= math.Pi*EarthRadius*(1+1e-12)) || Distance(a, a) != 0 {
			t.Fatalf("distances %v and %v", ab, Distance(a, a))
		}
		if back := Distance(b, a); math.Abs(back-ab) > 1e-6 {
			t.Fatalf("there %v m, back %v m", ab, back)
		}
		// Near the antipode haversine is only exact to a fraction of a metre.
		if ac > ab+bc+0.5 {
			t.Fatalf("direct %v m, over b %v m", ac, ab+bc)
		}
	})
}

func TestDistanceAndBearingOfADestination(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Point{Lat: rapid.Float64Range(-80, 80).Draw(t, "lat"), Lon: rapid.Float64Range(-170, 170).Draw(t, "lon")}
		bearing, metres := rapid.Float64Range(0, 359.999).Draw(t, "bearing"), rapid.Float64Range(1, 100_000).Draw(t, "metres")
		q := destination(p, bearing, metres)
		if got := Distance(p, q); math.Abs(got-metres) > 1e-6*metres+1e-6 {
			t.Fatalf("Distance = %v m, want %v", got, metres)
		}
		off := math.Abs(Bearing(p, q) - bearing)
		if min(off, 360-off) > 1e-3 {
			t.Fatalf("Bearing = %v°, want %v", Bearing(p, q), bearing)
		}
	})
}

func TestBearing(t *testing.T) {
	o := Point{10, 106}
	tests := []struct {
		name string
		a, b Point
		want float64
	}{
		{"north", o, Point{11, 106}, 0},
		{"east at the equator", Point{0, 106}, Point{0, 107}, 90},
		{"south", o, Point{9, 106}, 180},
		{"west at the equator", Point{0, 106}, Point{0, 105}, 270},
		{"nowhere", o, o, 0},
		{"a hair west of north", Point{0, 0}, Point{1, -1e-17}, 0},
		{"east over the antimeridian", Point{0, 179}, Point{0, -179}, 90},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Bearing(tt.a, tt.b); math.Abs(got-tt.want) > 1e-9 {
				t.Errorf("Bearing = %v°, want %v", got, tt.want)
			}
		})
	}
}

func TestBearingStaysInRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := anyPoint(t, "a"), anyPoint(t, "b")
		if got := Bearing(a, b); !(got >= 0 && got < 360) {
			t.Fatalf("Bearing = %v°", got)
		}
		if got := Bearing(a, a); got != 0 {
			t.Fatalf("Bearing of a point to itself = %v°", got)
		}
	})
}

func TestLength(t *testing.T) {
	a, b, c := Point{10, 106}, Point{10.1, 106}, Point{10.1, 106.1}
	tests := []struct {
		name   string
		points []Point
		want   float64
	}{
		{"no point", nil, 0},
		{"one point", []Point{a}, 0},
		{"one segment", []Point{a, b}, Distance(a, b)},
		{"there, on and back", []Point{a, b, c, b}, Distance(a, b) + 2*Distance(b, c)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Length(tt.points); math.Abs(got-tt.want) > 1e-6 {
				t.Errorf("Length = %v m, want %v", got, tt.want)
			}
		})
	}
}

func BenchmarkDistance(b *testing.B) {
	p, q, sum := Point{10.7769, 106.7009}, Point{10.78, 106.71}, 0.0
	b.ReportAllocs()
	for b.Loop() {
		sum += Distance(p, q)
	}
	if !(sum > 0) {
		b.Fatal(sum)
	}
}
