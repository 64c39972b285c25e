// SPDX-License-Identifier: MIT

package trace

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// longTrip is a trip of n observations, one a second.
func longTrip(n int) Trip {
	start := time.Date(2024, 12, 31, 7, 15, 0, 0, VietnamTime())
	trip := Trip{ID: "59A-123.45", Observations: make([]match.Observation, n)}
	for i := range trip.Observations {
		trip.Observations[i] = match.Observation{
			Point: geo.Point{Lat: 10.7 + float64(i%1000)*1e-5, Lon: 106.7 + float64(i%777)*1e-5},
			Time:  start.Add(time.Duration(i) * time.Second), Speed: float64(i % 20), HasSpeed: true,
		}
	}
	return trip
}

// BenchmarkRead reads trips of a million rows as CSV, and shorter ones in the
// wordier formats. B/op holds the observations themselves: 80 bytes each.
func BenchmarkRead(b *testing.B) {
	for _, bc := range []struct {
		format Format
		points int
	}{{CSV, 1_000_000}, {GPX, 100_000}, {GeoJSON, 100_000}} {
		b.Run(fmt.Sprintf("%s/%d", bc.format, bc.points), func(b *testing.B) {
			var text bytes.Buffer
			if err := WriteTrips(&text, bc.format, []Trip{longTrip(bc.points)}); err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(text.Len()))
			b.ReportAllocs()
			for b.Loop() {
				trips, err := Read(context.Background(), bytes.NewReader(text.Bytes()), "x", Options{})
				if err != nil || len(trips) != 1 || len(trips[0].Observations) != bc.points {
					b.Fatalf("%d trips, %v", len(trips), err)
				}
			}
			b.ReportMetric(float64(bc.points)*float64(b.N)/b.Elapsed().Seconds(), "points/s")
		})
	}
}

// BenchmarkReadJSON reads lists of points with the members that trackers send.
func BenchmarkReadJSON(b *testing.B) {
	const points = 20_000
	for _, bc := range []struct{ name, head, point, tail string }{
		{"few", `{"points":[`, `{"lat":10.77653,"lon":106.70098,"time":"2024-12-31T07:%02d:%02dZ"}`, `]}`},
		{"many", `[`, `{"id":7,"deviceId":3,"protocol":"osmand","deviceTime":"2024-12-31T07:%02[1]d:%02[2]dZ","fixTime":"2024-12-31T07:%02[1]d:%02[2]dZ",` +
			`"valid":true,"latitude":10.77653,"longitude":106.70098,"altitude":4.5,"speed":12.5,"course":90,"accuracy":5,` +
			`"attributes":{"batteryLevel":77,"motion":true,"ignition":true,"totalDistance":1234567}}`, `]`},
	} {
		b.Run(bc.name, func(b *testing.B) {
			text := []byte(bc.head)
			for i := range points {
				if i > 0 {
					text = append(text, ',')
				}
				text = fmt.Appendf(text, bc.point, i/60%60, i%60)
			}
			text = append(text, bc.tail...)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Read(b.Context(), bytes.NewReader(text), "x", Options{}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(b.Elapsed().Seconds()*1e9/points/float64(b.N), "ns/point")
		})
	}
}

func BenchmarkReadNMEA(b *testing.B) {
	var text bytes.Buffer
	for i := range 100_000 {
		clock := fmt.Sprintf("%02d%02d%02d", i/3600%24, i/60%60, i%60)
		text.WriteString(sum("GPGGA," + clock + ",1030.0000,N,10615.0000,E,1,08,1.2,5.0,M,,M,,"))
		text.WriteString(sum("GPRMC," + clock + ",A,1030.0000,N,10615.0000,E,19.44,270.5,311224,,,A"))
	}
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read(context.Background(), bytes.NewReader(text.Bytes()), "x", Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWrite(b *testing.B) {
	m := Matched{Trip: longTrip(10_000)}
	m.Result.Points = make([]match.Point, len(m.Trip.Observations))
	leg := match.Leg{LastIndex: len(m.Trip.Observations) - 1}
	for i, o := range m.Trip.Observations {
		m.Result.Points[i] = match.Point{Index: i, Location: o.Point, State: match.Matched, WayID: 42, HasWay: true, Distance: 3.5, Confidence: 0.9}
		leg.Shape = append(leg.Shape, o.Point)
		leg.Times = append(leg.Times, o.Time)
	}
	m.Result.Legs = []match.Leg{leg}
	for _, f := range []Format{JSON, GeoJSON, GPX, CSV} {
		b.Run(string(f), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := Write(io.Discard, f, []Matched{m}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
