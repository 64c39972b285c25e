// SPDX-License-Identifier: MIT

package trace

import (
	"errors"
	"testing"
)

func TestScaledPositions(t *testing.T) {
	runReadCases(t, []readCase{
		{name: "E7", text: "lat,lon\n211000000,1051000000\n212000000,1052000000\n", want: []string{"trip | 21.1,105.1 | 21.2,105.2"}, notes: []string{"scaled_coordinates"}},
		{name: "E6", text: "lat,lon\n21100000,105100000\n", want: []string{"trip | 21.1,105.1"}, notes: []string{"scaled_coordinates"}},
		{name: "minutes", text: "lat,lon\n2106.0000N,10530.0000E\n", want: []string{"trip | 21.1,105.5"}, notes: []string{"scaled_coordinates"}},
		{name: "minutes on the map", opt: Options{Bounds: andorra}, text: "lat,lon\n4230.0000,00131.8000\n", want: []string{"trip | 42.5,1.53"}, notes: []string{"scaled_coordinates"}},
	})
	for name, text := range map[string]string{
		"metres of VN-2000": "lat,lon\n2325000.25,586000.5\n", "whole metres": "lat,lon\n2325000,586000\n",
		"elsewhere": "lat,lon\n487000000,23000000\n", "of two kinds": "lat,lon\n211000000,1051000000\n21200000,105200000\n", "no minutes": "lat,lon\n2199.0000,10599.0000\n",
	} {
		if trips, err := readTrips(text); err == nil {
			t.Errorf("%s: %s", name, show(trips))
		}
	}
}

func TestForeignTracks(t *testing.T) {
	for _, text := range []string{
		"OziExplorer Track Point File Version 2.1\nWGS 84\nAltitude is in Feet\nReserved 3\n0,2,255,x\n1\n21.1,105.1,0,0,45000.5\n",
		"Geolife trajectory\nWGS 84\nAltitude is in Feet\nReserved 3\n0,2,255,My Track,0,0,2,8421376\n0\n39.906631,116.385564,0,492,40097.5864583333,2009-10-11,14:04:30\n",
		"AXXX001\nHFDTE031126\nB0455002101710N10551253EA0010000110\n", "AXXX001\r\nHFPLTPILOT:A\r\nHFDTE031126\r\n", "REG;1793664930;105.1;21.1;36;90;ALT:5.0,;,;;SATS:12,,;;;\n",
	} {
		if _, err := readTrips(text); !errors.Is(err, ErrFormat) {
			t.Errorf("%.20q: %v", text, err)
		}
	}
	if _, err := readTrips("A123,lat,lon\nx,21.1,105.1\n"); err != nil {
		t.Error(err)
	}
}
