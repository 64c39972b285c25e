// SPDX-License-Identifier: MIT

package match

import (
	"math"

	"roadsnap/engine/road"
)

// motorPrices holds the cost of a metre of each class for cars (metres).
// Drivers take the main road where it is hardly longer, and rarely the alley next to
// it. All other classes, and networks without classes, cost one metre.
var motorPrices = map[road.Class]float64{
	road.Motorway: 0.88, road.Trunk: 0.88, road.Primary: 0.88,
	road.MotorwayLink: 0.94, road.TrunkLink: 0.94, road.PrimaryLink: 0.94, road.SecondaryLink: 0.94,
	road.Secondary: 0.90, road.Tertiary: 0.95, road.TertiaryLink: 0.97,
	road.Residential: 1.04, road.LivingStreet: 1.08,
	road.Service: 1.1, road.Alley: 1.1, road.Track: 1.1,
}

// The prices of the other profiles. Their order of classes is what their drivers say and
// what other routers use; there are no recordings to measure the values.
var (
	// motorcyclePrices make alleys as good as streets.
	motorcyclePrices = map[road.Class]float64{
		road.Motorway: 0.92, road.Trunk: 0.92, road.Primary: 0.91,
		road.MotorwayLink: 0.96, road.TrunkLink: 0.96, road.PrimaryLink: 0.96, road.SecondaryLink: 0.96,
		road.Secondary: 0.92, road.Tertiary: 0.95, road.TertiaryLink: 0.97,
		road.Service: 1.05, road.Track: 1.1, road.Path: 1.2,
	}
	// truckPrices keep to main roads and out of alleys.
	truckPrices = map[road.Class]float64{
		road.Motorway: 0.85, road.Trunk: 0.86, road.Primary: 0.87,
		road.MotorwayLink: 0.92, road.TrunkLink: 0.93, road.PrimaryLink: 0.94, road.SecondaryLink: 0.95,
		road.Secondary: 0.91, road.Tertiary: 0.97, road.TertiaryLink: 0.99,
		road.Residential: 1.08, road.LivingStreet: 1.15,
		road.Service: 1.1, road.Alley: 1.16, road.Track: 1.16,
	}
	// busPrices prefer the lanes and roads made for buses.
	busPrices = map[road.Class]float64{
		road.Busway: 0.8, road.Motorway: 0.88, road.Trunk: 0.88, road.Primary: 0.88,
		road.MotorwayLink: 0.94, road.TrunkLink: 0.94, road.PrimaryLink: 0.94, road.SecondaryLink: 0.94,
		road.Secondary: 0.90, road.Tertiary: 0.95, road.TertiaryLink: 0.97,
		road.Residential: 1.06, road.LivingStreet: 1.15,
		road.Service: 1.1, road.Alley: 1.16, road.Track: 1.16,
	}
	// bicyclePrices prefer cycleways and quiet streets.
	bicyclePrices = map[road.Class]float64{
		road.Cycleway: 0.9, road.Trunk: 1.15, road.TrunkLink: 1.15, road.Primary: 1.1, road.PrimaryLink: 1.1,
		road.Secondary: 1.04, road.SecondaryLink: 1.04, road.Track: 1.05, road.Path: 1.02, road.Steps: 2,
	}
	// footPrices prefer ways without vehicles.
	footPrices = map[road.Class]float64{
		road.Footway: 0.95, road.Pedestrian: 0.95, road.Path: 0.97, road.Trunk: 1.08, road.TrunkLink: 1.08,
		road.Primary: 1.05, road.PrimaryLink: 1.05, road.Secondary: 1.02, road.Steps: 1.02,
	}
)

// leastPrice keeps prices positive for a large classWeight.
const leastPrice = 0.05

// pricesOf returns prices for the search, with their differences from one multiplied by
// weight.
func pricesOf(byClass map[road.Class]float64, weight float64) *road.Prices {
	var prices road.Prices
	for c := range prices {
		price := 1.0
		if p, found := byClass[road.Class(c)]; found {
			price = max(1+weight*(p-1), leastPrice)
		}
		prices[c] = uint16(math.Round(price * 100))
	}
	return &prices
}
