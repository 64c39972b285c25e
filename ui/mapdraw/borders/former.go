package borders

import (
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/label"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
)

// formerNames are the names of former districts that give way to those of wards. Without
// wards they are nil.
type formerNames struct{ far, near *label.Districts }

// townZoom is the zoom from which a town gives way to the ward of its name. Farther away
// villages or the size of the ward leave the ward's name no room, and the town would
// vanish: at zoom 12 Hóc Môn did.
const townZoom = 13

// formerNamesOf returns the former districts of a source whose names are names.
func formerNamesOf(source Source, names []Name) formerNames {
	if !slices.ContainsFunc(names, func(n Name) bool { return !n.Province }) {
		return formerNames{}
	}
	// Without former districts those that the map names with their kind give way.
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

// skippedAt returns the districts whose names are left out at a zoom, nil where no wards
// are named.
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

// boxOf returns bounds on the web-mercator square.
func boxOf(b geo.Bounds) view.Box {
	nw, se := view.Project(geo.Point{Lat: b.North, Lon: b.West}), view.Project(geo.Point{Lat: b.South, Lon: b.East})
	return view.Box{X0: nw.X, Y0: nw.Y, X1: se.X, Y1: se.Y}
}
