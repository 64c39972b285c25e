// SPDX-License-Identifier: MIT

package trips_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"roadsnap/engine/fleet"
	"roadsnap/engine/trace"
	"roadsnap/ui/text"
	"roadsnap/ui/trips"
	"roadsnap/ui/trips/tripstest"
)

// fleetShelf keeps a register in memory.
type fleetShelf struct {
	fleetMu  sync.Mutex
	register fleet.Register
	full     error
	unread   error // that Register returns
}

func (s *fleetShelf) Register(context.Context) (fleet.Register, error) {
	s.fleetMu.Lock()
	defer s.fleetMu.Unlock()
	if s.unread != nil {
		return fleet.Register{}, s.unread
	}
	return s.register, nil
}

func (s *fleetShelf) SetRegister(_ context.Context, before, r fleet.Register) (fleet.Register, error) {
	s.fleetMu.Lock()
	defer s.fleetMu.Unlock()
	if s.full != nil {
		return r, s.full
	}
	if !reflect.DeepEqual(s.register, before) {
		r = s.register.Rebase(before, r)
	}
	s.register = r
	return r, nil
}

// inHCMC returns a time on 20 November 2026 in Vietnam.
func inHCMC(hour int) time.Time { return time.Date(2026, 11, 20, hour, 0, 0, 0, text.Vietnam) }

// ride returns a trip of a vehicle, with a driver if its file names one.
func ride(name, plate, driver string, hour int) trace.Trip {
	r := trip(name, 3)
	r.Vehicle, r.Driver = plate, driver
	for i := range r.Observations {
		r.Observations[i].Time = inHCMC(hour).Add(time.Duration(i) * time.Minute)
	}
	return r
}

// driversOf returns the driver and the group of the vehicle of each trip.
func driversOf(p *trips.Model) (list []string) {
	for _, t := range p.State().Trips {
		list = append(list, fmt.Sprintf("%s %s/%s", t.Given, t.DriverName(), t.Team()))
	}
	return list
}

func TestRegisterNamesTheDrivers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		p, ui, _ := startApp(t, s)
		p.SetRegister(tripstest.Fleet)
		p.OpenFrom(source("day.csv", ride("a", "51C 123.45", "", 8), ride("b", "51c12345", "", 14), ride("c", "51C-123.45", "Chi", 9), ride("d", "", "", 9)))
		ui.Settle()
		want := []string{"a An/Đội 1", "b Bình/Đội 1", "c Chi/Đội 1", "d /"}
		if got := driversOf(p); !slices.Equal(got, want) {
			t.Errorf("drivers: %q, want %q", got, want)
		}
		next, _, _ := startApp(t, s)
		if got := driversOf(next); len(got) != 4 || got[1] != want[1] {
			t.Errorf("the next run has %q", got)
		}
		for _, c := range []struct {
			filter trips.Filter
			want   string
		}{
			{trips.Filter{Driver: "Bình"}, "b"}, {trips.Filter{Driver: "Chi"}, "c"}, {trips.Filter{Team: "Đội 1"}, "abc"},
			{trips.Filter{Vehicle: "51C-12345"}, "abc"}, {trips.Filter{Query: "binh"}, "b"}, {trips.Filter{Query: "doi 1"}, "abc"},
		} {
			p.SetFilter(c.filter)
			got := ""
			for _, t := range p.State().Visible() {
				got += t.Given
			}
			if got != c.want {
				t.Errorf("%+v shows %q, want %q", c.filter, got, c.want)
			}
		}
		for group, want := range map[trips.Grouping]string{
			trips.ByVehicle: "[51C 123.45 3][ 1]", trips.OfDriver: "[An 1][Bình 1][Chi 1][ 1]", trips.OfTeam: "[Đội 1 3][ 1]",
		} {
			p.SetFilter(trips.Filter{Group: group})
			got := ""
			for _, l := range p.State().View.Lines {
				if l.Group != nil {
					got += fmt.Sprintf("[%s %d]", l.Group.Name, l.Group.Totals.Trips)
				}
			}
			if got != want {
				t.Errorf("groups by %s: %s, want %s", group, got, want)
			}
		}
		p.SetRegister(fleet.Register{})
		ui.Settle()
		p.History().Undo()
		ui.Settle()
		if got := driversOf(p); !slices.Equal(got, want) || !reflect.DeepEqual(s.register, tripstest.Fleet) {
			t.Errorf("after Undo: %q, kept %+v", got, s.register)
		}
		s.full = errors.New("the disk is full")
		p.SetRegister(fleet.Register{})
		ui.Settle()
		if got := driversOf(p); !slices.Equal(got, want) {
			t.Errorf("a register that could not be kept leaves %q", got)
		}
	})
}

