// SPDX-License-Identifier: MIT

package rows

import (
	"fmt"
	"slices"
	"strings"
)

// Role is what an input column means.
type Role string

// The roles.
const (
	TripID   Role = "trip_id"
	Time     Role = "time"
	Lat      Role = "lat"
	Lon      Role = "lon"
	Accuracy Role = "accuracy" // standard deviation per axis (metres)
	Speed    Role = "speed"    // m/s
	Heading  Role = "heading"  // degrees clockwise from north
	Profile  Role = "profile"  // of the trip; that of its first row counts
)

// roles are all roles, in the order of their numbers.
var roles = []Role{TripID, Time, Lat, Lon, Accuracy, Speed, Heading, Profile}

// The numbers of the roles.
const (
	tripID = iota
	timeOf
	latOf
	lonOf
	accuracyOf
	speedOf
	headingOf
	profileOf
	numRoles
)

// aliases are the names by which a column is recognised, the best first.
var aliases = [numRoles][]string{
	tripID:     {"trip_id", "tripid", "trip", "track_id", "trajectory_id", "traj_id", "journey_id", "vehicle_id", "device_id"},
	timeOf:     {"time", "ts", "timestamp", "datetime", "event_time", "recorded_at", "gps_time"},
	latOf:      {"lat", "latitude", "y"},
	lonOf:      {"lon", "lng", "long", "longitude", "x"},
	accuracyOf: {"accuracy", "hacc", "horizontal_accuracy", "sigma"},
	speedOf:    {"speed", "speed_mps"},
	headingOf:  {"heading", "bearing", "course"},
	profileOf:  {"profile"},
}

// Roles returns all roles.
func Roles() []Role { return slices.Clone(roles) }

// Aliases returns the names by which a column of a role is recognised, whatever their
// case, the best first.
func Aliases(r Role) []string {
	if i := slices.Index(roles, r); i >= 0 {
		return slices.Clone(aliases[i])
	}
	return nil
}

// needs returns the roles without which the operation makes no sense.
func (o *Options) needs() []int {
	switch {
	case o.Operation == Locate && o.Keep == nil:
		return []int{latOf, lonOf}
	case o.Operation == Locate:
		return []int{tripID, latOf, lonOf}
	}
	return []int{tripID, timeOf, latOf, lonOf}
}

// uses reports whether the operation reads columns of a role.
func (o *Options) uses(role int) bool {
	switch o.Operation {
	case Locate:
		return role == latOf || role == lonOf || role == tripID && o.Keep != nil
	case Stops:
		return role <= lonOf
	}
	return true
}

// columns are the numbers of the columns by role, -1 for none.
type columns [numRoles]int

// find returns the columns of the roles among names.
func (o *Options) find(names []string) (found columns, err error) {
	for role := range roles {
		found[role] = -1
		if !o.uses(role) {
			continue
		}
		wanted, named := o.Columns[roles[role]]
		switch {
		case named && wanted == "":
		case named:
			if found[role] = slices.Index(names, wanted); found[role] < 0 {
				return found, fmt.Errorf("there is no column %q for %s; the columns are %s: %w", wanted, roles[role], list(names), ErrSchema)
			}
		default:
			found[role] = recognise(names, aliases[role])
		}
		if i := found[role]; i >= 0 && slices.Contains(names[i+1:], names[i]) {
			return found, fmt.Errorf("there are two columns %q: %w", names[i], ErrSchema)
		}
	}
	for _, role := range o.needs() {
		_, named := o.Columns[roles[role]]
		if found[role] < 0 && !(role == timeOf && named && o.Operation != Stops) {
			return found, fmt.Errorf("there is no column %s; name it with --column %[1]s=NAME; the columns are %s: %w", roles[role], list(names), ErrSchema)
		}
	}
	return found, nil
}

// Reads returns the numbers of the columns that Run needs among names, and the number of the
// column of trips; -1 if the operation uses none. The error wraps [ErrSchema].
func (o Options) Reads(names []string) (numbers []int, trip int, err error) {
	work, _, err := o.operation()
	if err != nil {
		return nil, -1, err
	}
	found, err := o.find(names)
	if err != nil {
		return nil, -1, err
	}
	for i := range names {
		if work.joins() || slices.Contains(found[:], i) {
			numbers = append(numbers, i)
		}
	}
	return numbers, found[tripID], nil
}

// recognise returns the first column that has one of the names, in their order, or -1.
func recognise(columns, names []string) int {
	for _, n := range names {
		if i := slices.Index(columns, n); i >= 0 {
			return i
		}
		if i := slices.IndexFunc(columns, func(c string) bool { return strings.EqualFold(c, n) }); i >= 0 {
			return i
		}
	}
	return -1
}

// list joins names for a message of one line.
func list(names []string) string {
	const most = 20
	text := make([]string, 0, most+1)
	for i, n := range names {
		if i == most {
			text = append(text, fmt.Sprintf("and %d more", len(names)-most))
			break
		}
		text = append(text, fmt.Sprintf("%q", n))
	}
	return strings.Join(text, ", ")
}

// checkAdded refuses names of input columns that the output adds.
func (o *Options) checkAdded(names []string, added *table) error {
	for i := range added.columns {
		if n := added.columns[i].name; slices.Contains(names, n) {
			return fmt.Errorf("the input has a column %q already, which the output adds; give --prefix TEXT: %w", n, ErrSchema)
		}
	}
	return nil
}
