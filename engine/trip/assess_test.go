// SPDX-License-Identifier: MIT

package trip_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
)

var departure = time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC)

// drive records a drive straight from point to point, with a fix every 20 m and second.
func drive(points ...geo.Point) []match.Observation {
	var obs []match.Observation
	for i := 1; i < len(points); i++ {
		n := max(int(geo.Distance(points[i-1], points[i])/20), 1)
		for k := range n {
			obs = append(obs, match.Observation{Point: geo.Lerp(points[i-1], points[i], float64(k)/float64(n))})
		}
	}
	obs = append(obs, match.Observation{Point: points[len(points)-1]})
	for i := range obs {
		obs[i].Time = departure.Add(time.Duration(i) * time.Second)
	}
	return obs
}

// later moves the times from an observation on.
func later(obs []match.Observation, from int, by time.Duration) []match.Observation {
	for i := from; i < len(obs); i++ {
		obs[i].Time = obs[i].Time.Add(by)
	}
	return obs
}

// then goes on with b a pause after the end of a.
func then(a []match.Observation, pause time.Duration, b []match.Observation) []match.Observation {
	return append(a, later(b, 0, a[len(a)-1].Time.Sub(departure)+pause)...)
}

func timeless(obs []match.Observation) []match.Observation {
	for i := range obs {
		obs[i].Time = time.Time{}
	}
	return obs
}

// misplace moves every nth observation 150 m to the north.
func misplace(obs []match.Observation, n int) []match.Observation {
	for i := n / 2; i < len(obs); i += n {
		obs[i].Point = shift(obs[i].Point, 0, 150)
	}
	return obs
}

// shift returns p moved by metres to the east and to the north.
func shift(p geo.Point, east, north float64) geo.Point {
	return geo.NewPlane(p).Point(geo.XY{X: east, Y: north})
}

// gpx writes observations as a file.
func gpx(obs []match.Observation) string {
	var b strings.Builder
	b.WriteString(`<gpx version="1.1"><trk><trkseg>`)
	for _, o := range obs {
		fmt.Fprintf(&b, `<trkpt lat="%.6f" lon="%.6f"><time>%s</time></trkpt>`+"\n", o.Lat, o.Lon, o.Time.Format(time.RFC3339))
	}
	b.WriteString(`</trkseg></trk></gpx>`)
	return b.String()
}

// table writes observations as CSV, with three times the given row in their middle.
func table(obs []match.Observation, row string) string {
	var b strings.Builder
	b.WriteString("time,lat,lon\n")
	for i, o := range obs {
		fmt.Fprintf(&b, "%s,%.6f,%.6f\n", o.Time.Format(time.RFC3339), o.Lat, o.Lon)
		if i == len(obs)/2 {
			b.WriteString(strings.Repeat(row+"\n", 3))
		}
	}
	return b.String()
}

// read reads the one trip of a file.
func read(t *testing.T, text string) trace.Trip {
	t.Helper()
	trips, err := trace.Read(context.Background(), strings.NewReader(text), "monday", trace.Options{})
	if err != nil || len(trips) != 1 {
		t.Fatalf("%d trips, %v", len(trips), err)
	}
	return trips[0]
}

