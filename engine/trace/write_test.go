// SPDX-License-Identifier: MIT

package trace

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/geojson"
	polyline "github.com/twpayne/go-polyline"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// example is a matched trip that uses every field.
func example() Matched {
	at := func(s int) time.Time { return time.Date(2024, 12, 31, 7, 15, s, 0, VietnamTime()) }
	return Matched{
		Trip: Trip{ID: "59A-123.45", Name: "Sáng <1> & chiều", Observations: []match.Observation{
			{Point: geo.Point{Lat: 10.7765301, Lon: 106.7009801}, Time: at(0)},
			{Point: geo.Point{Lat: 10.777, Lon: 106.7}, Time: at(10)},
			{Point: geo.Point{Lat: 10.9, Lon: 106.9}},
		}},
		Result: match.Result{
			Profile: match.MotorVehicle,
			Points: []match.Point{
				{Index: 0, Location: geo.Point{Lat: 10.77654321, Lon: 106.70098765}, State: match.Matched, WayID: 42, HasWay: true, Distance: 3.14159, Confidence: 0.987654},
				{Index: 1, Location: geo.Point{Lat: 10.777, Lon: 106.7}, State: match.OnRoute, Reason: match.ReasonDuplicate, WayID: 42, HasWay: true},
				{Index: 2, Location: geo.Point{Lat: 10.9, Lon: 106.9}, State: match.OffRoad, Reason: match.ReasonNoRoad},
			},
			Legs: []match.Leg{{
				FirstIndex: 0, LastIndex: 1,
				Shape:  []geo.Point{{Lat: 10.77654321, Lon: 106.70098765}, {Lat: 10.777, Lon: 106.7}},
				Times:  []time.Time{at(0), at(10)},
				Length: 123.456, Confidence: 0.5,
				Ways:     []match.WayPiece{{WayID: 42, Forward: true, Length: 123.456}},
				Inferred: []match.Stretch{{First: 0, Last: 1, FirstIndex: 0, LastIndex: 1, Cause: match.GapTunnel}},
			}},
			Gaps:     []match.Gap{{FirstIndex: 1, LastIndex: 2, Cause: match.GapNoRoad}},
			Warnings: []match.Warning{{Index: 2, Kind: match.WarnMissingTime}},
			Distance: match.Distances{Raw: 200.006, Matched: 123.456, Inferred: 123.456, OffRoad: 76.5},
		},
	}
}

// The wire form is a contract: these are its bytes.
const exampleJSON = `{"id":"59A-123.45","profile":"motor_vehicle","points":[` +
	`{"index":0,"lat":10.776543,"lon":106.700988,"time":"2024-12-31T07:15:00+07:00","state":"matched","reason":null,"way_id":42,"distance_m":3.14,"confidence":0.9877},` +
	`{"index":1,"lat":10.777,"lon":106.7,"time":"2024-12-31T07:15:10+07:00","state":"on_route","reason":"duplicate","way_id":42,"distance_m":0,"confidence":0},` +
	`{"index":2,"lat":10.9,"lon":106.9,"time":null,"state":"off_road","reason":"no_road","way_id":null,"distance_m":0,"confidence":0}],` +
	`"legs":[{"first_index":0,"last_index":1,"shape":"}x~oSwaq{ijE","times":["2024-12-31T07:15:00+07:00","2024-12-31T07:15:10+07:00"],"length_m":123.46,"confidence":0.5,` +
	`"ways":[{"way_id":42,"forward":true,"length_m":123.46}],"inferred":[{"first_vertex":0,"last_vertex":1,"first_index":0,"last_index":1,"cause":"tunnel"}]}],` +
	`"gaps":[{"first_index":1,"last_index":2,"cause":"no_road"}],"warnings":[{"index":2,"kind":"missing_time"}],` +
	`"distance":{"raw_m":200.01,"matched_m":123.46,"inferred_m":123.46,"off_road_m":76.5},"verdict":null,"vehicle":null,"device":null,"driver":null,"channels":null}` + "\n"

