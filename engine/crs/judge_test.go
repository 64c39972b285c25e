// SPDX-License-Identifier: MIT

package crs

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"roadsnap/engine/geo"
)

// TestConversionsAreThoseOfPROJ converts points at random to every system of Vietnam and back, and has
// PROJ do the same through GDAL. It is given the seven parameters of the ministry's decision, because
// its own choice depends on its version. Like all of its kind it rotates positions, not axes as the
// decision does, so that the signs of the rotations are reversed. TOWGS84 of WKT has the same.
func TestConversionsAreThoseOfPROJ(t *testing.T) {
	if _, err := exec.LookPath("gdaltransform"); err != nil {
		t.Skip("gdaltransform of GDAL is not installed (Debian's package gdal-bin)")
	}
	if testing.Short() {
		t.Skip("starts some forty programs")
	}
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	const degrees = "+proj=longlat +datum=WGS84 +no_defs"
	const parameters = " +ellps=WGS84 +towgs84=-191.90441429,-39.30318279,-111.45032835,0.00928836,-0.01975479,0.00427372,0.252906278 +no_defs"
	codes := []int{4756, 3405, 3406, 32648, 32649}
	for _, z := range Zones() {
		codes = append(codes, z.EPSG)
	}
	for _, code := range codes {
		system, err := ByEPSG(code)
		if err != nil {
			t.Fatal(err)
		}
		definition, tolerance := "+proj=longlat", 1e-8 // a millimetre
		if !system.Degrees() {
			g := system.grid
			definition = fmt.Sprintf("+proj=tmerc +lat_0=0 +lon_0=%v +k=%v +x_0=%v +y_0=%v +units=m", g.Meridian, g.Scale, g.FalseEasting, g.FalseNorthing)
			tolerance = 1e-3
		}
		if definition += " +datum=WGS84 +no_defs"; system.vn2000 {
			definition = strings.Replace(definition, " +datum=WGS84 +no_defs", parameters, 1)
		}
		if system.vn2000 && !strings.Contains(system.WKT(), "TOWGS84["+parameters[strings.Index(parameters, "-191"):strings.Index(parameters, " +no_defs")]+"]") {
			t.Errorf("EPSG:%d: other parameters in %s", code, system.WKT())
		}
		var there, back bytes.Buffer
		var points []geo.Point
		for range 300 {
			p := geo.Point{Lat: 6 + 18*r.Float64(), Lon: 102 + 13*r.Float64()}
			points = append(points, p)
			fmt.Fprintf(&there, "%.12f %.12f\n", p.Lon, p.Lat)
			x, y := system.XY(p)
			fmt.Fprintf(&back, "%.12f %.12f\n", x, y)
		}
		forward, backward := transform(t, degrees, definition, &there), transform(t, definition, degrees, &back)
		for i, p := range points {
			x, y := system.XY(p)
			if got := forward[i]; math.Abs(got[0]-x) > tolerance || math.Abs(got[1]-y) > tolerance {
				t.Errorf("EPSG:%d: %v is %v, %v, by PROJ %v", code, p, x, y, got)
			}
			q := system.Point(x, y)
			if got := backward[i]; math.Abs(got[0]-q.Lon) > 1e-8 || math.Abs(got[1]-q.Lat) > 1e-8 {
				t.Errorf("EPSG:%d: %v, %v is %v, by PROJ %v", code, x, y, q, got)
			}
		}
	}
}

// transform runs gdaltransform.
func transform(t *testing.T, from, to string, in *bytes.Buffer) (out [][2]float64) {
	t.Helper()
	cmd := exec.Command("gdaltransform", "-s_srs", from, "-t_srs", to, "-output_xy")
	cmd.Stdin = in
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("gdaltransform %s %s: %v: %s", from, to, err, complaints.String())
	}
	for line := range strings.Lines(string(text)) {
		var x, y float64
		if _, err := fmt.Sscan(line, &x, &y); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		out = append(out, [2]float64{x, y})
	}
	return out
}
