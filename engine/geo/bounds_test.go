// SPDX-License-Identifier: MIT

package geo

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// vietnam is a box like those in packs.
var vietnam = Bounds{South: 8.5, West: 102.1, North: 23.4, East: 109.5}

func anyBounds(t *rapid.T, label string) Bounds {
	return BoundsOf(anyPoint(t, label), anyPoint(t, label))
}

func TestBoundsOf(t *testing.T) {
	a, b, c := Point{1, 5}, Point{3, 4}, Point{2, 6}
	tests := []struct {
		name   string
		points []Point
		want   Bounds
	}{
		{"none", nil, NoBounds},
		{"one", []Point{a}, Bounds{1, 5, 1, 5}},
		{"three", []Point{a, b, c}, Bounds{South: 1, West: 4, North: 3, East: 6}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := BoundsOf(tt.points...)
			if got != tt.want || got.Empty() != (len(tt.points) == 0) {
				t.Errorf("BoundsOf = %v (empty: %v), want %v", got, got.Empty(), tt.want)
			}
		})
	}
}

func TestBoundsEmpty(t *testing.T) {
	nan := math.NaN()
	tests := []struct {
		name string
		b    Bounds
		want bool
	}{
		{"nothing", NoBounds, true},
		{"one point", Bounds{1, 2, 1, 2}, false},
		{"upside down", Bounds{South: 2, North: 1}, true},
		{"west of itself", Bounds{West: 2, East: 1}, true},
		{"not numbers", Bounds{nan, nan, nan, nan}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.b.Empty(); got != tt.want {
				t.Errorf("Empty() = %v, want %v", got, tt.want)
			}
		})
	}
}

func TestBoundsContainTheirEdges(t *testing.T) {
	for _, tt := range []struct {
		name string
		p    Point
		want bool
	}{
		{"inside", Point{16, 106}, true},
		{"corner", Point{8.5, 109.5}, true},
		{"north of it", Point{23.5, 106}, false},
		{"south of it", Point{8.4, 106}, false},
		{"east of it", Point{16, 109.6}, false},
		{"west of it", Point{16, 102}, false},
		{"not a number", Point{math.NaN(), 106}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := vietnam.Contains(tt.p); got != tt.want {
				t.Errorf("Contains(%v) = %v, want %v", tt.p, got, tt.want)
			}
		})
	}
	if NoBounds.Contains(Point{}) || NoBounds.Intersects(vietnam) || vietnam.Intersects(NoBounds) {
		t.Error("the box of nothing holds something")
	}
}

func TestBoundsProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, p := anyBounds(t, "a"), anyBounds(t, "b"), anyPoint(t, "p")
		if u := a.Union(b); u != b.Union(a) || (a.Contains(p) || b.Contains(p)) && !u.Contains(p) {
			t.Fatalf("union %v of %v and %v, point %v", u, a, b, p)
		}
		if a.Union(NoBounds) != a || NoBounds.Extend(p) != BoundsOf(p) {
			t.Fatal("the box of nothing is not neutral")
		}
		if !a.Extend(p).Contains(p) || !a.Contains(a.Center()) {
			t.Fatalf("%v extended by %v, center %v", a, p, a.Center())
		}
		if a.Intersects(b) != b.Intersects(a) || a.Contains(p) && b.Contains(p) && !a.Intersects(b) {
			t.Fatalf("Intersects of %v and %v, point %v", a, b, p)
		}
	})
}

// TestPadHoldsTheNeighbourhood checks that points within the padding of a corner are
// inside, in every direction.
func TestPadHoldsTheNeighbourhood(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		corner := Point{Lat: rapid.Float64Range(-80, 80).Draw(t, "lat"), Lon: rapid.Float64Range(-150, 150).Draw(t, "lon")}
		b := BoundsOf(corner, Point{Lat: rapid.Float64Range(-80, 80).Draw(t, "lat"), Lon: rapid.Float64Range(-150, 150).Draw(t, "lon")})
		metres := rapid.Float64Range(0, 100_000).Draw(t, "metres")
		q := destination(corner, rapid.Float64Range(0, 360).Draw(t, "bearing"), metres*(1-1e-9))
		if padded := b.Pad(metres + 1e-6); !padded.Contains(q) || padded.Union(b) != padded {
			t.Fatalf("%v padded by %v m is %v, without %v", b, metres, padded, q)
		}
	})
}

