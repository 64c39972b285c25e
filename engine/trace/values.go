// SPDX-License-Identifier: MIT

package trace

import (
	"cmp"
	"strings"

	"roadsnap/engine/match"
)

// isNumber reports whether the values of a role are quantities.
func (r role) isNumber() bool {
	switch r {
	case roleSpeed, roleHeading, roleAccuracy, roleHDOP, roleOdometer, roleElevation:
		return true
	}
	return false
}

// valueName is the meaning and the unit of a named value.
type valueName struct {
	role  role
	unit  unit
	known bool
}

// valueNames holds the meanings of the names of one file, because each is used
// for every point.
type valueNames map[string]valueName

// of returns the meaning of a name, which is that of a column with this name.
func (v *valueNames) of(name string) valueName {
	n, ok := (*v)[name]
	if !ok {
		n.role, n.unit, n.known = roleOfColumn(name)
		if *v == nil {
			*v = valueNames{}
		}
		if len(*v) < maxValueNames {
			(*v)[strings.Clone(name)] = n
		}
	}
	return n
}

// maxValueNames is the number of names whose meanings are kept.
const maxValueNames = 1000

// values are the named values of one point, or of all points of a trip.
type values struct {
	observation match.Observation // without position and time
	report      report
	time        string
	vehicle     string
	hdop        bool    // the accuracy is from the HDOP
	odometer    float64 // metres per unit of the odometer, 0 if nothing names it
}

// set sets the value with the given meaning. Values that cannot be read are
// ignored.
func (v *values) set(n valueName, text string) {
	if !n.known || missing(text) {
		return
	}
	switch n.role {
	case roleTime:
		v.time = cmp.Or(v.time, text)
	case roleVehicle:
		v.vehicle = cmp.Or(v.vehicle, text)
	case roleDevice:
		v.report.device = cmp.Or(v.report.device, text)
	case roleDriver:
		v.report.driver = cmp.Or(v.report.driver, text)
	case roleIgnition:
		v.report.ignition = parseIgnition(text)
	case roleAddress:
		v.report.address = cmp.Or(v.report.address, text)
	default:
		if x, u, ok := parseMeasure(text); ok {
			v.setNumber(n, x, u)
		}
	}
}

// setNumber sets a number that has the unit u after it.
func (v *values) setNumber(n valueName, x float64, u unit) {
	o := &v.observation
	length := cmp.Or(u.length, n.unit.length)
	switch n.role {
	case roleSpeed:
		o.Speed, o.HasSpeed = max(x, 0)*cmp.Or(u.speed, n.unit.speed, 1), x >= 0
	case roleHeading:
		o.Heading, o.HasHeading = normalHeading(x)
	case roleAccuracy:
		if x > 0 {
			o.Accuracy, v.hdop = x*cmp.Or(length, 1), false
		}
	case roleHDOP:
		if x > 0 && (o.Accuracy == 0 || v.hdop) {
			o.Accuracy, v.hdop = x*metresPerHDOP, true
		}
	case roleOdometer:
		v.report.odometer, v.odometer = optional{x, true}, length
	case roleElevation:
		v.report.elevation = optional{x * cmp.Or(length, 1), true}
	}
}

// describe gives a trip the vehicle, recorder and driver among its values.
func (v *values) describe(d *draft) {
	d.vehicle = cmp.Or(d.vehicle, v.vehicle, v.report.device)
	if d.device == "" && v.report.device != d.vehicle {
		d.device = v.report.device
	}
	if v.report.driver != "" {
		d.drivers.add(v.report.driver)
	}
}

// parseMeasure parses a number with or without a unit after it: "35 km/h".
func parseMeasure(text string) (x float64, u unit, ok bool) {
	if x, ok = parseNumber(text); ok {
		return x, u, true
	}
	x, ok = parseQuantity(text)
	if ok {
		_, u = cutUnit(" " + foldName(strings.TrimLeft(strings.TrimSpace(text), "0123456789.,-+")))
	}
	return x, u, ok
}
