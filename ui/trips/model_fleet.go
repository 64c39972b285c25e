// SPDX-License-Identifier: MIT

package trips

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"roadsnap/engine/fleet"
	"roadsnap/engine/workspace"
)

// FleetKeeper keeps the register of vehicles and drivers between runs of the app.
type FleetKeeper interface {
	Register(ctx context.Context) (fleet.Register, error)
	// SetRegister keeps a register in place of the one that it was made of. It returns it with
	// the changes of others since.
	SetRegister(ctx context.Context, before, r fleet.Register) (fleet.Register, error)
}

// fleetIndex finds what the register says of a vehicle. It is immutable.
type fleetIndex struct {
	all fleet.Register
	of  map[string]fleet.Register // the records of each vehicle, by its plate as PlateKey
}

func newFleetIndex(r fleet.Register) *fleetIndex {
	x := &fleetIndex{all: r, of: map[string]fleet.Register{}}
	for _, v := range r.Vehicles {
		of := x.of[fleet.PlateKey(v.Plate)]
		of.Vehicles = append(of.Vehicles, v)
		x.of[fleet.PlateKey(v.Plate)] = of
	}
	for _, a := range r.Assignments {
		of := x.of[fleet.PlateKey(a.Plate)]
		of.Assignments = append(of.Assignments, a)
		x.of[fleet.PlateKey(a.Plate)] = of
	}
	return x
}

// fleetFacts is what the register says of a trip.
type fleetFacts struct {
	from   *fleetIndex // nil before
	plate  string      // of the vehicle, as PlateKey, or the vehicle itself
	driver string      // to whom the vehicle was assigned at the start
	team   string      // group of the vehicle
}

// DriverName returns the driver of the file or, without one, the driver to whom the register
// assigns the vehicle at the start of the trip.
func (t *Trip) DriverName() string { return cmp.Or(t.Driver, t.fleet.driver) }

// Team returns the group of the vehicle in the register, "" if it has none.
func (t *Trip) Team() string { return t.fleet.team }

// registered returns a row with what the current register says of it.
func (p *Model) registered(t *Trip) *Trip {
	x := p.state.fleet
	if t.fleet.from == x {
		return t
	}
	row := *t
	key := fleet.PlateKey(t.Vehicle)
	row.fleet = fleetFacts{from: x, plate: cmp.Or(key, t.Vehicle)}
	if of, ok := x.of[key]; ok && key != "" {
		v, _ := of.Vehicle(t.Vehicle)
		row.fleet.team = v.Group
		if !t.First.IsZero() {
			row.fleet.driver = of.DriverAt(t.Vehicle, t.First)
		}
	}
	row.searchKey = ""
	return &row
}

// Register returns the register of vehicles and drivers. The caller must not change it.
func (s State) Register() fleet.Register {
	if s.fleet == nil {
		return fleet.Register{}
	}
	return s.fleet.all
}

// ReadRegister reads the register again, which another program may have changed, and calls show
// with it.
func (p *Model) ReadRegister(show func(fleet.Register)) {
	if p.o.Keeper == nil {
		show(p.state.Register())
		return
	}
	p.edits.Start(func(ctx context.Context) func() {
		r, err := p.o.Keeper.Register(ctx)
		return func() {
			if err != nil {
				p.o.EditRefused(err)
				return
			}
			p.showRegister(newFleetIndex(r))
			p.changed.Raise()
			show(r)
		}
	})
}

// SetRegister replaces the register. Undo takes it back. Changes that another program made
// since ReadRegister stay.
func (p *Model) SetRegister(r fleet.Register) {
	before := p.state.Register()
	p.history.Remember(func() { p.storeRegister(r, before) }, func() { p.SetRegister(r) })
	p.storeRegister(before, r)
}

