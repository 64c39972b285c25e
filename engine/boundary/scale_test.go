// SPDX-License-Identifier: MIT

package boundary

import (
	"math"
	"testing"

	"pgregory.net/rapid"
	"roadsnap/engine/geo"
)

// TestScaleIsNeverShort checks that points near a segment by scale are near on the
// sphere, for segments of hundreds of kilometres at all latitudes.
func TestScaleIsNeverShort(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lat := func(label string) int32 { return rapid.Int32Range(-800000000, 800000000).Draw(t, label) }
		a := geo.Fixed{Lat: lat("a"), Lon: rapid.Int32Range(1000000000, 1100000000).Draw(t, "lon")}
		size := math.Pow(10, rapid.Float64Range(1, 8).Draw(t, "size"))
		off := func(label string, most float64) int32 {
			return int32(most * rapid.Float64Range(-1, 1).Draw(t, label))
		}
		b := geo.Fixed{Lat: min(max(a.Lat+off("dlat", size), -800000000), 800000000), Lon: a.Lon + off("dlon", size)}
		along, most := rapid.Float64Range(0, 1).Draw(t, "along"), math.Pow(10, rapid.Float64Range(0, 6).Draw(t, "aside"))
		p := geo.Lerp(a.Point(), b.Point(), along).Fixed()
		p.Lat, p.Lon = p.Lat+off("north", most), p.Lon+off("east", most)

		const reach = 2000
		line := scaleFor(a.Lat, b.Lat, reach).chord(a, b)
		got := math.Sqrt(line.distance2(p))
		if got > reach {
			return
		}
		// The nearest of many points of the segment.
		least, step := math.Inf(1), 1.0
		at := 0.5
		for range 40 {
			from, to := max(0, at-step), min(1, at+step)
			for i := range 21 {
				f := from + (to-from)*float64(i)/20
				if d := geo.Distance(p.Point(), geo.Lerp(a.Point(), b.Point(), f)); d < least {
					least, at = d, f
				}
			}
			step /= 2
		}
		if least > got*(1+1e-9)+1e-6 {
			t.Fatalf("%v is %v m from %v–%v, by the scale %v", p, least, a, b, got)
		}
	})
}

// TestScaleAcrossTheEquator checks a segment across the equator, where parallels are
// longer than at either end.
func TestScaleAcrossTheEquator(t *testing.T) {
	a, b := geo.Point{Lat: -40, Lon: 100}, geo.Point{Lat: 40, Lon: 100}
	p := geo.Point{Lat: 0, Lon: 100.01}
	line := scaleFor(a.Fixed().Lat, b.Fixed().Lat, 2000).chord(a.Fixed(), b.Fixed())
	if got, want := math.Sqrt(line.distance2(p.Fixed())), geo.Distance(p, geo.Point{Lat: 0, Lon: 100}); got < want-1e-6 {
		t.Errorf("%v m, want no less than %v", got, want)
	}
}

// TestScaleIsHardlyLong checks that the error of scale is small for segments as long
// as those of borders.
func TestScaleIsHardlyLong(t *testing.T) {
	a, b := geo.Point{Lat: 21, Lon: 105}.Fixed(), geo.Point{Lat: 21.05, Lon: 105.05}.Fixed()
	p := geo.Point{Lat: 21, Lon: 105.01}
	line := scaleFor(a.Lat, b.Lat, 2000).chord(a, b)
	plane := geo.NewPlane(p)
	_, want := geo.Project(geo.XY{}, plane.XY(a.Point()), plane.XY(b.Point()))
	if got := line.distance2(p.Fixed()); math.Abs(math.Sqrt(got/want)-1) > 1e-3 {
		t.Errorf("%v m, want %v", math.Sqrt(got), math.Sqrt(want))
	}
}
