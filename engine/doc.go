// SPDX-License-Identifier: MIT

// Package engine matches GPS trips to roads and knows the provinces and wards of
// Vietnam. It opens map packs, which [Import] makes from OpenStreetMap extracts and
// ward borders. The desktop app, the command line and the HTTP server all use it, so
// they give the same answers.
//
// # Quick start
//
// Open a map, match a trip, and locate a point:
//
//	e, err := engine.New(engine.Options{Units: data.Units(), Overview: data.OverviewPack})
//	...
//	defer e.Close()
//	err = e.OpenPack("vietnam.rsp")
//	trips, err := trace.ReadFile(ctx, "trip.gpx", trace.Options{})
//	result, err := e.Match(ctx, trips[0].Observations, match.MotorVehicle)
//	fmt.Printf("%.2f km on roads\n", result.Distance.Matched/1000)
//	err = e.Atlas(func(a *units.Atlas) error {
//		at, found := a.Locate(geo.Point{Lat: 21.03, Lon: 105.85})
//		...
//	})
//
// The package example is the same, complete, on the embedded sample map.
//
// # Several maps
//
// AddFurther opens more maps. Each trip or path is matched on the finest map that covers it:
// the one whose roads span the smallest box. Streams use the map of OpenPack.
//
// # Concurrency
//
// An Engine is safe for concurrent use. A map can be replaced while calls run: each
// call finishes on the map that it began with, and a map is unmapped when its last
// call has returned.
package engine
