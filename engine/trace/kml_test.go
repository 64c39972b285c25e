// SPDX-License-Identifier: MIT

package trace

import "testing"

// kml wraps the inside of a KML document.
func kml(inside string) string {
	return `<?xml version="1.0" encoding="UTF-8"?>` + "\n" +
		`<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document><name>day</name>` + "\n" + inside + "\n</Document></kml>\n"
}

func TestReadKML(t *testing.T) {
	runReadCases(t, []readCase{{
		name: "a line, and its points with times",
		text: kml(`<Folder><name>a</name><Folder><Placemark><TimeStamp><when>2024-12-31T00:15:00Z</when></TimeStamp><Point><coordinates>106.1,10.1,5</coordinates></Point></Placemark>
<Placemark><TimeStamp><when>2024-12-31T00:15:10Z</when></TimeStamp><Point><coordinates>106.2,10.2,5</coordinates></Point></Placemark></Folder>
<Placemark><name>way</name><LineString><coordinates>106.1,10.1,5 106.2,10.2,5</coordinates></LineString></Placemark></Folder>`),
		want: []string{"trip [way] | 10.1,106.1 2024-12-31T00:15:00Z | 10.2,106.2 2024-12-31T00:15:10Z"},
	}, {
		name: "lines in folders; places and their view are ignored",
		text: kml(`<Folder><name>a</name><Placemark><LookAt><longitude>1</longitude><TimeStamp><when>soon</when></TimeStamp></LookAt>
<name>out</name><LineString><coordinates>106.1,10.1,5 106.2,10.2,6
</coordinates></LineString></Placemark></Folder>
<Folder><name>back</name><Placemark><LineString><coordinates> 106.3, 10.3 106.4 ,10.4</coordinates></LineString></Placemark></Folder>
<Placemark><name>depot</name><Point><coordinates>106.5,10.5</coordinates></Point></Placemark>
<Placemark><name>ward</name><Polygon><outerBoundaryIs><LinearRing><coordinates>1,1 2,2 1,1</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`),
		want: []string{"trip-1 [out] | 10.1,106.1 | 10.2,106.2", "trip-2 [back] | 10.3,106.3 | 10.4,106.4"},
	}, {
		name: "gx:Track with arrays, a gap in reception and no prefix declared",
		text: `<kml><Placemark><name>m</name><ExtendedData><Data name="Biển số"><value>59A-123.45</value></Data></ExtendedData><gx:Track>
<when>2024-12-31T00:15:00Z</when><when>2024-12-31T07:15:01+07:00</when><when>2024-12-31T00:15:02Z</when>
<gx:coord>106.1 10.1 5</gx:coord><gx:coord/><gx:coord>106.3 10.3</gx:coord>
<gx:angles>45 0 0</gx:angles><gx:angles>0 0 0</gx:angles><gx:angles>90.5 0 0</gx:angles>
<ExtendedData><SchemaData><gx:SimpleArrayData name="speed"><gx:value>3</gx:value><gx:value/><gx:value>36 km/h</gx:value></gx:SimpleArrayData>
<gx:SimpleArrayData name="accuracy"><gx:value>7</gx:value><gx:value>8</gx:value><gx:value/></gx:SimpleArrayData>
<gx:SimpleArrayData name="cadence"><gx:value>7</gx:value></gx:SimpleArrayData></SchemaData></ExtendedData>
</gx:Track></Placemark></kml>`,
		want:  []string{"59A-123.45 [m] | 10.1,106.1 2024-12-31T00:15:00Z v3 h45 a7 | 10.3,106.3 2024-12-31T00:15:02Z v10 h90.5"},
		notes: []string{"no_fix line 3"},
	}, {
		name: "MultiTrack and MultiGeometry are one trip each; times before each position",
		text: kml(`<Placemark><gx:MultiTrack><gx:Track><when>2024-12-31T00:15:00Z</when><gx:coord>106.1 10.1 0</gx:coord></gx:Track>
<gx:Track><when>2024-12-31T00:16:00Z</when><gx:coord>106.2 10.2 0</gx:coord><when>2024-12-31T00:17:00Z</when><gx:coord>106.3 10.3 0</gx:coord></gx:Track></gx:MultiTrack></Placemark>
<Placemark><MultiGeometry><LineString><coordinates>106.4,10.4</coordinates></LineString><LineString><coordinates>106.5,10.5</coordinates></LineString></MultiGeometry></Placemark>`),
		want: []string{
			"trip-1 [day] | 10.1,106.1 2024-12-31T00:15:00Z | 10.2,106.2 2024-12-31T00:16:00Z | 10.3,106.3 2024-12-31T00:17:00Z",
			"trip-2 [day] | 10.4,106.4 | 10.5,106.5",
		},
	}, {
		name: "placemarks with times, of two vehicles in one folder",
		text: kml(`<Folder><name>Thứ hai</name>
<Placemark><TimeStamp><when>2024-12-31T00:15:00Z</when></TimeStamp><ExtendedData><SchemaData><SimpleData name="Biển số">59A-1</SimpleData><SimpleData name="Tốc độ (km/h)">36</SimpleData></SchemaData></ExtendedData><Point><coordinates>106.1,10.1</coordinates></Point></Placemark>
<Placemark><ExtendedData><Data name="plate"><displayName>Plate</displayName><value>59A-2</value></Data><Data name="time"><value>31/12/2024 07:15</value></Data></ExtendedData><Point><coordinates>106.2,10.2</coordinates></Point></Placemark>
<Placemark><TimeSpan><begin>2024-12-31T00:16:00Z</begin><end>2024-12-31T00:17:00Z</end></TimeSpan><ExtendedData><Data name="plate"><value>59A-1</value></Data></ExtendedData><Point><coordinates>106.3,10.3</coordinates></Point></Placemark>
<Placemark><TimeStamp><when>2024-12-31T00:16:00Z</when></TimeStamp><ExtendedData><Data name="plate"><value>59A-2</value></Data></ExtendedData><Point><coordinates>106.4,10.4</coordinates></Point></Placemark>
<Placemark><name>no time</name><ExtendedData><Data name="plate"><value>59A-2</value></Data></ExtendedData><Point><coordinates>106.5,10.5</coordinates></Point></Placemark></Folder>`),
		want: []string{
			"59A-1 [Thứ hai] | 10.1,106.1 2024-12-31T00:15:00Z v10 | 10.3,106.3 2024-12-31T00:16:00Z",
			"59A-2 [Thứ hai] | 10.2,106.2 2024-12-31T07:15:00+07:00 | 10.4,106.4 2024-12-31T00:16:00Z",
		},
		notes: []string{"waypoints", "ignored_points"},
	}, {
		name: "the line of a track is the same trip once more",
		text: kml(`<Placemark><name>a</name><gx:Track><when>2024-12-31T00:15:00Z</when><gx:coord>106.1 10.1</gx:coord></gx:Track></Placemark>
<Placemark><name>b</name><LineString><coordinates>106.1,10.1</coordinates></LineString></Placemark><Placemark><name>c</name><LineString><coordinates>106.1,10.2</coordinates></LineString></Placemark>`),
		want:  []string{"trip-1 [a] | 10.1,106.1 2024-12-31T00:15:00Z", "trip-2 [b] | 10.1,106.1", "trip-3 [c] | 10.2,106.1"},
		notes: []string{"repeated_track"},
	}, {
		name:  "a fragment that breaks off in a track",
		text:  "<Placemark><Track><when>2024-12-31T00:15:00Z</when><when>2024-12-31T00:16:00Z</when>\n<coord>106.1 10.1</coord><coord>106.2 10.2</coord><coord>106",
		want:  []string{"trip | 10.1,106.1 2024-12-31T00:15:00Z | 10.2,106.2 2024-12-31T00:16:00Z"},
		notes: []string{"truncated line 2"},
	}, {
		name:  "a comment and an unreadable tuple within coordinates",
		text:  kml("<Placemark><LineString><coordinates>106.1,10<!-- x -->.1\n106.2,10.2 106.3,10.3 106.4,10.4 106.5,10.5 106.6,10.6 106.7,10.7 106.8,10.8 106.9,10.9 107,11\nnorth,9</coordinates></LineString></Placemark>"),
		want:  []string{"trip [day] | 10.1,106.1 | 10.2,106.2 | 10.3,106.3 | 10.4,106.4 | 10.5,106.5 | 10.6,106.6 | 10.7,106.7 | 10.8,106.8 | 10.9,106.9 | 11,107"},
		notes: []string{"bad_record line 5"},
	}})
}