func TestAssess(t *testing.T) {
	m := roadtest.Draw(t, `
		A-s--------------t---------------u-----------------e-B
		C-----D                 E-----F`,
		"A-s-t", "t-u tunnel", "u-e-B", "C-D", "E-F")
	at := m.Point
	road := func() []match.Observation { return drive(at('s'), at('e')) }
	recording := func(obs []match.Observation) trace.Trip { return trace.Trip{Observations: obs} }
	length := func(letters string) float64 {
		return geo.Distance(at(rune(letters[0])), at(rune(letters[1])))
	}
	elsewhere := func() []match.Observation { return drive(shift(at('e'), 0, 12_000), shift(at('e'), 0, 14_000)) }
	// The trip leaves the map at B and goes on for 294 km.
	const beyond = 294_000
	tunnel := func() []match.Observation {
		obs := road()
		from, to := int(length("st")/20), int(length("su")/20)
		return append(obs[:from:from], obs[to:]...)
	}
	for _, tt := range []struct {
		name      string
		recording trace.Trip
		want      string // kinds and amounts in kilometres, records or per cent
	}{
		{"good", recording(road()), ""},
		{"from a file", read(t, gpx(road())), ""},
		{"through a tunnel", recording(tunnel()), ""},
		{"one point in 40 is bad", recording(misplace(road(), 40)), ""},
		{"one point in 10 is bad", recording(misplace(road(), 10)), "left_out 10%"},
		{"303 km, of which the map has 5", recording(drive(at('s'), at('B'), shift(at('B'), beyond, 0))), "no_road 294.0km"},
		{"cut off in the middle", read(t, gpx(road())[:9000]), "truncated 1"},
		{"three sentences are broken", trace.Trip{
			Observations: road(),
			Notes:        []trace.Note{{Kind: trace.NoteChecksum, Line: 7, Count: 2}, {Kind: trace.NoteSentence, Line: 9, Count: 1}, {Kind: trace.NoteNoDate}},
		}, "damaged 3"},
		{"the clock runs back a day", recording(later(road(), len(road())-5, -24*time.Hour)), fmt.Sprintf("clock_jump %.0f%%", 500/float64(len(road())))},
		{"garbage in a table", read(t, table(road(), "?!x,zz9 q~")), "damaged 3"},
		{"two hours without a fix", recording(later(tunnel(), int(length("st")/20), 2*time.Hour)), "outage 1.6km"},
		{"a jump to where no road is", recording(timeless(then(road(), time.Second, elsewhere()))), "no_road 2.0km, jump 12.0km"},
		{"at an impossible speed", recording(then(road(), time.Second, elsewhere())), "no_road 2.0km, impossible_speed 12.0km"},
		{"ferry", recording(drive(at('C'), at('D'), at('E'), at('F'))), "no_road 1.8km"},
		{"ferry there and back", recording(drive(at('C'), at('D'), at('E'), at('F'), at('E'), at('D'), at('C'))), "no_road 3.4km"},
		{"nowhere near the map", recording(drive(shift(at('A'), 0, 20_000), shift(at('A'), 0, 23_000))), "off_map 3.0km"},
		{"one point, nowhere near the map", recording([]match.Observation{{Point: shift(at('A'), 0, 20_000)}}), "one_position 1, off_map 0.0km"},
		{"one point on a road", recording([]match.Observation{{Point: at('s')}}), "one_position 1"},
		{"nothing", trace.Trip{}, "no_positions 0"},
		{"no place on Earth", recording([]match.Observation{{Point: geo.Point{Lat: math.NaN()}}}), "no_positions 0"},
		{"all at once", trace.Trip{
			Observations: drive(shift(at('A'), 0, 20_000), shift(at('A'), 0, 23_000)),
			Notes:        []trace.Note{{Kind: trace.NoteOutOfRange, Count: 4}, {Kind: trace.NoteTruncated, Line: 30, Count: 1}},
		}, "truncated 1, damaged 4, off_map 3.0km"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			matcher, err := match.New(m.Graph, match.DefaultConfig())
			if err != nil {
				t.Fatal(err)
			}
			result, err := matcher.Match(context.Background(), tt.recording.Observations, match.MotorVehicle)
			if err != nil {
				t.Fatal(err)
			}
			a := trip.Assess(tt.recording, result)
			var got []string
			for _, r := range a.Reasons {
				got = append(got, string(r.Kind)+" "+written(r))
			}
			if strings.Join(got, ", ") != tt.want || a.Explained() != (tt.want == "") {
				t.Errorf("%q, explained %v; want %q; gaps %+v", strings.Join(got, ", "), a.Explained(), tt.want, result.Gaps)
			}
		})
	}
}

