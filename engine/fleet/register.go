// SPDX-License-Identifier: MIT

// Package fleet holds the register of a fleet: its vehicles, its drivers, and who drives
// which vehicle from when to when.
package fleet

import (
	"strings"
	"time"
	"unicode"

	"roadsnap/engine/regulation"
)

// Register is a fleet. Its lists may be in any order, and may name vehicles and drivers in
// assignments that have no record of their own.
type Register struct {
	Vehicles    []Vehicle
	Drivers     []Driver
	Assignments []Assignment
}

// Vehicle is a vehicle of the fleet.
type Vehicle struct {
	Plate string
	Kind  string  // such as "5-tonne lorry"
	Group string  // such as a team or a depot
	Norm  float64 // fuel that it may use (litres per 100 km), 0 for none

	// Transport is the kind of transport that the vehicle does, and Body what it is. Rules of
	// driving hours and speed limits depend on them. Both may be unknown.
	Transport regulation.Transport
	Body      Body
	Seats     int     // besides the driver's, 0 if unknown
	Payload   float64 // kilograms, 0 if unknown
}

// Driver is a driver of the fleet.
type Driver struct {
	Name, Licence, Phone string
}

// Assignment says who drives a vehicle for a time.
type Assignment struct {
	Plate, Driver string
	From          time.Time // zero: since ever
	To            time.Time // the first moment after it; zero: until further notice
}

// holds reports whether the assignment is in force at a time.
func (a *Assignment) holds(at time.Time) bool {
	return !at.Before(a.From) && (a.To.IsZero() || at.Before(a.To))
}

// PlateKey returns the form in which plates compare: capital letters and digits only. The
// plates "51c-123.45" and "51C 12345" have the same.
func PlateKey(plate string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToUpper(r)
	}, plate)
}

// Vehicle returns the record of the vehicle with a plate; ok is false if there is none.
func (r Register) Vehicle(plate string) (v Vehicle, ok bool) {
	key := PlateKey(plate)
	for _, v := range r.Vehicles {
		if key != "" && PlateKey(v.Plate) == key {
			return v, true
		}
	}
	return Vehicle{}, false
}

// DriverAt returns the name of the driver to whom a vehicle is assigned at a time, "" if
// there is none. Of several assignments the one that began last holds.
func (r Register) DriverAt(plate string, at time.Time) string {
	key := PlateKey(plate)
	var found *Assignment
	for i := range r.Assignments {
		a := &r.Assignments[i]
		if key != "" && PlateKey(a.Plate) == key && a.holds(at) && (found == nil || a.From.After(found.From)) {
			found = a
		}
	}
	if found == nil {
		return ""
	}
	return found.Driver
}
