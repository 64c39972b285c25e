// SPDX-License-Identifier: MIT

package match

import (
	"fmt"
	"strconv"

	"roadsnap/engine/road"
)

// Profile is a means of transport, which determines the roads that can be used.
type Profile uint8

// The profiles. The zero value is the default.
const (
	MotorVehicle Profile = iota // car or motorcycle, whichever may use the road
	Car
	Motorcycle
	Bicycle
	Foot
	numProfiles
)

var profileNames = [numProfiles]string{"motor_vehicle", "car", "motorcycle", "bicycle", "foot"}

// profileAccess holds the access of each profile: any one of the bits opens a directed
// edge to it.
var profileAccess = [numProfiles]road.Access{
	MotorVehicle: road.Car | road.Motorcycle,
	Car:          road.Car,
	Motorcycle:   road.Motorcycle,
	Bicycle:      road.Bicycle,
	Foot:         road.Foot,
}

// profileTopSpeed holds the speed (m/s) that no traveller of the profile exceeds on a
// road. Two fixes that would require more are in error. 70 m/s is 250 km/h; the others
// are generous for a downhill racer and a runner.
var profileTopSpeed = [numProfiles]float64{
	MotorVehicle: 70,
	Car:          70,
	Motorcycle:   70,
	Bicycle:      30,
	Foot:         12,
}

// Profiles returns all profiles, the default first.
func Profiles() []Profile { return []Profile{MotorVehicle, Car, Motorcycle, Bicycle, Foot} }

// Valid reports whether p is one of the profiles.
func (p Profile) Valid() bool { return p < numProfiles }

// String returns the name used by the command line and the wire formats:
// "motor_vehicle", "car", "motorcycle", "bicycle", "foot".
func (p Profile) String() string {
	if !p.Valid() {
		return "profile(" + strconv.Itoa(int(p)) + ")"
	}
	return profileNames[p]
}

// ParseProfile returns the profile with that name. The error wraps [ErrProfile].
func ParseProfile(name string) (Profile, error) {
	for i, n := range profileNames {
		if n == name {
			return Profile(i), nil
		}
	}
	return 0, fmt.Errorf("profile %q: %w", name, ErrProfile)
}

// MarshalText returns the name of p.
func (p Profile) MarshalText() ([]byte, error) {
	if !p.Valid() {
		return nil, fmt.Errorf("profile %d: %w", uint8(p), ErrProfile)
	}
	return []byte(profileNames[p]), nil
}

// UnmarshalText sets p from its name.
func (p *Profile) UnmarshalText(text []byte) error {
	parsed, err := ParseProfile(string(text))
	if err == nil {
		*p = parsed
	}
	return err
}
