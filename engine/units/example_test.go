// SPDX-License-Identifier: MIT

package units_test

import (
	"fmt"
	"log"

	"roadsnap/data"
	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
	"roadsnap/engine/units"
)

func ExampleTable_Search() {
	table, err := units.Load(data.Units())
	if err != nil {
		log.Fatal(err)
	}
	for _, hit := range table.Search("ben thanh", units.Filter{Kind: units.KindWard, Limit: 1}) {
		fmt.Println(hit.Ward.Code, hit.Ward.FullName)
	}
	// Output: 26743 Phường Bến Thành
}

// Ward codes were reused in July 2025.
func ExampleTable_Legacy() {
	table, err := units.Load(data.Units())
	if err != nil {
		log.Fatal(err)
	}
	if l, ok := table.Legacy("26740"); ok {
		fmt.Println(l.Old.Name, "→", l.Current.FullName)
	}
	// Output: Phường Bến Nghé → Phường Sài Gòn
}

func ExampleAtlas_Locate() {
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
	at, found := units.NewAtlas(table, net).Locate(geo.Point{Lat: 16.06, Lon: 108.2})
	fmt.Println(found, at.Province.FullName)
	// Output: true Thành phố Đà Nẵng
}
