// SPDX-License-Identifier: MIT

package engine_test

import (
	"context"
	"fmt"
	"log"
	"time"

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/units"
)

func Example() {
	ctx := context.Background()
	e, err := engine.New(engine.Options{Units: data.Units(), Overview: data.OverviewPack})
	if err != nil {
		log.Fatal(err)
	}
	defer e.Close()

	// OpenPack opens a file; the sample map is part of the program.
	if err := e.OpenBytes(data.SampleName, data.SamplePack); err != nil {
		log.Fatal(err)
	}
	trips, err := trace.ReadFile(ctx, "../data/trips/city.gpx", trace.Options{})
	if err != nil {
		log.Fatal(err)
	}
	result, err := e.Match(ctx, trips[0].Observations, match.MotorVehicle)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.2f km on roads\n", result.Distance.Matched/1000)

	err = e.Atlas(func(a *units.Atlas) error {
		if at, found := a.Locate(geo.Point{Lat: 21.03, Lon: 105.85}); found {
			fmt.Println(at.Province.FullName)
		}
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// 5.72 km on roads
	// Thành phố Hà Nội
}

// A stream matches a trip while it is recorded. Feed returns the parts that later
// observations can no longer change.
func ExampleEngine_Stream() {
	ctx := context.Background()
	e, err := engine.New(engine.Options{Units: data.Units()})
	if err != nil {
		log.Fatal(err)
	}
	defer e.Close()
	if err := e.OpenBytes(data.SampleName, data.SamplePack); err != nil {
		log.Fatal(err)
	}
	trips, err := trace.ReadFile(ctx, "../data/trips/city.gpx", trace.Options{})
	if err != nil {
		log.Fatal(err)
	}

	stream, err := e.Stream(match.MotorVehicle)
	if err != nil {
		log.Fatal(err)
	}
	var result match.Result
	for _, o := range trips[0].Observations {
		parts, err := stream.Feed(ctx, o)
		if err != nil {
			log.Fatal(err)
		}
		for _, p := range parts {
			result.Add(p)
		}
	}
	last, err := stream.Close(ctx)
	if err != nil {
		log.Fatal(err)
	}
	result.Add(last)
	fmt.Printf("%.2f km on roads\n", result.Distance.Matched/1000)
	// Output: 5.72 km on roads
}

// A live stream decides each point within a lag, and another process can continue it.
func ExampleEngine_Live() {
	ctx := context.Background()
	e, err := engine.New(engine.Options{Units: data.Units()})
	if err != nil {
		log.Fatal(err)
	}
	defer e.Close()
	if err := e.OpenBytes(data.SampleName, data.SamplePack); err != nil {
		log.Fatal(err)
	}
	trips, err := trace.ReadFile(ctx, "../data/trips/city.gpx", trace.Options{})
	if err != nil {
		log.Fatal(err)
	}

	stream, err := e.Live(match.MotorVehicle, match.Lag{Time: 30 * time.Second, Points: 50})
	if err != nil {
		log.Fatal(err)
	}
	decided := 0
	for i, o := range trips[0].Observations {
		parts, err := stream.Feed(ctx, o)
		if err != nil {
			log.Fatal(err)
		}
		for _, p := range parts {
			decided += len(p.Points)
		}
		if i == 100 { // the process ends here, and a new one goes on
			state, err := stream.MarshalBinary()
			if err != nil {
				log.Fatal(err)
			}
			if stream, err = e.ResumeLive(state); err != nil {
				log.Fatal(err)
			}
		}
	}
	last, err := stream.Close(ctx)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(decided+len(last.Points) == len(trips[0].Observations))
	// Output: true
}
