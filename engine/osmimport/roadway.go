// SPDX-License-Identifier: MIT

package osmimport

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/paulmach/osm"

	"roadsnap/engine/road"
)

// roadOf returns the road with the given tags, without its id and points. Its strings
// are substrings of the tags.
func roadOf(tags osm.Tags) (road.WaySpec, verdict) {
	rule, v := ruleOf(tags)
	if v != isRoad {
		return road.WaySpec{}, v
	}
	forward, backward := accessOf(tags, rule)
	along, against := onewayOf(tags, rule.class)
	w := road.WaySpec{Forward: forward & along, Backward: backward & against}
	w.Class = rule.class
	w.Name, w.Ref = nameOf(tags), tags.Find("ref")
	w.Bridge = isSet(tags.Find("bridge"))
	w.Tunnel = isSet(tags.Find("tunnel"))
	w.Roundabout = isRoundabout(tags)
	w.Oneway = along&road.Car == 0 || against&road.Car == 0
	w.Ferry = rule.class == road.Ferry
	w.Layer = layerOf(tags)
	w.MaxSpeedKMH, w.FromZone, w.HasMaxSpeed = maxSpeedOf(tags)
	w.Lanes, w.Divided = lanesOf(tags), isSet(tags.Find("dual_carriageway"))
	w.Extra = extraOf(tags, rule.class)
	return w, isRoad
}

// nameOf returns the name for the map: the Vietnamese one, the local one if it is written in
// Latin letters, or the English one. The fonts have no other letters.
func nameOf(tags osm.Tags) string {
	if vi := tags.Find("name:vi"); vi != "" {
		return vi
	}
	name, en := tags.Find("name"), tags.Find("name:en")
	if en != "" && !strings.ContainsFunc(name, readable) {
		return en
	}
	return name
}

// readable reports whether r is a Latin letter or a digit.
func readable(r rune) bool { return unicode.In(r, unicode.Latin, unicode.Nd) }

// isSet reports whether a value such as bridge=viaduct means yes.
func isSet(value string) bool {
	return value != "" && value != "no" && value != "false" && value != "0"
}

// maxLayer is the highest layer in use in OpenStreetMap; −maxLayer is the lowest.
const maxLayer = 5

// layerOf returns the layer of a way, limited to ±maxLayer. It is 0 for the ground
// and for an invalid tag.
func layerOf(tags osm.Tags) int8 {
	n, err := strconv.Atoi(strings.TrimSpace(tags.Find("layer")))
	if err != nil {
		return 0
	}
	return int8(min(max(n, -maxLayer), maxLayer))
}
