// SPDX-License-Identifier: MIT

package osmimport

import (
	"slices"
	"strings"

	"github.com/paulmach/osm"

	"roadsnap/engine/basemap"
)

// siteKinds maps tags to kinds of points of interest, by key and value. The value "*"
// stands for all others.
var siteKinds = map[string]map[string]basemap.Kind{
	"amenity": {
		"fuel": basemap.POIFuel, "charging_station": basemap.POICharging, "parking": basemap.POIParking,
		"hospital": basemap.POIHospital, "clinic": basemap.POIClinic, "doctors": basemap.POIClinic, "dentist": basemap.POIClinic,
		"pharmacy": basemap.POIPharmacy, "school": basemap.POISchool, "kindergarten": basemap.POISchool,
		"university": basemap.POIUniversity, "college": basemap.POIUniversity,
		"marketplace": basemap.POIMarket, "ferry_terminal": basemap.POIPort, "bus_station": basemap.POIBusStation,
		"bank": basemap.POIBank, "atm": basemap.POIATM, "place_of_worship": basemap.POITemple, "monastery": basemap.POIPagoda,
		"police": basemap.POIPolice, "fire_station": basemap.POIFireStation, "post_office": basemap.POIPostOffice,
		"townhall": basemap.POIGovernment, "courthouse": basemap.POIGovernment, "embassy": basemap.POIGovernment,
		"public_building": basemap.POIGovernment,
		"restaurant":      basemap.POIRestaurant, "fast_food": basemap.POIRestaurant, "food_court": basemap.POIRestaurant,
		"cafe": basemap.POICafe, "bar": basemap.POICafe, "pub": basemap.POICafe,
		"library": basemap.POIMuseum, "theatre": basemap.POITheatre, "cinema": basemap.POITheatre,
		"arts_centre": basemap.POITheatre, "community_centre": basemap.POITheatre,
		"toilets": basemap.POIToilets, "weighbridge": basemap.POIWeighbridge,
		"car_wash": basemap.POIRepair, "vehicle_inspection": basemap.POIRepair,
	},
	"healthcare": {"hospital": basemap.POIHospital, "clinic": basemap.POIClinic, "centre": basemap.POIClinic},
	"shop": {
		"supermarket": basemap.POISupermarket, "mall": basemap.POIMall, "department_store": basemap.POIMall,
		"car": basemap.POIRepair, "car_repair": basemap.POIRepair, "car_parts": basemap.POIRepair, "tyres": basemap.POIRepair,
		"motorcycle": basemap.POIRepair, "motorcycle_repair": basemap.POIRepair,
		"no": 0, "vacant": 0, "*": basemap.POIShop,
	},
	"tourism": {
		"hotel": basemap.POIHotel, "guest_house": basemap.POIHotel, "hostel": basemap.POIHotel, "motel": basemap.POIHotel,
		"apartment": basemap.POIHotel, "resort": basemap.POIHotel,
		"museum": basemap.POIMuseum, "gallery": basemap.POIMuseum,
		"attraction": basemap.POIAttraction, "viewpoint": basemap.POIAttraction, "theme_park": basemap.POIAttraction,
		"zoo": basemap.POIAttraction, "aquarium": basemap.POIAttraction,
	},
	"historic": {
		"monument": basemap.POIAttraction, "memorial": basemap.POIAttraction, "castle": basemap.POIAttraction,
		"ruins": basemap.POIAttraction, "archaeological_site": basemap.POIAttraction, "tomb": basemap.POIAttraction,
	},
	"leisure": {"stadium": basemap.POIStadium, "sports_centre": basemap.POIStadium, "park": basemap.POIPark,
		"nature_reserve": basemap.POIPark, "golf_course": basemap.POIPark, "marina": basemap.POIPort},
	"aeroway":  {"aerodrome": basemap.POIAirport},
	"railway":  {"station": basemap.POIStation, "halt": basemap.POIStation, "tram_stop": basemap.POIStation},
	"highway":  {"bus_stop": basemap.POIBusStop, "rest_area": basemap.POIRestArea, "services": basemap.POIRestArea},
	"barrier":  {"toll_booth": basemap.POIToll, "border_control": basemap.POIBorder},
	"harbour":  {"no": 0, "*": basemap.POIPort},
	"natural":  {"peak": basemap.POIPeak, "volcano": basemap.POIPeak},
	"landuse":  {"port": basemap.POIPort, "industrial": basemap.POIIndustrial},
	"man_made": {"works": basemap.POIIndustrial},
	"office": {"government": basemap.POIGovernment, "diplomatic": basemap.POIGovernment,
		"no": 0, "vacant": 0, "*": basemap.POIOffice},
	"building": {
		"church": basemap.POIChurch, "cathedral": basemap.POIChurch, "chapel": basemap.POIChurch,
		"pagoda": basemap.POIPagoda, "temple": basemap.POITemple, "mosque": basemap.POIMosque,
		"hospital": basemap.POIHospital, "school": basemap.POISchool, "university": basemap.POIUniversity,
		"hotel": basemap.POIHotel, "train_station": basemap.POIStation, "supermarket": basemap.POISupermarket,
		"no": 0, "*": basemap.POIBuilding,
	},
}

