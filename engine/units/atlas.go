// SPDX-License-Identifier: MIT

package units

import (
	"fmt"
	"slices"

	"roadsnap/engine/boundary"
	"roadsnap/engine/coast"
	"roadsnap/engine/geo"
)

// Atlas is the table of units together with their borders. It is safe for concurrent
// use while the pack of the borders is open.
type Atlas struct {
	*Table
	net        *boundary.Net
	land       *coast.Land // of all units
	provinceAt []int       // index in the table of each group's province, −1 if none
	wardAt     []int       // index in the table of each area's ward, −1 if none
	groupOf    []int       // group of each province in the table, −1 if none
	areaOf     []int       // area of each ward in the table, −1 if none
	lacks      []bool      // whether wards of each province in the table have no border
	overview   *Atlas      // see SetOverview; may be nil
	former     *FormerBorders
}

// archipelagos returns the codes of the special zones Hoàng Sa and Trường Sa. Their
// published outlines are those of reefs, and leave out most of the islands.
func archipelagos() []string { return []string{"20333", "22736"} }

// SetOverview adds what the borders of a leave out, from an atlas of all provinces: the
// islands of Hoàng Sa and Trường Sa, and provinces of which wards are missing. Locate
// names them, the latter without a ward. It must be called before a is used.
func (a *Atlas) SetOverview(overview *Atlas) { a.overview = overview }

// NewAtlas joins a table with borders. The codes of areas and groups must be those of
// the units. If each area is a group by itself, the areas are provinces, and there
// are no borders of wards. Areas that are no unit of the table are left out; old
// borders may have such areas.
func NewAtlas(t *Table, net *boundary.Net) *Atlas {
	a := &Atlas{Table: t, net: net, land: coast.NewLand(net, coast.All)}
	a.provinceAt, a.groupOf = pair(net.NumGroups(), len(t.provinces), func(i int) (int, bool) {
		place, ok := t.provinceIndex[fmt.Sprintf("%0*d", ProvinceDigits, net.Group(i).Code())]
		return place, ok
	})
	areas := net.NumAreas()
	if net.Alone() {
		areas = 0
	}
	a.wardAt, a.areaOf = pair(areas, len(t.wards), func(i int) (int, bool) {
		place, ok := t.wardIndex[fmt.Sprintf("%0*d", WardDigits, net.Area(i).Code())]
		return place, ok
	})
	a.lacks = make([]bool, len(t.provinces))
	for i, area := range a.areaOf {
		if area < 0 {
			a.lacks[t.provinceIndex[t.wards[i].ProvinceCode]] = true
		}
	}
	return a
}

// pair returns the table index of each of n lands, and the land of each of m units;
// −1 means none.
func pair(n, m int, find func(land int) (place int, ok bool)) (places, lands []int) {
	places, lands = make([]int, n), make([]int, m)
	for i := range lands {
		lands[i] = -1
	}
	for i := range places {
		places[i] = -1
		if place, ok := find(i); ok {
			places[i], lands[place] = place, i
		}
	}
	return places, lands
}

// Net returns the borders.
func (a *Atlas) Net() *boundary.Net { return a.net }

// HasWards reports whether there are borders of wards, not only of provinces.
func (a *Atlas) HasWards() bool { return !a.net.Alone() && a.net.NumAreas() > 0 }

// Land returns the land of all units together, for pictures.
func (a *Atlas) Land() *coast.Land { return a.land }

// Complete reports whether every ward has a border.
func (a *Atlas) Complete() bool { return !a.net.Alone() && !slices.Contains(a.areaOf, -1) }

// ProvinceLand returns the land of a province.
func (a *Atlas) ProvinceLand(p Province) (boundary.Land, bool) {
	i, ok := a.provinceIndex[p.Code]
	if !ok || a.groupOf[i] < 0 {
		return boundary.Land{}, false
	}
	land := a.net.Group(a.groupOf[i])
	return land, land.Found()
}

// WardLand returns the land of a ward.
func (a *Atlas) WardLand(w Ward) (boundary.Land, bool) {
	i, ok := a.wardIndex[w.Code]
	if !ok || a.areaOf[i] < 0 {
		return boundary.Land{}, false
	}
	land := a.net.Area(a.areaOf[i])
	return land, land.Found()
}

// Location is the units that contain a point.
type Location struct {
	Province  Province
	Ward      Ward // valid if WardFound
	WardFound bool // false if only the borders of provinces are known
	OnBorder  bool // the point lies on a border, where another unit may meet
}

// Locate returns the units that contain p. found is false at sea, abroad and in a gap
// between units. On a border Locate always returns the same unit. Where the borders of
// wards are missing, the province is that of the overview, which is a sketch.
func (a *Atlas) Locate(p geo.Point) (at Location, found bool) {
	place, found := a.net.Locate(p)
	if !found {
		return a.leftOut(p)
	}
	at.OnBorder = place.OnBorder
	if !a.net.Alone() && a.wardAt[place.Area] >= 0 {
		at.Ward, at.WardFound = a.wards[a.wardAt[place.Area]], true
	}
	province := a.provinceAt[a.net.Area(place.Area).Group()]
	if province < 0 {
		return Location{}, false
	}
	at.Province = a.provinces[province]
	return at, true
}

// leftOut returns what the overview has at p and the borders of a leave out: an island within the
// bounds of an archipelago, or a province of which wards are missing.
func (a *Atlas) leftOut(p geo.Point) (at Location, found bool) {
	if a.overview == nil {
		return Location{}, false
	}
	if at, found = a.overview.Locate(p); !found {
		return Location{}, false
	}
	for _, code := range archipelagos() {
		zone, known := a.Ward(code)
		if land, there := a.WardLand(zone); known && there && zone.ProvinceCode == at.Province.Code && land.Bounds().Contains(p) {
			at.Ward, at.WardFound = zone, true
			return at, true
		}
	}
	at.OnBorder = false // of a sketch
	return at, a.HasWards() && a.lacks[a.provinceIndex[at.Province.Code]]
}

// DistanceToBorder returns the distance from p to the nearest border (metres): of its
// ward, or of its province if no wards are known. For a point at sea or abroad it is
// the nearest coast or frontier. found is false if there are no borders.
func (a *Atlas) DistanceToBorder(p geo.Point) (metres float64, found bool) {
	return a.net.Distance(p)
}
