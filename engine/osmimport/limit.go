// SPDX-License-Identifier: MIT

package osmimport

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/paulmach/osm"

	"roadsnap/engine/road"
)

// extraOf returns the rarer attributes of a way: limits for trucks and the duration of a
// ferry.
func extraOf(tags osm.Tags, class road.Class) (x road.Extra) {
	x.MaxHeight = leastOf(parseMetres(tags.Find("maxheight")), parseMetres(tags.Find("maxheight:physical")))
	if x.MaxWeight = parseTonnes(tags.Find("maxweight:hgv")); x.MaxWeight == 0 {
		x.MaxWeight = leastOf(parseTonnes(tags.Find("maxweight")), parseTonnes(tags.Find("maxweightrating")))
	}
	x.NoTrucksForward, x.NoTrucksBackward = bansTrucks(tags, "hgv:forward"), bansTrucks(tags, "hgv:backward")
	for _, key := range timedBans {
		if x.TruckHours == "" {
			x.TruckHours = truckHours(tags.Find(key), strings.HasPrefix(key, "maxweight"))
		}
	}
	if class == road.Ferry {
		x.Duration = parseDuration(tags.Find("duration"))
	}
	return x
}

// timedBans lists the tags of conditional bans on trucks, from specific to general. The
// first that is a ban decides.
var timedBans = [...]string{
	"hgv:conditional", "maxweight:conditional", "maxweightrating:conditional",
	"motor_vehicle:conditional", "vehicle:conditional", "access:conditional",
}

// bansTrucks reports whether the tag for a direction, or else the plain one, bans heavy
// goods vehicles.
func bansTrucks(tags osm.Tags, directed string) bool {
	value := tags.Find(directed)
	if value == "" {
		value = tags.Find("hgv")
	}
	return value == "no"
}

// truckHours returns a conditional ban on trucks. A weight at certain hours is one, too,
// whatever the weight.
func truckHours(value string, weight bool) string {
	what, when, found := strings.Cut(value, "@")
	if !found || strings.TrimSpace(when) == "" || !weight && strings.TrimSpace(what) != "no" {
		return ""
	}
	return strings.TrimSpace(value)
}

// leastOf returns the lower of two limits, of which 0 is none.
func leastOf(a, b float64) float64 {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

const (
	metresPerFoot  = 0.3048
	metresPerInch  = 0.0254
	tonnesPerKilo  = 0.001
	tonnesPerShort = 0.90718474 // tonnes in a short ton
	tonnesPerPound = 0.00045359237
)

// parseMetres returns a length such as "3.5", "3.5 m" or `11'6"` in metres; 0 if it is
// not one.
func parseMetres(value string) float64 {
	value = strings.TrimSpace(value)
	if feet, inches, found := strings.Cut(value, "'"); found {
		f, err := strconv.ParseFloat(strings.TrimSpace(feet), 64)
		i := 0.0
		if inches = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(inches), `"`)); inches != "" && err == nil {
			i, err = strconv.ParseFloat(inches, 64)
		}
		if err != nil {
			return 0
		}
		return positive(f*metresPerFoot + i*metresPerInch)
	}
	return withUnit(value, map[string]float64{"": 1, "m": 1, "cm": 0.01, "ft": metresPerFoot})
}

// parseTonnes returns a weight such as "3.5", "3.5 t" or "10000 kg" in tonnes; 0 if it is
// not one.
func parseTonnes(value string) float64 {
	return withUnit(strings.TrimSpace(value), map[string]float64{
		"": 1, "t": 1, "kg": tonnesPerKilo, "st": tonnesPerShort, "lbs": tonnesPerPound,
	})
}

// withUnit returns a number with one of the units, in the unit whose factor is 1.
func withUnit(value string, units map[string]float64) float64 {
	digits := strings.TrimRight(value, "abcdefghijklmnopqrstuvwxyz ")
	factor, known := units[strings.TrimSpace(value[len(digits):])]
	number, err := strconv.ParseFloat(digits, 64)
	if !known || err != nil {
		return 0
	}
	return positive(number * factor)
}

// positive returns x if it is above 0 and finite, else 0.
func positive(x float64) float64 {
	if x > 0 && !math.IsInf(x, 1) {
		return x
	}
	return 0
}

// maxDuration is the longest duration of a ferry that is believed.
const maxDuration = 14 * 24 * time.Hour

// parseDuration returns a duration tag: "45" in minutes, "1:30", "1:30:00" or the form
// of ISO 8601, "PT1H30M"; 0 if it is none of them.
func parseDuration(value string) time.Duration {
	value = strings.TrimSpace(value)
	if rest, found := strings.CutPrefix(value, "P"); found {
		return parseISODuration(rest)
	}
	units := []time.Duration{time.Hour, time.Minute, time.Second}
	parts := strings.Split(value, ":")
	if len(parts) == 1 {
		units = units[1:]
	}
	if len(parts) > len(units) {
		return 0
	}
	var d time.Duration
	for i, p := range parts {
		n, err := strconv.ParseUint(p, 10, 16)
		if err != nil {
			return 0
		}
		d += time.Duration(n) * units[i]
	}
	return believed(d)
}

// parseISODuration parses what follows the P of a duration.
func parseISODuration(value string) (d time.Duration) {
	date, clock, _ := strings.Cut(value, "T")
	for _, part := range []struct {
		text  string
		units map[byte]time.Duration
	}{
		{date, map[byte]time.Duration{'D': 24 * time.Hour}},
		{clock, map[byte]time.Duration{'H': time.Hour, 'M': time.Minute, 'S': time.Second}},
	} {
		for rest := part.text; rest != ""; {
			i := strings.IndexFunc(rest, func(r rune) bool { return r < '0' || r > '9' })
			if i <= 0 {
				return 0
			}
			n, err := strconv.ParseUint(rest[:i], 10, 16)
			unit := part.units[rest[i]]
			if err != nil || unit == 0 {
				return 0
			}
			d += time.Duration(n) * unit
			rest = rest[i+1:]
		}
	}
	return believed(d)
}

func believed(d time.Duration) time.Duration {
	if d > maxDuration {
		return 0
	}
	return d
}
