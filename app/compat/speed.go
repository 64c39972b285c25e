// SPDX-License-Identifier: MIT

package compat

import (
	"roadsnap/engine/match"
	"roadsnap/engine/road"
)

// usualSpeeds are usual speeds of travel by class of road (km/h), for estimates of travel
// time. They are choices between the speeds that open routers use for cars and those of
// Vietnamese traffic; a stated limit counts for more.
var usualSpeeds = map[road.Class]float64{
	road.Motorway: 90, road.MotorwayLink: 45, road.Trunk: 65, road.TrunkLink: 40,
	road.Primary: 50, road.PrimaryLink: 35, road.Secondary: 40, road.SecondaryLink: 30,
	road.Tertiary: 35, road.TertiaryLink: 25, road.Unclassified: 30, road.Residential: 25,
	road.Road: 25, road.LivingStreet: 10, road.Service: 15, road.Alley: 12, road.Busway: 35,
	road.Track: 12, road.Ferry: 10,
}

const (
	otherSpeed   = 5.0 // of footways, steps and the like (km/h)
	footSpeed    = 5.0
	bicycleSpeed = 15.0
	limitShare   = 0.8 // usual speed as a share of the limit
	kmh          = 1 / 3.6
)

// usualSpeed returns the speed at which a profile usually travels a way (m/s).
func usualSpeed(w *road.Way, p match.Profile) float64 {
	speed, motor := usualSpeeds[w.Class]
	if !motor {
		speed = otherSpeed
	}
	if w.HasMaxSpeed && w.MaxSpeedKMH > 0 && w.Class != road.Ferry {
		allowed := limitShare * float64(w.MaxSpeedKMH)
		if w.FromZone {
			allowed = min(allowed, speed)
		}
		speed = allowed
	}
	switch p {
	case match.Foot:
		speed = footSpeed
	case match.Bicycle:
		speed = min(speed, bicycleSpeed)
	}
	return speed * kmh
}