// siteKeys is the order in which keys are tried: what a place is used for before what
// it looks like.
var siteKeys = []string{"amenity", "healthcare", "shop", "tourism", "historic", "aeroway", "railway", "highway", "barrier",
	"harbour", "leisure", "natural", "office", "landuse", "man_made", "building"}

// needsName has the kinds that mean nothing to a user without their names.
var needsName = map[basemap.Kind]bool{
	basemap.POIShop: true, basemap.POIOffice: true, basemap.POIAttraction: true, basemap.POIPeak: true,
	basemap.POIIndustrial: true, basemap.POIPark: true, basemap.POIBuilding: true, basemap.POIStadium: true,
	basemap.POIRestaurant: true, basemap.POICafe: true, basemap.POIHotel: true, basemap.POITheatre: true,
	basemap.POIGovernment: true, basemap.POIPort: true, basemap.POIRepair: true, basemap.POIMuseum: true, basemap.POIClinic: true,
}

// siteOf returns the point of interest that the tags describe, without its id and point.
// Its strings are substrings of the tags.
func siteOf(tags osm.Tags) (basemap.Feature, bool) {
	f := basemap.Feature{Name: nameOf(tags), NameEn: englishOf(tags)}
	for _, key := range siteKeys {
		value := tags.Find(key)
		if value == "" {
			continue
		}
		kind, found := siteKinds[key][value]
		if !found {
			kind = siteKinds[key]["*"]
		}
		if kind == basemap.POIParking && (tags.Find("access") == "private" || tags.Find("access") == "no") {
			kind = 0
		}
		if tags.Find("amenity") == "place_of_worship" {
			kind = worshipOf(tags, f.Name)
		}
		if kind != 0 && (f.Name != "" || !needsName[kind]) {
			f.Kind = kind
			return f, true
		}
	}
	return basemap.Feature{}, false
}

// worshipOf returns the kind of a place of worship by its religion, or else by how its
// name begins.
func worshipOf(tags osm.Tags, name string) basemap.Kind {
	switch tags.Find("religion") {
	case "buddhist", "taoist":
		return basemap.POIPagoda
	case "christian":
		return basemap.POIChurch
	case "muslim":
		return basemap.POIMosque
	case "":
	default:
		return basemap.POITemple
	}
	begins := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(name, w) })
	}
	switch {
	case begins("Chùa", "Tịnh xá", "Tịnh Xá", "Thiền viện", "Thiền Viện", "Tu viện", "Niệm Phật"):
		return basemap.POIPagoda
	case begins("Nhà thờ", "Nhà Thờ", "Giáo xứ", "Giáo Xứ", "Giáo họ"):
		return basemap.POIChurch
	}
	return basemap.POITemple
}

// isBuilding reports whether an area with the tags is a building above the ground.
func isBuilding(tags osm.Tags) bool {
	switch tags.Find("building") {
	case "", "no", "roof", "ruins", "construction", "proposed":
		return false
	}
	return tags.Find("location") != "underground"
}

// houseOf returns the house number that the tags give, or "".
func houseOf(tags osm.Tags) (number, street string) {
	number = strings.TrimSpace(tags.Find("addr:housenumber"))
	if number == "" || len(number) > maxHouseNumber {
		return "", ""
	}
	street = tags.Find("addr:street")
	if street == "" {
		street = tags.Find("addr:place")
	}
	return number, street
}

// maxHouseNumber is the length of the longest house number (bytes). Longer ones are
// lists or notes.
const maxHouseNumber = 24

// englishOf returns the English name.
func englishOf(tags osm.Tags) string { return tags.Find("name:en") }

// nodeKeys are the keys that make the tags of a node needed.
var nodeKeys = func() map[string]bool {
	keys := map[string]bool{"place": true, "addr:housenumber": true}
	for _, key := range siteKeys {
		keys[key] = true
	}
	return keys
}()

// keepsTags reports whether a tag with that key makes the tags of a node needed.
func keepsTags(key string) bool { return nodeKeys[key] }
