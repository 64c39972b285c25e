package osmimport

import (
	"math"
	"strconv"
	"strings"
)

const (
	kmhPerMPH  = 1.609344 // international mile
	kmhPerKnot = 1.852    // international nautical mile
)

// zoneSpeeds are limits, in km/h, that a tag gives by the kind of zone. Those of
// Vietnam are of Circular 38/2024/TT-BGTVT, where it has two the lesser one, for
// roads without a median; walking pace is OpenStreetMap's.
var zoneSpeeds = map[string]float64{
	"VN:urban": 50, "VN:rural": 80, "VN:trunk": 80, "VN:motorway": 120, "walk": 5,
}

// parseMaxSpeed returns the speed limit, in km/h, that a maxspeed tag says;
// known is false if it says none. Of several limits ("60;80") it takes the first.
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
	// Written so that a NaN fails.
	if !(speed >= 1 && speed <= math.MaxUint8) {
		return 0, false
	}
	return uint8(speed), true
}

// speedUnit returns what one of the unit is in km/h.
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
