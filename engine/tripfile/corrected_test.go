// SPDX-License-Identifier: MIT

package tripfile

import (
	"bytes"
	"context"
	"strconv"
	"strings"
	"testing"

	"roadsnap/engine/correction"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
)

// TestFilesOfCorrectedMatch forbids a way of a sample trip and leaves out a point. The exported
// points, legs and ways are those of the corrected match, and not of the plain one.
func TestFilesOfCorrectedMatch(t *testing.T) {
	_, o := sampled(t)
	s, err := sample()
	if err != nil {
		t.Fatal(err)
	}
	plain := s.trips[0].Matched
	pieces := plain.Result.Legs[0].Ways
	way := pieces[len(pieces)/2].WayID
	const left = 3
	var log correction.Log
	for _, c := range []match.Constraint{{Kind: match.Forbid, WayID: way}, {Kind: match.LeaveOut, Index: left}, {Kind: match.Forbid, WayID: 1}} {
		log = log.Add(correction.Operation{Constraint: c, Who: "Lan"})
	}
	m, err := trip.Correct(context.Background(), s.roads, plain.Trip, match.MotorVehicle, log)
	if err != nil {
		t.Fatal(err)
	}
	corrected := Trip{Matched: m, HasResult: true}
	o.Format = CSV
	var want bytes.Buffer
	if err := trace.Write(&want, trace.CSV, []trace.Matched{m}); err != nil {
		t.Fatal(err)
	}
	points := written(t, o, corrected)
	if !bytes.Equal(points, want.Bytes()) {
		t.Errorf("points: %.300q, want %.300q", points, want.Bytes())
	}
	table := rows(t, points, ',')
	for i, row := range table[1:] {
		kinds, reason := row[len(row)-1], row[8]
		if (kinds == "leave_out") != (i == left) || i != left && kinds != "" {
			t.Errorf("point %d: correction %q", i, kinds)
		}
		if i == left && reason != string(match.ReasonLeftOut) {
			t.Errorf("the point that was left out has the reason %q", reason)
		}
	}
	o.Per = []Per{PerWay}
	ways := rows(t, written(t, o, corrected), ',')
	at := Columns(PerWay, Snapped)
	column := func(name string) int {
		for i, c := range at {
			if c.Name == name {
				return i
			}
		}
		t.Fatalf("no column %s", name)
		return 0
	}
	var driven []int64
	for _, l := range m.Result.Legs {
		for _, w := range l.Ways {
			driven = append(driven, w.WayID)
		}
	}
	if len(ways)-1 != len(driven) {
		t.Fatalf("%d ways, want %d", len(ways)-1, len(driven))
	}
	for i, row := range ways[1:] {
		if id := row[column("way_id")]; id != strconv.FormatInt(driven[i], 10) || id == strconv.FormatInt(way, 10) {
			t.Errorf("way %d is %s, want %d", i, id, driven[i])
		}
	}
	o.Per = []Per{PerLeg}
	if legs := rows(t, written(t, o, corrected), ','); len(legs)-1 != len(m.Result.Legs) {
		t.Errorf("%d legs, want %d", len(legs)-1, len(m.Result.Legs))
	}
	o.Per = []Per{PerTrip}
	whole := string(written(t, o, corrected))
	for _, part := range []string{"forbid way " + strconv.FormatInt(way, 10), "leave out point 3", "(not applied: the map has no such road there)", ",Lan,"} {
		if !strings.Contains(whole, part) {
			t.Errorf("the table of trips lacks %q: %s", part, whole)
		}
	}
}

// TestBothReadBack writes the recording and the route of a trip, and reads them back as two
// trips. Gaps, ways and events are no trips.
func TestBothReadBack(t *testing.T) {
	trips, o := sampled(t)
	for _, f := range []Format{GeoJSON, KML, KMZ, GPX} {
		for _, x := range []Trip{trips[0], hostile()} {
			o.Format, o.What, o.Per = f, Both, nil
			got, err := trace.Read(context.Background(), bytes.NewReader(written(t, o, x)), "both."+string(f), trace.Options{})
			if err != nil || len(got) != 2 {
				t.Errorf("%s: %d trips, %v", f, len(got), err)
				continue
			}
			vertices := 0
			for _, l := range x.Result.Legs {
				vertices += len(l.Shape)
			}
			if n := len(got[0].Observations); n != len(x.Matched.Trip.Observations) {
				t.Errorf("%s: the recording has %d points, want %d", f, n, len(x.Matched.Trip.Observations))
			}
			if n := len(got[1].Observations); n != vertices {
				t.Errorf("%s: the route has %d points, want %d", f, n, vertices)
			}
			if got[0].Name == got[1].Name || got[0].Vehicle != got[1].Vehicle {
				t.Errorf("%s: %q of %q, and %q of %q", f, got[0].Name, got[0].Vehicle, got[1].Name, got[1].Vehicle)
			}
		}
	}
	o.Format, o.What = GeoJSON, Both
	o.Per = []Per{PerLeg, PerWay, PerEvent, PerStop, PerPoint}
	got, err := trace.Read(context.Background(), bytes.NewReader(written(t, o, trips[0])), "all.geojson", trace.Options{})
	if err != nil || len(got) != 1 {
		t.Errorf("all tables: %d trips, %v", len(got), err)
	}
}
