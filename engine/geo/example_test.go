// SPDX-License-Identifier: MIT

package geo_test

import (
	"fmt"

	"roadsnap/engine/geo"
)

func ExampleDistance() {
	hanoi, saigon := geo.Point{Lat: 21.0285, Lon: 105.8542}, geo.Point{Lat: 10.7769, Lon: 106.7009}
	fmt.Printf("%.0f km\n", geo.Distance(hanoi, saigon)/1000)
	// Output: 1144 km
}

func ExampleToVN2000() {
	wgs84 := geo.Point{Lat: 10.7769, Lon: 106.7009}
	grid := geo.VN2000Grid(105.75) // the meridian of Thành phố Hồ Chí Minh
	en := grid.Project(geo.ToVN2000(wgs84))
	fmt.Printf("E %.0f N %.0f\n", en.Easting, en.Northing)
	// Output: E 603797 N 1191942
}