func TestPad(t *testing.T) {
	tests := []struct {
		name   string
		b      Bounds
		metres float64
		want   Bounds
	}{
		{"nothing stays nothing", NoBounds, 1000, NoBounds},
		{"by nothing", vietnam, 0, vietnam},
		{"held at the corners", Bounds{-90, -180, 90, 180}, 1000, Bounds{-90, -180, 90, 180}},
		{"held at the pole", Bounds{89, 0, 89, 0}, 2 * MetresPerDegree, Bounds{87, -180, 90, 180}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.b.Pad(tt.metres); got != tt.want {
				t.Errorf("Pad(%v) = %v, want %v", tt.metres, got, tt.want)
			}
		})
	}
}

// TestBoxIsRoundedOutwards checks that a point of the bounds is also in the box in
// fixed point.
func TestBoxIsRoundedOutwards(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, c := anyPoint(t, "a"), anyPoint(t, "c")
		b := BoundsOf(a, c)
		box := b.Fixed()
		inside := FixedBoundsOf(a.Fixed(), c.Fixed())
		if box.Union(inside) != box {
			t.Fatalf("%v is not in %v", inside, box)
		}
		// It is larger by at most one unit.
		if inside.MinLat-box.MinLat > 1 || box.MaxLat-inside.MaxLat > 1 || inside.MinLon-box.MinLon > 1 || box.MaxLon-inside.MaxLon > 1 {
			t.Fatalf("%v is far larger than %v", box, inside)
		}
		back := box.Bounds()
		const unit = 1e-7 * (1 + 1e-6)
		if math.Abs(back.South-b.South) > unit || math.Abs(back.East-b.East) > unit {
			t.Fatalf("%v became %v", b, back)
		}
	})
}

func TestBoxOfNothing(t *testing.T) {
	if NoBounds.Fixed() != NoFixedBounds || NoFixedBounds.Bounds() != NoBounds || FixedBoundsOf() != NoFixedBounds {
		t.Error("the box of nothing changed on its way")
	}
	half := FixedBounds{MinLat: 1, MaxLat: 0, MinLon: 0, MaxLon: 1}
	if !half.Bounds().Empty() {
		t.Errorf("%v became %v", half, half.Bounds())
	}
	beyond := Bounds{South: -1000, West: -1000, North: 1000, East: 1000}.Fixed()
	if want := (FixedBounds{MinLat: -9e8, MinLon: -18e8, MaxLat: 9e8, MaxLon: 18e8}); beyond != want {
		t.Errorf("bounds beyond the Earth became %v, want %v", beyond, want)
	}
}

func TestBoxProperties(t *testing.T) {
	small := rapid.Int32Range(-5, 5)
	fixed := func(t *rapid.T) Fixed { return Fixed{Lat: small.Draw(t, "lat"), Lon: small.Draw(t, "lon")} }
	holds := func(b FixedBounds, f Fixed) bool { return b.Extend(f) == b }
	rapid.Check(t, func(t *rapid.T) {
		a, b := FixedBoundsOf(fixed(t), fixed(t)), FixedBoundsOf(fixed(t), fixed(t))
		shared := false
		for lat := int32(-5); lat <= 5; lat++ {
			for lon := int32(-5); lon <= 5; lon++ {
				f := Fixed{lat, lon}
				shared = shared || holds(a, f) && holds(b, f)
				if (holds(a, f) || holds(b, f)) && !holds(a.Union(b), f) {
					t.Fatalf("union of %v and %v lacks %v", a, b, f)
				}
			}
		}
		if a.Intersects(b) != shared || b.Intersects(a) != shared || a.Intersects(NoFixedBounds) {
			t.Fatalf("Intersects of %v and %v = %v, want %v", a, b, a.Intersects(b), shared)
		}
	})
}
