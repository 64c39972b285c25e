// SPDX-License-Identifier: MIT

package unitfile_test

import (
	"fmt"
	"log"

	"roadsnap/data"
	"roadsnap/engine/boundary"
	"roadsnap/engine/pack"
	"roadsnap/engine/unitfile"
	"roadsnap/engine/units"
)

func ExampleRecord() {
	table, err := units.Load(data.Units())
	if err != nil {
		log.Fatal(err)
	}
	p, err := pack.OpenBytes("overview", data.OverviewPack)
	if err != nil {
		log.Fatal(err)
	}
	defer p.Close()
	net, err := boundary.Open(p)
	if err != nil {
		log.Fatal(err)
	}
	province, _ := table.Province("48")
	record, err := unitfile.Record(unitfile.OfProvince(units.NewAtlas(table, net), province))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.60s…\n", record)
	// Output:
	// {
	//   "id": 48,
	//   "prov_code": "48",
	//   "prov_name": "Đà Nẵng",…
}
