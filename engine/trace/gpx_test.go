// SPDX-License-Identifier: MIT

package trace

import (
	"context"
	"slices"
	"strings"
	"testing"
)

func TestReadGPX(t *testing.T) {
	runReadCases(t, []readCase{{
		name: "track with two segments is one trip",
		file: "/data/morning.gpx",
		text: gpx(`<trk><name>Sáng thứ hai</name>
<trkseg><trkpt lat="10.1" lon="106.1"><ele>5</ele><time>2024-12-31T00:15:00Z</time></trkpt></trkseg>
<trkseg><trkpt lat="10.2" lon="106.2"><time>2024-12-31T07:16:00.250+07:00</time></trkpt></trkseg></trk>`),
		want: []string{"morning [Sáng thứ hai] | 10.1,106.1 2024-12-31T00:15:00Z | 10.2,106.2 2024-12-31T07:16:00.250+07:00"},
	}, {
		name: "each track is a trip, and each route if wanted",
		file: "week.gpx.gz",
		opt:  Options{Routes: true},
		text: gpx(`<wpt lat="9" lon="9"><name>depot</name></wpt>
<rte><name>plan</name><rtept lat="10.3" lon="106.3"/><rtept lat="10.4" lon="106.4"/></rte>
<trk><trkseg><trkpt lat="10.1" lon="106.1"/></trkseg></trk>
<trk><name>empty</name><trkseg/></trk>
<trk><trkseg><trkpt lat="10.2" lon="106.2"/></trkseg></trk>`),
		want: []string{
			"week-1 [plan] | 10.3,106.3 | 10.4,106.4",
			"week-2 | 10.1,106.1",
			"week-3 | 10.2,106.2",
		},
		notes: []string{"ignored_points"},
	}, {
		name: "GPX 1.0 without namespace, speed and course on top, byte order mark",
		text: "\ufeff" + `<gpx version="1.0"><trk><trkseg><trkpt lat="10.1" lon="106.1"><speed>12.5</speed><course>361</course></trkpt>
<trkpt lat="10.2" lon="106.2"><speed>-1</speed><course>90</course><hdop>1.2</hdop></trkpt></trkseg></trk></gpx>`,
		want: []string{"trip | 10.1,106.1 v12.5 | 10.2,106.2 h90 a6"},
	}, {
		name: "extensions of Garmin and OsmAnd, upper case, single quotes",
		text: gpx(`<TRK><TRKSEG><TRKPT LAT='10.1' LON='106.1'><extensions xmlns:g="x"><g:TrackPointExtension><g:hr>99</g:hr><g:speed>3</g:speed><g:course>45.5</g:course></g:TrackPointExtension></extensions></TRKPT>
<trkpt lat="10.2" lon="106.2"><extensions><speed>4</speed><accuracy>7</accuracy></extensions></trkpt></TRKSEG></TRK>`),
		want: []string{"trip | 10.1,106.1 v3 h45.5 | 10.2,106.2 v4 a7"},
	}, {
		name: "bare ampersand, HTML entity, time without zone is UTC",
		text: gpx(`<trk><name>Q1 & Q3 &nbsp;&lt;</name><trkseg><trkpt lat="10.1" lon="106.1"><time> 2024-12-31T00:15:00 </time></trkpt></trkseg></trk>`),
		want: []string{"trip [Q1 & Q3 \u00a0<] | 10.1,106.1 2024-12-31T00:15:00Z"},
	}, {
		name: "decimal comma in attributes",
		text: gpx(`<trk><trkseg><trkpt lat="10,5" lon="106,25"/></trkseg></trk>`),
		want: []string{"trip | 10.5,106.25"},
	}, {
		name:  "logger lost power",
		text:  "<gpx><trk><trkseg>\n<trkpt lat=\"10.1\" lon=\"106.1\"></trkpt>\n<trkpt lat=\"10.2\" lon=\"106.2\"></trkpt>\n<trkpt lat=\"10.3\" lon=\"10",
		want:  []string{"trip | 10.1,106.1 | 10.2,106.2"},
		notes: []string{"truncated line 4"},
	}, {
		name:  "waypoints with times",
		text:  gpx(`<wpt lat="10.1" lon="106.1"><time>2024-12-31T00:15:00Z</time></wpt><wpt lat="10.2" lon="106.2"><time>2024-12-31T00:16:00Z</time></wpt>`),
		want:  []string{"trip | 10.1,106.1 2024-12-31T00:15:00Z | 10.2,106.2 2024-12-31T00:16:00Z"},
		notes: []string{"waypoints"},
	}, {
		name:  "no fix: zero and empty coordinates",
		text:  gpx("<trk><trkseg><trkpt lat=\"0\" lon=\"0\"/>\n<trkpt lat=\"NaN\" lon=\"\"/><trkpt lat=\"10.2\" lon=\"106.2\"/></trkseg></trk>"),
		want:  []string{"trip | 10.2,106.2"},
		notes: []string{"no_fix line 3 ×2"},
	}, {
		name:  "latitude and longitude swapped",
		text:  gpx(`<trk><trkseg><trkpt lat="106.1" lon="10.1"/><trkpt lat="106.2" lon="10.2"/></trkseg></trk>`),
		want:  []string{"trip | 10.1,106.1 | 10.2,106.2"},
		notes: []string{"swapped_coordinates"},
	}, {
		name:  "newest first",
		text:  gpx(`<trk><trkseg><trkpt lat="10.2" lon="106.2"><time>2024-12-31T00:16:00Z</time></trkpt><trkpt lat="10.1" lon="106.1"><time>2024-12-31T00:15:00Z</time></trkpt></trkseg></trk>`),
		want:  []string{"trip | 10.1,106.1 2024-12-31T00:15:00Z | 10.2,106.2 2024-12-31T00:16:00Z"},
		notes: []string{"newest_first"},
	}})
}

