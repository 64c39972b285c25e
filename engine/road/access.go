// SPDX-License-Identifier: MIT

package road

import "strings"

// Access is a set of means of travel.
type Access uint8

// The means of travel.
const (
	Car Access = 1 << iota
	Motorcycle
	Bicycle
	Foot
	Truck // a heavy goods vehicle, over 3.5 t
	Bus   // a bus in public service
)

// Common sets.
const (
	AnyMotor   = Car | Motorcycle | Truck | Bus
	AnyVehicle = AnyMotor | Bicycle // bound by a turn restriction without exceptions
	Anyone     = AnyVehicle | Foot
)

// Means returns the means of travel that the import knew. The access of others is not
// known, and that of a car is the best guess for trucks and buses.
func (g *Graph) Means() Access { return g.means }

var accessNames = [...]string{"car", "motorcycle", "bicycle", "foot", "truck", "bus"}

// String returns the members joined by "+", or "none" for the empty set.
func (a Access) String() string {
	if a == 0 {
		return "none"
	}
	var names []string
	for i, name := range accessNames {
		if a&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	if a&^Anyone != 0 {
		names = append(names, "invalid")
	}
	return strings.Join(names, "+")
}

// ParseAccess is the inverse of String; found is false if a name is unknown.
func ParseAccess(s string) (a Access, found bool) {
	if s == "none" {
		return 0, true
	}
	for part := range strings.SplitSeq(s, "+") {
		bit := accessBit(part)
		if bit == 0 {
			return 0, false
		}
		a |= bit
	}
	return a, true
}

func accessBit(name string) Access {
	for i, n := range accessNames {
		if n == name {
			return 1 << i
		}
	}
	return 0
}
