// SPDX-License-Identifier: MIT

package trace_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	"roadsnap/engine/trace"
)

func ExampleRead() {
	const file = "xe;vĩ độ;kinh độ;thời gian\n" +
		"51F-123.45;10,7769;106,7009;31/12/2024 07:15\n" +
		"51F-123.45;10,7771;106,7013;31/12/2024 07:16\n"
	trips, err := trace.Read(context.Background(), strings.NewReader(file), "monday.csv", trace.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, o := range trips[0].Observations {
		fmt.Println(trips[0].ID, o.Lat, o.Lon, o.Time)
	}
	// Output:
	// 51F-123.45 10.7769 106.7009 2024-12-31 07:15:00 +0700 Asia/Ho_Chi_Minh
	// 51F-123.45 10.7771 106.7013 2024-12-31 07:16:00 +0700 Asia/Ho_Chi_Minh
}

func ExampleWriteTrips() {
	const file = "lat,lon\n10.7769,106.7009\n10.7771,106.7013\n"
	trips, err := trace.Read(context.Background(), strings.NewReader(file), "monday.csv", trace.Options{})
	if err != nil {
		log.Fatal(err)
	}
	if err := trace.WriteTrips(os.Stdout, trace.GeoJSON, trips); err != nil {
		log.Fatal(err)
	}
	// Output:
	// {"type":"FeatureCollection","features":[
	// {"type":"Feature","geometry":{"type":"LineString","coordinates":[[106.7009000,10.7769000],[106.7013000,10.7771000]]},"properties":{"kind":"trip","trip_id":"monday"}}
	// ]}
}
