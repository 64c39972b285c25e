// SPDX-License-Identifier: MIT

package basemap

import "math"

// numTiers is the number of tiers in a pack.
const numTiers = 5

// The tiers with full detail and with the details, and the zoom from which the details
// are returned.
const (
	fullTier   = 3
	detailTier = 4
	detailZoom = 15
)

// tierRule defines the features of one tier. Zooms are those of web maps: the world is
// 256 × 2^zoom pixels wide.
type tierRule struct {
	letter  byte // second letter of the tier's section tags
	maxZoom int  // closest zoom that the tier serves
	full    bool // every feature but details in full detail, nothing joined or dropped
	// details means that the tier has the details only: buildings and house numbers.
	// Visit returns them from detailZoom on, after the features of the tier before.
	details bool

	road Kind          // lowest class of road kept
	also map[Kind]bool // other kinds kept
	// roadNames means not to join roads of different names, so that they can be
	// labelled.
	roadNames bool
}

// tierRules lists the tiers from low to high zoom. A tier keeps the features that
// common web maps show at its zooms.
var tierRules = [numTiers]tierRule{
	{letter: 'A', maxZoom: 8, road: RoadPrimary,
		also: set(BuiltUp, Green, Water, Coastline, Waterway, PlaceCity, PlaceTown, PlaceIsland)},
	{letter: 'B', maxZoom: 11, road: RoadTertiary,
		also: set(BuiltUp, Green, Water, Coastline, Waterway, Railway, RoadFerry,
			PlaceCity, PlaceTown, PlaceIsland, PlaceVillage, PlaceSuburb, POIAirport)},
	{letter: 'C', maxZoom: 13, road: RoadPedestrian, roadNames: true,
		also: set(BuiltUp, Green, Water, Coastline, Waterway, Stream, Railway, RoadFerry,
			PlaceCity, PlaceTown, PlaceIsland, PlaceVillage, PlaceSuburb, PlaceQuarter, PlaceHamlet,
			POIAirport, POIPort, POIBusStation, POIStation, POIHospital, POIUniversity, POIIndustrial, POIPeak)},
	{letter: 'D', maxZoom: 20, full: true},
	{letter: 'E', maxZoom: 20, details: true},
}

func set(kinds ...Kind) map[Kind]bool {
	m := make(map[Kind]bool, len(kinds))
	for _, k := range kinds {
		m[k] = true
	}
	return m
}

// keeps reports whether the tier has features of the given kind.
func (r *tierRule) keeps(k Kind, f Flags) bool {
	switch {
	case r.full:
		return true
	case k == RoadService:
		return false
	case k.IsRoad():
		// Ramps of the lowest class are left out, because the roads that they
		// connect cannot be distinguished in this tier.
		return k >= r.road && (!f.Has(Link) || k > r.road)
	default:
		return r.also[k]
	}
}

// pixel returns the size of a pixel at the tier's closest zoom (1e-7 degree of
// longitude). On a Mercator map it is the same at every latitude.
func (r *tierRule) pixel() float64 {
	return 360e7 / (256 * math.Exp2(float64(r.maxZoom)))
}

// tierOf returns the index of the tier for a zoom.
func tierOf(zoom int) int {
	for i := range fullTier {
		if zoom <= tierRules[i].maxZoom {
			return i
		}
	}
	return fullTier
}
