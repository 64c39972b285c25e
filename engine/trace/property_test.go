// SPDX-License-Identifier: MIT

package trace

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// drawTrip draws a trip as a receiver could record it: on Earth, not at 0°, 0°,
// times in order.
func drawTrip(t *rapid.T, id string) Trip {
	trip := Trip{ID: id, Name: rapid.StringMatching(`[A-Za-zĐđảờ<>&"' ]{0,8}[a-z]`).Draw(t, "name")}
	at := time.Unix(rapid.Int64Range(200_000_000, 4_000_000_000).Draw(t, "start"), 0)
	zone := time.FixedZone("", 900*rapid.IntRange(-48, 56).Draw(t, "zone"))
	n := rapid.IntRange(1, 20).Draw(t, "points")
	for range n {
		o := match.Observation{Point: geo.Point{
			Lat: rapid.Float64Range(-90, 90).Draw(t, "lat"),
			Lon: rapid.Float64Range(-180, 180).Draw(t, "lon"),
		}}
		if math.Abs(o.Lat) < 1e-6 && math.Abs(o.Lon) < 1e-6 {
			o.Lat = 1
		}
		if rapid.Bool().Draw(t, "timed") {
			at = at.Add(time.Duration(rapid.IntRange(0, 100_000).Draw(t, "ms")) * time.Millisecond)
			o.Time = at.In(zone)
		}
		if rapid.Bool().Draw(t, "moving") {
			o.Speed, o.HasSpeed = rapid.Float64Range(0, 70).Draw(t, "speed"), true
			o.Heading, o.HasHeading = rapid.Float64Range(0, 359).Draw(t, "heading"), true
			o.Accuracy = rapid.Float64Range(0.1, 500).Draw(t, "accuracy")
		}
		trip.Observations = append(trip.Observations, o)
	}
	drawReports(t, &trip)
	return trip
}

// drawReports draws what a recorder may say besides positions. A channel has at least one
// known value.
func drawReports(t *rapid.T, trip *Trip) {
	name := rapid.StringMatching(`[A-Za-zĐđảờ<>&"'=,;]{0,8}[b-z]`)
	if rapid.Bool().Draw(t, "owned") {
		trip.Vehicle, trip.Device, trip.Driver = trip.ID, name.Draw(t, "device"), name.Draw(t, "driver")
	}
	c, n := &trip.Channels, len(trip.Observations)
	c.Ignition = drawChannel(t, n, "ignition", rapid.SampledFrom([]Ignition{IgnitionOff, IgnitionOn}), IgnitionUnknown)
	c.Odometer = drawChannel(t, n, "odometer", rapid.Float64Range(0, 1e9), math.NaN())
	top := 0.0
	for i, x := range c.Odometer {
		if !math.IsNaN(x) {
			top += x
			c.Odometer[i] = top
		}
	}
	c.Elevation = drawChannel(t, n, "elevation", rapid.Float64Range(-400, -1), math.NaN())
	c.Address = drawChannel(t, n, "address", name, "")
}

func drawChannel[T any](t *rapid.T, n int, name string, value *rapid.Generator[T], unknown T) []T {
	if !rapid.Bool().Draw(t, name) {
		return nil
	}
	list := []T{value.Draw(t, name)}
	for len(list) < n {
		x := unknown
		if rapid.Bool().Draw(t, "known "+name) {
			x = value.Draw(t, name)
		}
		list = append(list, x)
	}
	if rapid.Bool().Draw(t, "last "+name) {
		list[0], list[n-1] = list[n-1], list[0]
	}
	return list
}

// TestRoundTrip checks that WriteTrips followed by Read returns the same trips.
func TestRoundTrip(t *testing.T) {
	for _, f := range []Format{GPX, GeoJSON, CSV} {
		t.Run(string(f), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				trips := make([]Trip, rapid.IntRange(1, 3).Draw(t, "trips"))
				for i := range trips {
					trips[i] = drawTrip(t, fmt.Sprintf("%s-%d", rapid.StringMatching(`[=+@'"a-zĐ,;]{0,5}`).Draw(t, "id"), i))
				}
				var b bytes.Buffer
				if err := WriteTrips(&b, f, trips); err != nil {
					t.Fatal(err)
				}
				text := b.String()
				got, err := Read(context.Background(), &b, "x", Options{})
				if err != nil {
					t.Fatalf("%v\n%s", err, text)
				}
				if err := sameTrips(got, trips, f); err != nil {
					t.Fatalf("%v\n%s", err, text)
				}
			})
		})
	}
}

