// SPDX-License-Identifier: MIT

package trace

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
)

// fuzzOptions keep a run short and its memory small.
func fuzzOptions(f Format) Options {
	return Options{Format: f, Bounds: andorra, MaxBytes: 1 << 20, MaxPoints: 10_000, MaxTrips: 100}
}

// fuzzReader holds what must be true of any bytes: an *Error with a sentinel,
// or trips with points on Earth that can be written and read again.
func fuzzReader(f *testing.F, format Format, seeds ...string) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		trips, err := Read(context.Background(), bytes.NewReader(data), "fuzz", fuzzOptions(format))
		if err != nil {
			checkFault(t, err)
			return
		}
		if len(trips) == 0 {
			t.Fatal("no trips and no error")
		}
		ids := map[string]bool{}
		points := 0
		for _, trip := range trips {
			if trip.ID == "" && len(trips) > 1 || ids[trip.ID] {
				t.Fatalf("ID %q twice", trip.ID)
			}
			ids[trip.ID] = true
			for _, o := range trip.Observations {
				points++
				if !o.Valid() || o.Accuracy < 0 || o.HasSpeed && !(o.Speed >= 0) || o.HasHeading && !(o.Heading >= 0 && o.Heading <= 360) {
					t.Fatalf("impossible observation %+v", o)
				}
			}
			if len(trip.Observations) == 0 {
				t.Fatalf("trip %q without observations", trip.ID)
			}
		}
		if points > 10_000 {
			t.Fatalf("%d points, more than allowed", points)
		}
		var b bytes.Buffer
		for _, out := range []Format{GPX, GeoJSON, CSV} {
			b.Reset()
			if err := WriteTrips(&b, out, trips); err != nil {
				t.Fatalf("write as %s: %v", out, err)
			}
		}
	})
}

func checkFault(t *testing.T, err error) {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) || e.File != "fuzz" && !strings.HasPrefix(e.File, "fuzz/") || e.Msg == "" || e.Line < 0 || e.Column < 0 {
		t.Fatalf("not a full *Error: %#v", err)
	}
	for _, s := range []error{ErrFormat, ErrEmpty, ErrWaypoints, ErrColumns, ErrValue, ErrRange, ErrTooLarge} {
		if errors.Is(err, s) {
			return
		}
	}
	t.Fatalf("wraps no sentinel: %v", err)
}

func FuzzGPX(f *testing.F) {
	fuzzReader(f, GPX,
		gpx(`<trk><name>a</name><trkseg><trkpt lat="42.5" lon="1.5"><time>2024-12-31T00:15:00Z</time><hdop>1</hdop><extensions><speed>3</speed><course>400</course></extensions></trkpt></trkseg></trk>`),
		gpx(`<wpt lat="42.5" lon="1.5"><time>2024-12-31</time></wpt><rte><rtept lat="1,5" lon="42"/></rte>`),
		"<gpx><trk><trkseg><trkpt lat='1' lon='2'/><trkpt lat='1' lon='2'/><trkpt", "<kml/>", "<a><b></a>", "<?xml version='1.0' encoding='gbk'?><gpx>\xff</gpx>")
}

func FuzzKML(f *testing.F) {
	fuzzReader(f, KML,
		kml(`<Folder><Placemark><name>a</name><gx:Track><when>2024-12-31T00:15:00Z</when><gx:coord>1.5 42.5 3</gx:coord><gx:angles>4 0 0</gx:angles><ExtendedData><SchemaData><gx:SimpleArrayData name="speed"><gx:value>3 km/h</gx:value></gx:SimpleArrayData></SchemaData></ExtendedData></gx:Track></Placemark></Folder>`),
		kml(`<Placemark><MultiGeometry><LineString><coordinates>1.5,42.5,3 1.6,<!-- -->42.6</coordinates></LineString></MultiGeometry></Placemark>`),
		kml(`<Placemark><TimeStamp><when>2024-12-31</when></TimeStamp><ExtendedData><Data name="vehicle"><value>a</value></Data></ExtendedData><Point><coordinates>1.5,42.5</coordinates></Point></Placemark>`),
		kml(`<Placemark><name>a 1</name><ExtendedData><Data name="kind"><value>leg</value></Data><Data name="trip_id"><value>a</value></Data><Data name="leg"><value>1</value></Data></ExtendedData><LineString><coordinates>1.5,42.5 1.6,42.6</coordinates></LineString></Placemark><Placemark><ExtendedData><Data name="kind"><value>gap</value></Data></ExtendedData><LineString><coordinates>1.5,42.5 1.6,42.6</coordinates></LineString></Placemark>`),
		"<Placemark><Track><when/><coord/>", "<kml><NetworkLink/>")
}

func FuzzTCX(f *testing.F) {
	fuzzReader(f, TCX,
		tcx(`<Activities><Activity><Lap><Track>`+tcxTime("15:00", "42.5", "1.5", `<AltitudeMeters>5</AltitudeMeters><DistanceMeters>1</DistanceMeters><Extensions><TPX><Speed>3</Speed></TPX></Extensions>`)+`</Track></Lap><Creator><UnitId>7</UnitId></Creator></Activity></Activities>`),
		tcx(`<Courses><Course><Name>a</Name><Track><Trackpoint/>`), "<TrainingCenterDatabase><Course><Trackpoint><Time>x</Time></Trackpoint>")
}

