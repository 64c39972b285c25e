// SPDX-License-Identifier: MIT

package workspace

import (
	"reflect"
	"testing"
	"time"

	"roadsnap/engine/fleet"
)

// TestRegisterOfTwoWriters changes a register in two programs that read it at the same time.
func TestRegisterOfTwoWriters(t *testing.T) {
	w := openNew(t)
	other := openAt(t, w.Path())
	saigon := time.FixedZone("", 7*60*60)
	start := fleet.Register{
		Vehicles:    []fleet.Vehicle{{Plate: "51C-1"}, {Plate: "51C-2"}},
		Assignments: []fleet.Assignment{{Plate: "51C-1", Driver: "An", From: morning.In(saigon).Add(time.Nanosecond)}},
	}
	if _, err := w.SetRegister(t.Context(), fleet.Register{}, start); err != nil {
		t.Fatal(err)
	}
	addDriver := func(r fleet.Register, name string) fleet.Register {
		r.Drivers = append(r.Drivers[:len(r.Drivers):len(r.Drivers)], fleet.Driver{Name: name})
		return r
	}
	read, err := w.Register(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	err = other.UpdateRegister(t.Context(), func(r fleet.Register) fleet.Register { return addDriver(r, "Bình") })
	if err != nil {
		t.Fatal(err)
	}
	edited := addDriver(read, "Chi")
	edited.Vehicles = edited.Vehicles[1:]
	want := fleet.Register{
		Vehicles:    start.Vehicles[1:],
		Drivers:     []fleet.Driver{{Name: "Bình"}, {Name: "Chi"}},
		Assignments: read.Assignments,
	}
	got, err := w.SetRegister(t.Context(), read, edited)
	kept, readErr := other.Register(t.Context())
	if err != nil || readErr != nil || !reflect.DeepEqual(got, want) || !reflect.DeepEqual(kept, want) {
		t.Errorf("got  %+v, %v\nkept %+v, %v\nwant %+v", got, err, kept, readErr, want)
	}
	// Without a change in between, the register is as it was given, also its order.
	if got, err := w.SetRegister(t.Context(), kept, start); err != nil || !reflect.DeepEqual(got, start) {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := w.SetRegister(t.Context(), start, kept); err != nil || !reflect.DeepEqual(got, kept) {
		t.Errorf("%+v, %v", got, err)
	}
}
