// SPDX-License-Identifier: MIT

package match

import (
	"fmt"
	"slices"
	"strconv"

	"roadsnap/engine/road"
)

// Profile is a means of transport, which determines the roads that can be used, what
// they cost and how fast a trip may be.
type Profile uint8

// The profiles. The zero value is the default.
const (
	MotorVehicle Profile = iota // car or motorcycle, whichever may use the road
	Car
	Motorcycle
	Bicycle
	Foot
	Truck // a heavy goods vehicle; see Config.TruckHeight
	Bus   // a bus in public service
	numProfiles
)

// traits are the properties of a profile. MODEL.md, section Profiles, explains them.
type traits struct {
	name string
	// access opens a directed edge to the profile by any one of its bits.
	access road.Access
	// topSpeed is the speed (m/s) that no traveller of the profile exceeds on a road.
	// Two fixes that would require more are in error.
	topSpeed float64
	// prices are the costs of a metre of the classes that do not cost one metre; see
	// pricesOf.
	prices map[road.Class]float64
	// The factors of the penalties in model.
	against, againstPerMetre, bannedTurn float64
	turn, uTurn, deadEnd                 float64
	// noTrucks is the additional cost of each metre that is closed to trucks, as a share
	// of its price.
	noTrucks float64
}

var traitsOf = [numProfiles]traits{
	MotorVehicle: {
		name: "motor_vehicle", access: road.Car | road.Motorcycle, topSpeed: 70, prices: motorPrices,
		against: 1, againstPerMetre: 1, bannedTurn: 1, turn: 1, uTurn: 1, deadEnd: 1,
	},
	Car: {
		name: "car", access: road.Car, topSpeed: 70, prices: motorPrices,
		against: 1, againstPerMetre: 1, bannedTurn: 1, turn: 1, uTurn: 1, deadEnd: 1,
	},
	Motorcycle: {
		name: "motorcycle", access: road.Motorcycle, topSpeed: 70, prices: motorcyclePrices,
		against: 0.6, againstPerMetre: 2, bannedTurn: 0.8, turn: 0.75, uTurn: 0.5, deadEnd: 1,
	},
	Bicycle: {
		name: "bicycle", access: road.Bicycle, topSpeed: 30, prices: bicyclePrices,
		against: 0.6, againstPerMetre: 0.5, bannedTurn: 0.6, turn: 0.5, uTurn: 0.4, deadEnd: 0.5,
	},
	Foot: {
		name: "foot", access: road.Foot, topSpeed: 12, prices: footPrices,
		against: 1, againstPerMetre: 1, bannedTurn: 1,
	},
	Truck: {
		name: "truck", access: road.Truck, topSpeed: 42, prices: truckPrices,
		against: 1.2, againstPerMetre: 1.5, bannedTurn: 1, turn: 1.5, uTurn: 3, deadEnd: 3, noTrucks: 0.1,
	},
	Bus: {
		name: "bus", access: road.Bus, topSpeed: 42, prices: busPrices,
		against: 1.2, againstPerMetre: 1.5, bannedTurn: 1, turn: 1.25, uTurn: 2, deadEnd: 2,
	},
}

// Profiles returns all profiles, the default first.
func Profiles() []Profile {
	return []Profile{MotorVehicle, Car, Motorcycle, Truck, Bus, Bicycle, Foot}
}

// Valid reports whether p is one of the profiles.
func (p Profile) Valid() bool { return p < numProfiles }

// String returns the name used by the command line and the wire formats:
// "motor_vehicle", "car", "motorcycle", "truck", "bus", "bicycle", "foot".
func (p Profile) String() string {
	if !p.Valid() {
		return "profile(" + strconv.Itoa(int(p)) + ")"
	}
	return traitsOf[p].name
}

// ParseProfile returns the profile with that name. The error wraps [ErrProfile].
func ParseProfile(name string) (Profile, error) {
	i := slices.IndexFunc(traitsOf[:], func(t traits) bool { return t.name == name })
	if i < 0 {
		return 0, fmt.Errorf("profile %q: %w", name, ErrProfile)
	}
	return Profile(i), nil
}

// MarshalText returns the name of p.
func (p Profile) MarshalText() ([]byte, error) {
	if !p.Valid() {
		return nil, fmt.Errorf("profile %d: %w", uint8(p), ErrProfile)
	}
	return []byte(traitsOf[p].name), nil
}

// UnmarshalText sets p from its name.
func (p *Profile) UnmarshalText(text []byte) error {
	parsed, err := ParseProfile(string(text))
	if err == nil {
		*p = parsed
	}
	return err
}

// Access returns the means of travel by which the profile may use a road: one of them is
// enough. means are those that the map knows. Where the map does not know
// trucks or buses, they go where cars may.
func (p Profile) Access(means road.Access) road.Access {
	if a := traitsOf[p].access; a&means != 0 {
		return a
	}
	return road.Car
}

// forProfile returns the parameters for a profile.
func (c model) forProfile(p Profile) model {
	t := &traitsOf[p]
	c.againstPenalty *= t.against
	c.againstPerMetre *= t.againstPerMetre
	c.bannedTurnPenalty *= t.bannedTurn
	c.turnPenalty *= t.turn
	c.sparseTurn *= t.turn
	c.uTurnPenalty *= t.uTurn
	c.deadEndPenalty *= t.deadEnd
	return c
}

// rulesFor returns the rules of the road search for a profile with its parameters and
// prices, on a map that knows those means of travel.
func rulesFor(p Profile, c model, prices *road.Prices, means road.Access) road.Rules {
	return road.Rules{
		Access:       p.Access(means),
		UTurnPenalty: c.uTurnPenalty, DeadEndPenalty: c.deadEndPenalty, TurnPenalty: c.turnPenalty,
		NoTrucksShare: traitsOf[p].noTrucks, Prices: prices,
	}
}

// drivesCars reports whether p follows the habits of car drivers. Those of motorcycles
// differ: on wide roads they have lanes of their own with a lower limit.
func (p Profile) drivesCars() bool { return p == MotorVehicle || p == Car }

// pricesFor returns the prices of a profile, for sparse trips or others. Only those of
// cars differ: there are no sparse recordings of other vehicles.
func (bt *batch) pricesFor(p Profile, sparse bool) *road.Prices {
	own, weight := &bt.prices[p], bt.base.classWeight
	if sparse && p.drivesCars() {
		own, weight = &bt.sparsePrices, weight*bt.base.sparseClassWeight
	}
	if *own == nil {
		*own = pricesOf(traitsOf[p].prices, weight)
	}
	return *own
}
