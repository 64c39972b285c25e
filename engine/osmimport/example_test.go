// SPDX-License-Identifier: MIT

package osmimport_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"roadsnap/engine/osmimport"
	"roadsnap/engine/pack"
)

func ExampleFile() {
	dir, err := os.MkdirTemp("", "osmimport")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	extract := filepath.Join(dir, "village.osm")
	const osm = `<osm version="0.6">
		<node id="1" lat="10.70" lon="106.70"/>
		<node id="2" lat="10.71" lon="106.70"/>
		<way id="7"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way>
	</osm>`
	if err := os.WriteFile(extract, []byte(osm), 0o600); err != nil {
		log.Fatal(err)
	}
	w, err := pack.Create(filepath.Join(dir, "village.rsp"), pack.Meta{})
	if err != nil {
		log.Fatal(err)
	}
	report, err := osmimport.File(context.Background(), extract, w, osmimport.Options{Name: "Village"})
	if err != nil {
		log.Fatal(err)
	}
	if err := w.Commit(); err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.HighwayWays, "road")
	// Output: 1 road
}
