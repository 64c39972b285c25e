// SPDX-License-Identifier: MIT

package boundary_test

import (
	"fmt"
	"log"

	"roadsnap/data"
	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
)

func ExampleNet_Locate() {
	p, err := pack.OpenBytes("overview", data.OverviewPack)
	if err != nil {
		log.Fatal(err)
	}
	defer p.Close()
	net, err := boundary.Open(p)
	if err != nil {
		log.Fatal(err)
	}
	_, onLand := net.Locate(geo.Point{Lat: 21.03, Lon: 105.85})
	_, atSea := net.Locate(geo.Point{Lat: 12, Lon: 115})
	fmt.Println(net.NumAreas(), onLand, atSea)
	// Output: 34 true false
}
