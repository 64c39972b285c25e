// SPDX-License-Identifier: MIT

package geofile_test

import (
	"log"
	"os"

	"github.com/paulmach/orb"

	"roadsnap/engine/geofile"
)

func ExampleNewStream() {
	w, err := geofile.NewStream(os.Stdout, geofile.CSV, geofile.Schema{
		Name:    "fields",
		Columns: []geofile.Column{{Name: "code", Kind: geofile.Text}},
	})
	if err != nil {
		log.Fatal(err)
	}
	square := orb.MultiPolygon{{{{106, 10}, {107, 10}, {107, 11}, {106, 10}}}}
	if err := w.Add(geofile.Feature{Values: []any{"A"}, Area: square}); err != nil {
		log.Fatal(err)
	}
	if err := w.Commit(); err != nil {
		log.Fatal(err)
	}
	// Output:
	// code,wkt
	// A,"MULTIPOLYGON (((106 10,107 10,107 11,106 10)))"
}
