package osmimport

import (
	"strings"

	"github.com/paulmach/osm"

	"roadsnap/engine/road"
)

// direction says which way a way may be travelled.
type direction uint8

const (
	bothWays direction = iota
	onlyForward
	onlyBackward
)

// onewayValues are the values of the oneway tag. A lane that changes its
// direction with the hour (reversible, alternating) may be travelled both ways
// at some time.
var onewayValues = map[string]direction{
	"yes": onlyForward, "true": onlyForward, "1": onlyForward,
	"-1": onlyBackward, "reverse": onlyBackward,
	"no": bothWays, "false": bothWays, "0": bothWays, "reversible": bothWays, "alternating": bothWays,
}

// onewayKeys are the tags that speak of the direction of each means of travel,
// from the most general to its own; the most particular one that is set decides.
// Both orders of the words are in use. People on foot go both ways.
var onewayKeys = []struct {
	access road.Access
	keys   []string
}{
	{road.Car, []string{"oneway", "oneway:vehicle", "oneway:motor_vehicle", "motor_vehicle:oneway", "oneway:motorcar", "motorcar:oneway"}},
	{road.Motorcycle, []string{"oneway", "oneway:vehicle", "oneway:motor_vehicle", "motor_vehicle:oneway", "oneway:motorcycle", "motorcycle:oneway"}},
	{road.Bicycle, []string{"oneway", "oneway:vehicle", "oneway:bicycle", "bicycle:oneway"}},
}

// onewayOf returns who may travel a way along and against its drawing direction
// as far as one-way rules go.
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

// impliedDirection is the direction of a way without a oneway tag. Motorways and
// roundabouts are one-way; ramps of motorways mostly are, but are to be tagged
// so: a road that is wrongly closed does more harm to matching than one that is
// wrongly open.
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

// cyclesBothWays reports whether bicycles may ride against the one-way rule by a
// lane of their own.
func cyclesBothWays(tags osm.Tags) bool {
	for _, key := range []string{"cycleway", "cycleway:left", "cycleway:right", "cycleway:both"} {
		if strings.HasPrefix(tags.Find(key), "opposite") {
			return true
		}
	}
	return false
}
