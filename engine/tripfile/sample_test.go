// SPDX-License-Identifier: MIT

package tripfile

import (
	"bytes"
	"context"
	"io/fs"
	"sync"
	"testing"
	"time"

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/correction"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
)

// sample is the embedded sample: its map, and trips matched to it.
var sample = sync.OnceValues(func() (s struct {
	trips []Trip
	roads *engine.Engine
	made  Source
}, err error,
) {
	e, err := engine.New(engine.Options{Units: data.Units()})
	if err != nil {
		return s, err
	}
	s.roads = e
	if err = e.OpenBytes(data.SampleName, data.SamplePack); err != nil {
		return s, err
	}
	info, err := e.Info()
	if err != nil {
		return s, err
	}
	s.made = Source{Licence: "© OpenStreetMap contributors, ODbL 1.0", Map: info.Meta.Name, MapTime: info.Meta.SourceTime, Matcher: match.Version}
	names, err := fs.Glob(data.Trips(), "*.gpx")
	for _, name := range names {
		content, readErr := fs.ReadFile(data.Trips(), name)
		trips, parseErr := trace.Read(context.Background(), bytes.NewReader(content), name, trace.Options{})
		if err = firstError(err, readErr, parseErr); err != nil {
			return s, err
		}
		for _, t := range trips {
			m, err := trip.Correct(context.Background(), e, t, match.MotorVehicle, correction.Log{})
			if err != nil {
				return s, err
			}
			s.trips = append(s.trips, Trip{Matched: m, HasResult: true})
		}
	}
	return s, err
})

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// hostile is a trip with every field, and texts that are formulas, tags and control
// characters. A part of it is off the roads, and the vehicle stands for ten minutes.
func hostile() Trip {
	at := func(s int) time.Time { return time.Date(2024, 12, 31, 7, 15, s, 500e6, trace.VietnamTime()) }
	t := trace.Trip{ID: "=1+1", Vehicle: "-59A,123;45", Device: "@imei", Driver: "\t+Nguyễn \"Ánh\"", Name: "Sáng <1> & chiều\x01"}
	var points []match.Point
	for i := range 20 {
		s := 10 * i
		if i >= 10 {
			s += 600
		}
		o := match.Observation{Point: geo.Point{Lat: 10.7765301 + 0.0001*float64(i), Lon: -106.7009801}, Time: at(s), Speed: 5.5, HasSpeed: true, Heading: 270, HasHeading: true, Accuracy: 4}
		p := match.Point{Index: i, Location: geo.Point{Lat: o.Lat, Lon: -106.70098}, State: match.Matched, WayID: 4_294_967_299, HasWay: true, Distance: 0.0149, Confidence: 0.987654}
		if i >= 18 {
			p = match.Point{Index: i, Location: o.Point, Reason: match.ReasonNoRoad}
		}
		t.Observations, points = append(t.Observations, o), append(points, p)
		t.Channels.Odometer = append(t.Channels.Odometer, 1000+11.5*float64(i))
		t.Channels.Elevation = append(t.Channels.Elevation, -2)
		t.Channels.Ignition = append(t.Channels.Ignition, trace.IgnitionOn)
		t.Channels.Address = append(t.Channels.Address, "'=HYPERLINK(\"x\")")
	}
	shape := []geo.Point{points[0].Location, points[8].Location, points[17].Location}
	length := geo.Length(shape)
	leg := match.Leg{
		FirstIndex: 0, LastIndex: 17, Shape: shape, Times: []time.Time{at(0), at(80), at(770)}, Length: length, Confidence: 0.5,
		Ways:     []match.WayPiece{{WayID: 42, Forward: true, Length: length / 3}, {WayID: 4_294_967_299, Length: length * 2 / 3}},
		Inferred: []match.Stretch{{First: 1, Last: 2, FirstIndex: 8, LastIndex: 17, Cause: match.GapTunnel}},
	}
	r := match.Result{
		Points: points, Legs: []match.Leg{leg}, Gaps: []match.Gap{{FirstIndex: 17, LastIndex: 19, Cause: match.GapNoRoad}},
		Warnings: []match.Warning{{Index: 2, Kind: match.WarnOneway}}, Distance: match.Distances{Raw: 210, Matched: length, Inferred: length * 9 / 17, OffRoad: 22},
	}
	m := trace.Matched{Trip: t, Result: r, Verdict: &trace.JSONVerdict{Reasons: []trace.JSONReason{{Kind: "no_road", Amount: 22, Unit: "m"}}}}
	return Trip{Matched: m, HasResult: true, Corrections: []Correction{{By: "=Hà", At: at(900), What: "+pinned point 3"}}}
}

// sampled returns the trips of the sample and the hostile one, and options for them.
func sampled(t *testing.T) ([]Trip, Options) {
	t.Helper()
	s, err := sample()
	if err != nil {
		t.Fatal(err)
	}
	return append(s.trips[:len(s.trips):len(s.trips)], hostile()), Options{NewBook: newBook, Source: s.made, Ways: s.roads.Ways, Place: func(geo.Point) string { return "=Kho" }}
}

// written returns a file of trips.
func written(t *testing.T, o Options, trips ...Trip) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := NewWriter(&b, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range trips {
		if err := w.Write(x); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
