// SPDX-License-Identifier: MIT

package api

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/twpayne/go-polyline"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// TestSnapQueryFaults checks which requests GET refuses, and that every fault is
// reported.
func TestSnapQueryFaults(t *testing.T) {
	s := startServer(t)
	long := strings.Repeat("|1,1", maxPoints)
	for _, c := range []struct{ name, query, fields string }{
		{"no path", "", "path"},
		{"empty path", "path=", "path"},
		{"blank path", "path=%20+", "path"},
		{"one point", "path=1,1", "path"},
		{"101 points", "path=1,1" + long, "path"},
		{"only a bar", "path=|", "path[0] path[1]"},
		{"empty pair at the end", "path=1,1|2,2|", "path[2]"},
		{"empty pair within", "path=1,1||2,2", "path[1]"},
		{"no comma", "path=1|2,2", "path[0]"},
		{"three numbers", "path=1,1,1|2,2", "path[0]"},
		{"semicolon", "path=1,1;2,2", "path path[0]"},
		{"empty number", "path=,1|2,", "path[0].lat path[1].lon"},
		{"plus", "path=%2B1,1|2,2", "path[0].lat"},
		{"exponent", "path=1e1,1|2,2", "path[0].lat"},
		{"hexadecimal", "path=0x10,1|2,2", "path[0].lat"},
		{"underscore", "path=1_0,1|2,2", "path[0].lat"},
		{"no digits before the point", "path=.5,1|2,2", "path[0].lat"},
		{"no digits after the point", "path=1.,1|2,2", "path[0].lat"},
		{"not a number", "path=NaN,Inf|2,2", "path[0].lat path[0].lon"},
		{"minus alone", "path=-,1|2,2", "path[0].lat"},
		{"two minuses", "path=--1,1|2,2", "path[0].lat"},
		{"blank after the minus", "path=-%201,1|2,2", "path[0].lat"},
		{"tab", "path=1,%091|2,2", "path[0].lon"},
		{"line feed", "path=1,1%0A|2,2", "path[0].lon"},
		{"digits of another script", "path=%D9%A1,1|2,2", "path[0].lat"},
		{"latitude too high", "path=90.0000001,1|2,2", "path[0].lat"},
		{"latitude too low", "path=2,2|-90.5,1", "path[1].lat"},
		{"longitude too high", "path=1,180.1|2,2", "path[0].lon"},
		{"longitude too low", "path=1,-181|2,2", "path[0].lon"},
		{"beyond all floats", "path=" + strings.Repeat("9", 400) + ",1|2,2", "path[0].lat"},
		{"bad percent", "path=1,1|%zz", "path"},
		{"path twice", "path=1,1|2,2&path=1,1|2,2", "path"},
		{"interpolate empty", "path=1,1|2,2&interpolate=", "interpolate"},
		{"interpolate bare", "path=1,1|2,2&interpolate", "interpolate"},
		{"interpolate 1", "path=1,1|2,2&interpolate=1", "interpolate"},
		{"interpolate TRUE", "path=1,1|2,2&interpolate=TRUE", "interpolate"},
		{"interpolate blank", "path=1,1|2,2&interpolate=true+", "interpolate"},
		{"interpolate twice", "path=1,1|2,2&interpolate=true&interpolate=true", "interpolate"},
		{"key twice", "apikey=" + testKey + "&path=1,1|2,2", "apikey"},
		{"all at once", "path=91,1|2,x|3&interpolate=yes", "path[0].lat path[1].lon path[2] interpolate"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := getSnap(t, s, c.query); got.status != 400 || got.fields() != c.fields {
				t.Errorf("%d, fields %q, want 400, %q: %s", got.status, got.fields(), c.fields, got.body)
			}
		})
	}
}

