// SPDX-License-Identifier: MIT

package trace

import "testing"

func TestReadGeoJSON(t *testing.T) {
	const two = "trip | 10.1,106.1 | 10.2,106.2"
	runReadCases(t, []readCase{
		{name: "bare line", text: `{"type":"LineString","coordinates":[[106.1,10.1],[106.2,10.2,55]]}`, want: []string{two}},
		{name: "bare multi-point", text: `{"coordinates":[[106.1,10.1],[106.2,10.2]],"type":"MultiPoint"}`, want: []string{two}},
		{name: "feature with type last and coordTimes", text: `{"properties":{"name":"A","coordTimes":["2024-12-31T00:15:00Z",null]},
			"geometry":{"coordinates":[[106.1,10.1],[106.2,10.2]],"type":"LineString"},"type":"Feature"}`,
			want: []string{"trip [A] | 10.1,106.1 2024-12-31T00:15:00Z | 10.2,106.2"}},
		{name: "times as numbers, zone of Vietnam where none is named", text: `{"type":"FeatureCollection","features":[
			{"type":"Feature","properties":{"timestamps":[1735604130,1735604131000]},"geometry":{"type":"LineString","coordinates":[[106.1,10.1],[106.2,10.2]]}},
			{"type":"Feature","properties":{"times":["31/12/2024 07:15","31/12/2024 07:16"]},"geometry":{"type":"LineString","coordinates":[[106.1,10.1],[106.2,10.2]]}}]}`,
			want: []string{"trip-1 | 10.1,106.1 2024-12-31T07:15:30+07:00 | 10.2,106.2 2024-12-31T07:15:31+07:00",
				"trip-2 | 10.1,106.1 2024-12-31T07:15:00+07:00 | 10.2,106.2 2024-12-31T07:16:00+07:00"}},
		{name: "multi-line with nested times, newer togeojson", text: `{"type":"Feature","properties":{"coordinateProperties":{"times":[["2024-12-31T00:15:00Z"],["2024-12-31T00:16:00Z"]]}},
			"geometry":{"type":"MultiLineString","coordinates":[[[106.1,10.1]],[[106.2,10.2]]]}}`,
			want: []string{"trip | 10.1,106.1 2024-12-31T00:15:00Z | 10.2,106.2 2024-12-31T00:16:00Z"}},
		{name: "time as a fourth number", text: `{"type":"LineString","coordinates":[[106.1,10.1,0,1735604130],[106.2,10.2,null,null]]}`,
			want: []string{"trip | 10.1,106.1 2024-12-31T07:15:30+07:00 | 10.2,106.2"}},
		{name: "points by trip", text: `{"type":"FeatureCollection","features":[
			{"type":"Feature","properties":{"trip_id":"x","time":"2024-12-31T00:15:00Z","speed":5,"heading":90,"accuracy":4},"geometry":{"type":"Point","coordinates":[106.1,10.1]}},
			{"type":"Feature","properties":{"trip_id":"y"},"geometry":{"type":"Point","coordinates":[106.3,10.3]}},
			{"type":"Feature","properties":{"trip_id":"x"},"geometry":{"type":"Point","coordinates":[106.2,10.2]}}]}`,
			want: []string{"x | 10.1,106.1 2024-12-31T00:15:00Z v5 h90 a4 | 10.2,106.2", "y | 10.3,106.3"}},
		{name: "points and a line", text: `{"type":"FeatureCollection","features":[
			{"type":"Feature","properties":null,"geometry":{"type":"Point","coordinates":[106.9,10.9]}},
			{"type":"Feature","properties":{},"geometry":null},
			{"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[106.1,10.1],[106.2,10.2]]}}]}`,
			want: []string{two}, notes: []string{"ignored_points"}},
		{name: "lines of one trip", text: `{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"x"}},"bbox":[1,2,3,4],"features":[
			{"type":"Feature","properties":{"trip_id":7,"nested":{"a":[{"b":[]}]}},"geometry":{"type":"LineString","coordinates":[[106.1,10.1]]}},
			{"type":"Feature","properties":{"trip_id":7},"geometry":{"type":"LineString","coordinates":[[106.2,10.2]]}}]}`,
			want: []string{"7 | 10.1,106.1 | 10.2,106.2"}},
		{name: "collection of geometries", text: `{"type":"GeometryCollection","geometries":[{"type":"LineString","coordinates":[[106.1,10.1],[106.2,10.2]]}]}`, want: []string{two}},
		{name: "text sequence", text: "\x1e{\"type\":\"LineString\",\"coordinates\":[[106.1,10.1]]}\n\x1e{\"type\":\"LineString\",\"coordinates\":[[106.2,10.2]]}\n",
			want: []string{"trip-1 | 10.1,106.1", "trip-2 | 10.2,106.2"}},
		{name: "latitude first", text: `{"type":"LineString","coordinates":[[10.1,106.1],[10.2,106.2]]}`, want: []string{two}, notes: []string{"swapped_coordinates"}},
		{name: "list of features", text: `[{"type":"Feature","geometry":{"type":"LineString","coordinates":[[106.1,10.1],[106.2,10.2]]}}]`, want: []string{two}},
	})
}

