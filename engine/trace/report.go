// SPDX-License-Identifier: MIT

package trace

import (
	"math"
	"slices"
	"strings"

	"roadsnap/engine/match"
)

// report is what a record says besides its observation. The zero value says nothing.
type report struct {
	ignition       Ignition
	odometer       optional // in the unit of the file, see repairOdometers
	elevation      optional // metres
	address        string
	driver, device string
}

// addReport appends one observation to d, with what its record says besides.
func (c *collector) addReport(d *draft, o match.Observation, r *report, at place) error {
	before := len(d.obs)
	if err := c.add(d, o, at); err != nil || len(d.obs) == before {
		return err
	}
	d.report(r)
	return nil
}

// report sets the channels at the last observation.
func (d *draft) report(r *report) {
	c, i := &d.channels, len(d.obs)-1
	if r.ignition != IgnitionUnknown {
		c.Ignition = append(padded(c.Ignition, i, IgnitionUnknown), r.ignition)
	}
	if r.odometer.known {
		c.Odometer = append(padded(c.Odometer, i, math.NaN()), r.odometer.value)
	}
	if r.elevation.known {
		c.Elevation = append(padded(c.Elevation, i, math.NaN()), r.elevation.value)
	}
	if r.address != "" {
		c.Address = append(padded(c.Address, i, ""), r.address)
	}
	if r.driver != "" {
		d.drivers.add(r.driver)
	}
	if d.device == "" && r.device != "" && r.device != d.vehicle {
		d.device = strings.Clone(r.device)
	}
}

// padded appends unknown values until the list has n.
func padded[T any](list []T, n int, unknown T) []T {
	for len(list) < n {
		list = append(list, unknown)
	}
	return list
}

// padChannels gives each channel that the file has a value for every observation.
func (d *draft) padChannels() {
	c, n := &d.channels, len(d.obs)
	if c.Ignition != nil {
		c.Ignition = padded(c.Ignition, n, IgnitionUnknown)
	}
	if c.Odometer != nil {
		c.Odometer = padded(c.Odometer, n, math.NaN())
	}
	if c.Elevation != nil {
		c.Elevation = padded(c.Elevation, n, math.NaN())
	}
	if c.Address != nil {
		c.Address = padded(c.Address, n, "")
	}
	// Exporters write 0 for an elevation that the receiver does not know.
	if !slices.ContainsFunc(c.Elevation, func(x float64) bool { return !math.IsNaN(x) && x != 0 }) {
		c.Elevation = nil
	}
}

// move copies the values of observation from to observation to.
func (c *Channels) move(to, from int) {
	moveValue(c.Ignition, to, from)
	moveValue(c.Odometer, to, from)
	moveValue(c.Elevation, to, from)
	moveValue(c.Address, to, from)
}

func moveValue[T any](list []T, to, from int) {
	if list != nil {
		list[to] = list[from]
	}
}

// reverse reverses the channels.
func (c *Channels) reverse() {
	slices.Reverse(c.Ignition)
	slices.Reverse(c.Odometer)
	slices.Reverse(c.Elevation)
	slices.Reverse(c.Address)
}

// maxDrivers is the largest number of drivers of a trip. A column with more holds something
// else.
const maxDrivers = 100

// drivers collects the drivers of a trip.
type drivers struct {
	first []string // each once, in the order of their first records
	last  []string // each once, in the order of their last records
}

func (d *drivers) add(name string) {
	n := len(d.last)
	if n > 0 && d.last[n-1] == name || n > maxDrivers {
		return
	}
	if i := slices.Index(d.last, name); i >= 0 {
		name = d.last[i]
		d.last = append(slices.Delete(d.last, i, i+1), name)
		return
	}
	name = strings.Clone(name)
	d.first, d.last = append(d.first, name), append(d.last, name)
}

// names returns the drivers in the order of travel. reversed means that the file has the
// newest record first.
func (d *drivers) names(reversed bool) string {
	list := d.first
	switch {
	case len(list) > maxDrivers:
		return ""
	case reversed:
		list = slices.Clone(d.last)
		slices.Reverse(list)
	}
	return strings.Join(list, ", ")
}

// reportAt returns what the trip says of observation i.
func (t Trip) reportAt(i int) (r report) {
	c := &t.Channels
	if i < len(c.Ignition) {
		r.ignition = c.Ignition[i]
	}
	r.odometer, r.elevation = knownAt(c.Odometer, i), knownAt(c.Elevation, i)
	if i < len(c.Address) {
		r.address = c.Address[i]
	}
	return r
}

func knownAt(list []float64, i int) optional {
	if i >= len(list) || math.IsNaN(list[i]) || math.IsInf(list[i], 0) {
		return optional{}
	}
	return optional{list[i], true}
}

// hasReports reports whether the trip has more than positions and a name.
func (t Trip) hasReports() bool {
	c := &t.Channels
	return t.Vehicle != "" && t.Vehicle != t.ID || t.Device != "" || t.Driver != "" ||
		c.Ignition != nil || c.Odometer != nil || c.Elevation != nil || c.Address != nil
}