// TestSnapBodyFaults checks which requests POST refuses, and that every fault is
// reported.
func TestSnapBodyFaults(t *testing.T) {
	s := startServer(t)
	point := `{"lat":1,"lon":1}`
	for _, c := range []struct{ name, body, fields string }{
		{"empty", "", "body"},
		{"blank", " \n", "body"},
		{"cut off", `{"path":[`, "body"},
		{"more after the end", goodBody + "x", "body"},
		{"two values", goodBody + goodBody, "body"},
		{"comment", "/**/" + goodBody, "body"},
		{"trailing comma", `{"path":[` + point + "," + point + `,]}`, "body"},
		{"byte order mark", "\uFEFF" + goodBody, "body"},
		{"not UTF-8", "{\"path\":\"\xff\"}", "body"},
		{"UTF-16", "{\x00}\x00", "body"},
		{"too deep", strings.Repeat("[", 300_000) + strings.Repeat("]", 300_000), "body"},
		{"NaN", `{"path":[{"lat":NaN,"lon":1},` + point + `]}`, "body"},
		{"array", `[]`, "body"},
		{"null", `null`, "body"},
		{"text", `"path"`, "body"},
		{"no members", `{}`, "path"},
		{"name in capitals", `{"Path":[` + point + "," + point + `]}`, "path"},
		{"path null", `{"path":null}`, "path"},
		{"path number", `{"path":1}`, "path"},
		{"path object", `{"path":{"lat":1}}`, "path"},
		{"path empty array", `{"path":[]}`, "path"},
		{"path empty text", `{"path":""}`, "path"},
		{"one point", `{"path":[` + point + `]}`, "path"},
		{"101 points", `{"path":[` + point + strings.Repeat(","+point, maxPoints) + `]}`, "path"},
		{"101 points, bad ones", `{"path":[1` + strings.Repeat(","+point, maxPoints-1) + `,2]}`, "path path[0]"},
		{"path twice", `{"path":"1,1|2,2","path":"1,1|2,2"}`, "path"},
		{"path twice, once escaped", `{"path":"1,1|2,2","p\u0061th":"1,1|2,2"}`, "path"},
		{"point null", `{"path":[null,` + point + `]}`, "path[0]"},
		{"point array", `{"path":[[1,1],` + point + `]}`, "path[0]"},
		{"point text", `{"path":["1,1",` + point + `]}`, "path[0]"},
		{"point number", `{"path":[1,` + point + `]}`, "path[0]"},
		{"point empty", `{"path":[{},` + point + `]}`, "path[0].lat path[0].lon"},
		{"no lon", `{"path":[` + point + `,{"lat":1}]}`, "path[1].lon"},
		{"lng in its place", `{"path":[` + point + `,{"lat":1,"lng":1}]}`, "path[1].lon"},
		{"numeric text", `{"path":[` + point + `,{"lat":"1","lon":1}]}`, "path[1].lat"},
		{"lat null", `{"path":[` + point + `,{"lat":null,"lon":1}]}`, "path[1].lat"},
		{"lat bool", `{"path":[` + point + `,{"lat":true,"lon":1}]}`, "path[1].lat"},
		{"lat array", `{"path":[` + point + `,{"lat":[1],"lon":1}]}`, "path[1].lat"},
		{"lat object", `{"path":[` + point + `,{"lat":{},"lon":1}]}`, "path[1].lat"},
		{"lat twice", `{"path":[` + point + `,{"lat":1,"lat":1,"lon":1}]}`, "path[1].lat"},
		{"lat out of range", `{"path":[{"lat":90.1,"lon":1},{"lat":-90.1,"lon":1}]}`, "path[0].lat path[1].lat"},
		{"lon out of range", `{"path":[{"lat":1,"lon":180.1},{"lat":1,"lon":-1e9}]}`, "path[0].lon path[1].lon"},
		{"beyond all floats", `{"path":[` + point + `,{"lat":1e999,"lon":-1e999}]}`, "path[1].lat path[1].lon"},
		{"interpolate null", `{"path":"1,1|2,2","interpolate":null}`, "interpolate"},
		{"interpolate text", `{"path":"1,1|2,2","interpolate":"true"}`, "interpolate"},
		{"interpolate number", `{"path":"1,1|2,2","interpolate":1}`, "interpolate"},
		{"interpolate object", `{"path":"1,1|2,2","interpolate":{}}`, "interpolate"},
		{"interpolate twice", `{"interpolate":true,"path":"1,1|2,2","interpolate":true}`, "interpolate"},
		{"text with plus", `{"path":"+1,1|2,2"}`, "path[0].lat"},
		{"all at once", `{"interpolate":0,"path":[{"lat":91,"lon":"1"},7,{}]}`, "interpolate path[0].lat path[0].lon path[1] path[2].lat path[2].lon"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := postSnap(t, s, c.body); got.status != 400 || got.fields() != c.fields {
				t.Errorf("%d, fields %q, want 400, %q: %s", got.status, got.fields(), c.fields, clip(string(got.body), 400))
			}
		})
	}
}

