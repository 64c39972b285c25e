package osmimport

import (
	"github.com/paulmach/osm"

	"roadsnap/engine/road"
)

// classRule says what a value of the highway tag means when no other tag does.
type classRule struct {
	class road.Class
	open  road.Access // who may use it in either direction
	// strict closes the class to the rest unless their own tag opens it:
	// motor_vehicle=yes on a motorway does not speak of motorcycles.
	strict bool
}

// highways are the values of the highway tag that are roads. They follow
// https://wiki.openstreetmap.org/wiki/OSM_tags_for_routing/Access_restrictions,
// with Vietnam's column where it has one:
//
//   - motorways are closed to motorcycles (Law on Road Traffic Order and Safety
//     36/2024/QH15, article 25);
//   - every street and alley is open to motorcycles;
//   - a path is not open to motorcycles unless it is tagged so: in most of the
//     world it is a path for hiking beside the road, and a trace must not be
//     drawn to it.
//
// A busway is a road that none of the four may use unless tags say otherwise; it
// is kept, closed, so that it can be named.
var highways = map[string]classRule{
	"motorway":       {road.Motorway, road.Car, true},
	"motorway_link":  {road.MotorwayLink, road.Car, true},
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
	"busway":         {road.Busway, 0, false},
	"pedestrian":     {road.Pedestrian, road.Foot, false},
	"footway":        {road.Footway, road.Foot, false},
	"steps":          {road.Steps, road.Foot, true},
	"cycleway":       {road.Cycleway, road.Bicycle | road.Foot, false},
	"bridleway":      {road.Bridleway, road.Foot, false},
	"path":           {road.Path, road.Bicycle | road.Foot, false},
}

// ferry is the rule for ways tagged route=ferry. The ferries of the deltas carry
// what comes.
var ferry = classRule{road.Ferry, road.Anyone, false}

// unbuilt are the values of the highway tag for roads that are not there, or not
// any more.
var unbuilt = map[string]bool{
	"construction": true, "proposed": true, "planned": true, "razed": true, "abandoned": true,
	"demolished": true, "dismantled": true, "disused": true, "removed": true, "no": true,
}

// gone are tags that say of a road that it is not there any more.
var gone = []string{"abandoned", "razed", "demolished", "dismantled"}

// verdict is what becomes of a way as a road.
type verdict uint8

const (
	notRoad      verdict = iota // neither highway nor ferry
	isRoad                      // imported
	isUnbuilt                   // planned, under construction, or gone
	isArea                      // a square drawn by its outline
	isOtherValue                // a highway value that is no road, such as platform
)

// ruleOf returns the rule for a way by its tags.
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