// TestAssessLongPartWithoutFixes checks that a long guess at the route is a reason, unless
// it is a tunnel.
func TestAssessLongPartWithoutFixes(t *testing.T) {
	for _, tt := range []struct {
		tags   string
		metres float64 // without fixes
		want   string
	}{
		{"", 4000, "inferred 4.0km"},
		{"", 1900, ""},
		{" tunnel", 4000, ""},
	} {
		m := roadtest.Draw(t, `A----------------------------------------------------------B`, "A-B"+tt.tags)
		obs := drive(m.Point('A'), m.Point('B'))
		from, to := 1000/20, (1000+int(tt.metres))/20
		recording := trace.Trip{Observations: append(obs[:from:from], obs[to-1:]...)}
		matcher, err := match.New(m.Graph, match.DefaultConfig())
		if err != nil {
			t.Fatal(err)
		}
		result, err := matcher.Match(context.Background(), recording.Observations, match.MotorVehicle)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range trip.Assess(recording, result).Reasons {
			got = append(got, string(r.Kind)+" "+written(r))
		}
		if strings.Join(got, ", ") != tt.want {
			t.Errorf("%.0f m%s: %q, want %q", tt.metres, tt.tags, got, tt.want)
		}
	}
}

// TestAstray matches drives on a street by hand, with points that the route leaves out.
func TestAstray(t *testing.T) {
	start := geo.Point{Lat: 10.7, Lon: 106.7}
	for _, tt := range []struct {
		name  string
		away  map[int]float64 // how far to the north the points left out are (metres)
		inGap bool
		want  string
	}{
		{"none", nil, false, ""},
		{"four points are 13 km away", map[int]float64{60: 13_000, 61: 13_000, 62: 13_000, 63: 13_000}, false, "astray 13.0km"},
		{"one point is 2 km away", map[int]float64{60: 2000}, false, "astray 2.0km"},
		{"the first point is 2 km away", map[int]float64{0: 2000}, false, "astray 2.0km"},
		{"the last point is 2 km away", map[int]float64{199: 2000}, false, "astray 2.0km"},
		{"the farthest counts", map[int]float64{20: 1100, 60: 3000, 100: 1200}, false, "astray 3.0km"},
		{"fixes in a parallel street", map[int]float64{60: 577, 61: 577}, false, ""},
		{"in a gap", map[int]float64{60: 13_000}, true, "impossible_speed 26.0km"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			obs := drive(start, shift(start, 3990, 0))
			result := match.Result{Points: make([]match.Point, len(obs))}
			for i := range obs {
				result.Points[i] = match.Point{Index: i, Location: obs[i].Point, State: match.Matched, Confidence: 1}
				if metres, is := tt.away[i]; is {
					obs[i].Point = shift(obs[i].Point, 0, metres)
					result.Points[i] = match.Point{Index: i, Reason: match.ReasonOutlier}
				}
			}
			if tt.inGap {
				result.Gaps = []match.Gap{{FirstIndex: 59, LastIndex: 61, Cause: match.GapImpossibleSpeed}}
			}
			var got []string
			for _, r := range trip.Assess(trace.Trip{Observations: obs}, result).Reasons {
				got = append(got, string(r.Kind)+" "+written(r))
			}
			if strings.Join(got, ", ") != tt.want || len(obs) != 200 {
				t.Errorf("%q of %d points, want %q", got, len(obs), tt.want)
			}
		})
	}
}

// written returns an amount, roughly.
func written(r trip.Reason) string {
	switch r.Unit {
	case trip.UnitMetres:
		return fmt.Sprintf("%.1fkm", r.Amount/1000)
	case trip.UnitShare:
		return fmt.Sprintf("%.0f%%", 100*r.Amount)
	}
	return fmt.Sprint(r.Amount)
}

func ExampleAssess() {
	recording := trace.Trip{Notes: []trace.Note{{Kind: trace.NoteTruncated, Line: 812, Count: 1}}}
	var result match.Result // of the recording, from the matcher
	for _, p := range []geo.Point{{Lat: 10.7, Lon: 106.7}, {Lat: 10.8, Lon: 106.7}} {
		recording.Observations = append(recording.Observations, match.Observation{Point: p})
		result.Points = append(result.Points, match.Point{Index: len(result.Points), Location: p, State: match.Matched})
	}
	result.Gaps = []match.Gap{{FirstIndex: 0, LastIndex: 1, Cause: match.GapJump}}

	for _, r := range trip.Assess(recording, result).Reasons {
		fmt.Printf("%s: %.0f %s\n", r.Kind, r.Amount, r.Unit)
	}
	// Output:
	// truncated: 1 records
	// jump: 11120 m
}
