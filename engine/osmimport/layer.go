// SPDX-License-Identifier: MIT

package osmimport

import (
	"math"

	"github.com/paulmach/osm"

	"roadsnap/engine/basemap"
	"roadsnap/engine/road"
)

// roadKinds maps each class of road to its kind of map feature.
var roadKinds = map[road.Class]basemap.Kind{
	road.Motorway: basemap.RoadMotorway, road.MotorwayLink: basemap.RoadMotorway,
	road.Trunk: basemap.RoadTrunk, road.TrunkLink: basemap.RoadTrunk,
	road.Primary: basemap.RoadPrimary, road.PrimaryLink: basemap.RoadPrimary,
	road.Secondary: basemap.RoadSecondary, road.SecondaryLink: basemap.RoadSecondary,
	road.Tertiary: basemap.RoadTertiary, road.TertiaryLink: basemap.RoadTertiary,
	road.Unclassified: basemap.RoadUnclassified, road.Road: basemap.RoadUnclassified,
	road.Residential: basemap.RoadResidential, road.LivingStreet: basemap.RoadResidential,
	road.Service: basemap.RoadService, road.Alley: basemap.RoadService, road.Busway: basemap.RoadService,
	road.Track: basemap.RoadTrack, road.Pedestrian: basemap.RoadPedestrian,
	road.Footway: basemap.RoadPath, road.Cycleway: basemap.RoadPath, road.Bridleway: basemap.RoadPath,
	road.Path: basemap.RoadPath, road.Steps: basemap.RoadPath,
	road.Ferry: basemap.RoadFerry,
}

// isRamp reports whether c is a class of ramps.
func isRamp(c road.Class) bool {
	switch c {
	case road.MotorwayLink, road.TrunkLink, road.PrimaryLink, road.SecondaryLink, road.TertiaryLink:
		return true
	}
	return false
}

// lineKinds, areaKinds and placeKinds map tags to kinds of lines, areas and places,
// by key and value.
var (
	lineKinds = map[string]map[string]basemap.Kind{
		"waterway": {"river": basemap.Waterway, "canal": basemap.Waterway,
			"stream": basemap.Stream, "ditch": basemap.Stream, "drain": basemap.Stream, "tidal_channel": basemap.Stream},
		"railway": {"rail": basemap.Railway, "light_rail": basemap.Railway, "subway": basemap.Railway, "tram": basemap.Railway,
			"narrow_gauge": basemap.Railway, "monorail": basemap.Railway, "funicular": basemap.Railway},
		"natural": {"coastline": basemap.Coastline},
	}
	areaKinds = map[string]map[string]basemap.Kind{
		"natural": {"water": basemap.Water,
			"wood": basemap.Green, "scrub": basemap.Green, "grassland": basemap.Green, "heath": basemap.Green, "wetland": basemap.Green},
		"waterway": {"riverbank": basemap.Water, "dock": basemap.Water},
		"landuse": {"reservoir": basemap.Water, "basin": basemap.Water,
			"forest": basemap.Green, "grass": basemap.Green, "meadow": basemap.Green, "recreation_ground": basemap.Green,
			"village_green": basemap.Green, "cemetery": basemap.Green, "orchard": basemap.Green, "vineyard": basemap.Green,
			"allotments": basemap.Green, "plant_nursery": basemap.Green,
			"residential": basemap.BuiltUp, "industrial": basemap.BuiltUp, "commercial": basemap.BuiltUp, "retail": basemap.BuiltUp},
		"leisure": {"park": basemap.Green, "garden": basemap.Green, "golf_course": basemap.Green},
	}
	placeKinds = map[string]basemap.Kind{
		"city": basemap.PlaceCity, "town": basemap.PlaceTown, "village": basemap.PlaceVillage,
		"suburb": basemap.PlaceSuburb, "borough": basemap.PlaceSuburb,
		"quarter": basemap.PlaceQuarter, "neighbourhood": basemap.PlaceQuarter,
		"hamlet": basemap.PlaceHamlet, "isolated_dwelling": basemap.PlaceHamlet,
		"island": basemap.PlaceIsland, "archipelago": basemap.PlaceIsland,
	}
	// kindKeys is the order in which keys are tried: water before vegetation in it,
	// and vegetation before land use.
	kindKeys = []string{"natural", "waterway", "railway", "leisure", "landuse"}
)

// kindOf looks up the kind of tags in a table.
func kindOf(table map[string]map[string]basemap.Kind, tags osm.Tags) (basemap.Kind, bool) {
	for _, key := range kindKeys {
		if kinds := table[key]; kinds != nil {
			if kind, found := kinds[tags.Find(key)]; found {
				return kind, true
			}
		}
	}
	return 0, false
}

// featureOf returns the map feature of a way without its id and points. closed
// reports whether the way ends at its first node. The strings of the feature are
// substrings of the tags.
func featureOf(tags osm.Tags, closed bool) (basemap.Feature, bool) {
	if kind, found := kindOf(lineKinds, tags); found && (!closed || kind == basemap.Coastline || tags.Find("area") != "yes") {
		return basemap.Feature{Kind: kind, Name: nameOf(tags), NameEn: englishOf(tags), Flags: structureOf(tags), Level: layerOf(tags)}, true
	}
	if kind, found := kindOf(areaKinds, tags); found && closed {
		return basemap.Feature{Kind: kind, Name: nameOf(tags), NameEn: englishOf(tags)}, true
	}
	return basemap.Feature{}, false
}

// roadFeature returns the map feature of a road.
func roadFeature(w *road.WaySpec) basemap.Feature {
	f := basemap.Feature{Kind: roadKinds[w.Class], Name: w.Name, Ref: w.Ref, Level: w.Layer}
	set := func(yes bool, flag basemap.Flags) {
		if yes {
			f.Flags |= flag
		}
	}
	set(w.Bridge, basemap.Bridge)
	set(w.Tunnel, basemap.Tunnel)
	set(isRamp(w.Class), basemap.Link)
	// One-way for cars; motorcycles may still be allowed in the other direction.
	set(w.Oneway && w.Forward&road.AnyMotor != 0 && w.Backward&road.Car == 0, basemap.Oneway)
	set(w.Oneway && w.Forward&road.AnyMotor == 0 && w.Backward&road.Car != 0, basemap.OnewayBack)
	return f
}

func structureOf(tags osm.Tags) basemap.Flags {
	var f basemap.Flags
	if isSet(tags.Find("bridge")) {
		f |= basemap.Bridge
	}
	if isSet(tags.Find("tunnel")) {
		f |= basemap.Tunnel
	}
	return f
}

// placeOf returns the map feature of a node if it is a named place.
func placeOf(tags osm.Tags) (basemap.Feature, bool) {
	kind, found := placeKinds[tags.Find("place")]
	name := nameOf(tags)
	if !found || name == "" {
		return basemap.Feature{}, false
	}
	return basemap.Feature{Kind: kind, Name: name, NameEn: englishOf(tags), Rank: basemap.RankOf(parsePopulation(tags.Find("population")))}, true
}

// parsePopulation returns the number at the start of a population tag, with any
// thousands separator, or 0 if there is none.
func parsePopulation(value string) int64 {
	n := int64(0)
	for _, c := range value {
		switch {
		case c >= '0' && c <= '9' && n < math.MaxInt64/100:
			n = n*10 + int64(c-'0')
		case c == ',' || c == '.' || c == ' ' || c == '\u00a0':
		default:
			return n
		}
	}
	return n
}
