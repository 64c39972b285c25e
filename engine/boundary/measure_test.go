// SPDX-License-Identifier: MIT

package boundary

import (
	"math"
	"testing"

	"roadsnap/engine/geo"
)

// zone returns the area between two latitudes (km²): the integral of the radii of
// curvature along the meridian and across it, times the cosine.
func zone(south, north float64) float64 {
	const a, steps = 6378.137, 200000
	sum := 0.0
	for i := range steps {
		lat := (south + (float64(i)+0.5)*(north-south)/steps) * math.Pi / 180
		w := 1 - eccentricity2*math.Sin(lat)*math.Sin(lat)
		sum += (1 - eccentricity2) * math.Cos(lat) / (w * w)
	}
	return sum * (north - south) / steps * math.Pi / 180 * 2 * math.Pi * a * a
}

// TestLandLeft compares areas with the published constants of the ellipsoid (NIMA
// TR8350.2), with its curvature, and with finer segments.
func TestLandLeft(t *testing.T) {
	box := func(s, w, n, e float64) []geo.Fixed {
		var line []geo.Fixed
		for _, p := range []geo.Point{{Lat: s, Lon: w}, {Lat: s, Lon: e}, {Lat: n, Lon: e}, {Lat: n, Lon: w}, {Lat: s, Lon: w}} {
			line = append(line, p.Fixed())
		}
		return line
	}
	fine := func(line []geo.Fixed) []geo.Fixed {
		const parts = 5000
		out := line[:1:1]
		for k := 1; k < len(line); k++ {
			for i := 1; i <= parts; i++ {
				out = append(out, geo.Lerp(line[k-1].Point(), line[k].Point(), float64(i)/parts).Fixed())
			}
		}
		return out
	}
	triangle := []geo.Fixed{{Lat: 8e7, Lon: 102e7}, {Lat: 9e7, Lon: 109e7}, {Lat: 23e7, Lon: 105e7}, {Lat: 8e7, Lon: 102e7}}
	for _, tt := range []struct {
		name string
		line []geo.Fixed
		want float64 // km²
		off  float64
	}{
		{"the Earth", box(-90, -180, 90, 180), 510065621.724, 1e-9},
		{"a square degree at the equator", box(0, 0, 1, 1), zone(0, 1) / 360, 1e-9},
		{"a square degree at 45° north", box(45, 10, 46, 11), zone(45, 46) / 360, 1e-9},
		{"all south of 20° north", box(-90, -180, 20, 180), zone(-90, 20), 1e-9},
		{"a large triangle", triangle, landLeft(fine(triangle)) / 1e6, 1e-7},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := landLeft(tt.line) / 1e6
			if math.Abs(got-tt.want) > tt.off*tt.want {
				t.Errorf("%.6f km², want %.6f", got, tt.want)
			}
		})
	}
}