func TestWriteJSON(t *testing.T) {
	var b bytes.Buffer
	m := example()
	if err := Write(&b, JSON, []Matched{m, m}); err != nil {
		t.Fatal(err)
	}
	shape := string(polyline.Codec{Dim: 2, Scale: 1e6}.EncodeCoords(nil, [][]float64{{10.77654321, 106.70098765}, {10.777, 106.7}}))
	want := exampleJSON
	if i := strings.Index(want, `"shape":"`); i >= 0 {
		rest := want[i+len(`"shape":"`):]
		want = want[:i] + `"shape":"` + shape + rest[strings.IndexByte(rest, '"'):]
	}
	if g := b.String(); g != want+want {
		t.Errorf("got:\n%s\nwant twice:\n%s", g, want)
	}
}

func TestWriteJSONEmptyTrip(t *testing.T) {
	var b bytes.Buffer
	if err := Write(&b, JSON, []Matched{{Trip: Trip{ID: "x"}}}); err != nil {
		t.Fatal(err)
	}
	const want = `{"id":"x","profile":"motor_vehicle","points":[],"legs":[],"gaps":[],"warnings":[],"distance":{"raw_m":0,"matched_m":0,"inferred_m":0,"off_road_m":0},"verdict":null,"vehicle":null,"device":null,"driver":null,"channels":null}` + "\n"
	if b.String() != want {
		t.Errorf("got  %s\nwant %s", b.String(), want)
	}
}

func TestNegativeZero(t *testing.T) {
	for _, x := range []float64{degrees(-1e-9), metres(-0.001), probability(-0.00001)} {
		if b, err := json.Marshal(x); err != nil || string(b) != "0" {
			t.Errorf("%s, %v", b, err)
		}
	}
}

func TestWriteGPX(t *testing.T) {
	var b bytes.Buffer
	if err := Write(&b, GPX, []Matched{example()}); err != nil {
		t.Fatal(err)
	}
	trips, err := Read(context.Background(), &b, "x.gpx", Options{})
	if err != nil {
		t.Fatal(err)
	}
	const want = "x [Sáng <1> & chiều] | 10.776543,106.700988 2024-12-31T00:15:00Z | 10.777,106.7 2024-12-31T00:15:10Z"
	if g := show(trips)[0]; g != want {
		t.Errorf("got  %s\nwant %s", g, want)
	}
}

