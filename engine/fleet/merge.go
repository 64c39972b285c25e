// SPDX-License-Identifier: MIT

package fleet

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// Changes counts the records of a merged register.
type Changes struct{ Vehicles, Drivers, Assignments Change }

// Change counts the records of a merged list: those that are new in it, those of which a
// field changed, and those that stayed as they were.
type Change struct{ Added, Changed, Kept int }

// Merge returns the register with the records of another one, as from a table. A vehicle with
// the same plate (by PlateKey), a driver of the same name, and an assignment of the same
// vehicle, driver and beginning take the fields that are set in the other register. All other
// records stay, and the new ones follow them. Names compare without regard to capitals. Drivers
// of one name in one of the registers differ by their licence or else their phone; a name
// alone, as in a table of assignments, is no further driver.
func (r Register) Merge(more Register) (Register, Changes) {
	var c Changes
	r.Vehicles, c.Vehicles = merge(r.Vehicles, more.Vehicles, vehicleKey, func(old, v Vehicle) Vehicle {
		return old.with(v)
	})
	more.Drivers = withoutMentions(more.Drivers, r.Drivers)
	r.Drivers, c.Drivers = merge(r.Drivers, more.Drivers, driverKey(r.Drivers, more.Drivers), func(old, d Driver) Driver {
		return Driver{old.Name, cmp.Or(d.Licence, old.Licence), cmp.Or(d.Phone, old.Phone)}
	})
	r.Assignments, c.Assignments = merge(r.Assignments, more.Assignments, assignmentKey, func(old, a Assignment) Assignment {
		if !a.To.IsZero() && !a.To.Equal(old.To) {
			old.To = a.To
		}
		return old
	})
	return r, c
}

// Without returns the records of the register that another one lacks, by what Merge compares.
func (r Register) Without(other Register) Register {
	return Register{
		Vehicles:    without(r.Vehicles, other.Vehicles, vehicleKey),
		Drivers:     without(r.Drivers, other.Drivers, driverKey(r.Drivers, other.Drivers)),
		Assignments: without(r.Assignments, other.Assignments, assignmentKey),
	}
}

// Rebase returns the register with the changes that lead from base to edited: without the
// records that edited lacks, and with those that are new or different in it, as they are
// there. All other records stay. It joins the changes of two who began with base.
func (r Register) Rebase(base, edited Register) Register {
	changed := Register{
		Vehicles:    without(edited.Vehicles, base.Vehicles, itself),
		Drivers:     without(edited.Drivers, base.Drivers, itself),
		Assignments: without(edited.Assignments, base.Assignments, inUTC),
	}
	r = r.Without(base.Without(edited)).Without(changed)
	r.Vehicles = append(r.Vehicles, changed.Vehicles...)
	r.Drivers = append(r.Drivers, changed.Drivers...)
	r.Assignments = append(r.Assignments, changed.Assignments...)
	return r
}

// inUTC returns an assignment in a form that is equal for equal times.
func inUTC(a Assignment) Assignment {
	a.From, a.To = a.From.UTC(), a.To.UTC()
	return a
}

func itself[T any](record T) T { return record }

// merge returns a list with the records of another one. Of old records with one key the
// first is updated.
func merge[T, K comparable](old, more []T, key func(T) K, update func(old, more T) T) ([]T, Change) {
	list := slices.Clone(old)
	at := make(map[K]int, len(old)+len(more))
	for i, record := range slices.Backward(old) {
		at[key(record)] = i
	}
	for _, record := range more {
		k := key(record)
		if i, known := at[k]; known {
			list[i] = update(list[i], record)
			continue
		}
		at[k] = len(list)
		list = append(list, record)
	}
	c := Change{Added: len(list) - len(old)}
	for i, record := range old {
		if list[i] == record {
			c.Kept++
		} else {
			c.Changed++
		}
	}
	return list, c
}

// without returns the records whose key no record of another list has.
func without[T any, K comparable](list, other []T, key func(T) K) (rest []T) {
	known := make(map[K]bool, len(other))
	for _, record := range other {
		known[key(record)] = true
	}
	for _, record := range list {
		if !known[key(record)] {
			rest = append(rest, record)
		}
	}
	return rest
}

// withoutMentions returns drivers without those of which only the name is known, if another
// list has a driver of that name.
func withoutMentions(list, known []Driver) []Driver {
	names := make(map[string]bool, len(known))
	for _, d := range known {
		names[nameKey(d.Name)] = true
	}
	return slices.DeleteFunc(slices.Clone(list), func(d Driver) bool { return driverMark(d) == "" && names[nameKey(d.Name)] })
}

// driverMark returns what tells a driver from others of the same name, "" if nothing does.
func driverMark(d Driver) string { return cmp.Or(clean(d.Licence), clean(d.Phone)) }

func vehicleKey(v Vehicle) string { return cmp.Or(PlateKey(v.Plate), v.Plate) }

// driverKey returns the function that returns what two drivers of these lists have in common
// if they are the same person.
func driverKey(lists ...[]Driver) func(Driver) [2]string {
	namesakes := map[string]bool{}
	for _, list := range lists {
		marks := make(map[string]string, len(list))
		for _, d := range list {
			name := nameKey(d.Name)
			if first, known := marks[name]; !known {
				marks[name] = driverMark(d)
			} else if first != driverMark(d) {
				namesakes[name] = true
			}
		}
	}
	return func(d Driver) [2]string {
		if name := nameKey(d.Name); namesakes[name] {
			return [2]string{name, driverMark(d)}
		}
		return [2]string{nameKey(d.Name)}
	}
}

// assignmentStart is what is the same of two assignments that differ in their end only.
type assignmentStart struct {
	plate, driver string
	from          time.Time
}

func assignmentKey(a Assignment) assignmentStart {
	return assignmentStart{cmp.Or(PlateKey(a.Plate), a.Plate), nameKey(a.Driver), a.From.UTC()}
}

func nameKey(name string) string { return strings.ToLower(clean(name)) }

// with returns the vehicle with the fields that are set in another record of it.
func (v Vehicle) with(more Vehicle) Vehicle {
	return Vehicle{
		Plate: v.Plate, Kind: cmp.Or(more.Kind, v.Kind), Group: cmp.Or(more.Group, v.Group), Norm: cmp.Or(more.Norm, v.Norm),
		Transport: cmp.Or(more.Transport, v.Transport), Body: cmp.Or(more.Body, v.Body), Seats: cmp.Or(more.Seats, v.Seats), Payload: cmp.Or(more.Payload, v.Payload),
	}
}