// storeRegister shows a register and keeps it with the changes of others to the one before. If
// it cannot be kept, the one that is kept is shown.
func (p *Model) storeRegister(before, r fleet.Register) {
	old, shown := p.state.fleet, newFleetIndex(p.state.Register().Rebase(before, r))
	p.showRegister(shown)
	p.changed.Raise()
	if p.o.Keeper == nil {
		return
	}
	p.edits.Start(func(ctx context.Context) func() {
		kept, err := p.o.Keeper.SetRegister(ctx, before, r)
		var unread error
		if err != nil {
			kept, unread = p.o.Keeper.Register(ctx)
		}
		return func() {
			if err != nil {
				p.o.EditRefused(err)
			}
			switch {
			case p.state.fleet != shown: // a later change follows
			case unread != nil:
				p.showRegister(old)
			default:
				p.showRegister(newFleetIndex(kept))
			}
			p.changed.Raise()
		}
	})
}

// showRegister shows another register in all rows.
func (p *Model) showRegister(x *fleetIndex) {
	p.state.fleet = x
	rows := make([]*Trip, len(p.state.Trips))
	for i, t := range p.state.Trips {
		rows[i] = p.registered(t)
	}
	p.state.Trips = rows
	p.renew()
}

// Details are the name, the vehicle and the driver of trips; what is nil stays.
type Details struct{ Name, Vehicle, Driver *string }

// SetDetails changes the details of the selected trips. Undo takes it back.
func (p *Model) SetDetails(d Details) {
	for _, s := range []*string{d.Name, d.Vehicle, d.Driver} {
		if s != nil {
			*s = strings.TrimSpace(*s)
		}
	}
	var list []*Trip
	for _, t := range p.state.ChosenTrips() {
		if differs(d.Name, t.Given) || differs(d.Vehicle, t.Vehicle) || differs(d.Driver, t.Driver) {
			list = append(list, t)
		}
	}
	p.edit(list, workspace.Edit{Name: d.Name, Vehicle: d.Vehicle, Driver: d.Driver}, func(t *Trip) {
		for _, x := range []struct {
			to   *string
			from *string
		}{{&t.Given, d.Name}, {&t.Vehicle, d.Vehicle}, {&t.Driver, d.Driver}} {
			if x.from != nil {
				*x.to = *x.from
			}
		}
		t.fleet = fleetFacts{}
		t.entitle("")
	})
}

func differs(wanted *string, now string) bool { return wanted != nil && *wanted != now }

// Drivers returns the drivers of the open trips and those of the register, sorted.
func (s State) Drivers() (list []string) {
	for _, d := range s.Register().Drivers {
		list = append(list, d.Name)
	}
	for _, t := range s.Trips {
		list = append(list, t.DriverName())
	}
	return distinct(list)
}

// Seen returns the vehicles and drivers of the open trips and of the register.
func (p *Model) Seen() (r fleet.Register) {
	for _, plate := range p.state.Vehicles() {
		if fleet.PlateKey(plate) != "" {
			r.Vehicles = append(r.Vehicles, fleet.Vehicle{Plate: plate})
		}
	}
	for _, name := range p.state.Drivers() {
		r.Drivers = append(r.Drivers, fleet.Driver{Name: name})
	}
	return r
}

// Vehicles returns the vehicles of the open trips and those of the register, sorted. Of
// plates that compare equal it returns one, as the register writes it.
func (s State) Vehicles() (list []string) {
	seen := map[string]bool{}
	add := func(plate string) {
		if key := cmp.Or(fleet.PlateKey(plate), plate); !seen[key] {
			seen[key] = true
			list = append(list, plate)
		}
	}
	for _, v := range s.Register().Vehicles {
		add(v.Plate)
	}
	for _, t := range s.Trips {
		add(t.Vehicle)
	}
	return distinct(list)
}

// Teams returns the groups of the vehicles in the register, sorted.
func (s State) Teams() (list []string) {
	for _, v := range s.Register().Vehicles {
		list = append(list, v.Group)
	}
	return distinct(list)
}

// distinct returns different texts, sorted, without the empty one.
func distinct(list []string) []string {
	slices.Sort(list)
	return slices.DeleteFunc(slices.Compact(list), func(s string) bool { return s == "" })
}
