// SPDX-License-Identifier: MIT

package osmimport

import (
	"slices"
	"strconv"
	"strings"

	"github.com/paulmach/osm"

	"roadsnap/engine/road"
)

// direction is the direction in which a way may be travelled.
type direction uint8

const (
	bothWays direction = iota
	onlyForward
	onlyBackward
)

// onewayValues maps the values of the oneway tag to directions. A lane whose
// direction depends on the time (reversible, alternating) is open both ways.
var onewayValues = map[string]direction{
	"yes": onlyForward, "true": onlyForward, "1": onlyForward,
	"-1": onlyBackward, "reverse": onlyBackward,
	"no": bothWays, "false": bothWays, "0": bothWays, "reversible": bothWays, "alternating": bothWays,
}

// onewayKeys lists the direction tags of each means of travel, from the most general
// to its own. The most specific tag that is set decides. Both word orders are in
// use. Foot is not restricted.
var onewayKeys = []struct {
	access road.Access
	keys   []string
}{
	{road.Car, []string{"oneway", "oneway:vehicle", "oneway:motor_vehicle", "motor_vehicle:oneway", "oneway:motorcar", "motorcar:oneway"}},
	{road.Motorcycle, []string{"oneway", "oneway:vehicle", "oneway:motor_vehicle", "motor_vehicle:oneway", "oneway:motorcycle", "motorcycle:oneway"}},
	{road.Bicycle, []string{"oneway", "oneway:vehicle", "oneway:bicycle", "bicycle:oneway"}},
	{road.Truck, []string{"oneway", "oneway:vehicle", "oneway:motor_vehicle", "motor_vehicle:oneway", "oneway:hgv", "hgv:oneway"}},
	{road.Bus, []string{"oneway", "oneway:vehicle", "oneway:motor_vehicle", "motor_vehicle:oneway", "oneway:psv", "psv:oneway", "oneway:bus", "bus:oneway"}},
}

// onewayOf returns the means of travel that the one-way rules allow along and
// against the drawing direction of a way.
func onewayOf(tags osm.Tags, class road.Class) (forward, backward road.Access) {
	implied := impliedDirection(tags, class)
	forward, backward = road.Foot, road.Foot
	tagged := slices.ContainsFunc(tags, func(t osm.Tag) bool { return strings.Contains(t.Key, "oneway") })
	for _, m := range onewayKeys {
		d := implied
		for _, key := range m.keys {
			if !tagged {
				break
			}
			if v, found := onewayValues[tags.Find(key)]; found {
				d = v
			}
		}
		if d != bothWays && hasContraflow(tags, m.access, d) {
			d = bothWays
		}
		if d != onlyBackward {
			forward |= m.access
		}
		if d != onlyForward {
			backward |= m.access
		}
	}
	return forward, backward
}

// impliedDirection returns the direction of a way without a oneway tag. Motorways
// and roundabouts are one-way. Motorway ramps need a tag although most are one-way,
// because a wrongly closed road harms matching more than a wrongly open one.
func impliedDirection(tags osm.Tags, class road.Class) direction {
	if class == road.Motorway || isRoundabout(tags) {
		return onlyForward
	}
	return bothWays
}

func isRoundabout(tags osm.Tags) bool {
	j := tags.Find("junction")
	return j == "roundabout" || j == "circular"
}

// contraflowKeys lists the tags of a lane, on either side, that leads against the
// one-way direction if the value begins with "opposite".
var contraflowKeys = map[road.Access]string{road.Bicycle: "cycleway", road.Bus: "busway"}

// laneNames lists the names of the means of travel in the tags of lanes.
var laneNames = map[road.Access][]string{
	road.Motorcycle: {"motorcycle"}, road.Bicycle: {"bicycle"}, road.Bus: {"psv", "bus"},
}

// hasContraflow reports whether a way that is one-way in direction d has a lane for a
// means of travel against it: cycleway=opposite_lane, lanes:motorcycle:backward=1,
// bus:lanes:backward=designated or motorcycle:backward=yes.
func hasContraflow(tags osm.Tags, access road.Access, d direction) bool {
	if key, found := contraflowKeys[access]; found {
		for _, side := range []string{"", ":left", ":right", ":both"} {
			if strings.HasPrefix(tags.Find(key+side), "opposite") {
				return true
			}
		}
	}
	against := ":backward"
	if d == onlyBackward {
		against = ":forward"
	}
	for _, name := range laneNames[access] {
		if lanes, err := strconv.Atoi(tags.Find("lanes:" + name + against)); err == nil && lanes > 0 {
			return true
		}
		if lanes := tags.Find(name + ":lanes" + against); strings.Contains(lanes, "designated") || strings.Contains(lanes, "yes") {
			return true
		}
		if value := tags.Find(name + against); value == "yes" || value == "designated" || value == "official" {
			return true
		}
	}
	return false
}
