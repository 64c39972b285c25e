// SPDX-License-Identifier: MIT

package trace

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"roadsnap/engine/crs"
	"roadsnap/engine/geo"
)

// System is a projected coordinate system that positions may be in.
type System struct {
	EPSG int
	Name string // such as "VN-2000, 105.75° E, scale 0.9999"
}

// land gives the longitudes of Vietnam's mainland by latitude (degrees).
var land = []struct{ below, west, east float64 }{
	{10, 104.4, 107}, {12, 104.4, 109.3}, {14, 107.2, 109.5}, {16, 106.8, 109.4}, {18, 105.3, 108.4},
	{20, 103.8, 106.7}, {21, 103.2, 107.9}, {22, 102.3, 108.1}, {24, 102.1, 107},
}

// southLatitude and northLatitude bound Vietnam's mainland (degrees).
const (
	southLatitude = 8.3
	northLatitude = 23.5
)

// fromLand returns how far p is from the middle of Vietnam's mainland at its latitude, as a
// share of the width there: at most 1 on land. It is infinite north and south of it.
func fromLand(p geo.Point) float64 {
	if !(p.Lat >= southLatitude && p.Lat <= northLatitude) { // also for a system's NaN far outside it
		return math.Inf(1)
	}
	i := slices.IndexFunc(land, func(l struct{ below, west, east float64 }) bool { return p.Lat < l.below })
	l := land[i]
	return math.Abs(p.Lon-(l.west+l.east)/2) * 2 / (l.east - l.west)
}

// LikelySystems returns the systems of Vietnam in which a position is on its mainland, the most
// likely first: those that put it on the map, then by how far inside the country they put it.
// Two numbers do not tell the zone, so several remain. x and y are in metres, in either order.
func LikelySystems(x, y float64, onMap geo.Bounds) []System {
	type candidate struct {
		System
		off    float64
		onMap  bool
		narrow bool
	}
	var found []candidate
	add := func(code int, narrow bool) {
		s, err := crs.ByEPSG(code)
		if err != nil {
			return
		}
		if p, _ := inVietnam(s, x, y); fromLand(p) <= 1 {
			found = append(found, candidate{System{code, s.String()}, fromLand(p), onMap.Contains(p), narrow})
		}
	}
	for _, z := range crs.Zones() {
		if reach := math.Abs(min(x, y) - 500_000); reach < maxZoneReach {
			add(z.EPSG, true)
		}
	}
	for _, code := range []int{3405, 3406, 32648, 32649} {
		add(code, false)
	}
	slices.SortStableFunc(found, func(a, b candidate) int {
		return cmp.Or(-cmp.Compare(oneIf(a.onMap), oneIf(b.onMap)), -cmp.Compare(oneIf(a.narrow), oneIf(b.narrow)), cmp.Compare(a.off, b.off))
	})
	systems := make([]System, len(found))
	for i, c := range found {
		systems[i] = c.System
	}
	return systems
}

// maxZoneReach is the largest distance from the central meridian in a zone of three degrees
// (metres). It is that of 1.5° at the equator.
const maxZoneReach = 170_000

// inVietnam returns the position of x, y, and of y, x if only that is in Vietnam, where the
// northing is called X.
func inVietnam(s crs.System, x, y float64) (p geo.Point, exchanged bool) {
	p = s.Point(x, y)
	if q := s.Point(y, x); fromLand(p) > 2 && fromLand(q) <= 2 {
		return q, true
	}
	return p, false
}

// projectedRemedy returns what to do about a position in metres, with the likely systems.
func projectedRemedy(p geo.Point, onMap geo.Bounds) string {
	list := LikelySystems(p.Lon, p.Lat, onMap)
	if len(list) == 0 {
		return "the values look like projected metres (VN-2000, UTM); export them as WGS 84 latitude and longitude in degrees"
	}
	names := make([]string, min(len(list), 3))
	for i := range names {
		names[i] = fmt.Sprintf("EPSG:%d (%s)", list[i].EPSG, list[i].Name)
	}
	return "the values look like projected metres, likely of " + strings.Join(names, " or ") +
		"; name the system in a recipe, or export WGS 84 latitude and longitude in degrees"
}

// place turns the numbers of a row, x as the longitude and y as the latitude, into a position
// in WGS 84.
func (t *rowReader) place(p geo.Point) geo.Point {
	if zone, ok := t.utmZone(); ok {
		band := strings.ToUpper(strings.TrimSpace(t.cell(roleBand)))
		return geo.UTM{Zone: zone, North: band == "" || band >= "N", EN: geo.EN{Easting: p.Lon, Northing: p.Lat}}.Point()
	}
	if t.system == nil {
		return p
	}
	q, exchanged := inVietnam(*t.system, p.Lon, p.Lat)
	if exchanged {
		t.c.note(NoteSwapped, 0, "")
	}
	return q
}

// utmZone returns the zone of UTM that the row names.
func (t *rowReader) utmZone() (int, bool) {
	if !t.columns.at[roleZone].found {
		return 0, false
	}
	zone, err := strconv.Atoi(strings.TrimSpace(t.cell(roleZone)))
	return zone, err == nil && zone >= 1 && zone <= 60
}
