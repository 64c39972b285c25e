// SPDX-License-Identifier: MIT

package borders

import (
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/label"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
)

// formerNames holds the former districts whose names are left out where wards are
// named. Both are nil if there are no wards.
type formerNames struct{ far, near *label.Districts }

// townZoom is the zoom from which the name of a ward replaces that of a town with
// the same name. At lower zooms the ward's name has no room, next to villages or
// within the ward, and the town would vanish: at zoom 12 Hóc Môn did.
const townZoom = 13

// formerNamesOf returns the former districts of a source with the given names.
func formerNamesOf(source Source, names []Name) formerNames {
	if !slices.ContainsFunc(names, func(n Name) bool { return !n.Province }) {
		return formerNames{}
	}
	// Without former districts only names with their kind are left out.
	districts, _ := source.FormerDistricts()
	var far, near []label.District
	for _, d := range districts {
		district := label.District{Name: d.Name, Box: boxOf(d.Bounds)}
		far = append(far, district)
		district.Town = d.Ward
		near = append(near, district)
	}
	return formerNames{label.NewDistricts(far), label.NewDistricts(near)}
}

// skippedAt returns the districts whose names are left out at a zoom, nil if
// wards are not named there.
func (f formerNames) skippedAt(zoom float64, theme *style.Theme) *label.Districts {
	switch {
	case !theme.Borders.Names[style.Ward].ShownAt(zoom):
		return nil
	case zoom < townZoom:
		return f.far
	default:
		return f.near
	}
}

// boxOf converts bounds to the web-mercator square.
func boxOf(b geo.Bounds) view.Box {
	nw, se := view.Project(geo.Point{Lat: b.North, Lon: b.West}), view.Project(geo.Point{Lat: b.South, Lon: b.East})
	return view.Box{X0: nw.X, Y0: nw.Y, X1: se.X, Y1: se.Y}
}
