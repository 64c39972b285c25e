// SPDX-License-Identifier: MIT

package osmimport

import (
	"math"
	"strconv"
	"strings"

	"github.com/paulmach/osm"
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
// that of the kind of zone in another tag.
func maxSpeedOf(tags osm.Tags) (kmh uint8, known bool) {
	if kmh, known = parseMaxSpeed(tags.Find("maxspeed")); known {
		return kmh, true
	}
	for _, key := range []string{"maxspeed:type", "source:maxspeed", "zone:maxspeed", "zone:traffic"} {
		if speed, found := zoneSpeeds[strings.TrimSpace(tags.Find(key))]; found {
			return uint8(speed), true
		}
	}
	return 0, false
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
