// SPDX-License-Identifier: MIT

package match_test

import (
	"context"
	"fmt"
	"log"

	"roadsnap/data"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/pack"
	"roadsnap/engine/road"
)

func ExampleMatcher_Match() {
	p, err := pack.OpenBytes(data.SampleName, data.SamplePack)
	if err != nil {
		log.Fatal(err)
	}
	defer p.Close()
	graph, err := road.Open(p)
	if err != nil {
		log.Fatal(err)
	}
	matcher, err := match.New(graph, match.DefaultConfig())
	if err != nil {
		log.Fatal(err)
	}
	trip := match.Path([]geo.Point{{Lat: 42.503683, Lon: 1.514522}, {Lat: 42.505012, Lon: 1.516498}})
	result, err := matcher.Match(context.Background(), trip, match.Car)
	if err != nil {
		log.Fatal(err)
	}
	for _, p := range result.Points {
		fmt.Printf("%s on way %d, %.1f m away\n", p.State, p.WayID, p.Distance)
	}
	// Output:
	// matched on way 181919639, 5.8 m away
	// matched on way 181919639, 23.9 m away
}