func TestReadKMLFaults(t *testing.T) {
	runFaultCases(t, []faultCase{{
		name: "places only", text: kml(`<Placemark><Point><coordinates>1,2</coordinates></Point></Placemark><Placemark><TimeStamp><when>2024-12-31</when></TimeStamp><Point><coordinates>1,2</coordinates></Point></Placemark>`),
		is: ErrWaypoints, prefix: "trip.txt", has: "only places (2)",
	}, {
		name: "areas only", text: kml(`<Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>1,1 2,2 1,1</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`),
		is: ErrFormat, prefix: "trip.txt", has: "only areas",
	}, {
		name: "a link", text: kml(`<NetworkLink><Link><href>http://example.com/a.kml</href></Link></NetworkLink>`), is: ErrFormat, prefix: "trip.txt", has: "links to another",
	}, {
		name: "empty", text: kml(""), is: ErrEmpty, prefix: "trip.txt", has: "no positions",
	}, {
		name: "an unreadable time", text: kml("<Placemark><gx:Track>\n<when>soon</when><gx:coord>1 2</gx:coord></gx:Track></Placemark>"), is: ErrValue, prefix: "trip.txt:4:1", has: `time "soon"`,
	}, {
		name: "unreadable coordinates", text: kml("<Placemark><LineString>\n<coordinates>\n1;2</coordinates></LineString></Placemark>"), is: ErrValue, prefix: "trip.txt:5", has: `coordinates "1;2"`,
	}, {
		name: "GPX read as KML", text: gpx(""), opt: Options{Format: KML}, is: ErrFormat, prefix: "trip.txt:2:1", has: "<gpx> instead of <kml>",
	}, {
		name: "broken off", text: "<kml>\n<Placemark>", is: ErrFormat, prefix: "trip.txt:2:12", has: "unexpected EOF",
	}})
}
