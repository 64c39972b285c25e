// SPDX-License-Identifier: MIT

package trace

import (
	"cmp"
	"encoding/json"
	"strconv"
	"strings"
)

// reportProperties are the properties of a feature or point that make up its report. A
// member is a value, or a list with one entry per point. A nil pointer has none.
type reportProperties struct {
	report  report
	vehicle string

	ignitions, odometers, elevations, addresses []string
}

// jsonRole is the meaning of a member.
type jsonRole struct {
	role   role
	length float64 // metres per unit, 0 if the name does not say
}

// jsonRoles maps the names of members, folded and without blanks, to those roles of columns
// that make up a report.
var jsonRoles = makeJSONRoles()

func makeJSONRoles() map[string]jsonRole {
	roles := map[string]jsonRole{}
	for name, r := range roleNames {
		name = strings.ReplaceAll(name, " ", "")
		switch r {
		case roleVehicle, roleDevice, roleDriver, roleIgnition, roleAddress:
			roles[name] = jsonRole{role: r}
		case roleOdometer, roleElevation:
			roles[name] = jsonRole{role: r}
			roles[name+"m"] = jsonRole{r, 1}
			roles[name+"km"] = jsonRole{r, metresPerKm}
		}
	}
	return roles
}

// reportMember reads the value of a member if it is part of a report, and skips it
// otherwise. The name is folded and has no blanks.
func (p *properties) reportMember(t *jsonTokens, name string) error {
	m, ok := jsonRoles[name]
	if !ok {
		return t.skip()
	}
	if p.extra == nil {
		p.extra = &reportProperties{}
	}
	e := p.extra
	tok, err := t.inner()
	if err != nil {
		return err
	}
	if m.role == roleOdometer && m.length > 0 {
		t.c.odometer = m.length
	}
	if tok == json.Delim('[') {
		return e.list(t, m.role)
	}
	e.set(m.role, scalarText(tok))
	if on, isBool := tok.(bool); isBool {
		e.set(m.role, strconv.FormatBool(on))
	}
	return t.rest(tok)
}

// list reads the list whose "[" was just read.
func (e *reportProperties) list(t *jsonTokens, r role) error {
	var list *[]string
	switch r {
	case roleIgnition:
		list = &e.ignitions
	case roleOdometer:
		list = &e.odometers
	case roleElevation:
		list = &e.elevations
	case roleAddress:
		list = &e.addresses
	default:
		return t.rest(json.Delim('['))
	}
	*list = (*list)[:0]
	return t.texts(list)
}

// set sets one value from its text, which may be "".
func (e *reportProperties) set(r role, text string) {
	if missing(text) {
		return
	}
	switch r {
	case roleVehicle:
		e.vehicle = cmp.Or(e.vehicle, text)
	case roleDevice:
		e.report.device = cmp.Or(e.report.device, text)
	case roleDriver:
		e.report.driver = text
	default:
		e.report.setChannel(r, text)
	}
}

// setChannel sets the value of a channel from its text.
func (r *report) setChannel(of role, text string) {
	switch of {
	case roleIgnition:
		r.ignition = parseIgnition(text)
	case roleOdometer:
		x, ok := parseNumber(text)
		r.odometer = optional{x, ok}
	case roleElevation:
		x, ok := parseNumber(text)
		r.elevation = optional{x, ok}
	case roleAddress:
		r.address = text
	}
}

// at returns the report of point i of n. Values of channels that are not a list apply only
// if n is 1.
func (e *reportProperties) at(i, n int) (r report) {
	if e == nil {
		return r
	}
	r = report{device: e.report.device, driver: e.report.driver}
	if n == 1 {
		r = e.report
	}
	set := func(of role, list []string) {
		if len(list) == n && !missing(list[i]) {
			r.setChannel(of, list[i])
		}
	}
	set(roleIgnition, e.ignitions)
	set(roleOdometer, e.odometers)
	set(roleElevation, e.elevations)
	set(roleAddress, e.addresses)
	return r
}

// owner returns the plate, or else the device, that the properties name.
func (p *properties) owner() string {
	if p.extra == nil {
		return ""
	}
	return cmp.Or(p.extra.vehicle, p.extra.report.device)
}