func FuzzJSON(f *testing.F) {
	fuzzReader(f, GeoJSON, exampleJSON,
		`{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"coordTimes":["2024-12-31",null],"speeds_mps":[1,null]},"geometry":{"type":"LineString","coordinates":[[1.5,42.5],[1.6,42.6,3,1735604130]]}}]}`,
		`{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]}]}`, `[{"lat":1,"lon":2}]`, `{"points":[{"lat":"x"}]}`, `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"kind":"trip","trip_id":"a"},"geometry":{"type":"LineString","coordinates":[[1.5,42.5],[1.6,42.6]]}},{"type":"Feature","properties":{"kind":"leg","trip_id":"a"},"geometry":{"type":"LineString","coordinates":[[1.5,42.5],[1.6,42.6]]}},{"type":"Feature","properties":{"kind":"way","trip_id":"a"},"geometry":{"type":"LineString","coordinates":[[1.5,42.5]]}}]}`,
		`[[[[`, "\x1e{}", `{"type":"MultiLineString","coordinates":[[],[[]]]}`)
}

func FuzzNMEA(f *testing.F) {
	fuzzReader(f, NMEA,
		sums("GPGGA,071530.00,4230.0000,N,00130.0000,E,1,08,1.2,5.0,M,,M,,", "GPRMC,071530.00,A,4230.0000,N,00130.0000,E,19.44,270.5,311224,,,A"),
		sums("GPGLL,4230.0000,N,00130.0000,E,071530.00,A,A", "GPZDA,000001.00,01,01,2025,00,00", "GNGNS,071532.00,4230.0000,N,00130.0000,E,AN,08,2.0,5.0,0.0,,"),
		"$GPRMC,,V,,,,,,,,,,N*53", "$GPRMC,1", "\\s:x*00\\$GPGLL,4230.0000,N,00130.0000,E,,A", "$GPGGA,999999,9999.9,N,99999.9,E,1,,,,M,,M,,")
}

func FuzzCSV(f *testing.F) {
	fuzzReader(f, CSV,
		"lat,lon,time,speed,heading,accuracy,trip\n42.5,1.5,31/12/2024 07:15 CH,36,90,5,a\n", "Vĩ độ;Kinh độ;Ngày;Giờ\n42,5;1,5;31/12/2024;7h15\n",
		"1.5001,42.5001\n1.5002,42.5002\n", "Tọa độ\n\"42.5, 1.5\"\n", "lat,lon\n\"\n\n", "sep=|\nx|y\n21°01'42.6\"N|1\n", "lat,lon,time\n1,1,01/02/2024\n1,1,01/13/2024\n")
}

func FuzzHTML(f *testing.F) {
	fuzzReader(f, HTML,
		"<table><tr><td colspan=3>Biển số xe: 51C-123.45<tr><th>lat<th>lon<th>time<tr><td>42.5<td>1.5<td>31/12/2024 07:15</table>",
		"<table><tr><td rowspan=2>lat</td><td>x</td></tr><tr><td rowspan=0>lon</td></tr><tr><td>1<td>2", "<tr><td><script></td>", "<table><tr>", "<td colspan=99999999999>1.5001<td>2.5001")
}

func FuzzSheetXML(f *testing.F) {
	fuzzReader(f, SheetXML,
		sheetXMLOf("51C-1", xmlRow("String", "lat", "lon", "time")+xmlRow("Number", "42.5", "1.5", "3")+`<Row ss:Index="9"><Cell ss:Index="2" ss:MergeAcross="3"><Data ss:Type="DateTime">2026-11-21T07:15:00.000</Data><Comment><Data>x</Data></Comment></Cell></Row>`),
		sheetXMLOf("A", xmlRow("String", "a"), "B", xmlRow("Number", "42.5001", "1.5001")), "<Workbook><Worksheet><Table><Row><Cell><Data>", "<Workbook><Row/></Workbook>",
		`<Workbook><Worksheet Name=""><Row Index="99999999999"><Cell Index="-1" MergeAcross="999999999"/></Row></Worksheet>`)
}

// FuzzAuto lets the reader find out the format, through decompression and
// every encoding.
func FuzzAuto(f *testing.F) {
	fuzzReader(f, Auto, "\xff\xfel\x00a\x00t\x00,\x00l\x00o\x00n\x00\n\x001\x00,\x002\x00\n\x00", "\x1f\x8b\x08\x00", "PK\x03\x04", "\xef\xbb\xbflat\tlon\n1\t2",
		gpx(`<trk><trkseg><trkpt lat="1" lon="2"/></trkseg></trk>`), exampleJSON, sums("GPGLL,4230.0000,N,00130.0000,E,,A,A"))
}

func FuzzStamp(f *testing.F) {
	for _, s := range []string{"2024-12-31T07:15:30+07:00", "31/12/2024 7:15 CH", "1735604130.5", "45657.3", "Tue Dec 31 2024 07:15:30 GMT+0700 (x)", "20241231T0715", "7h15 1/2/24"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		k := clock{location: VietnamTime()}
		at, _, err := k.read(s)
		if err == nil && at.IsZero() {
			t.Skip("the year 1") // a date like any other
		}
		if err != nil && !at.IsZero() {
			t.Fatalf("%q: a time and an error", s)
		}
	})
}
