// SPDX-License-Identifier: MIT

package osmimport

import (
	"github.com/paulmach/osm"

	"roadsnap/engine/road"
)

// classRule is the meaning of a value of the highway tag in the absence of more
// specific tags.
type classRule struct {
	class road.Class
	open  road.Access // the means that may use it in either direction
	// strict closes the class to other means unless their own tag opens it:
	// motor_vehicle=yes does not open a motorway to motorcycles.
	strict bool
}

// highways maps the values of the highway tag that are roads to their rules. They
// follow the wiki, with Vietnam's column if it has one
// (https://wiki.openstreetmap.org/wiki/OSM_tags_for_routing/Access_restrictions):
//
//   - motorways are closed to motorcycles (Law on Road Traffic Order and Safety
//     36/2024/QH15, article 25);
//   - every street and alley is open to motorcycles;
//   - a path is not open to motorcycles unless it is tagged so, because in most of
//     the world it is a hiking path near the road, and must not attract a trace.
//
// A busway is open to buses only.
var highways = map[string]classRule{
	"motorway":       {road.Motorway, wide, true},
	"motorway_link":  {road.MotorwayLink, wide, true},
	"trunk":          {road.Trunk, road.Anyone, false},
	"trunk_link":     {road.TrunkLink, road.Anyone, false},
	"primary":        {road.Primary, road.Anyone, false},
	"primary_link":   {road.PrimaryLink, road.Anyone, false},
	"secondary":      {road.Secondary, road.Anyone, false},
	"secondary_link": {road.SecondaryLink, road.Anyone, false},
	"tertiary":       {road.Tertiary, road.Anyone, false},
	"tertiary_link":  {road.TertiaryLink, road.Anyone, false},
	"unclassified":   {road.Unclassified, road.Anyone, false},
	"residential":    {road.Residential, road.Anyone, false},
	"living_street":  {road.LivingStreet, road.Anyone, false},
	"service":        {road.Service, road.Anyone, false},
	"track":          {road.Track, road.Anyone, false},
	"road":           {road.Road, road.Anyone, false},
	"yes":            {road.Road, road.Anyone, false},
	"busway":         {road.Busway, road.Bus, false},
	"pedestrian":     {road.Pedestrian, road.Foot, false},
	"footway":        {road.Footway, road.Foot, false},
	"steps":          {road.Steps, road.Foot, true},
	"cycleway":       {road.Cycleway, road.Bicycle | road.Foot, false},
	"bridleway":      {road.Bridleway, road.Foot, false},
	"path":           {road.Path, road.Bicycle | road.Foot, false},
}

// ferry is the rule for ways tagged route=ferry. The ferries of the deltas carry
// all means of travel.
var ferry = classRule{road.Ferry, road.Anyone, false}

// unbuilt lists the values of the highway tag for roads that do not exist yet or
// no longer exist.
var unbuilt = map[string]bool{
	"construction": true, "proposed": true, "planned": true, "razed": true, "abandoned": true,
	"demolished": true, "dismantled": true, "disused": true, "removed": true, "no": true,
}

// gone lists the tags of roads that no longer exist.
var gone = []string{"abandoned", "razed", "demolished", "dismantled"}

// verdict classifies a way as a road.
type verdict uint8

const (
	notRoad      verdict = iota // neither highway nor ferry
	isRoad                      // imported
	isUnbuilt                   // planned, under construction, or gone
	isArea                      // a square mapped as an area
	isOtherValue                // a highway value that is not a road, such as platform
)

// ruleOf returns the rule and the verdict for a way with the given tags.
func ruleOf(tags osm.Tags) (classRule, verdict) {
	value := tags.Find("highway")
	if value == "" {
		if tags.Find("route") == "ferry" {
			return ferry, isRoad
		}
		return classRule{}, notRoad
	}
	if unbuilt[value] {
		return classRule{}, isUnbuilt
	}
	rule, found := highways[value]
	if !found {
		return classRule{}, isOtherValue
	}
	for _, key := range gone {
		if tags.Find(key) == "yes" {
			return classRule{}, isUnbuilt
		}
	}
	if tags.Find("area") == "yes" {
		return classRule{}, isArea
	}
	if value == "service" && tags.Find("service") == "alley" {
		rule.class = road.Alley
	}
	return rule, isRoad
}
