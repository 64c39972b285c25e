// SPDX-License-Identifier: MIT

package trace

import (
	"strings"
	"testing"

	polyline "github.com/twpayne/go-polyline"

	"roadsnap/engine/geo"
)

func encoded(decimals int, coords ...[]float64) string {
	scale := map[int]float64{5: 1e5, 6: 1e6}[decimals]
	return string(polyline.Codec{Dim: 2, Scale: scale}.EncodeCoords(nil, coords))
}

func TestReadPolylines(t *testing.T) {
	saigon := [][]float64{{10.77653, 106.70098}, {10.78, 106.71}}
	hue := [][]float64{{16.46, 107.59}, {16.47, 107.6}}
	gabon := [][]float64{{1.077653, 10.670098}, {1.078, 10.671}}
	var long [][]float64
	for i := range 40_000 {
		long = append(long, []float64{10 + float64(i)/1e5, 106 + float64(i%7)/1e4})
	}
	runReadCases(t, []readCase{
		{name: "five decimals, a line a trip", text: encoded(5, saigon...) + "\r\n\n" + encoded(5, hue...) + "\n",
			want: []string{"trip-1 | 10.77653,106.70098 | 10.78,106.71", "trip-2 | 16.46,107.59 | 16.47,107.6"}, notes: []string{"polyline_decimals"}},
		{name: "six decimals", text: encoded(6, saigon...),
			want: []string{"trip | 10.77653,106.70098 | 10.78,106.71"}, notes: []string{"polyline_decimals"}},
		{name: "six decimals, on Earth with five too, near the map", text: encoded(6, gabon...), opt: Options{Bounds: geo.Bounds{South: 1, West: 10.6, North: 1.1, East: 10.7}},
			want: []string{"trip | 1.077653,10.670098 | 1.078,10.671"}, notes: []string{"polyline_decimals"}},
		{name: "six decimals by the length of the steps", text: encoded(6, []float64{1, 10}, []float64{1.03, 10}, []float64{1.03, 10.03}),
			want: []string{"trip | 1,10 | 1.03,10 | 1.03,10.03"}, notes: []string{"polyline_decimals"}},
		{name: "five decimals elsewhere", text: encoded(5, []float64{1, 10}, []float64{1.01, 10}),
			want: []string{"trip | 1,10 | 1.01,10"}, notes: []string{"polyline_decimals"}},
	})
	if !isPolylines([]byte(encoded(5, long...))[:headBytes]) {
		t.Error("a long line is not detected")
	}
	for _, text := range []string{"DATE", "ABCD", "[[[[", "{}", "hello", "lat\nlon", "", "Bien_so_xe"} {
		if isPolylines([]byte(text)) {
			t.Errorf("%q is taken for polylines", text)
		}
	}
}

func TestReadPolylineFaults(t *testing.T) {
	good := encoded(5, []float64{10.77653, 106.70098}, []float64{10.78, 106.71})
	runFaultCases(t, []faultCase{
		{name: "a line that breaks off", text: good[:len(good)-1], opt: Options{Format: Polyline}, is: ErrValue, prefix: "trip.txt:1", has: "not a whole one"},
		{name: "not a polyline", text: good + "\n1,2\n", opt: Options{Format: Polyline, Strict: true}, is: ErrValue, prefix: "trip.txt:2", has: "not an encoded polyline"},
		{name: "off Earth", text: encoded(6, []float64{95, 1}, []float64{95, 2}), opt: Options{Format: Polyline}, is: ErrRange, prefix: "trip.txt:1", has: "leaves the Earth"},
		{name: "too many points", text: good, opt: Options{MaxPoints: 1}, is: ErrTooLarge, prefix: "trip.txt:1", has: "more than 1 points"},
		{name: "empty", text: "\n\n", opt: Options{Format: Polyline}, is: ErrEmpty, prefix: "trip.txt", has: "no positions"},
	})
}

func TestReadSnapRequests(t *testing.T) {
	want := []string{"trip | 10.77653,106.70098 | 10.78,106.71"}
	runReadCases(t, []readCase{
		{name: "path as an array", text: `{"path": [{"lat": 10.77653, "lon": 106.70098}, {"lat": 10.78, "lon": 106.71}], "interpolate": true}`, want: want},
		{name: "path as a string", text: `{"interpolate": false, "path": "10.77653,106.70098|10.78,106.71"}`, want: want},
	})
	runFaultCases(t, []faultCase{
		{name: "a path of one number", text: `{"path": "10.77653,106.70098|10.78"}`, is: ErrValue, prefix: "trip.txt:1:35", has: "no lat and lon"},
		{name: "a path to a file", text: `{"path": "/tmp/a.gpx"}`, is: ErrFormat, prefix: "trip.txt:1:1", has: "neither GeoJSON nor a trip"},
		{name: "too many points", text: `{"path": "` + strings.Repeat("1,2|", 9) + `1,2"}`, opt: Options{MaxPoints: 5}, is: ErrTooLarge, prefix: "trip.txt:1:50", has: "more than 5 points"},
	})
}

func FuzzPolyline(f *testing.F) {
	fuzzReader(f, Polyline, encoded(5, []float64{42.5, 1.5}, []float64{42.6, 1.6})+"\n"+encoded(5, []float64{42.5, 1.5}), encoded(6, []float64{42.5, 1.5}), "", "~~~~~~~~~~~~~~~", "?\n??")
}
