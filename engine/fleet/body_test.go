// SPDX-License-Identifier: MIT

package fleet_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"roadsnap/data"
	"roadsnap/engine/fleet"
	"roadsnap/engine/regulation"
)

// TestReadsWhatRulesNeed reads transport, body, seats and payload by Vietnamese names, and writes
// them again.
func TestReadsWhatRulesNeed(t *testing.T) {
	table := "Biển số;Loại hình vận tải;Kiểu xe;Số chỗ;Trọng tải\n51C-1;Hàng hóa;Đầu kéo;;\n51C-2;xe buýt;;40;\n51C-3;Vận tải hàng hóa;xe tải;;3,5 tấn\n51C-4;;;;4200\n"
	r, err := fleet.Read("x.csv", []byte(table))
	if err != nil {
		t.Fatal(err)
	}
	want := []fleet.Vehicle{
		{Plate: "51C-1", Transport: regulation.Freight, Body: fleet.Tractor},
		{Plate: "51C-2", Transport: regulation.CityBus, Seats: 40},
		{Plate: "51C-3", Transport: regulation.Freight, Body: fleet.Truck, Payload: 3500},
		{Plate: "51C-4", Payload: 4200},
	}
	for i := range want {
		if r.Vehicles[i] != want[i] {
			t.Errorf("%+v, want %+v", r.Vehicles[i], want[i])
		}
	}
	var b bytes.Buffer
	if err := r.WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	again, err := fleet.Read("y.csv", b.Bytes())
	if err != nil || len(again.Vehicles) != 4 || again.Vehicles[2] != want[2] {
		t.Errorf("%+v, %v", again, err)
	}
	for value, name := range map[string]string{"51C-1;rocket;;;": "transport", "51C-1;;spaceship;;": "body", "51C-1;;;-3;": "seats", "51C-1;;;;heavy": "payload"} {
		_, err := fleet.Read("x.csv", []byte("Biển số;Loại hình vận tải;Kiểu xe;Số chỗ;Trọng tải\n"+value+"\n"))
		if !errors.Is(err, fleet.ErrValue) || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), "row 2") {
			t.Errorf("%s: %v", value, err)
		}
	}
}

// TestCategory checks the class of speed limits of vehicles, at the edges of the table.
func TestCategory(t *testing.T) {
	rules, err := regulation.Parse(data.Rules)
	if err != nil {
		t.Fatal(err)
	}
	day := time.Date(2026, 11, 28, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		v    fleet.Vehicle
		want regulation.Category
	}{
		{fleet.Vehicle{Body: fleet.Truck, Payload: 3500}, regulation.Light},
		{fleet.Vehicle{Body: fleet.Truck, Payload: 3501}, regulation.Heavy},
		{fleet.Vehicle{Body: fleet.Passenger, Seats: 28}, regulation.Light},
		{fleet.Vehicle{Body: fleet.Passenger, Seats: 29}, regulation.Heavy},
		{fleet.Vehicle{Transport: regulation.CityBus, Seats: 20}, regulation.Bus},
		{fleet.Vehicle{Body: fleet.Tractor}, regulation.Bus},
		{fleet.Vehicle{Body: fleet.Tanker, Payload: 1000}, regulation.Towing},
		{fleet.Vehicle{Body: fleet.Moped}, regulation.Moped},
		{fleet.Vehicle{Payload: 8000}, regulation.Heavy},
		{fleet.Vehicle{Body: fleet.Truck}, regulation.UnknownCategory},
		{fleet.Vehicle{}, regulation.UnknownCategory},
	} {
		if got := c.v.Category(rules, day); got != c.want {
			t.Errorf("%+v: %q, want %q", c.v, got, c.want)
		}
	}
	if got := (fleet.Vehicle{Body: fleet.Passenger, Seats: 29}).Category(rules, day.AddDate(-2, 0, 0)); got != regulation.Light {
		t.Errorf("30 seats with the driver's were light in 2024, not %q", got)
	}
}