// sameTrips compares trips up to what the format can hold.
func sameTrips(got, want []Trip, f Format) error {
	if len(got) != len(want) {
		return fmt.Errorf("%d trips, want %d", len(got), len(want))
	}
	for i := range want {
		g, w := got[i], want[i]
		switch {
		case f != GPX && g.ID != w.ID:
			return fmt.Errorf("ID %q, want %q", g.ID, w.ID)
		case f == GeoJSON && g.Name != w.Name:
			return fmt.Errorf("name %q, want %q", g.Name, w.Name)
		case len(g.Observations) != len(w.Observations):
			return fmt.Errorf("%d observations, want %d", len(g.Observations), len(w.Observations))
		}
		switch {
		case w.Vehicle != "" && g.Vehicle != w.Vehicle, g.Device != w.Device, g.Driver != w.Driver:
			return fmt.Errorf("vehicle %q, device %q, driver %q, want %q, %q, %q", g.Vehicle, g.Device, g.Driver, w.Vehicle, w.Device, w.Driver)
		case fmt.Sprint(g.Channels) != fmt.Sprint(w.Channels):
			return fmt.Errorf("channels %v, want %v", g.Channels, w.Channels)
		}
		for j := range w.Observations {
			if err := sameObservation(g.Observations[j], w.Observations[j]); err != nil {
				return fmt.Errorf("trip %d observation %d: %w", i, j, err)
			}
		}
	}
	return nil
}

func sameObservation(g, w match.Observation) error {
	const eps = 1e-6
	switch {
	case math.Abs(g.Lat-w.Lat) > eps || math.Abs(g.Lon-w.Lon) > eps:
		return fmt.Errorf("at %v, want %v", g.Point, w.Point)
	case !g.Time.Equal(w.Time):
		return fmt.Errorf("time %v, want %v", g.Time, w.Time)
	case g.HasSpeed != w.HasSpeed || math.Abs(g.Speed-w.Speed) > eps:
		return fmt.Errorf("speed %v, want %v", g.Speed, w.Speed)
	case g.HasHeading != w.HasHeading || math.Abs(g.Heading-w.Heading) > eps:
		return fmt.Errorf("heading %v, want %v", g.Heading, w.Heading)
	case math.Abs(g.Accuracy-w.Accuracy) > eps:
		return fmt.Errorf("accuracy %v, want %v", g.Accuracy, w.Accuracy)
	}
	return nil
}

// TestSwapProperty checks that a file with swapped coordinates gives the same trip
// as the correct one if the map can decide.
func TestSwapProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		box := rapid.SampledFrom([]geo.Bounds{andorra, hochiminh}).Draw(t, "map")
		n := rapid.IntRange(1, 20).Draw(t, "points")
		right, wrong := bytes.NewBufferString("lat,lon\n"), bytes.NewBufferString("lat,lon\n")
		for range n {
			lat := rapid.Float64Range(box.South, box.North).Draw(t, "lat")
			lon := rapid.Float64Range(box.West, box.East).Draw(t, "lon")
			fmt.Fprintf(right, "%f,%f\n", lat, lon)
			fmt.Fprintf(wrong, "%f,%f\n", lon, lat)
		}
		a, err := Read(context.Background(), right, "x", Options{Bounds: box})
		if err != nil {
			t.Fatal(err)
		}
		b, err := Read(context.Background(), wrong, "x", Options{Bounds: box})
		if err != nil {
			t.Fatal(err)
		}
		if err := sameTrips(b, a, CSV); err != nil {
			t.Fatal(err)
		}
		if len(a[0].Notes) != 0 || len(b[0].Notes) != 1 || b[0].Notes[0].Kind != NoteSwapped {
			t.Fatalf("notes %v and %v", a[0].Notes, b[0].Notes)
		}
	})
}
