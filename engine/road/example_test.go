// SPDX-License-Identifier: MIT

package road_test

import (
	"fmt"
	"log"

	"roadsnap/data"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
	"roadsnap/engine/road"
)

func ExampleGraph_Near() {
	p, err := pack.OpenBytes(data.SampleName, data.SamplePack)
	if err != nil {
		log.Fatal(err)
	}
	defer p.Close()
	graph, err := road.Open(p)
	if err != nil {
		log.Fatal(err)
	}
	hits := graph.Near(nil, geo.Point{Lat: 42.503683, Lon: 1.514522}, 10, road.Car)
	for _, h := range hits {
		way := graph.Way(h.Link)
		fmt.Printf("%s, way %d, %.1f m away\n", way.Name, way.ID, h.Distance)
	}
	// Output: Carrer Prada Motxilla, way 181919639, 5.8 m away
}
