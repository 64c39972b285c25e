// SPDX-License-Identifier: MIT

package label

import (
	"slices"
	"strings"

	"roadsnap/engine/basemap"
	"roadsnap/engine/units"
	"roadsnap/ui/mapdraw/view"
)

// District is a former district whose name is left out where wards are named.
type District struct {
	Name string   // without its kind: "Gò Vấp"
	Box  view.Box // around the wards that replaced it
	// Town is set if a town in the box with that name is left out too.
	Town bool
}

// Districts holds the former districts whose names are left out where wards are
// named. It is immutable.
type Districts struct {
	byName map[string][]District // by the key of the name
}

// NewDistricts returns the districts of list.
func NewDistricts(list []District) *Districts {
	d := &Districts{byName: make(map[string][]District, len(list))}
	for _, district := range list {
		key := units.Key(district.Name)
		d.byName[key] = append(d.byName[key], district)
	}
	return d
}

// Name reports whether l is the name of a former district, either with its kind,
// such as "Quận 5", or without it, of a place in one of d.
func (d *Districts) Name(l *Label) bool {
	if l.ofDistrict() {
		return true
	}
	if l.place != basemap.PlaceSuburb && l.place != basemap.PlaceTown {
		return false
	}
	at := view.Box{X0: l.At.X, Y0: l.At.Y, X1: l.At.X, Y1: l.At.Y}
	return slices.ContainsFunc(d.byName[units.Key(l.Text)], func(district District) bool {
		return district.Box.Meets(at) && (district.Town || l.place == basemap.PlaceSuburb)
	})
}

// districts holds the prefixes of the names of units between province and ward.
// Those were abolished in July 2025, but maps still show them.
var districts = []string{"quận ", "huyện ", "thị xã "}

// ofDistrict reports whether l names a former district with its kind, such as "Quận 5".
func (l *Label) ofDistrict() bool {
	if l.Kind != Level {
		return false
	}
	name := strings.ToLower(strings.ReplaceAll(l.Text, "\n", " "))
	return slices.ContainsFunc(districts, func(kind string) bool { return strings.HasPrefix(name, kind) })
}