// TestSnapAccepts checks valid requests and their interpretation.
func TestSnapAccepts(t *testing.T) {
	var path []geo.Point
	var interpolated bool
	s := startServer(t, withSnap(func(ctx context.Context, p []geo.Point, interpolate bool) (match.Snapped, error) {
		path, interpolated = append([]geo.Point(nil), p...), interpolate
		return echo(ctx, p, interpolate)
	}))
	want := []geo.Point{{Lat: 10.5, Lon: -106}, {Lat: -90, Lon: 180}}
	get := func(query string) func() reply { return func() reply { return getSnap(t, s, query) } }
	post := func(body string, edits ...edit) func() reply {
		return func() reply { return postSnap(t, s, body, edits...) }
	}
	array := `[{"lat":10.5,"lon":-106},{"lat":-90,"lon":180}]`
	for _, c := range []struct {
		name        string
		got         func() reply
		interpolate bool
	}{
		{"GET", get("path=10.5,-106|-90,180"), false},
		{"GET escaped", get("path=10.5%2C-106%7C-90%2C180&interpolate=false"), false},
		{"GET blanks", get("path=+10.5+,%20-106+|+-90,180&interpolate=true"), true},
		{"GET zeros", get("path=0010.50,-106.0|-090.000,180"), false},
		{"GET unknown parameters", get("path=10.5,-106|-90,180&x=1&x=2&;=%zz&%zz=1&&"), false},
		{"POST array", post(`{"path":` + array + `}`), false},
		{"POST text", post(`{"path":"10.5,-106|-90,180","interpolate":true}`), true},
		{"POST text with escapes", post(`{"path":"10.5,\u002d106\u007c-90,180"}`), false},
		{"POST escaped names", post(`{"\u0070ath":[{"l\u0061t":10.5,"lon":-106},{"lat":-90,"lon":180}]}`), false},
		{"POST unknown members", post(`{"a":{"path":[1,{"b":"]}\""}]},"path":` + array + `,"b":1,"b":[[]],"interpolate":false}`), false},
		{"POST points with more members", post(`{"path":[{"time":{"a":[1]},"lon":-106,"lat":10.5,"x":1,"x":2},{"lat":-90,"lon":180}]}`), false},
		{"POST exponents", post(`{"path":[{"lat":1.05e1,"lon":-10600E-2},{"lat":-9e+1,"lon":180}]}`), false},
		{"POST white space", post(" {\r\n\t\"path\" : [ { \"lat\" : 10.5 , \"lon\" : -106 } , {\"lat\":-90,\"lon\":180} ] } \n"), false},
		{"POST charset", post(`{"path":`+array+`}`, func(r *http.Request) { r.Header.Set("Content-Type", "Application/JSON; charset=UTF-8") }), false},
		{"POST chunked", post(`{"path":`+array+`}`, func(r *http.Request) { r.ContentLength = -1 }), false},
		{"POST identity", post(`{"path":`+array+`}`, header("Content-Encoding", "identity")), false},
		{"POST just small enough", post(`{"path":` + array + `}` + strings.Repeat(" ", maxSnapBody-len(`{"path":`+array+`}`))), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			path = nil
			got := c.got()
			if got.status != 200 || !reflect.DeepEqual(path, want) || interpolated != c.interpolate {
				t.Errorf("%d %s: snapped %v, interpolate %v", got.status, got.body, path, interpolated)
			}
		})
	}
}

