// SPDX-License-Identifier: MIT

package main

import (
	"testing"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
	"roadsnap/internal/boundarytest"
)

// fixtureLicence is the notice in the pack of borderPack.
const fixtureLicence = "drawn for a test"

// borderPack writes a pack of four wards as rectangles, degrees north and east:
//
//	21.3  +-----------+
//	      |   01279   |   of Cao Bằng (04)
//	21.2  +-----------+   01279 and 01288 overlap down to 21.19
//	      |   01288   |   of Cao Bằng
//	21.1  +-----+-----+
//	      |00004|00008|   of Hà Nội (01)
//	21.0  +-----+-----+
//	    105.0 105.1 105.2
func borderPack(t testing.TB) string {
	t.Helper()
	rectangle := func(code, group uint32, south, west, north, east float64) boundary.Area {
		corner := func(lat, lon float64) geo.Fixed { return geo.Point{Lat: lat, Lon: lon}.Fixed() }
		return boundary.Area{Code: code, Group: group, Parts: []boundary.Part{{{
			corner(south, west), corner(south, east), corner(north, east), corner(north, west),
		}}}}
	}
	return boundarytest.Pack(t, boundary.Source{
		Groups: []uint32{1, 4},
		Areas: []boundary.Area{
			rectangle(4, 0, 21.0, 105.0, 21.1, 105.1),
			rectangle(8, 0, 21.0, 105.1, 21.1, 105.2),
			rectangle(1279, 1, 21.19, 105.0, 21.3, 105.2),
			rectangle(1288, 1, 21.1, 105.0, 21.2, 105.2),
		},
	}, pack.Meta{Name: "borders", Licences: []string{fixtureLicence}})
}
