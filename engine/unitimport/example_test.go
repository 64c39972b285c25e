// SPDX-License-Identifier: MIT

package unitimport_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"roadsnap/data"
	"roadsnap/engine/pack"
	"roadsnap/engine/unitimport"
	"roadsnap/engine/units"
)

func ExamplePrepare() {
	dir, err := os.MkdirTemp("", "unitimport")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "ward.geojson")
	const ward = `{"type":"FeatureCollection","features":[{"type":"Feature",
		"properties":{"code":"26743","name":"Phường Bến Thành"},
		"geometry":{"type":"Polygon","coordinates":[[[106.69,10.76],[106.70,10.76],[106.70,10.78],[106.69,10.76]]]}}]}`
	if err := os.WriteFile(file, []byte(ward), 0o600); err != nil {
		log.Fatal(err)
	}
	table, err := units.Load(data.Units())
	if err != nil {
		log.Fatal(err)
	}
	w, err := pack.Create(filepath.Join(dir, "ward.rsp"), pack.Meta{})
	if err != nil {
		log.Fatal(err)
	}
	report, err := unitimport.Prepare(context.Background(), []string{file}, table, unitimport.Options{}).Write(context.Background(), w)
	if err != nil {
		log.Fatal(err)
	}
	if err := w.Commit(); err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.Joined, "ward joined,", len(report.Missing), "missing")
	// Output: 1 ward joined, 3320 missing
}
