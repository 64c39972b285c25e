package basemap

import "math"

// numTiers is the number of tiers in a pack.
const numTiers = 4

// tierRule says what one tier keeps. Zooms are those of web maps, where the
// world is 256 × 2^zoom pixels wide.
type tierRule struct {
	letter  byte // second letter of the tier's section tags
	maxZoom int  // closest zoom that the tier serves
	full    bool // every feature in full detail, nothing joined or dropped

	road Kind          // least class of road kept
	also map[Kind]bool // other kinds kept
	// roadNames tells to keep roads of different names apart, so that names
	// can be written along them.
	roadNames bool
}

// tierRules are the tiers from the widest view to the closest. What a tier
// keeps is what common web maps show at its zooms.
var tierRules = [numTiers]tierRule{
	{letter: 'A', maxZoom: 8, road: RoadPrimary,
		also: set(BuiltUp, Green, Water, Coastline, Waterway, PlaceCity, PlaceTown, PlaceIsland)},
	{letter: 'B', maxZoom: 11, road: RoadTertiary,
		also: set(BuiltUp, Green, Water, Coastline, Waterway, Railway, RoadFerry,
			PlaceCity, PlaceTown, PlaceIsland, PlaceVillage, PlaceSuburb)},
	{letter: 'C', maxZoom: 13, road: RoadPedestrian, roadNames: true,
		also: set(BuiltUp, Green, Water, Coastline, Waterway, Stream, Railway, RoadFerry,
			PlaceCity, PlaceTown, PlaceIsland, PlaceVillage, PlaceSuburb, PlaceQuarter, PlaceHamlet)},
	{letter: 'D', maxZoom: 20, full: true},
}

func set(kinds ...Kind) map[Kind]bool {
	m := make(map[Kind]bool, len(kinds))
	for _, k := range kinds {
		m[k] = true
	}
	return m
}

// keeps reports whether a feature of the given kind has a place in the tier.
func (r *tierRule) keeps(k Kind, f Flags) bool {
	switch {
	case r.full:
		return true
	case k == RoadService:
		return false
	case k.IsRoad():
		// Ramps wait for the tier in which the roads that they join can be told
		// apart.
		return k >= r.road && (!f.Has(Link) || k > r.road)
	default:
		return r.also[k]
	}
}

// pixel returns the size of a pixel at the tier's closest zoom, in units of
// 1e-7 degree of longitude. On a Mercator map a pixel spans the same longitude
// at every latitude.
func (r *tierRule) pixel() float64 {
	return 360e7 / (256 * math.Exp2(float64(r.maxZoom)))
}

// tierOf returns the tier that serves a zoom, 0 for the widest view.
func tierOf(zoom int) int {
	for i := range tierRules {
		if zoom <= tierRules[i].maxZoom {
			return i
		}
	}
	return numTiers - 1
}