func TestReadGPXEncodings(t *testing.T) {
	body := func(declared, name string) string {
		return `<?xml version="1.0" encoding="` + declared + `"?><gpx><trk><name>` + name + `</name><trkseg><trkpt lat="10.1" lon="106.1"/></trkseg></trk></gpx>`
	}
	one := func(name string) []string { return []string{"trip [" + name + "] | 10.1,106.1"} }
	runReadCases(t, []readCase{
		{name: "UTF-8", text: body("utf-8", "Huế"), want: one("Huế")},
		{name: "Windows-1252 as declared", text: body("windows-1252", "caf\xe9"), want: one("café")},
		{name: "Latin-1 as declared", text: body("ISO-8859-1", "caf\xe9"), want: one("café")},
		{name: "declared Latin-1 but UTF-8", text: body("ISO-8859-1", "Huế"), want: one("Huế"), notes: []string{"encoding"}},
		{name: "declared UTF-16 but UTF-8", text: body("utf-16", "Huế"), want: one("Huế"), notes: []string{"encoding"}},
		{name: "declared UTF-8 but Windows-1258", text: body("utf-8", "caf\xe9 \xd0\xf5"), want: one("café Đơ"), notes: []string{"encoding"}},
		{name: "unknown encoding", text: body("x-made-up", "Huế"), want: one("Huế")},
		{name: "UTF-16 with mark", text: utf16le("\ufeff" + body("utf-16", "Huế")), want: one("Huế")},
		{name: "UTF-16 big endian without mark", text: utf16be(body("utf-16", "Huế")), want: one("Huế")},
	})
}