// TestSnapMedia checks which bodies are refused before reading.
func TestSnapMedia(t *testing.T) {
	s := startServer(t)
	set := func(name string, values ...string) edit {
		return func(r *http.Request) { r.Header[name] = values }
	}
	for _, c := range []struct {
		name   string
		edit   edit
		status int
	}{
		{"no type", set("Content-Type"), 415},
		{"form", set("Content-Type", "application/x-www-form-urlencoded"), 415},
		{"plain text, as a page may send unasked", set("Content-Type", "text/plain"), 415},
		{"other JSON", set("Content-Type", "application/geo+json"), 415},
		{"other charset", set("Content-Type", "application/json; charset=utf-16"), 415},
		{"two types", set("Content-Type", "application/json", "application/json"), 415},
		{"type in pieces", set("Content-Type", "application/json; ="), 415},
		{"gzip", set("Content-Encoding", "gzip"), 415},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := postSnap(t, s, goodBody, c.edit); got.status != c.status {
				t.Errorf("%d, want %d: %s", got.status, c.status, got.body)
			}
		})
	}
	t.Run("too large without Content-Length", func(t *testing.T) {
		chunked := func(r *http.Request) { r.ContentLength = -1 }
		if got := postSnap(t, s, goodBody+strings.Repeat(" ", maxSnapBody), chunked); got.status != 413 {
			t.Errorf("%d, want 413", got.status)
		}
	})
	t.Run("type before size", func(t *testing.T) {
		if got := postSnap(t, s, strings.Repeat(" ", 2*maxSnapBody), set("Content-Type", "text/plain")); got.status != 415 {
			t.Errorf("%d, want 415", got.status)
		}
	})
}

// TestSnapAnswer checks the bytes of an answer, with each choice of coordinate
// names.
func TestSnapAnswer(t *testing.T) {
	engine := withSnap(func(_ context.Context, _ []geo.Point, interpolate bool) (match.Snapped, error) {
		s := match.Snapped{Points: []match.SnappedPoint{
			{Location: geo.Point{Lat: 10.77, Lon: 106.6912345678}, Original: true, WayID: 32575738, HasWay: true},
			{Location: geo.Point{Lat: -0.0000001, Lon: -180}, Original: true, OriginalIndex: 1},
		}}
		if interpolate {
			s.Points = []match.SnappedPoint{s.Points[0], {Location: geo.Point{Lat: 5}, WayID: 7, HasWay: true}, s.Points[1]}
			s.Shape = []geo.Point{{Lat: 38.5, Lon: -120.2}, {Lat: 40.7, Lon: -120.95}, {Lat: 43.252, Lon: -126.453}}
		}
		return s, nil
	})
	const licence = `,"licence":"© \"we\" <&>"}` + "\n"
	for _, c := range []struct {
		keys       LocationKeys
		body, want string
	}{
		{"", goodBody, `{"status":"OK","data":{"snappedPoints":[` +
			`{"location":{"lat":10.770000,"lon":106.691235,"latitude":10.770000,"longitude":106.691235},"originalIndex":0,"way_id":32575738},` +
			`{"location":{"lat":0.000000,"lon":-180.000000,"latitude":0.000000,"longitude":-180.000000},"originalIndex":1}]}`},
		{LocationLatLon, goodBody, `{"status":"OK","data":{"snappedPoints":[` +
			`{"location":{"lat":10.770000,"lon":106.691235},"originalIndex":0,"way_id":32575738},` +
			`{"location":{"lat":0.000000,"lon":-180.000000},"originalIndex":1}]}`},
		{LocationLatitudeLongitude, `{"interpolate":true,"path":"1,1|2,2"}`, `{"status":"OK","data":{"snappedPoints":[` +
			`{"location":{"latitude":10.770000,"longitude":106.691235},"originalIndex":0,"way_id":32575738},` +
			`{"location":{"latitude":5.000000,"longitude":0.000000},"way_id":7},` +
			`{"location":{"latitude":0.000000,"longitude":-180.000000},"originalIndex":1}],` +
			`"shape":"_izlhA~rlgdF_{geC~ywl@_kwzCn` + "`" + `{nI"}`},
	} {
		t.Run(string(c.keys), func(t *testing.T) {
			s := startServer(t, engine, func(o *Options) { o.LocationKeys, o.Licence = c.keys, `© "we" <&>` })
			if got := postSnap(t, s, c.body); string(got.body) != c.want+licence {
				t.Errorf("\n%swant\n%s", got.body, c.want+licence)
			}
		})
	}
}