func TestReadJSON(t *testing.T) {
	runReadCases(t, []readCase{
		{name: "body of match-trip", text: `{"points":[{"lat":10.1,"lon":106.1,"time":"2024-12-31T00:15:00Z","accuracy_m":5,"heading":90,"speed_mps":10},{"lat":10.2,"lon":106.2,"time":1735604130}],"profile":"car"}`,
			want: []string{"trip | 10.1,106.1 2024-12-31T00:15:00Z v10 h90 a5 | 10.2,106.2 2024-12-31T07:15:30+07:00"}},
		{name: "body of snap-to-roads", text: `{"path":[{"lat":10.1,"lon":106.1}],"interpolate":true}`, want: []string{"trip | 10.1,106.1"}},
		{name: "one trip a line", text: `{"id":"a","points":[{"lat":10.1,"lon":106.1}]}` + "\n" + `{"id":"b","points":[{"lat":10.2,"lon":106.2}]}` + "\n",
			want: []string{"a | 10.1,106.1", "b | 10.2,106.2"}},
		{name: "same ID twice", text: `[{"id":"a","points":[{"lat":10.1,"lon":106.1}]},{"id":"a","points":[{"lat":10.2,"lon":106.2}]}]`,
			want: []string{"a | 10.1,106.1", "a-2 | 10.2,106.2"}},
		{name: "an ID that another would get", text: `[{"id":"a-2","points":[{"lat":10.1,"lon":106.1}]},{"id":"a","points":[{"lat":10.1,"lon":106.1}]},{"id":"a","points":[{"lat":10.2,"lon":106.2}]}]`,
			want: []string{"a-2 | 10.1,106.1", "a | 10.1,106.1", "a-3 | 10.2,106.2"}},
		{name: "list of points", text: `[{"latitude":10.1,"lng":"106.1","timestamp":1735604130},{"lat":10.2,"long":106.2}]`,
			want: []string{"trip | 10.1,106.1 2024-12-31T07:15:30+07:00 | 10.2,106.2"}},
	})
}

func TestReadJSONFaults(t *testing.T) {
	runFaultCases(t, []faultCase{
		{name: "no comma", text: "{\"type\":\"LineString\",\n\"coordinates\":[[106.1 10.1]]}", is: ErrFormat, prefix: "trip.txt:2:22", has: "not well-formed JSON"},
		{name: "breaks off", text: "{\"type\":\"LineString\",\n\"coordinates\":[[106.1,10.1],", is: ErrFormat, prefix: "trip.txt:2:28", has: "truncated"},
		{name: "breaks off in a word", text: "{\"type\":\"LineStr", is: ErrFormat, prefix: "trip.txt:1:8", has: "truncated"},
		{name: "one number", text: "{\"type\":\"LineString\",\"coordinates\":[\n[106.1]]}", is: ErrValue, prefix: "trip.txt:2:7", has: "one number"},
		{name: "words for numbers", text: "{\"type\":\"LineString\",\"coordinates\":[\n[\"a\",\"b\"]]}", is: ErrValue, prefix: "trip.txt:2:4", has: "[longitude, latitude]"},
		{name: "too large for a number", text: "{\"type\":\"LineString\",\"coordinates\":[\n[1e999,1]]}", is: ErrValue, prefix: "trip.txt:2:6", has: "not a number"},
		{name: "nesting of another kind", text: `{"type":"LineString","coordinates":[106.1,10.1]}`, is: ErrFormat, prefix: "trip.txt:1:36", has: "nested 1 deep instead of 2"},
		{name: "polygon", text: `{"type":"Polygon","coordinates":[[[106.1,10.1],[106.2,10.2],[106.1,10.1]]]}`, is: ErrFormat, prefix: "trip.txt:1:1", has: "an area, not a trip"},
		{name: "times of another number", text: "{\"type\":\"Feature\",\"properties\":{\n\"times\":[1]},\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[106.1,10.1],[106.2,10.2]]}}",
			is: ErrValue, prefix: "trip.txt:2:9", has: "1 times for 2 positions"},
		{name: "bad time", text: "{\"points\":[\n{\"lat\":1,\"lon\":1,\"time\":\"soon\"}]}", is: ErrValue, prefix: "trip.txt:2:30", has: `"soon"`},
		{name: "point without position", text: "{\"points\":[\n{\"lat\":1}]}", is: ErrValue, prefix: "trip.txt:2:1", has: "has no lat and lon"},
		{name: "another object", text: `{"hello":"world"}`, is: ErrFormat, prefix: "trip.txt:1:1", has: "neither GeoJSON"},
		{name: "empty collection", text: `{"type":"FeatureCollection","features":[]}`, is: ErrEmpty, prefix: "trip.txt", has: "no positions"},
		{name: "empty list", text: `[]`, is: ErrEmpty, prefix: "trip.txt", has: "no positions"},
		{name: "list of numbers", text: `[1,2]`, is: ErrFormat, prefix: "trip.txt:1:2", has: "the list has an element that is not an object"},
		{name: "nested without end", text: repeat("[", 100), is: ErrFormat, prefix: "trip.txt:1:2", has: "the list has an element that is not an object"},
		{name: "nested without end within", text: `{"x":` + repeat("[", 100), is: ErrFormat, prefix: "trip.txt:1:69", has: "too deep"},
		{name: "blank lines without end", text: "{\"type\":" + repeat("\n", 8<<20), is: ErrFormat, prefix: "trip.txt:1:8", has: "truncated"},
		{name: "projected", text: "{\"type\":\"LineString\",\"coordinates\":[\n[603211.5,1190432.1]]}", is: ErrRange, prefix: "trip.txt:2:1", has: "VN-2000"},
	})
}
