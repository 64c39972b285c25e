// SPDX-License-Identifier: MIT

package match

import (
	"math"

	"roadsnap/engine/road"
)

// motorPrices holds the cost of a metre of each class for motor vehicles (metres).
// Drivers take the main road where it is hardly longer, and rarely the alley next to
// it. All other classes, and networks without classes, cost one metre.
var motorPrices = map[road.Class]float64{
	road.Motorway: 0.88, road.Trunk: 0.88, road.Primary: 0.88,
	road.MotorwayLink: 0.94, road.TrunkLink: 0.94, road.PrimaryLink: 0.94, road.SecondaryLink: 0.94,
	road.Secondary: 0.90, road.Tertiary: 0.95, road.TertiaryLink: 0.97,
	road.Residential: 1.04, road.LivingStreet: 1.08,
	road.Service: 1.1, road.Alley: 1.1, road.Track: 1.1,
}

// leastPrice keeps prices positive for a large classWeight.
const leastPrice = 0.05

// pricesOf returns the prices for the search, with their differences from one
// multiplied by weight.
func pricesOf(weight float64) *road.Prices {
	var prices road.Prices
	for c := range prices {
		price := 1.0
		if p, found := motorPrices[road.Class(c)]; found {
			price = max(1+weight*(p-1), leastPrice)
		}
		prices[c] = uint16(math.Round(price * 100))
	}
	return &prices
}
