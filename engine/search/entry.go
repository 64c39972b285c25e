// SPDX-License-Identifier: MIT

package search

import (
	"math"

	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
)

// entry is an entry in a pack (32 bytes).
type entry struct {
	ID         int64 // of the OpenStreetMap object, or of one way of a street
	Lat, Lon   int32
	Name       uint32 // in the string table, as in the features of the map; of a number, the number
	FirstPoint uint32 // of the points that the entry runs through
	Kind       uint8  // basemap.Kind; of a street, its highest class
	Flags      uint8
	Words      uint8 // number of words of the name
	Importance uint8
	Reserved   uint32
}

// mayReach reports whether an entry of n points may have one in a box, without reading them.
// Each point of a street is at most two gaps and two steps from another one or from its place,
// in each direction; see Builder.
func (e *entry) mayReach(box *geo.FixedBounds, n uint32) bool {
	gap := int64(streetGap)
	if e.Flags&flagRef != 0 {
		gap = roadGap
	}
	spread := (int64(n) + 1) * (2*gap + 2*pointStep)
	lat, lon := int64(e.Lat), int64(e.Lon)
	return n > maxPoints/2 || // some have been left out
		lat+spread >= int64(box.MinLat) && lat-spread <= int64(box.MaxLat) && lon+spread >= int64(box.MinLon) && lon-spread <= int64(box.MaxLon)
}

// The flags of an entry.
const flagRef = 1 << 0 // the name is a road number

// house is a house number in a pack (12 bytes).
type house struct {
	Lat, Lon int32
	Number   uint32 // in the string table of numbers
}

// The tags of the sections.
const (
	tagNames     pack.Tag = "NSTO"
	tagNameData  pack.Tag = "NSTD"
	tagEntries   pack.Tag = "NENT"
	tagPoints    pack.Tag = "NPNT"
	tagWords     pack.Tag = "NWRO"
	tagWordData  pack.Tag = "NWRD"
	tagLists     pack.Tag = "NLSO"
	tagListData  pack.Tag = "NLSD"
	tagStreets   pack.Tag = "NHSO"
	tagStreetDat pack.Tag = "NHSD"
	tagFirsts    pack.Tag = "NHFI"
	tagHouses    pack.Tag = "NHOU"
	tagNumbers   pack.Tag = "NHNO"
	tagNumberDat pack.Tag = "NHND"
)

// Tags returns the tags of all sections that this package writes and reads.
func Tags() []pack.Tag {
	return []pack.Tag{
		tagNames, tagNameData, tagEntries, tagPoints, tagWords, tagWordData, tagLists, tagListData,
		tagStreets, tagStreetDat, tagFirsts, tagHouses, tagNumbers, tagNumberDat,
	}
}

// In reports whether p has an index.
func In(p *pack.Pack) bool { return p.Has(tagEntries) }

// importanceOf returns the importance of an entry, 0…255. extent is that of a street or
// an area (metres).
func importanceOf(k basemap.Kind, rank uint8, extent float64) uint8 {
	size := 4 * math.Log2(1+extent/50) // 1 km: 18, 20 km: 35, 500 km: 53
	var base float64
	switch {
	case k == basemap.PlaceCity:
		base = 150 + float64(rank)/2
	case k == basemap.PlaceTown:
		base = 120 + float64(rank)/4
	case k == basemap.PlaceSuburb, k == basemap.PlaceIsland:
		base = 110
	case k == basemap.PlaceVillage:
		base = 90
	case k.IsPlace():
		base = 70
	case k.IsRoad():
		base = 40 + 6*float64(k-basemap.RoadPath) + size
	case k.IsPOI():
		base = float64(poiImportance[k])
		if base == 0 {
			base = 50
		}
	default: // water, parks, railways, ferries
		base = 50 + size
	}
	return uint8(min(base, math.MaxUint8))
}

var poiImportance = map[basemap.Kind]uint8{
	basemap.POIAirport: 150, basemap.POIStation: 110, basemap.POIBusStation: 110, basemap.POIPort: 95,
	basemap.POIHospital: 110, basemap.POIUniversity: 105, basemap.POIMarket: 100, basemap.POIMall: 95,
	basemap.POIIndustrial: 100, basemap.POIBorder: 100, basemap.POIStadium: 80, basemap.POIAttraction: 80,
	basemap.POIMuseum: 80, basemap.POIPark: 85, basemap.POIGovernment: 80, basemap.POIPeak: 80,
	basemap.POISchool: 70, basemap.POIPagoda: 75, basemap.POIChurch: 75, basemap.POITemple: 70,
	basemap.POISupermarket: 70, basemap.POIRestArea: 80, basemap.POIToll: 70, basemap.POIBusStop: 20, basemap.POIATM: 25,
	basemap.POIShop: 40, basemap.POIOffice: 45, basemap.POIRestaurant: 40, basemap.POICafe: 40,
}

// Entry is a name at a place. Its strings are parts of the mapped pack; copy them to keep
// them.
type Entry struct {
	ID           int64
	Kind         basemap.Kind // of a street, its highest class
	Ref          bool         // Name is a road number
	Name, NameEn string
	At           geo.Point
	Importance   uint8
	points       []geo.Fixed
}

// Points returns points that the entry runs through, at most about 300 m apart; one
// point for what is no line.
func (e *Entry) Points() []geo.Fixed { return e.points }

// Bounds returns the box round the points.
func (e *Entry) Bounds() geo.Bounds { return geo.FixedBoundsOf(e.points...).Bounds() }
