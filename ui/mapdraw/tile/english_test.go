// SPDX-License-Identifier: MIT

package tile

import (
	"testing"

	"roadsnap/engine/basemap"
	"roadsnap/engine/boundary"
	"roadsnap/engine/coast"
	"roadsnap/engine/geo"
	"roadsnap/ui/maptest"
)

type grounded struct{ *maptest.Features }

func (grounded) Ground(boundary.Level, geo.FixedBounds, func(coast.Kind, []geo.Fixed)) error {
	return nil
}

func TestEnglish(t *testing.T) {
	plain := &maptest.Features{List: []basemap.Feature{
		basemap.NewFeature(basemap.Feature{Kind: basemap.POIMarket, Name: "Chợ Lớn", NameEn: "Cholon Market"}, maptest.Px(10, 10)),
		basemap.NewFeature(basemap.Feature{Kind: basemap.POICafe, Name: "Cà phê"}, maptest.Px(10, 10)),
	}}
	for _, src := range []Source{plain, grounded{plain}} {
		e := English(src)
		_, had := src.(GroundSource)
		if _, has := e.(GroundSource); has != had {
			t.Errorf("%T: ground %v, want %v", src, has, had)
		}
		var names []string
		everywhere := geo.Bounds{South: -90, West: -180, North: 90, East: 180}.Fixed()
		if err := e.Visit(16, everywhere, func(f basemap.Feature) bool {
			names = append(names, f.Name)
			return true
		}); err != nil {
			t.Fatal(err)
		}
		if len(names) != 2 || names[0] != "Cholon Market" || names[1] != "Cà phê" {
			t.Errorf("%T: names %q", src, names)
		}
	}
}