func TestReadGPXFaults(t *testing.T) {
	runFaultCases(t, []faultCase{{
		name: "waypoints only", text: gpx("<wpt lat=\"10.1\" lon=\"106.1\"/><wpt lat=\"10.1\" lon=\"106.2\"/>"),
		is: ErrWaypoints, prefix: "trip.txt", has: "export the track",
	}, {
		name: "no points", text: gpx("<trk/>"), is: ErrEmpty, prefix: "trip.txt", has: "no positions",
	}, {
		name: "no fix at all", text: gpx("<trk><trkseg>\n<trkpt lat=\"0\" lon=\"0\"/></trkseg></trk>"), is: ErrEmpty, prefix: "trip.txt:4", has: "antenna",
	}, {
		name: "no longitude", text: gpx("<trk><trkseg>\n  <trkpt lat=\"10\"/></trkseg></trk>"), is: ErrValue, prefix: "trip.txt:4:3", has: "<trkpt> has no lat and lon",
	}, {
		name: "latitude is a word", text: gpx("<trk><trkseg>\n<trkpt lat=\"north\" lon=\"1\"/></trkseg></trk>"), is: ErrValue, prefix: "trip.txt:4:1", has: `lat="north"`,
	}, {
		name: "bad time", text: gpx("<trk><trkseg><trkpt lat=\"10\" lon=\"106\">\n<time>yesterday</time></trkpt></trkseg></trk>"),
		is: ErrValue, prefix: "trip.txt:4:1", has: `time "yesterday"`,
	}, {
		name: "metres of a projection", text: gpx("<trk><trkseg>\n<trkpt lat=\"1190432.1\" lon=\"603211.5\"/></trkseg></trk>"),
		is: ErrRange, prefix: "trip.txt:4:1", has: "VN-2000",
	}, {
		name: "half of the points out of range", text: gpx("<trk><trkseg>\n<trkpt lat=\"10\" lon=\"106\"/><trkpt lat=\"95\" lon=\"190\"/></trkseg></trk>"),
		is: ErrRange, prefix: "trip.txt:4:28", has: "latitude 95, longitude 190",
	}, {
		name: "KML read as GPX", text: "<?xml version=\"1.0\"?>\n<kml/>", opt: Options{Format: GPX}, is: ErrFormat, prefix: "trip.txt:2:1", has: "<kml> instead of <gpx>",
	}, {
		name: "web page", text: "<!DOCTYPE html>\n<html><body>Sign in</body></html>", is: ErrFormat, prefix: "trip.txt:2:1", has: "download the file again",
	}, {
		name: "broken off before the first point", text: "<gpx>\n<trk>", is: ErrFormat, prefix: "trip.txt:2:6", has: "unexpected EOF",
	}, {
		name: "broken tag", text: "<gpx>\n<trk <>", is: ErrFormat, prefix: "trip.txt:2:6", has: "not well-formed XML",
	}, {
		name: "XML of no version", text: "<?xml version='0'?><gpx/>", is: ErrFormat, prefix: "trip.txt:1:20", has: "unsupported version",
	}, {
		name: "one long tag", text: "<gpx>\n<trk" + repeat(" a", 1<<20), is: ErrFormat, prefix: "trip.txt:2:1", has: "longer than a megabyte",
	}, {
		name: "nested without end", text: "<gpx>" + repeat("<a>", 200), is: ErrFormat, prefix: "trip.txt:1:195", has: "too deep",
	}})
}

// TestOnlyTheLastTripIsTruncated cuts a file of two tracks and waypoints off at every
// byte: the first track is whole once the second has a point.
func TestOnlyTheLastTripIsTruncated(t *testing.T) {
	const first = `<gpx><wpt lat="10.5" lon="106.5"/><trk><trkseg><trkpt lat="10.1" lon="106.1"/><trkpt lat="10.2" lon="106.2"/></trkseg></trk>`
	const second = `<trk><trkseg><trkpt lat="10.3" lon="106.3"/><trkpt lat="10.4" lon="106.4"/></trkseg></trk></gpx>`
	truncated := func(trip Trip) bool {
		return slices.ContainsFunc(trip.Notes, func(n Note) bool { return n.Kind == NoteTruncated })
	}
	for end := len(first); end <= len(first+second); end++ {
		trips, err := Read(context.Background(), strings.NewReader((first + second)[:end]), "trips.gpx", Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, trip := range trips {
			if want := i == len(trips)-1 && end < len(first+second); truncated(trip) != want {
				t.Fatalf("%d bytes, trip %d of %d: truncated %v", end, i+1, len(trips), !want)
			}
		}
	}
}
