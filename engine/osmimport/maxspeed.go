// SPDX-License-Identifier: MIT

package osmimport

import (
	"math"
	"strconv"
	"strings"

	"github.com/paulmach/osm"

	"roadsnap/engine/road"
)

const (
	kmhPerMPH  = 1.609344 // international mile
	kmhPerKnot = 1.852    // international nautical mile
)

// zoneSpeeds maps kinds of zones to speed limits (km/h). Those of Vietnam are from
// Circular 38/2024/TT-BGTVT; of two limits it is the lower one, for roads without a
// median. Walking pace is that of OpenStreetMap.
var zoneSpeeds = map[string]float64{
	"VN:urban": 50, "VN:rural": 80, "VN:trunk": 80, "VN:motorway": 120, "walk": 5,
}

// maxSpeedOf returns the speed limit of a way (km/h): that of its maxspeed tag, else
// that of the kind of zone in another tag. fromZone reports that the limit is that of a
// zone: maxspeed or another tag names one. Any other limit is taken for that of a sign.
func maxSpeedOf(tags osm.Tags) (kmh uint8, fromZone, known bool) {
	zone, isZone := 0.0, false
	for _, key := range []string{"maxspeed:type", "source:maxspeed", "zone:maxspeed", "zone:traffic"} {
		if zone, isZone = zoneSpeeds[strings.TrimSpace(tags.Find(key))]; isZone {
			break
		}
	}
	value := tags.Find("maxspeed")
	if kmh, known = parseMaxSpeed(value); known {
		_, named := zoneSpeeds[strings.TrimSpace(value)]
		return kmh, named || isZone, true
	}
	return uint8(zone), isZone, isZone
}

// lanesOf returns the number of lanes in all directions, at most road.MaxLanes; 0 if it is
// not known. Of several numbers ("2;3") it returns the first.
func lanesOf(tags osm.Tags) uint8 {
	value, _, _ := strings.Cut(tags.Find("lanes"), ";")
	n, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	if err != nil || !(n >= 1) { // NaN too
		return 0
	}
	return uint8(min(n, road.MaxLanes))
}

// parseMaxSpeed returns the speed limit in a maxspeed tag (km/h). known is false if
// there is none. Of several limits ("60;80") it returns the first.
func parseMaxSpeed(value string) (kmh uint8, known bool) {
	value, _, _ = strings.Cut(value, ";")
	value = strings.TrimSpace(value)
	speed, found := zoneSpeeds[value]
	if !found {
		digits := strings.TrimRight(value, "abcdefghijklmnopqrstuvwxyz/ ")
		factor, ok := speedUnit(strings.TrimSpace(value[len(digits):]))
		number, err := strconv.ParseFloat(digits, 64)
		if !ok || err != nil {
			return 0, false
		}
		speed = number * factor
	}
	speed = math.Round(speed)
	// The negation rejects NaN.
	if !(speed >= 1 && speed <= math.MaxUint8) {
		return 0, false
	}
	return uint8(speed), true
}

// speedUnit returns one unit in km/h.
func speedUnit(unit string) (kmh float64, known bool) {
	switch unit {
	case "", "km/h", "kmh", "kph", "kmph":
		return 1, true
	case "mph":
		return kmhPerMPH, true
	case "knots", "kn":
		return kmhPerKnot, true
	default:
		return 0, false
	}
}
