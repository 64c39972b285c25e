// SPDX-License-Identifier: MIT

package engine

import (
	"cmp"
	"testing"

	"roadsnap/data"
	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/pack"
	"roadsnap/engine/units"
	"roadsnap/internal/boundarytest"
)

// TestIslandsThatOutlinesLeaveOut installs Hoàng Sa as its published outline has
// it, reefs on either side of the islands: places on the islands are Hoàng Sa all
// the same, and the sea next to them is nobody's. Where wards are not installed, the
// province is known from the overview.
func TestIslandsThatOutlinesLeaveOut(t *testing.T) {
	reef := func(lat, lon float64) boundary.Part {
		at := func(dLat, dLon float64) geo.Fixed { return geo.Point{Lat: lat + dLat, Lon: lon + dLon}.Fixed() }
		return boundary.Part{{at(0, 0), at(0, .02), at(.02, .02), at(.02, 0)}}
	}
	source := boundary.Source{
		Groups: []uint32{48},
		Areas:  []boundary.Area{{Code: 20333, Parts: []boundary.Part{reef(15.69, 111.18), reef(17.10, 112.75)}}},
	}
	e, err := New(Options{Units: data.Units(), Overview: data.OverviewPack})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	if err := e.OpenPack(boundarytest.Pack(t, source, pack.Meta{})); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		at   geo.Point
		want string // code of the ward, or of the province
	}{
		{"a reef", geo.Point{Lat: 15.70, Lon: 111.19}, "20333"},
		{"Phú Lâm", geo.Point{Lat: 16.8345, Lon: 112.3387}, "20333"},
		{"Tri Tôn", geo.Point{Lat: 15.784, Lon: 111.198}, "20333"},
		{"the sea between", geo.Point{Lat: 16.2, Lon: 112.0}, ""},
		{"Đà Nẵng, whose wards are not installed", geo.Point{Lat: 16.06, Lon: 108.15}, "48"},
		{"an island of Khánh Hòa, whose wards are not installed", geo.Point{Lat: 8.64, Lon: 111.92}, "56"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := e.Atlas(func(a *units.Atlas) error {
				at, found := a.Locate(c.at)
				if got := cmp.Or(at.Ward.Code, at.Province.Code); found != (c.want != "") || got != c.want || at.WardFound != (len(c.want) == units.WardDigits) {
					t.Errorf("found %v: %+v", found, at)
				}
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
}

func TestRoadsLeaveTheBordersOfTheMapThatTheyReplace(t *testing.T) {
	whole := &installed{matcher: new(match.Matcher), atlas: new(units.Atlas)}
	roads := &installed{matcher: new(match.Matcher)}
	borders := &installed{atlas: new(units.Atlas)}
	e := &Engine{current: whole}
	if replaced := e.add(roads); len(replaced) > 0 || e.current != roads || e.overlay != whole {
		t.Errorf("replaced %v, have %+v", replaced, e)
	}
	if replaced := e.add(borders); len(replaced) != 1 || replaced[0] != whole || e.current != roads || e.overlay != borders {
		t.Errorf("replaced %v, have %+v", replaced, e)
	}
	if replaced := e.add(whole); len(replaced) != 2 || e.current != whole || e.overlay != nil {
		t.Errorf("a map with borders of its own replaced %v, have %+v", replaced, e)
	}
}
