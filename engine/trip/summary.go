// SPDX-License-Identifier: MIT

package trip

import "time"

// Summary is what a list shows of a matched trip.
type Summary struct {
	Matched  float64 // length on roads, with inferred parts (metres)
	Inferred float64 // the part of Matched without observations (metres)
	OffRoad  float64 // metres off the roads
	Driving  time.Duration
	Standing time.Duration // in stops, with Idling
	Idling   time.Duration // standing with the ignition on, if HasIgnition
	// HasIgnition reports whether the file says when the ignition was on.
	HasIgnition bool
	Stops       int
	TopSpeed    float64 // highest credible speed (m/s)
	// Device is the difference of the recorder's odometer (metres), if HasDevice.
	Device    float64
	HasDevice bool
	// Measures are what the rules of a verdict judge, at most one of each kind, in the order
	// of the kinds; what a trip has none of is left out. SwappedCoordinates comes last.
	Measures []Measure
	// Wards are the official codes of the wards passed, in the order of the first point in
	// each. They are empty without borders.
	Wards []uint32
}

// Measure is how much of one kind of fault a trip has.
type Measure struct {
	Kind   Kind
	Amount float64 // in the unit of the kind
}