// TestShapeDecodes checks that the shape is a polyline6 through every snapped
// point, even if the polyline contains characters that JSON escapes.
func TestShapeDecodes(t *testing.T) {
	s := startServer(t)
	sawEscape := false
	for i := range 100 {
		step := 60 * math.Pow(0.85, float64(i)) // in degrees, down to the last decimals
		from := geo.Point{Lat: -30.1234567, Lon: 170 - step}
		to := geo.Point{Lat: from.Lat + step, Lon: from.Lon - step*1.7654321}
		got := postSnap(t, s, fmt.Sprintf(`{"interpolate":true,"path":[{"lat":%v,"lon":%v},{"lat":%v,"lon":%v}]}`, from.Lat, from.Lon, to.Lat, to.Lon))
		var answer struct {
			Data struct {
				Points []struct{ Location struct{ Lat, Lon float64 } } `json:"snappedPoints"`
				Shape  string
			}
		}
		if err := json.Unmarshal(got.body, &answer); err != nil {
			t.Fatal(err)
		}
		line, rest, err := polyline.Codec{Dim: 2, Scale: 1e6}.DecodeCoords([]byte(answer.Data.Shape))
		if err != nil || len(rest) > 0 || len(line) != 3 || len(answer.Data.Points) != 3 {
			t.Fatalf("shape %q: %v, %d left, %d vertices", answer.Data.Shape, err, len(rest), len(line))
		}
		for j, p := range answer.Data.Points {
			if math.Abs(line[j][0]-p.Location.Lat) > 1e-9 || math.Abs(line[j][1]-p.Location.Lon) > 1e-9 {
				t.Errorf("vertex %v, snapped point %v", line[j], p.Location)
			}
		}
		sawEscape = sawEscape || bytes.Contains(got.body, []byte(`\\`))
	}
	if !sawEscape {
		t.Error("no shape with a backslash: the test covers less than it should")
	}
}

// TestSnapRefusesWrongWork checks that an answer of the engine that would break
// the contract gives an internal error.
func TestSnapRefusesWrongWork(t *testing.T) {
	good := match.SnappedPoint{Original: true}
	second := match.SnappedPoint{Original: true, OriginalIndex: 1}
	for _, c := range []struct {
		name        string
		snapped     match.Snapped
		interpolate bool
	}{
		{"too few", match.Snapped{Points: []match.SnappedPoint{good}}, false},
		{"too many", match.Snapped{Points: []match.SnappedPoint{good, second, {}}}, false},
		{"wrong order", match.Snapped{Points: []match.SnappedPoint{second, good}}, false},
		{"no place", match.Snapped{Points: []match.SnappedPoint{good, {Location: geo.Point{Lat: math.NaN()}, Original: true, OriginalIndex: 1}}}, false},
		{"no originals", match.Snapped{Points: []match.SnappedPoint{{}, {}}}, true},
		{"shape nowhere", match.Snapped{Points: []match.SnappedPoint{good, second}, Shape: []geo.Point{{Lat: math.Inf(1)}}}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := startServer(t, withSnap(func(context.Context, []geo.Point, bool) (match.Snapped, error) { return c.snapped, nil }))
			if got := postSnap(t, s, fmt.Sprintf(`{"path":"1,1|2,2","interpolate":%v}`, c.interpolate)); got.status != 500 {
				t.Errorf("%d %s", got.status, got.body)
			}
		})
	}
}
