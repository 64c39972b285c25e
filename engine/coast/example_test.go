// SPDX-License-Identifier: MIT

package coast_test

import (
	"context"
	"fmt"
	"log"

	"roadsnap/engine/coast"
	"roadsnap/engine/geo"
)

// A coastline has the land on its left.
func ExampleTrace() {
	at := func(lat, lon float64) geo.Fixed { return geo.Point{Lat: lat, Lon: lon}.Fixed() }
	island := []coast.Line{{Way: 1, Points: []geo.Fixed{at(0.4, 0.4), at(0.4, 0.6), at(0.6, 0.6), at(0.6, 0.4), at(0.4, 0.4)}}}
	area := geo.Bounds{South: 0, West: 0, North: 1, East: 1}
	_, report, err := coast.Trace(context.Background(), island, area.Fixed())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.0f km² of sea around %.0f km² of land\n", report.SeaKM2, report.AreaKM2-report.SeaKM2)
	// Output: 11816 km² of sea around 492 km² of land
}
