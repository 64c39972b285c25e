// SPDX-License-Identifier: MIT

package basemap

import "maps"

// Kind is the kind of a feature. It determines whether the feature is an area, a line
// or a point, its tiers, and its map style. The numbers are part of the pack format and
// are never reused.
type Kind uint8

// The kinds. Those of roads follow OpenStreetMap's highway classes. A ramp, such as
// motorway_link, has the kind of its class and the flag Link.
const (
	// BuiltUp is an area of houses, works or shops.
	BuiltUp Kind = 1
	// Green is an area of plants: park, forest, meadow, scrub.
	Green Kind = 2
	// Water is an area of water: lake, reservoir, broad river.
	Water Kind = 3
	// Building is the outline of a building.
	Building Kind = 4

	// Coastline is a line between land and sea, with land on its left.
	Coastline Kind = 16
	// Waterway is a river or a canal drawn as a line.
	Waterway Kind = 17
	// Stream is a stream, ditch or drain drawn as a line.
	Stream Kind = 18
	// Railway is a railway line, including trams and metros.
	Railway Kind = 19
	// RoadFerry is a ferry line.
	RoadFerry Kind = 20

	// RoadPath is a way for pedestrians or bicycles: footway, path, cycleway, steps.
	RoadPath Kind = 32
	// RoadTrack is a track through fields or woods.
	RoadTrack Kind = 33
	// RoadPedestrian is a street closed to vehicles.
	RoadPedestrian Kind = 34
	// RoadService is a service road, driveway or alley.
	RoadService Kind = 35
	// RoadResidential is a street in a settlement, including living streets.
	RoadResidential Kind = 36
	// RoadUnclassified is a minor through road, or one of unknown class.
	RoadUnclassified Kind = 37
	// RoadTertiary, RoadSecondary, RoadPrimary, RoadTrunk and RoadMotorway are
	// the through roads, in increasing importance.
	RoadTertiary  Kind = 38
	RoadSecondary Kind = 39
	RoadPrimary   Kind = 40
	RoadTrunk     Kind = 41
	RoadMotorway  Kind = 42

	// PlaceHamlet is a hamlet or an isolated settlement.
	PlaceHamlet Kind = 64
	// PlaceQuarter is a quarter or neighbourhood within a town.
	PlaceQuarter Kind = 65
	// PlaceSuburb is a named large part of a town or city.
	PlaceSuburb Kind = 66
	// PlaceVillage is a village.
	PlaceVillage Kind = 67
	// PlaceTown is a town.
	PlaceTown Kind = 68
	// PlaceCity is a city.
	PlaceCity Kind = 69
	// PlaceIsland is a named island or archipelago.
	PlaceIsland Kind = 70

	// HouseNumber is the number of a house: Name is the number, Ref the street.
	HouseNumber Kind = 80
)

var kindNames = withPOIs(map[Kind]string{
	BuiltUp: "built_up", Green: "green", Water: "water", Building: "building", HouseNumber: "house_number",
	Coastline: "coastline", Waterway: "waterway", Stream: "stream", Railway: "railway", RoadFerry: "road_ferry",
	RoadPath: "road_path", RoadTrack: "road_track", RoadPedestrian: "road_pedestrian", RoadService: "road_service",
	RoadResidential: "road_residential", RoadUnclassified: "road_unclassified", RoadTertiary: "road_tertiary",
	RoadSecondary: "road_secondary", RoadPrimary: "road_primary", RoadTrunk: "road_trunk", RoadMotorway: "road_motorway",
	PlaceHamlet: "place_hamlet", PlaceQuarter: "place_quarter", PlaceSuburb: "place_suburb", PlaceVillage: "place_village",
	PlaceTown: "place_town", PlaceCity: "place_city", PlaceIsland: "place_island",
})

func withPOIs(names map[Kind]string) map[Kind]string {
	maps.Copy(names, poiNames)
	return names
}

// Kinds returns every kind, lowest number first: areas, lines, points.
func Kinds() []Kind {
	var kinds []Kind
	for k := range Kind(firstUnused) {
		if k.Valid() {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// The number ranges of areas, lines and points.
const (
	firstLine   = 16
	firstRoad   = 32
	firstPoint  = 64
	firstDetail = 80
	firstPOI    = 96
	firstUnused = 160
)

// Valid reports whether k is one of the kinds above.
func (k Kind) Valid() bool { _, ok := kindNames[k]; return ok }

// IsArea reports whether features of kind k are areas: closed rings.
func (k Kind) IsArea() bool { return k > 0 && k < firstLine }

// IsLine reports whether features of kind k are lines.
func (k Kind) IsLine() bool { return k >= firstLine && k < firstPoint }

// IsPoint reports whether features of kind k are single points.
func (k Kind) IsPoint() bool { return k >= firstPoint && k < firstUnused }

// IsPlace reports whether k is a settlement, a part of one, or an island.
func (k Kind) IsPlace() bool { return k >= firstPoint && k < firstDetail }

// IsPOI reports whether k is a point of interest, such as a hospital.
func (k Kind) IsPOI() bool { return k >= firstPOI && k < firstUnused }

// isDetail reports whether k is in the detail tier only.
func (k Kind) isDetail() bool { return k == Building || k == HouseNumber }

// IsRoad reports whether k is a road of any class. A ferry is not a road.
func (k Kind) IsRoad() bool { return k >= firstRoad && k < firstPoint }

// String returns the name of k in map styles, such as "road_primary", or "" if k is
// not valid.
func (k Kind) String() string { return kindNames[k] }

// ParseKind returns the kind with the name s. It is the inverse of String.
func ParseKind(s string) (kind Kind, found bool) {
	for k, name := range kindNames {
		if name == s {
			return k, true
		}
	}
	return 0, false
}

// Flags are properties of a line that a style may show.
type Flags uint8

// The flags. Oneway and OnewayBack apply to cars.
const (
	Bridge     Flags = 1 << iota // on a bridge
	Tunnel                       // under ground or through a building
	Oneway                       // one way, in the direction of the line
	OnewayBack                   // one way, against the direction of the line
	Link                         // a ramp or slip road

	allFlags = Bridge | Tunnel | Oneway | OnewayBack | Link
)

// Has reports whether f has every flag of g.
func (f Flags) Has(g Flags) bool { return f&g == g }
