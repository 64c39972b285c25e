// SPDX-License-Identifier: MIT

package trace

import (
	"context"
	"strings"
	"testing"
)

// TestHeadings reads tables whose names differ from those of [roleNames].
func TestHeadings(t *testing.T) {
	for _, names := range []string{
		"No,Plate No,GPS Time,Longitude,Latitude,Speed(km/h)", "No.,Vehicle,Locate time,Lng,Lat,Speed", "#,Reg. No,Date/Time,X,Y,Speed",
		"ID,Xe,Thời gian cập nhật,Kinh độ (E),Vĩ độ (N),Vận tốc GPS", "TT,Số xe,TG định vị,Kinh độ bản đồ,Vĩ độ bản đồ,V(km/h)",
		"Row,Asset,Report time,Dec. Longitude,Dec. Latitude,Speed KPH", "Sr,Vehicle Number,Event Time,Lon,Lat,Speed (Kmph)",
		"n,vehicleNo,eventTimestamp,longitudeDegrees,latitudeDegrees,speedKph", "n,plate,lúc,Longitude (decimal),Latitude (decimal),speed",
		"n,Biển số xe/Plate,Thời gian/Time,Kinh độ (Longitude),Vĩ độ (Latitude),Vận tốc/Speed (km/h)",
		"n,plate,from,Kinhdo_x,Vido_y,speed", // found by their values
	} {
		trips, err := readTrips(names + "\n1,29C-123.45,03/11/2026 07:15:30,105.8321,21.0213,36\n2,29C-123.45,03/11/2026 07:15:40,105.8331,21.0213,36\n")
		if err != nil {
			t.Errorf("%s: %v", names, err)
			continue
		}
		o := trips[0].Observations[0]
		if trips[0].Vehicle != "29C-123.45" || o.Speed != 10 || o.Lat != 21.0213 || formatTime(o.Time) != "2026-11-03T07:15:30+07:00" {
			t.Errorf("%s: %q %v %s", names, trips[0].Vehicle, o, showNotes(trips))
		}
	}
}

// TestPositionCells reads 21.0213° N, 105.8321° E.
func TestPositionCells(t *testing.T) {
	for _, cell := range []string{
		"21.0213, 105.8321", "POINT (105.8321 21.0213)", "SRID=4326;POINT(105.8321 21.0213)", `{"type":"Point","coordinates":[105.8321,21.0213]}`,
		"Lat: 21.0213, Lng: 105.8321", "lon=105.8321 lat=21.0213", `{"lat":21.0213,"lng":105.8321}`, "21.0213 / 105.8321", "21.0213 - 105.8321",
		"21.0213° B, 105.8321° Đ", "21°01'16.68\"B 105°49'55.56\"Đ", "https://www.google.com/maps?q=21.0213,105.8321", "http://x.vn/@21.0213,105.8321,17.1234z",
		"Phố Huế, Hà Nội (21.0213, 105.8321)", "21.0213\n105.8321",
	} {
		lat, lon := cutPosition(cell)
		y, okLat := parseAngle(lat)
		x, okLon := parseAngle(lon)
		if !okLat || !okLon || (y-21.0213)*(y-21.0213)+(x-105.8321)*(x-105.8321) > 1e-12 {
			t.Errorf("%q is %q, %q", cell, lat, lon)
		}
	}
	for _, cell := range []string{"Km 12.345 - Km 13.456", "QL1A", "21.0213", "21.0213 105.8321 22.1234 106.1234"} {
		lat, lon := cutPosition(cell)
		if isAngle(lat) && isAngle(lon) {
			t.Errorf("%q is %s, %s", cell, lat, lon)
		}
	}
}

// TestHemisphereColumns reads positions whose signs are in columns of their own.
func TestHemisphereColumns(t *testing.T) {
	trips, err := readTrips("lat,N/S,lon,E/W\n33.8,S,151.2,E\n33.9,s,70.6,W\n21.1,N,105.2,E\n")
	if got := strings.Join(show(trips), ""); err != nil || got != "trip | -33.8,151.2 | -33.9,-70.6 | 21.1,105.2" {
		t.Error(got, err)
	}
}

// TestGuessTime finds the times of tables that do not name them.
func TestGuessTime(t *testing.T) {
	for name, table := range map[string]string{
		"no names":        "353701098765432,2026-11-03 07:15:30,21.0213,105.8321",
		"day and time":    "29C-123.45,03/11/2026,07:15:30,21.0213,105.8321",
		"unknown name":    "recorded,lat,lon\n2026-11-03 07:15:30,21.0213,105.8321",
		"number of phone": "phone,stamp,lat,lon\n0912345678,1793664930,21.0213,105.8321\n0912345678,1793664931,21.0213,105.8321",
	} {
		trips, err := readTrips(table + "\n" + table[strings.LastIndexByte(table, '\n')+1:] + "\n")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := formatTime(trips[0].Observations[0].Time); got != "2026-11-03T07:15:30+07:00" {
			t.Errorf("%s: %s", name, got)
		}
	}
	trips, err := readTrips("born,id,lat,lon\n01/02/1999,1700000000,21.0213,105.8321\n03/04/2001,1700000000,21.0214,105.8321\n")
	if err != nil || !trips[0].Observations[0].Time.IsZero() {
		t.Errorf("days and numbers are times: %v %v", trips, err)
	}
}

// TestSpeedCells reads speeds whose unit is in the cell, not in the name.
func TestSpeedCells(t *testing.T) {
	trips, err := readTrips("lat,lon,speed\n21.1,105.1,10 m/s\n21.2,105.2,36 km/h\n21.3,105.3,36\n")
	if err != nil {
		t.Fatal(err)
	}
	for i, o := range trips[0].Observations {
		if o.Speed != 10 {
			t.Errorf("speed %d is %v m/s", i, o.Speed)
		}
	}
}

// TestVehicleRows reads a table in which the plate stands in a row above those of the vehicle.
func TestVehicleRows(t *testing.T) {
	runReadCases(t, []readCase{{
		name: "plates", text: "Biển số,lat,lon\n29C-123.45,,\n,21.1,105.1\n,21.2,105.2\nTổng,,\n51D-678.90,,\n,10.1,106.1\n",
		want: []string{"29C-123.45 | 21.1,105.1 | 21.2,105.2", "51D-678.90 | 10.1,106.1"}, notes: []string{"no_fix line 5"},
	}})
}

// TestSpreadsheetCells reads cells that a spreadsheet was kept from changing, or has changed.
func TestSpreadsheetCells(t *testing.T) {
	runReadCases(t, []readCase{{
		name: "formulas of texts", text: "plate,lat,lon\n\"=\"\"29C-123.45\"\"\",21.1,105.1\n=\"29C-123.45\",21.2,105.2\n",
		want: []string{"29C-123.45 | 21.1,105.1 | 21.2,105.2"},
	}, {
		name: "thousands", text: "lat;lon\n21.100.000;105.100.000\n21,200,000;105,200,000\n", want: []string{"trip | 21.1,105.1 | 21.2,105.2"}, notes: []string{"scaled_coordinates"},
	}, {
		name: "averages", text: "no,time,lat,lon\n1,2026-11-03T07:15:30Z,21.1,105.1\n2,,21.2,105.2\nTrung bình,,21.15,105.15\n",
		want: []string{"trip | 21.1,105.1 2026-11-03T07:15:30Z | 21.2,105.2"}, notes: []string{"no_fix line 4"},
	}})
}

func readTrips(text string) ([]Trip, error) {
	return Read(context.Background(), strings.NewReader(text), "trip.csv", Options{})
}
