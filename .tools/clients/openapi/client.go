// SPDX-License-Identifier: MIT

// This program calls the server at ROADSNAP_URL with the client that oapi-codegen generates.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
)

func main() {
	key := os.Getenv("ROADSNAP_API_KEY")
	client, err := NewClientWithResponses(os.Getenv("ROADSNAP_URL"), WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		r.Header.Set("X-API-Key", key)
		return nil
	}))
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()

	trip, err := client.MatchTripWithResponse(ctx, nil, TripRequest{Points: []TripPoint{
		{Lat: 42.503683, Lon: 1.514522}, {Lat: 42.505012, Lon: 1.516498},
	}})
	if err != nil || trip.JSON200 == nil || len(trip.JSON200.Data.Points) != 2 || len(trip.JSON200.Data.Legs) != 1 {
		log.Fatalf("match-trip: %v, %+v", err, trip)
	}
	point := trip.JSON200.Data.Points[0]
	if point.WayId == nil || point.Time != nil {
		log.Fatalf("match-trip: way %v, time %v", point.WayId, point.Time)
	}
	way, err := client.GetWayWithResponse(ctx, *point.WayId, nil)
	if err != nil || way.JSON200 == nil || way.JSON200.Data.WayId != *point.WayId {
		log.Fatalf("ways: %v, %+v", err, way)
	}
	bad, err := client.MatchTripWithResponse(ctx, nil, TripRequest{Points: []TripPoint{{Lat: 91, Lon: 1}, {Lat: 42, Lon: 1}}})
	if err != nil || bad.JSON400 == nil || bad.JSON400.Error.FieldErrors[0].Field != "points[0].lat" {
		log.Fatalf("a bad point: %v, %+v", err, bad)
	}
	units, err := client.ListProvincesWithResponse(ctx, &ListProvincesParams{AppVersion: N11})
	if err != nil || units.JSON200 == nil || len(units.JSON200.Data) != 34 {
		log.Fatalf("provinces: %v, %+v", err, units)
	}
	fmt.Println("oapi-codegen: the generated client works")
}
