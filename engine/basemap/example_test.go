// SPDX-License-Identifier: MIT

package basemap_test

import (
	"fmt"
	"log"

	"roadsnap/data"
	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
)

func ExampleMap_Visit() {
	p, err := pack.OpenBytes(data.SampleName, data.SamplePack)
	if err != nil {
		log.Fatal(err)
	}
	defer p.Close()
	m, err := basemap.Open(p)
	if err != nil {
		log.Fatal(err)
	}
	town := geo.Bounds{South: 42.505, West: 1.515, North: 42.515, East: 1.535}
	m.Visit(14, town.Fixed(), func(f basemap.Feature) bool {
		if f.Kind == basemap.PlaceTown || f.Kind == basemap.PlaceCity {
			fmt.Println(f.Name)
		}
		return true
	})
	// Output: Andorra la Vella
}
