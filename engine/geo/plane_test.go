// SPDX-License-Identifier: MIT

package geo

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestPlaneError checks the error limits in the comment of Plane.
func TestPlaneError(t *testing.T) {
	for _, tt := range []struct {
		name     string
		radius   float64 // metres around the origin
		relative float64
	}{
		{"within 10 km", 10_000, 0.005},
		{"within 1 km", 1_000, 0.0005},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				origin := Point{Lat: rapid.Float64Range(-70, 70).Draw(t, "lat"), Lon: rapid.Float64Range(-170, 170).Draw(t, "lon")}
				near := func(label string) Point {
					return destination(origin, rapid.Float64Range(0, 360).Draw(t, label), rapid.Float64Range(0, tt.radius).Draw(t, label))
				}
				a, b := near("a"), near("b")
				plane := NewPlane(origin)
				p, q := plane.XY(a), plane.XY(b)
				want := Distance(a, b)
				if got := math.Hypot(p.X-q.X, p.Y-q.Y); math.Abs(got-want) > tt.relative*want+1e-6 {
					t.Fatalf("%v m in the plane, %v m on the sphere", got, want)
				}
			})
		})
	}
}

func TestPlaneRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		origin := Point{Lat: rapid.Float64Range(-89, 89).Draw(t, "lat"), Lon: rapid.Float64Range(-170, 170).Draw(t, "lon")}
		p := Point{Lat: origin.Lat + rapid.Float64Range(-1, 1).Draw(t, "north"), Lon: origin.Lon + rapid.Float64Range(-1, 1).Draw(t, "east")}
		plane := NewPlane(origin)
		got := plane.Point(plane.XY(p))
		if math.Abs(got.Lat-p.Lat) > 1e-9 || math.Abs(got.Lon-p.Lon) > 1e-9 {
			t.Fatalf("%v became %v", p, got)
		}
		if o := plane.XY(origin); o != (XY{}) {
			t.Fatalf("the origin lies at %v", o)
		}
	})
}

func TestPlaneAxes(t *testing.T) {
	plane := NewPlane(Point{60, 10})
	tests := []struct {
		name string
		p    Point
		want XY
	}{
		{"north", Point{61, 10}, XY{0, MetresPerDegree}},
		{"south", Point{59, 10}, XY{0, -MetresPerDegree}},
		{"east, where a degree is half as long", Point{60, 11}, XY{MetresPerDegree / 2, 0}},
		{"west", Point{60, 9}, XY{-MetresPerDegree / 2, 0}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := plane.XY(tt.p); math.Hypot(got.X-tt.want.X, got.Y-tt.want.Y) > 1e-6 {
				t.Errorf("XY = %v, want %v", got, tt.want)
			}
		})
	}
}

func TestPlaneAtThePole(t *testing.T) {
	for _, lat := range []float64{90, -90} {
		origin := Point{Lat: lat, Lon: 25}
		if got := NewPlane(origin).Point(XY{X: 1000}); got.Lon != 25 || math.IsNaN(got.Lat) {
			t.Errorf("a kilometre east of %v is %v", origin, got)
		}
	}
}

func TestProject(t *testing.T) {
	a, b := XY{0, 0}, XY{10, 0}
	tests := []struct {
		name                string
		q, a, b             XY
		fraction, distance2 float64
	}{
		{"next to the middle", XY{5, 3}, a, b, 0.5, 9},
		{"on the segment", XY{2, 0}, a, b, 0.2, 0},
		{"before the start", XY{-3, 4}, a, b, 0, 25},
		{"after the end", XY{13, -4}, a, b, 1, 25},
		{"at the start", a, a, b, 0, 0},
		{"at the end", b, a, b, 1, 0},
		{"no length", XY{3, 4}, a, a, 0, 25},
		{"shorter than a float can square", XY{3, 4}, a, XY{1e-170, 0}, 0, 25},
		{"just long enough to square", XY{3, 4}, a, XY{1e-160, 0}, 1, 25},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			fraction, distance2 := Project(tt.q, tt.a, tt.b)
			if math.Abs(fraction-tt.fraction) > 1e-12 || math.Abs(distance2-tt.distance2) > 1e-9 {
				t.Errorf("Project = %v, %v m²; want %v, %v", fraction, distance2, tt.fraction, tt.distance2)
			}
		})
	}
}

// TestProjectIsNearest compares with points along the whole segment.
func TestProjectIsNearest(t *testing.T) {
	metres := rapid.Float64Range(-1000, 1000)
	draw := func(t *rapid.T, label string) XY { return XY{metres.Draw(t, label), metres.Draw(t, label)} }
	rapid.Check(t, func(t *rapid.T) {
		q, a, b := draw(t, "q"), draw(t, "a"), draw(t, "b")
		fraction, distance2 := Project(q, a, b)
		if !(fraction >= 0 && fraction <= 1) {
			t.Fatalf("fraction %v", fraction)
		}
		at := func(f float64) float64 {
			dx, dy := q.X-a.X-f*(b.X-a.X), q.Y-a.Y-f*(b.Y-a.Y)
			return dx*dx + dy*dy
		}
		if math.Abs(at(fraction)-distance2) > 1e-6 {
			t.Fatalf("fraction %v lies %v m² away, told %v", fraction, at(fraction), distance2)
		}
		for i := range 101 {
			if f := float64(i) / 100; at(f) < distance2-1e-6 {
				t.Fatalf("fraction %v is nearer (%v m²) than %v (%v m²)", f, at(f), fraction, distance2)
			}
		}
	})
}

// TestLerp checks the error limit in the comment of Lerp.
func TestLerp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := Point{Lat: rapid.Float64Range(-24, 24).Draw(t, "lat"), Lon: rapid.Float64Range(100, 110).Draw(t, "lon")}
		bearing, length := rapid.Float64Range(0, 360).Draw(t, "bearing"), rapid.Float64Range(0, 500).Draw(t, "metres")
		b, f := destination(a, bearing, length), rapid.Float64Range(0, 1).Draw(t, "fraction")
		if d := Distance(Lerp(a, b, f), destination(a, bearing, length*f)); d > 0.003 {
			t.Fatalf("%v m off the great circle", d)
		}
		if Lerp(a, b, 0) != a || Distance(Lerp(a, b, 1), b) > 1e-6 || Lerp(a, a, f) != a {
			t.Fatal("the ends are off")
		}
	})
}

func BenchmarkProject(b *testing.B) {
	sum := 0.0
	b.ReportAllocs()
	for b.Loop() {
		f, d := Project(XY{5, 3}, XY{0, 0}, XY{10, 1})
		sum += f + d
	}
	if !(sum > 0) {
		b.Fatal(sum)
	}
}
