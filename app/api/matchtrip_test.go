// SPDX-License-Identifier: MIT

package api

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3filter"

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/correction"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
)

func init() {
	openapi3filter.RegisterBodyDecoder(mediaGPX, openapi3filter.PlainBodyDecoder)
	openapi3filter.RegisterBodyDecoder(mediaGeoJSON, openapi3filter.JSONBodyDecoder)
}

const tripPath = "/api/roads/v1/match-trip"

// postTrip sends a body to match-trip, with the key.
func postTrip(tb testing.TB, s *Server, query, media, body string, edits ...edit) reply {
	tb.Helper()
	edits = append([]edit{header("Content-Type", media), header("X-API-Key", testKey)}, edits...)
	return call(tb, s, http.MethodPost, tripPath+query, strings.NewReader(body), edits...)
}

// recording reads a file with one trip as match-trip does.
func recording(tb testing.TB, text string) trace.Trip {
	tb.Helper()
	read, err := trace.Read(context.Background(), strings.NewReader(text), "trip", trace.Options{})
	if err != nil || len(read) != 1 {
		tb.Fatalf("%d trips, %v", len(read), err)
	}
	return read[0]
}

// sampleTrips returns the embedded files of trips by their names.
func sampleTrips(tb testing.TB) map[string]string {
	tb.Helper()
	files := map[string]string{}
	names, err := fs.Glob(data.Trips(), "*.gpx")
	if err != nil || len(names) == 0 {
		tb.Fatalf("no embedded trips: %v", err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(data.Trips(), name)
		if err != nil {
			tb.Fatal(err)
		}
		files[name] = string(text)
	}
	return files
}

// written returns a trip as the command line writes it.
func written(tb testing.TB, e *engine.Engine, t trace.Trip, p match.Profile, f trace.Format, n trace.Notice) string {
	tb.Helper()
	matched, err := trip.Correct(tb.Context(), e, t, p, correction.Log{})
	if err != nil {
		tb.Fatal(err)
	}
	var b bytes.Buffer
	w, err := trace.NewNoticeWriter(&b, f, n)
	if err != nil {
		tb.Fatal(err)
	}
	if err := w.Write(matched); err != nil {
		tb.Fatal(err)
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	return b.String()
}

// asTrip writes observations as the JSON of a request.
func asTrip(tb testing.TB, list []match.Observation, profile string) string {
	tb.Helper()
	points := make([]map[string]any, len(list))
	for i, o := range list {
		points[i] = map[string]any{"lat": o.Lat, "lon": o.Lon, "time": nil}
		if !o.Time.IsZero() {
			points[i]["time"] = o.Time
		}
		if o.Accuracy > 0 {
			points[i]["accuracy_m"] = o.Accuracy
		}
		if o.HasHeading {
			points[i]["heading"] = o.Heading
		}
		if o.HasSpeed {
			points[i]["speed_mps"] = o.Speed
		}
	}
	body, err := json.Marshal(map[string]any{"id": "trip", "points": points, "profile": profile})
	if err != nil {
		tb.Fatal(err)
	}
	return string(body)
}

// TestMatchTripIsSnap checks that every form of a request and of an answer gives the bytes
// that the command line writes for the same trip.
func TestMatchTripIsSnap(t *testing.T) {
	e := embedded(t)
	s := startServer(t, func(o *Options) { o.Engine, o.Licence = e, `© "we" <&>` })
	notice := trace.Notice{Status: "OK", Licence: `© "we" <&>`}
	licence := `,"licence":"© \"we\" <&>"}` + "\n"
	for name, gpx := range sampleTrips(t) {
		read := recording(t, gpx)
		var table bytes.Buffer
		if err := trace.WriteTrips(&table, trace.CSV, []trace.Trip{read}); err != nil {
			t.Fatal(err)
		}
		plain := trace.Trip{ID: "trip", Observations: read.Observations}
		for _, c := range []struct {
			name, query, media, body string
			trip                     trace.Trip
		}{
			{"gpx", "?profile=car", mediaGPX, gpx, read},
			{"csv", "?profile=car", mediaCSV + "; charset=UTF-8", table.String(), recording(t, table.String())},
			{"json", "", mediaJSON, asTrip(t, read.Observations, "car"), plain},
			{"json and query", "?profile=car", mediaJSON, strings.Replace(asTrip(t, read.Observations, "car"), `"profile"`, `"other"`, 1), plain},
		} {
			t.Run(name+" "+c.name, func(t *testing.T) {
				for accept, want := range map[string]string{
					"":           `{"status":"OK","data":` + strings.TrimSuffix(written(t, e, c.trip, match.Car, trace.JSON, notice), "\n") + licence,
					mediaGeoJSON: written(t, e, c.trip, match.Car, trace.GeoJSON, notice),
					mediaGPX:     written(t, e, c.trip, match.Car, trace.GPX, notice),
				} {
					got := postTrip(t, s, c.query, c.media, c.body, header("Accept", accept))
					if media := got.header.Get("Content-Type"); got.status != 200 || string(got.body) != want || accept != "" && media != accept {
						t.Errorf("%s: %d %s %.300s\nwant %.300s", accept, got.status, media, got.body, want)
					}
				}
			})
		}
	}
}

// TestMatchTripCompressed checks that a compressed answer is the same.
func TestMatchTripCompressed(t *testing.T) {
	s := startServer(t, func(o *Options) { o.Engine = embedded(t) })
	gpx := sampleTrips(t)["city.gpx"]
	for _, media := range tripAnswers {
		plain := postTrip(t, s, "", mediaGPX, gpx, header("Accept", media))
		if got := plain.header.Values("Vary"); len(got) != 1 || got[0] != "Accept, Accept-Encoding" {
			t.Errorf("Vary %q", got)
		}
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL()+tripPath, strings.NewReader(gpx))
		if err != nil {
			t.Fatal(err)
		}
		r.Header = http.Header{"Content-Type": {mediaGPX}, "X-Api-Key": {testKey}, "Accept": {media}, "Accept-Encoding": {"gzip"}}
		response, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		zip, err := gzip.NewReader(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(zip)
		if err != nil || response.Header.Get("Content-Encoding") != "gzip" || response.ContentLength < 0 || !bytes.Equal(text, plain.body) {
			t.Errorf("%s: %v, %d bytes, want the %d of the plain answer", media, err, len(text), len(plain.body))
		}
		_ = response.Body.Close()
	}
}

// TestMatchTripFaults checks that each bad input is refused, with the places of all faults.
func TestMatchTripFaults(t *testing.T) {
	s := startServer(t, func(o *Options) { o.Engine = embedded(t) })
	points := func(first string) string { return `{"points":[` + first + `,{"lat":42.5,"lon":1.5}]}` }
	for _, c := range []struct{ name, query, media, body, want string }{
		{"nothing", "", mediaJSON, "", "body"},
		{"blanks", "", mediaJSON, " \n", "body"},
		{"no JSON", "", mediaJSON, "lat=1", "body"},
		{"cut", "", mediaJSON, `{"points":[{"lat":42.5`, "body"},
		{"no UTF-8", "", mediaJSON, "{\"id\":\"\xff\"}", "body"},
		{"two texts", "", mediaJSON, points(`{"lat":42.5,"lon":1.5}`) + "{}", "body"},
		{"an array", "", mediaJSON, `[1,2]`, "body"},
		{"null", "", mediaJSON, `null`, "body"},
		{"no points", "", mediaJSON, `{"path":[]}`, "points"},
		{"points null", "", mediaJSON, `{"points":null}`, "points points"},
		{"points object", "", mediaJSON, `{"points":{"lat":1}}`, "points points"},
		{"one point", "", mediaJSON, `{"points":[{"lat":42.5,"lon":1.5}]}`, "points"},
		{"points twice", "", mediaJSON, `{"points":[],"points":[]}`, "points points"},
		{"a number", "", mediaJSON, points(`7`), "points[0]"},
		{"an array for a point", "", mediaJSON, points(`[42.5,1.5]`), "points[0]"},
		{"lat missing", "", mediaJSON, points(`{"latitude":42.5,"lon":1.5}`), "points[0].lat"},
		{"both missing", "", mediaJSON, points(`{}`), "points[0].lat points[0].lon"},
		{"lat text", "", mediaJSON, points(`{"lat":"42.5","lon":1.5}`), "points[0].lat"},
		{"lat null", "", mediaJSON, points(`{"lat":null,"lon":1.5}`), "points[0].lat"},
		{"lat array", "", mediaJSON, points(`{"lat":[42.5],"lon":1.5}`), "points[0].lat"},
		{"lat twice", "", mediaJSON, points(`{"lat":42.5,"lat":42.5,"lon":1.5}`), "points[0].lat"},
		{"out of range", "", mediaJSON, points(`{"lat":90.1,"lon":-181}`), "points[0].lat points[0].lon"},
		{"infinite", "", mediaJSON, points(`{"lat":1e400,"lon":1.5}`), "points[0].lat"},
		{"time of day", "", mediaJSON, points(`{"lat":42.5,"lon":1.5,"time":"08:00"}`), "points[0].time"},
		{"milliseconds", "", mediaJSON, points(`{"lat":42.5,"lon":1.5,"time":1764115200000}`), "points[0].time"},
		{"year 10000", "", mediaJSON, points(`{"lat":42.5,"lon":1.5,"time":"9999-12-31T23:59:59-12:00"}`), "points[0].time"},
		{"time object", "", mediaJSON, points(`{"lat":42.5,"lon":1.5,"time":{"s":1}}`), "points[0].time"},
		{"negative accuracy", "", mediaJSON, points(`{"lat":42.5,"lon":1.5,"accuracy_m":-1}`), "points[0].accuracy_m"},
		{"heading text", "", mediaJSON, points(`{"lat":42.5,"lon":1.5,"heading":"N"}`), "points[0].heading"},
		{"heading range", "", mediaJSON, points(`{"lat":42.5,"lon":1.5,"heading":361}`), "points[0].heading"},
		{"negative speed", "", mediaJSON, points(`{"lat":42.5,"lon":1.5,"speed_mps":-0.1}`), "points[0].speed_mps"},
		{"profile", "", mediaJSON, `{"profile":"tank","points":[]}`, "profile points"},
		{"profile null", "", mediaJSON, `{"profile":null,"points":[]}`, "profile points"},
		{"profile twice", "?profile=car", mediaJSON, `{"profile":"car","points":[{"lat":42.5,"lon":1.5},{"lat":42.5,"lon":1.5}]}`, "profile"},
		{"id", "", mediaJSON, `{"id":1.5,"points":[{"lat":42.5,"lon":1.5},{"lat":42.5,"lon":1.5}]}`, "id"},
		{"long id", "", mediaJSON, `{"id":"` + strings.Repeat("đ", 201) + `","points":[{"lat":42.5,"lon":1.5},{"lat":42.5,"lon":1.5}]}`, "id"},
		{"deep", "", mediaJSON, `{"x":` + strings.Repeat("[", 100) + strings.Repeat("]", 100) + "}", "body"},
		{"query and body", "?profile=tank&strict=1", mediaJSON, points(`{}`), "strict profile points[0].lat points[0].lon"},
		{"repeated", "?profile=car&profile=car", mediaJSON, `{"points":[{"lat":42.5,"lon":1.5},{"lat":42.5,"lon":1.5}]}`, "profile"},
		{"no GPX", "", mediaGPX, "lat,lon\n1,2\n", "body"},
		{"empty GPX", "", mediaGPX, "", "body"},
		{"JSON as GPX", "", mediaGPX, points(`{"lat":42.5,"lon":1.5}`), "body"},
		{"GPX of one point", "", mediaGPX, `<gpx><trk><trkseg><trkpt lat="42.5" lon="1.5"/></trkseg></trk></gpx>`, "body"},
		{"two trips", "", mediaCSV, "trip,lat,lon\na,42.5,1.5\na,42.5,1.5\nb,42.5,1.5\n", "body"},
		{"no columns", "", mediaCSV, "a;b\nc;d\n", "body"},
		{"many cells", "", mediaCSV, "lat,lon" + strings.Repeat(",", 1000) + "\n" + strings.Repeat("42.5,1.5"+strings.Repeat(",", 1000)+"\n", 2), "body"},
		{"strict", "?strict=true", mediaCSV, "lat,lon\n42.5,1.5\n42.5,east\n" + strings.Repeat("42.5,1.5\n", 20), "body"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := postTrip(t, s, c.query, c.media, c.body); got.status != 400 || got.fields() != c.want {
				t.Errorf("%d %s, want 400 with %s", got.status, got.body, c.want)
			}
		})
	}
	cells := strings.Repeat(",", 999)
	if got := postTrip(t, s, "", mediaCSV, "lat,lon"+cells+"\n42.503683,1.514522"+cells+"\n42.505012,1.516498"+cells+"\n"); got.status != 200 {
		t.Errorf("1,001 cells: %d %s", got.status, got.body)
	}
	if got := postTrip(t, s, "?strict=true", mediaCSV, "lat,lon\n42.5,1.5\n42.5,east\n"); !strings.Contains(string(got.body), "line 3") {
		t.Errorf("the place of the fault is missing: %s", got.body)
	}
	if got := postTrip(t, s, "", mediaJSON, points(`{"lat":42.5,"lon":1.5}`), header("Accept", "text/html, application/json;q=0")); got.fields() != "accept" {
		t.Errorf("%d %s", got.status, got.body)
	}
}

// TestMatchTripLimits checks the limits of a trip from both sides.
func TestMatchTripLimits(t *testing.T) {
	s := startServer(t, func(o *Options) { o.Engine = embedded(t) })
	const point = `{"lat":42.503683,"lon":1.514522}`
	many := func(n int) string { return `{"points":[` + strings.Repeat(point+",", n-1) + point + "]}" }
	if got := postTrip(t, s, "", mediaJSON, many(maxTripPoints)); got.status != 200 {
		t.Errorf("%d points: %d %.300s", maxTripPoints, got.status, got.body)
	}
	if got := postTrip(t, s, "", mediaJSON, many(maxTripPoints+1)); got.status != 400 || got.fields() != "points" {
		t.Errorf("a point more: %d %.300s", got.status, got.body)
	}
	if got := postTrip(t, s, "", mediaCSV, "lat,lon\n"+strings.Repeat("42.503683,1.514522\n", maxTripPoints+1)); got.status != 400 || got.fields() != "body" {
		t.Errorf("a row more: %d %.300s", got.status, got.body)
	}
	faulty := `{"points":[` + strings.Repeat("{},", maxTripPoints-1) + "{}]}"
	if got := postTrip(t, s, "", mediaJSON, faulty); got.status != 400 || strings.Count(got.fields(), " ") != maxFaults || !strings.HasSuffix(got.fields(), " points") {
		t.Errorf("faulty points: %d, %d fields", got.status, strings.Count(got.fields(), " ")+1)
	}
	blank := strings.Repeat(" ", maxTripBody-len(many(2)))
	if got := postTrip(t, s, "", mediaJSON, many(2)+blank); got.status != 200 {
		t.Errorf("16 MiB: %d %.300s", got.status, got.body)
	}
	chunked := func(r *http.Request) { r.ContentLength = -1; r.GetBody = nil }
	for name, edits := range map[string][]edit{"declared": nil, "chunked": {chunked}} {
		if got := postTrip(t, s, "", mediaJSON, many(2)+blank+" ", edits...); got.status != 413 {
			t.Errorf("16 MiB and a byte, %s: %d %.300s", name, got.status, got.body)
		}
	}
	for _, media := range []string{"text/plain", "application/xml", "application/json; charset=latin1", ""} {
		if got := postTrip(t, s, "", media, many(2)); got.status != 415 {
			t.Errorf("%q: %d", media, got.status)
		}
	}
	if got := postTrip(t, s, "", mediaJSON, many(2), header("Content-Encoding", "gzip")); got.status != 415 {
		t.Errorf("compressed: %d", got.status)
	}
	shutDown(t, s) // so that every request has ended
	if s.answers.total != 0 || len(s.answers.clients) != 0 || s.bodies.total != 0 {
		t.Errorf("%d and %d bytes are still counted", s.answers.total, s.bodies.total)
	}
}

// TestMatchTripWithoutMatch checks the answers to trips that no road explains, and to those
// that come when the server cannot match.
func TestMatchTripWithoutMatch(t *testing.T) {
	e := embedded(t)
	s := startServer(t, func(o *Options) { o.Engine = e })
	saigon := `{"points":[{"lat":10.7769,"lon":106.7009},{"lat":10.7775,"lon":106.7015},{"lat":10.778,"lon":106.702}]}`
	if got := postTrip(t, s, "", mediaJSON, saigon, header("Accept", mediaGPX)); got.status != 422 || got.errorCode() != "UNPROCESSABLE_ENTITY" {
		t.Errorf("off the map: %d %s", got.status, got.body)
	}
	s.answers.take("other", maxBodiesPerClient)
	s.answers.total = maxBodies
	if got := postTrip(t, s, "", mediaJSON, saigon); got.status != 503 || got.header.Get("Retry-After") == "" {
		t.Errorf("without memory: %d %s", got.status, got.body)
	}
	s.answers.total = maxBodiesPerClient
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	for media, body := range map[string]string{mediaJSON: saigon, mediaCSV: "lat,lon\n1,2\n3,4\n"} {
		if got := postTrip(t, s, "", media, body); got.status != 503 {
			t.Errorf("%s without a map: %d %s", media, got.status, got.body)
		}
	}
}

// TestAccepted checks the choice among media types.
func TestAccepted(t *testing.T) {
	for accept, want := range map[string]string{
		"":                                    mediaJSON,
		"*/*":                                 mediaJSON,
		"application/*":                       mediaJSON,
		"Application/GPX+XML":                 mediaGPX,
		"text/html, application/geo+json":     mediaGeoJSON,
		"application/geo+json;q=0.5, */*;q=1": mediaJSON,
		"application/json;q=0, */*":           mediaGeoJSON,
		"application/json; q=0.1, application/gpx+xml;version=1.1;q=0.2": mediaGPX,
		"*/*;q=0":   "",
		"text/html": "",
		"application/gpx+xml;q=x, application/geo+json;q=0.001": mediaGeoJSON,
	} {
		var f faults
		if got := accepted(http.Header{"Accept": {accept}}, tripAnswers, &f); got != want || (want == "") != (len(f) == 1) {
			t.Errorf("%q: %q with %d faults, want %q", accept, got, len(f), want)
		}
	}
}

// TestGPXAnswerIsValid reads the licence from the metadata of a GPX answer.
func TestGPXAnswerIsValid(t *testing.T) {
	s := startServer(t, func(o *Options) { o.Engine = embedded(t) })
	got := postTrip(t, s, "", mediaGPX, sampleTrips(t)["city.gpx"], header("Accept", mediaGPX))
	var document struct {
		Author struct {
			Text string `xml:"author,attr"`
		} `xml:"metadata>copyright"`
	}
	if err := xml.Unmarshal(got.body, &document); err != nil || document.Author.Text != DefaultLicence {
		t.Errorf("%v, licence %q", err, document.Author.Text)
	}
}

// TestMatchTripRefusesPackedFiles checks that a file that is compressed without a
// Content-Encoding is refused, because the limits are for the length of the body.
func TestMatchTripRefusesPackedFiles(t *testing.T) {
	s := startServer(t, func(o *Options) { o.Engine = embedded(t) })
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, err := io.WriteString(z, "lat,lon\n42.503683,1.514522\n42.505012,1.516498\n")
	if err := errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	for _, media := range []string{mediaCSV, mediaGPX} {
		if got := postTrip(t, s, "", media, packed.String()); got.status != http.StatusUnsupportedMediaType {
			t.Errorf("%s: %d %s", media, got.status, got.body)
		}
	}
}
