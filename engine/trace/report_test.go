// SPDX-License-Identifier: MIT

package trace

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// showReport formats what a trip has besides its observations.
func showReport(trip Trip) string {
	var parts []string
	add := func(name, value string) {
		if value != "" {
			parts = append(parts, name+" "+value)
		}
	}
	add("vehicle", trip.Vehicle)
	add("device", trip.Device)
	add("driver", trip.Driver)
	list := func(name string, n int, value func(i int) string) {
		values := make([]string, n)
		for i := range values {
			values[i] = value(i)
		}
		add(name, strings.Join(values, " "))
	}
	number := func(x float64) string {
		if math.IsNaN(x) {
			return "-"
		}
		return short(x)
	}
	c := trip.Channels
	list("ignition", len(c.Ignition), func(i int) string { return []string{"-", "off", "on"}[c.Ignition[i]] })
	list("odometer", len(c.Odometer), func(i int) string { return number(c.Odometer[i]) })
	list("elevation", len(c.Elevation), func(i int) string { return number(c.Elevation[i]) })
	list("address", len(c.Address), func(i int) string { return fmt.Sprintf("%q", c.Address[i]) })
	return strings.Join(parts, ", ")
}

// TestReports reads what files say besides positions.
func TestReports(t *testing.T) {
	const head, a, b = "Vĩ độ,Kinh độ,", "10.1,106.1,", "10.2,106.1,"
	for _, tt := range []struct{ name, text, want string }{
		{"none", "lat,lon\n10.1,106.1\n", ""},
		{"Vietnamese tracker", head + "Biển số,Lái xe,Trạng thái máy,Km GPS,Độ cao (m),Địa chỉ\n" +
			a + "51C-123.45,Nguyễn Văn A,Bật,\"1.200,5\",12,\"Số 5, Lê Lợi\"\n" + b + "51C-123.45,Trần Văn B,Tắt,\"1.211,6\",,\n",
			`vehicle 51C-123.45, driver Nguyễn Văn A, Trần Văn B, ignition on off, odometer 1200500 1211600, elevation 12 -, address "Số 5, Lê Lợi" ""`},
		{"other names", head + "Biển kiểm soát,IMEI,Tài xế,Khóa điện,Quãng đường (m)\n" + a + "29A,86,X,ON,5\n" + b + "29A,86,X,OFF,11000\n",
			"vehicle 29A, device 86, driver X, ignition on off, odometer 5 11000"},
		{"English names", "lat,lon,Plate Number,deviceId,driverName,ACC,odometer_km,altitude (ft)\n" + a + "29A,86,X,1,1.5,10\n" + b + "29A,86,X,0,12,-10\n",
			"vehicle 29A, device 86, driver X, ignition on off, odometer 1500 12000, elevation 3.048 -3.048"},
		{"device only", head + "imei\n" + a + "86\n", "vehicle 86"},
		{"status in words", head + "Trạng thái\n" + a + "\"Dừng đỗ, tắt máy\"\n" + b + "Đang chạy\n" + a + "Dừng (nổ máy)\n", "ignition off - on"},
		{"accuracy in a column acc", head + "acc\n" + a + "5\n" + b + "12\n", ""},
		{"places are addresses", head + "Vị trí\n" + a + "Lê Lợi\n" + b + "-\n", `address "Lê Lợi" ""`},
		{"above the table", "BÁO CÁO LỘ TRÌNH\nBiển số xe: 51C-123.45\nLái xe:,Nguyễn Văn A\nTừ: 01/12/2024\n" + head + "Tốc độ\n" + a + "0\n" + b + "0\n",
			"vehicle 51C-123.45, driver Nguyễn Văn A"},
		{"newest first", head + "time,driver,odometer_m\n" + a + "2024-12-31 08:00,B,20\n" + a + "2024-12-31 07:30,A,15\n" + b + "2024-12-31 07:00,B,10\n",
			"driver B, A, odometer 10 15 20"},
		{"a position off Earth", head + "odometer_m,address\n" + strings.Repeat(a+"1,x\n", 10) + "95,206,2,y\n" + b + "3,z\n",
			"odometer 1 1 1 1 1 1 1 1 1 1 3, address " + strings.Repeat(`"x" `, 10) + `"z"`},
		{"no fix between", head + "elevation\n" + a + "\n0,0,7\n" + b + "3\n", "elevation - 3"},
		{"elevations of 0", head + "elevation\n" + a + "0\n" + b + "0\n", ""},
		{"GPX", gpx(`<trk><extensions><plate>51C</plate><driver>X</driver></extensions><trkseg><trkpt lat="10.1" lon="106.1"><ele>12.5</ele>` +
			`<extensions><a:ignition xmlns:a="x">true</a:ignition><odometer_m>5</odometer_m><address>Lê Lợi</address></extensions></trkpt><trkpt lat="10.2" lon="106.1"/></trkseg></trk>`),
			`vehicle 51C, driver X, ignition on -, odometer 5 -, elevation 12.5 -, address "Lê Lợi" ""`},
		{"GeoJSON", `{"type":"Feature","properties":{"plate":"51C","driver":"X","ignition":["on",null,"off"]},"geometry":{"type":"LineString","coordinates":[[106.1,10.1,5],[106.1,10.2],[106.1,10.3,7]]}}`,
			"vehicle 51C, driver X, ignition on - off, elevation 5 - 7"},
		{"Traccar", `[{"deviceId":7,"latitude":10.1,"longitude":106.1,"altitude":3,"address":"Lê Lợi","attributes":{"ignition":true,"totalDistance":1000}},
			{"deviceId":7,"latitude":10.2,"longitude":106.1,"altitude":4,"address":null,"attributes":{"ignition":false,"totalDistance":12100}}]`,
			`vehicle 7, ignition on off, odometer 1000 12100, elevation 3 4, address "Lê Lợi" ""`},
		{"NMEA", sums("GPGGA,071530.00,4230.0000,N,00130.0000,E,1,08,1.2,5.5,M,,M,,", "GPGGA,071531.00,4230.0000,N,00130.0000,E,1,08,1.2,,M,,M,,"), "elevation 5.5 -"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			trips, err := Read(context.Background(), strings.NewReader(tt.text), "trip.txt", Options{})
			if err != nil || len(trips) != 1 {
				t.Fatalf("%d trips, %v", len(trips), err)
			}
			if got := showReport(trips[0]); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// TestPositionsOfTraccar checks the times of positions and their speeds, which are in knots.
func TestPositionsOfTraccar(t *testing.T) {
	const times = `"serverTime":"2026-11-24T01:00:09Z","deviceTime":"2026-11-24T01:00:01Z","fixTime":"2026-11-24T01:00:00.000+00:00"`
	for _, tt := range []struct {
		name, members string
		speed         float64
		second        int
	}{
		{"whole", `"id":1,"attributes":{"motion":true},"deviceId":7,"protocol":"osmand",` + times + `,"speed":36,"course":9`, 18.52, 0},
		{"speed first", `"speed":36,` + times, 18.52, 0},
		{"fix first", `"fixTime":"2026-11-24T01:00:00Z","deviceTime":"2026-11-24T01:00:01Z","speed":36`, 18.52, 0},
		{"with a unit", times + `,"speed_kmh":36`, 10, 0},
		{"of another program", `"fixTime":"2026-11-24T01:00:00Z","speed":36`, 36, 0},
		{"device only", `"deviceTime":"2026-11-24T01:00:01Z","speed":36`, 36, 1},
		{"own time", `"time":"2026-11-24T01:00:02Z","deviceTime":"2026-11-24T01:00:01Z","attributes":{},"speed":36`, 36, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text := fmt.Sprintf(`[{"latitude":10.1,"longitude":106.1,%s}]`, tt.members)
			trips, err := Read(context.Background(), strings.NewReader(text), "positions.json", Options{})
			if err != nil || len(trips) != 1 || len(trips[0].Observations) != 1 {
				t.Fatalf("%v, %v", trips, err)
			}
			o := trips[0].Observations[0]
			if math.Abs(o.Speed-tt.speed) > 1e-9 || !o.HasSpeed {
				t.Errorf("speed %v m/s, want %v", o.Speed, tt.speed)
			}
			if want := time.Date(2026, 11, 24, 1, 0, tt.second, 0, time.UTC); !o.Time.Equal(want) {
				t.Errorf("time %v, want %v", o.Time, want)
			}
		})
	}
}

// TestVehicleIsThePlate checks trips that a vehicle and a trip column divide.
func TestVehicleIsThePlate(t *testing.T) {
	text := "Biển số,Mã chuyến,lat,lon\n51C,1,10.1,106.1\n51C,2,10.1,106.1\n29A,1,10.1,106.1\n"
	for range 2 { // as it is, then as it was written again
		trips, err := Read(context.Background(), strings.NewReader(text), "x.csv", Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, trip := range trips {
			got = append(got, trip.ID+" of "+trip.Vehicle)
		}
		if g, w := strings.Join(got, ", "), "51C/1 of 51C, 51C/2 of 51C, 29A/1 of 29A"; g != w {
			t.Errorf("got %s, want %s", g, w)
		}
		var b bytes.Buffer
		if err := WriteTrips(&b, CSV, trips); err != nil {
			t.Fatal(err)
		}
		text = b.String()
	}
}

// TestOdometerUnit draws trips of 11 km whose odometer is in kilometres or metres, a sum or
// not.
func TestOdometerUnit(t *testing.T) {
	const step = 0.001 * 111_195 // metres between two points
	for _, tt := range []struct {
		name string
		at   func(i int) float64
		want float64 // metres from the first to the last
	}{
		{"kilometres", func(i int) float64 { return 81_234.5 + float64(i)*step/1000 }, 100 * step},
		{"whole kilometres", func(i int) float64 { return math.Floor(81_234.5 + float64(i)*step/1000) }, 11_000},
		{"metres", func(i int) float64 { return 81_234_500 + float64(i)*step }, 100 * step},
		{"metres, reset in the middle", func(i int) float64 { return float64(i%50) * step }, 0},
		{"each distance in metres", func(i int) float64 { return step + 5*float64(i%3-1) }, 100 * step},
		{"each distance in kilometres", func(i int) float64 { return (step + 5*float64(i%3-1)) / 1000 }, 100 * step},
		{"does not move", func(int) float64 { return 81_234.5 }, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text := "lat,lon,odometer\n"
			for i := range 101 {
				text += fmt.Sprintf("%.4f,106.1,%f\n", 10+float64(i)/1000, tt.at(i))
			}
			trips, err := Read(context.Background(), strings.NewReader(text), "x.csv", Options{})
			if err != nil {
				t.Fatal(err)
			}
			o := trips[0].Channels.Odometer
			if got := o[100] - o[0]; math.Abs(got-tt.want) > 1 {
				t.Errorf("%.1f m, want %.1f", got, tt.want)
			}
			if tt.name == "does not move" && o[0] != 81_234_500 {
				t.Errorf("at %f", o[0])
			}
		})
	}
}

// TestMatchedReports checks that matched trips are written with their reports.
func TestMatchedReports(t *testing.T) {
	trip := Trip{ID: "a", Vehicle: "51C", Driver: "X", Device: "86", Observations: make([]match.Observation, 2)}
	trip.Channels = Channels{
		Ignition: []Ignition{IgnitionOn, IgnitionUnknown}, Odometer: []float64{5, math.NaN()},
		Elevation: []float64{math.NaN(), 7}, Address: []string{"Lê Lợi", ""},
	}
	m := Matched{Trip: trip}
	for i := range trip.Observations {
		p := geo.Point{Lat: 10, Lon: 106 + float64(i)}
		trip.Observations[i] = match.Observation{Point: p, Time: time.Unix(1e9, 0)}
		m.Result.Points = append(m.Result.Points, match.Point{Index: i, Location: p})
	}
	m.Result.Legs = []match.Leg{{Shape: []geo.Point{{Lat: 10, Lon: 106}, {Lat: 10, Lon: 107}}}}
	for f, want := range map[Format][]string{
		CSV:     {`,51C,86,X,on,5,,Lê Lợi`, `,51C,86,X,,,7,`},
		JSON:    {`"vehicle":"51C","device":"86","driver":"X","channels":{"ignition":["on",null],"odometer_m":[5,null],"elevation_m":[null,7],"address":["Lê Lợi",null]}`},
		GeoJSON: {`"vehicle":"51C","device":"86","driver":"X","ignition":"on","odometer_m":5,"address":"Lê Lợi"`, `"elevation_m":7`},
		GPX:     {`<roadsnap:vehicle>51C</roadsnap:vehicle><roadsnap:device>86</roadsnap:device><roadsnap:driver>X</roadsnap:driver>`},
	} {
		var b bytes.Buffer
		if err := Write(&b, f, []Matched{m}); err != nil {
			t.Fatal(err)
		}
		for _, part := range want {
			if !strings.Contains(b.String(), part) {
				t.Errorf("%s: no %s in\n%s", f, part, b.String())
			}
		}
		if f == JSON {
			trips, err := Read(context.Background(), &b, "x.json", Options{})
			if err != nil || showReport(trips[0]) != showReport(trip) {
				t.Errorf("read back %v, %v", trips, err)
			}
		}
	}
}