func TestWriteCSV(t *testing.T) {
	var b bytes.Buffer
	if err := Write(&b, CSV, []Matched{example()}); err != nil {
		t.Fatal(err)
	}
	const want = csvMatchedTitle +
		"59A-123.45,0,2024-12-31T07:15:00+07:00,10.776543,106.700988,10.776530,106.700980,matched,,42,3.14,0.9877,,,,,,,,\n" +
		"59A-123.45,1,2024-12-31T07:15:10+07:00,10.777000,106.700000,10.777000,106.700000,on_route,duplicate,42,0.00,0.0000,,,,,,,,\n" +
		"59A-123.45,2,,10.900000,106.900000,10.900000,106.900000,off_road,no_road,,0.00,0.0000,,,,,,,,\n"
	if b.String() != want {
		t.Errorf("got:\n%s\nwant:\n%s", b.String(), want)
	}
	trips, err := Read(context.Background(), &b, "x.csv", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if g, w := show(trips)[0], "59A-123.45 | 10.776543,106.700988 2024-12-31T07:15:00+07:00 | 10.777,106.7 2024-12-31T07:15:10+07:00 | 10.9,106.9"; g != w {
		t.Errorf("read back\n got %s\nwant %s", g, w)
	}
}

// TestWriteGeoJSON checks the output with the reader of orb.
func TestWriteGeoJSON(t *testing.T) {
	var b bytes.Buffer
	m := example()
	if err := Write(&b, GeoJSON, []Matched{m, m}); err != nil {
		t.Fatal(err)
	}
	fc, err := geojson.UnmarshalFeatureCollection(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if len(fc.Features) != 8 {
		t.Fatalf("%d features, want 2·(1 leg + 3 points)", len(fc.Features))
	}
	leg := fc.Features[0]
	if want := (orb.LineString{{106.700988, 10.776543}, {106.7, 10.777}}); !orb.Equal(leg.Geometry, want) {
		t.Errorf("leg %v, want %v", leg.Geometry, want)
	}
	if p := leg.Properties; p["kind"] != "leg" || p["trip_id"] != "59A-123.45" || p["name"] != "Sáng <1> & chiều" || p["length_m"] != 123.46 || len(p["coordTimes"].([]any)) != 2 {
		t.Errorf("properties of the leg: %v", p)
	}
	point := fc.Features[3]
	if want := (orb.Point{106.9, 10.9}); !orb.Equal(point.Geometry, want) {
		t.Errorf("point %v, want %v", point.Geometry, want)
	}
	if p := point.Properties; p["kind"] != "point" || p["index"] != 2.0 || p["state"] != "off_road" || p["way_id"] != nil || p["time"] != nil {
		t.Errorf("properties of the point: %v", p)
	}
	trips, err := Read(context.Background(), &b, "x.geojson", Options{})
	if err != nil {
		t.Fatal(err)
	}
	const once = " | 10.776543,106.700988 2024-12-31T07:15:00+07:00 | 10.777,106.7 2024-12-31T07:15:10+07:00"
	if g, w := show(trips)[0], "59A-123.45 [Sáng <1> & chiều]"+once+once; g != w {
		t.Errorf("read back\n got %s\nwant %s", g, w)
	}
}

// TestWriteOnePoint checks that a trip of one position is read back as a trip.
func TestWriteOnePoint(t *testing.T) {
	one := Trip{ID: "one", Observations: example().Trip.Observations[:1]}
	var b bytes.Buffer
	if err := WriteTrips(&b, GeoJSON, []Trip{one, example().Trip}); err != nil {
		t.Fatal(err)
	}
	fc, err := geojson.UnmarshalFeatureCollection(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if k := fc.Features[0].Geometry.GeoJSONType(); k != "MultiPoint" {
		t.Errorf("a trip of one observation is a %s", k)
	}
	trips, err := Read(context.Background(), &b, "x.geojson", Options{})
	if err != nil || len(trips) != 2 {
		t.Errorf("read back: %v, %v", show(trips), err)
	}
}

func TestReadBackJSON(t *testing.T) {
	trips, err := Read(context.Background(), strings.NewReader(exampleJSON), "x.json", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if g, w := show(trips)[0], "59A-123.45 | 10.776543,106.700988 2024-12-31T07:15:00+07:00 | 10.777,106.7 2024-12-31T07:15:10+07:00 | 10.9,106.9"; g != w {
		t.Errorf("read back\n got %s\nwant %s", g, w)
	}
}

// TestHostileNames writes names that try to escape from each format.
func TestHostileNames(t *testing.T) {
	for _, id := range []string{
		`=HYPERLINK("http://x","y")`, "+1", "-1", "@SUM(A1)", "\tx", "'=1", "''=1", "'plain", `a"b`, "a,b;c", "line\nbreak", "=a\r\n=b",
		`</name><script>`, "]]>", "&amp;", "\x00\x01", "x\u2028y", "Đà Nẵng", " blank ",
	} {
		trip := Trip{ID: id, Observations: []match.Observation{{Point: geo.Point{Lat: 10.1, Lon: 106.1}}}}
		m := Matched{Trip: trip, Result: match.Result{Points: []match.Point{{Location: geo.Point{Lat: 10.1, Lon: 106.1}}}}}

		var b bytes.Buffer
		if err := Write(&b, CSV, []Matched{m}); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(bytes.NewReader(b.Bytes())).ReadAll()
		if err != nil || len(rows) != 2 || len(rows[1]) != 20 {
			t.Errorf("%q: CSV rows %q, %v", id, rows, err)
			continue
		}
		if cell := rows[1][0]; strings.IndexByte("=+-@\t\r\n", cell[0]) >= 0 {
			t.Errorf("%q: a spreadsheet would run the cell %q", id, cell)
		}
		trips, err := Read(context.Background(), &b, "x.csv", Options{})
		want := strings.ReplaceAll(strings.Map(printable, id), "\r\n", "\n")
		if !startsFormula(id) {
			want = strings.TrimSpace(want)
		}
		if err != nil || trips[0].ID != want {
			t.Errorf("%q: read back from CSV as %q, %v", id, show(trips), err)
		}

		b.Reset()
		if err := WriteTrips(&b, GPX, []Trip{trip}); err != nil {
			t.Fatal(err)
		}
		var doc struct {
			Name   []string `xml:"trk>name"`
			Script []string `xml:"trk>script"`
		}
		if err := xml.Unmarshal(b.Bytes(), &doc); err != nil || len(doc.Name) != 1 || len(doc.Script) != 0 {
			t.Errorf("%q: GPX %v, %v", id, doc, err)
		}
	}
}

func TestWriterFaults(t *testing.T) {
	if _, err := NewWriter(io.Discard, NMEA); !errors.Is(err, ErrUnknownFormat) {
		t.Errorf("NMEA: %v", err)
	}
	if err := WriteTrips(io.Discard, JSON, nil); !errors.Is(err, ErrUnknownFormat) {
		t.Errorf("recorded trips as JSON: %v", err)
	}
	full := errors.New("disk full")
	for _, f := range []Format{JSON, GeoJSON, GPX, CSV} {
		if err := Write(failingWriter{full}, f, []Matched{example()}); !errors.Is(err, full) {
			t.Errorf("%s: %v", f, err)
		}
		if f == JSON {
			continue
		}
		if err := WriteTrips(failingWriter{full}, f, []Trip{example().Trip}); !errors.Is(err, full) {
			t.Errorf("%s of recorded trips: %v", f, err)
		}
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

// TestWriteNothing checks that a file without trips is valid.
func TestWriteNothing(t *testing.T) {
	for f, want := range map[Format]string{
		JSON: "", CSV: csvMatchedTitle, GPX: gpxHead + "</gpx>\n", GeoJSON: `{"type":"FeatureCollection","features":[` + "\n]}\n",
	} {
		var b bytes.Buffer
		if err := Write(&b, f, nil); err != nil || b.String() != want {
			t.Errorf("%s: %q, %v", f, b.String(), err)
		}
	}
}

func TestWriterStreams(t *testing.T) {
	var whole, piecewise bytes.Buffer
	m := example()
	if err := Write(&whole, GeoJSON, []Matched{m, m, m}); err != nil {
		t.Fatal(err)
	}
	w, err := NewWriter(&piecewise, GeoJSON)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if err := w.Write(m); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), w.Close()); err != nil {
		t.Fatal(err)
	}
	if whole.String() != piecewise.String() {
		t.Error("written one at a time differs")
	}
}

// TestJSONIsTheWireForm compares the writer's bytes with those of EncodeTrip, for
// names that look like the members around the points.
func TestJSONIsTheWireForm(t *testing.T) {
	unmatched := example()
	unmatched.Result = match.Result{}
	hostile := example()
	hostile.Trip.ID = `"points":[],"legs":[] & <b>`
	for _, m := range []Matched{example(), unmatched, hostile, {}} {
		var got, want bytes.Buffer
		if err := Write(&got, JSON, []Matched{m}); err != nil {
			t.Fatal(err)
		}
		e := json.NewEncoder(&want)
		e.SetEscapeHTML(false)
		if err := e.Encode(EncodeTrip(m)); err != nil {
			t.Fatal(err)
		}
		if got.String() != want.String() {
			t.Errorf("got:\n%s\nwant:\n%s", got.String(), want.String())
		}
	}
}

func TestNoteString(t *testing.T) {
	for _, tc := range []struct {
		note Note
		want string
	}{
		{Note{Kind: NoteSwapped}, "latitude and longitude are swapped in this file; they were exchanged"},
		{Note{Kind: NoteNoFix, Line: 7, Count: 1}, "records without a position were left out (line 7)"},
		{Note{Kind: NoteNoFix, Line: 7, Count: 3}, "records without a position were left out (3 times, first on line 7)"},
		{Note{Kind: NoteIgnoredPoints, Count: 3}, "waypoints were ignored (3 times)"},
		{Note{Kind: "new"}, "new"},
	} {
		if g := tc.note.String(); g != tc.want {
			t.Errorf("got %q, want %q", g, tc.want)
		}
	}
}