// TestDetailsOfSeveralTrips corrects the vehicle and the driver of two trips at once.
func TestDetailsOfSeveralTrips(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		p, ui, _ := startApp(t, s)
		p.SetRegister(tripstest.Fleet)
		p.OpenFrom(source("day.csv", ride("a", "device7", "", 8), ride("b", "device7", "Chi", 14), ride("c", "device7", "", 9)))
		ui.Settle()
		before := driversOf(p)
		p.Select(p.State().Trips[0].ID)
		p.Toggle(p.State().Trips[1].ID)
		plate, driver := " 51C-123.45 ", ""
		p.SetDetails(trips.Details{Vehicle: &plate, Driver: &driver})
		ui.Settle()
		want := []string{"a An/Đội 1", "b Bình/Đội 1", "c /"}
		if got := driversOf(p); !slices.Equal(got, want) {
			t.Errorf("drivers: %q, want %q", got, want)
		}
		if next, _, _ := startApp(t, s); driversOf(next)[0] != want[0] {
			t.Errorf("the next run has %q", driversOf(next))
		}
		p.History().Undo()
		ui.Settle()
		if got := driversOf(p); !slices.Equal(got, before) {
			t.Errorf("after Undo: %q, want %q", got, before)
		}
	})
}

// TestRegisterIsReadBeforeItIsEdited edits it before the app has read it, and after it could
// not read it.
func TestRegisterIsReadBeforeItIsEdited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		s.register, s.unread = tripstest.Fleet, errors.New("the disk is busy")
		p, ui, failed := startApp(t, s)
		shown := 0
		edit := func() {
			p.ReadRegister(func(r fleet.Register) {
				shown++
				r.Drivers = append(slices.Clone(r.Drivers), fleet.Driver{Name: "Chi"})
				p.SetRegister(r)
			})
			ui.Settle()
		}
		edit()
		if shown != 0 || len(*failed) != 2 || !reflect.DeepEqual(s.register, tripstest.Fleet) {
			t.Fatalf("an unread register is shown %d times, errors %v, kept %+v", shown, *failed, s.register)
		}
		s.unread = nil
		edit()
		edit()
		if want := len(tripstest.Fleet.Drivers) + 2; shown != 2 || len(s.register.Drivers) != want || len(s.register.Vehicles) != len(tripstest.Fleet.Vehicles) {
			t.Errorf("shown %d times, kept %+v", shown, s.register)
		}
	})
}

// TestRegisterChangedByAnotherProgram changes the kept register while the user edits it, and
// after that: both changes stay, also when the user takes his back.
func TestRegisterChangedByAnotherProgram(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		s.register = tripstest.Fleet
		p, ui, failed := startApp(t, s)
		p.OpenFrom(source("day.csv", ride("a", "51C-123.45", "", 8)))
		ui.Settle()
		fromOutside := func(name string) {
			s.register.Drivers = append(slices.Clone(s.register.Drivers), fleet.Driver{Name: name})
		}
		fromOutside("Dũng")
		p.ReadRegister(func(r fleet.Register) {
			if len(r.Drivers) != 3 {
				t.Errorf("to edit: %+v", r.Drivers)
			}
			fromOutside("Em")
			r.Assignments = append(slices.Clone(r.Assignments), fleet.Assignment{Plate: "51C-123.45", Driver: "Chi", From: inHCMC(7)})
			p.SetRegister(r)
		})
		ui.Settle()
		if got := driversOf(p); len(s.register.Drivers) != 4 || len(s.register.Assignments) != 3 || got[0] != "a Chi/Đội 1" || len(p.State().Register().Drivers) != 4 {
			t.Errorf("kept %+v, shown %q", s.register, got)
		}
		fromOutside("Giang")
		p.History().Undo()
		ui.Settle()
		if got := driversOf(p); len(s.register.Drivers) != 5 || len(s.register.Assignments) != 2 || got[0] != "a An/Đội 1" || len(*failed) != 0 {
			t.Errorf("after Undo: kept %+v, shown %q, errors %v", s.register, got, *failed)
		}
	})
}
