// SPDX-License-Identifier: MIT

package osmimport

import (
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
}

// onewayOf returns the means of travel that the one-way rules allow along and
// against the drawing direction of a way.
func onewayOf(tags osm.Tags, class road.Class) (forward, backward road.Access) {
	implied := impliedDirection(tags, class)
	forward, backward = road.Foot, road.Foot
	for _, m := range onewayKeys {
		d := implied
		for _, key := range m.keys {
			if v, found := onewayValues[tags.Find(key)]; found {
				d = v
			}
		}
		if m.access == road.Bicycle && d != bothWays && cyclesBothWays(tags) {
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

// cyclesBothWays reports whether a cycleway allows bicycles against the one-way
// direction.
func cyclesBothWays(tags osm.Tags) bool {
	for _, key := range []string{"cycleway", "cycleway:left", "cycleway:right", "cycleway:both"} {
		if strings.HasPrefix(tags.Find(key), "opposite") {
			return true
		}
	}
	return false
}
