// SPDX-License-Identifier: MIT

package crs

import (
	"math"
	"testing"

	"roadsnap/engine/geo"
)

// TestDefinitions reads the definitions of each system back, and converts there and back.
func TestDefinitions(t *testing.T) {
	codes := []int{4326, 4756, 3405, 3406, 32648, 32649}
	for _, z := range Zones() {
		codes = append(codes, z.EPSG)
		if s, ok := OfMeridian(z.Meridian); !ok || s.EPSG() != z.EPSG {
			t.Errorf("meridian %v: %v %v, want EPSG:%d", z.Meridian, s, ok, z.EPSG)
		}
	}
	for _, code := range codes {
		s, err := ByEPSG(code)
		if err != nil || s.EPSG() != code {
			t.Fatalf("EPSG:%d: %v, EPSG:%d", code, err, s.EPSG())
		}
		for _, text := range []string{s.WKT(), s.ESRI()} {
			if got, err := FromWKT(text); err != nil || got != s {
				t.Errorf("EPSG:%d: %v, %v from %s", code, got, err, text)
			}
		}
		want := geo.Point{Lat: 16.05, Lon: 108.2}
		x, y := s.XY(want)
		if got := s.Point(x, y); math.Abs(got.Lat-want.Lat) > 1e-8 || math.Abs(got.Lon-want.Lon) > 1e-8 {
			t.Errorf("EPSG:%d: %v, want %v", code, got, want)
		}
	}
	if s, ok := OfMeridian(105.1); ok {
		t.Errorf("meridian 105.1: %v", s)
	}
	if got := (System{}).Name(); got != "WGS 84" {
		t.Error(got)
	}
	if s, _ := OfMeridian(105.75); s.Name() != "VN-2000 / TM-3 105-45" {
		t.Error(s.Name())
	}
}
