// SPDX-License-Identifier: MIT

package api

import (
	"slices"
	"testing"
)

// islandGroups holds Hoàng Sa and Trường Sa: the province and the ward of each,
// and places on its islands that a view of the province or the country must
// contain.
var islandGroups = []struct {
	name, query, province, ward string
	islands                     []latLng
}{
	{"Hoàng Sa", "hoang+sa", "48", "20333", []latLng{{16.54, 111.61}, {16.83, 112.34}, {15.78, 111.20}}},
	{"Trường Sa", "truong+sa", "56", "22736", []latLng{{8.64, 111.92}, {11.43, 114.33}, {7.89, 112.92}}},
}

// TestIslandsAreInEveryView checks that Hoàng Sa and Trường Sa are in the
// outlines of the country at every level, in the viewports of their provinces, in
// the list of wards and in search results.
func TestIslandsAreInEveryView(t *testing.T) {
	t.Run("overview", func(t *testing.T) {
		checkViews(t, startServer(t, func(o *Options) { o.Engine = embedded(t) }))
	})
	t.Run("wards", func(t *testing.T) {
		s := startServer(t, withRealWards(t))
		checkViews(t, s)
		for _, g := range islandGroups {
			checkIslands(t, getRecords(t, s, "wards/"+g.ward+"?fields=ward_code,geom,viewport")[0], g.name, g.islands)
		}
	})
}

func checkViews(t *testing.T, s *Server) {
	t.Helper()
	for _, level := range []string{"auto", "country", "province"} {
		list := getRecords(t, s, "provinces?fields=prov_code,geom,viewport&geom_level="+level)
		for _, g := range islandGroups {
			i := slices.IndexFunc(list, func(u unitRecord) bool { return u.ProvCode == g.province })
			checkIslands(t, list[i], g.name, g.islands)
		}
	}
	for _, g := range islandGroups {
		checkIslands(t, getRecords(t, s, "provinces/"+g.province+"?fields=prov_code,geom,viewport")[0], g.name, g.islands)
		for _, target := range []string{"wards?codes=" + g.ward, "wards?size=5000&prov_code=" + g.province} {
			wards := getRecords(t, s, target)
			if !slices.ContainsFunc(wards, func(u unitRecord) bool { return u.WardCode == g.ward }) {
				t.Errorf("%s is not in %s", g.name, target)
			}
		}
		if list := found(t, s, "q="+g.query); !slices.Contains(list, "ward "+g.ward) {
			t.Errorf("a search for %s finds %v", g.name, list)
		}
	}
}

// checkIslands checks that a viewport contains islands, and that something is
// drawn near each.
func checkIslands(t *testing.T, u unitRecord, name string, islands []latLng) {
	t.Helper()
	if u.Geom == nil || u.Viewport == nil {
		t.Errorf("%s: %s has no geometry", name, u.code())
		return
	}
	const near = 0.5 // in degrees, because light levels draw the groups as a few islands
	for _, at := range islands {
		box := u.Viewport
		if at.Lat < box.Southwest.Lat-0.02 || at.Lat > box.Northeast.Lat+0.02 || at.Lng < box.Southwest.Lng-0.02 || at.Lng > box.Northeast.Lng+0.02 {
			t.Errorf("%s: %v lies outside the viewport of %s, %+v", name, at, u.code(), *box)
		}
		if !slices.ContainsFunc(u.Geom.Coordinates, func(p polygonText) bool {
			lon, lat := p[0][0][0], p[0][0][1]
			return lon > at.Lng-near && lon < at.Lng+near && lat > at.Lat-near && lat < at.Lat+near
		}) {
			t.Errorf("%s: nothing of %s is drawn near %v", name, u.code(), at)
		}
	}
}
