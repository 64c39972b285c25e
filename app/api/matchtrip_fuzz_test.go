// SPDX-License-Identifier: MIT

package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"roadsnap/engine/trace"
)

var tripField = regexp.MustCompile(`^(body|id|profile|corrections(\[\d+\](\.[a-z_]+)?)?|points|points\[\d+\](\.(lat|lon|time|accuracy_m|heading|speed_mps))?)$`)

// FuzzTripRequest checks decodeTrip against encoding/json.
func FuzzTripRequest(f *testing.F) {
	for _, s := range []string{
		`{"points":[{"lat":42.5,"lon":1.5},{"lat":42.6,"lon":1.6}]}`,
		`{"id":"a","profile":"car","points":[{"lat":42.5,"lon":1.5,"time":"2026-11-26T08:00:00Z","accuracy_m":5,"heading":-90,"speed_mps":3},{"lat":1,"lon":1,"time":1e9,"accuracy_m":null}]}`,
		`{"id":7,"x":{"points":[]},"points":[{"lat":1,"lon":2,"y":[[]]},{"lat":-0,"lon":0e1}]} `,
		`{"points":[{"lat":1,"lat":2,"lon":3},[],null]}`, `{"points":{}}`, `{"corrections":[{"op":"pin","index":0,"lat":1,"lon":2},{"op":"x"},{"op":"via","op":1},[],{"op":"forbid","way_id":[]}],"points":[]}`, `[`, `{"points"`, "\xff", `{"id":"\ud800"}`, `{"a":1}{}`, `{"points":[1,2],}`, "",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, body string) {
		var faulty faults
		got, err := decodeTrip(t.Context(), []byte(body), &faulty)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range faulty {
			if !tripField.MatchString(e.field) {
				t.Errorf("%q: fault in %q", body, e.field)
			}
		}
		if !json.Valid([]byte(body)) || !utf8.ValidString(body) {
			if len(faulty) == 0 {
				t.Errorf("%q is accepted", body)
			}
			return
		}
		if len(faulty) > 0 {
			return
		}
		var want struct {
			ID     json.RawMessage
			Points []struct {
				Lat, Lon *float64
				Heading  *float64
				Speed    *float64 `json:"speed_mps"`
				Accuracy *float64 `json:"accuracy_m"`
			}
		}
		if strings.Contains(strings.ToLower(body), "\\u") || strings.ToLower(body) != body {
			return // encoding/json ignores the case of names
		}
		if err := json.Unmarshal([]byte(body), &want); err != nil {
			t.Fatalf("%q: %v", body, err)
		}
		if len(got.trip.Observations) != len(want.Points) {
			t.Fatalf("%q: %d points, want %d", body, len(got.trip.Observations), len(want.Points))
		}
		for i, o := range got.trip.Observations {
			w := want.Points[i]
			if !o.Valid() || o.Lat != *w.Lat || o.Lon != *w.Lon || o.HasHeading != (w.Heading != nil) || o.HasSpeed != (w.Speed != nil) || w.Accuracy != nil && o.Accuracy != *w.Accuracy {
				t.Errorf("%q: point %d is %+v", body, i, o)
			}
		}
		if id := strings.TrimSpace(string(want.ID)); id != "" && (got.id == "" || !json.Valid([]byte(got.id))) {
			t.Errorf("%q: id %q", body, got.id)
		}
	})
}

// TestTripRequestEnds checks that decoding ends with the error of the context.
func TestTripRequestEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var f faults
	if _, err := decodeTrip(ctx, []byte(goodBody), &f); !errors.Is(err, context.Canceled) || len(f) > 0 {
		t.Errorf("%v, faults %v", err, f)
	}
}

// FuzzTripFile checks that a file gives a trip with enough points, or one fault, and that
// a compressed file is refused.
func FuzzTripFile(f *testing.F) {
	for _, s := range []string{
		`<gpx><trk><trkseg><trkpt lat="42.5" lon="1.5"/><trkpt lat="42.6" lon="1.5"><time>2026-11-26T08:00:00Z</time></trkpt></trkseg></trk></gpx>`,
		"lat,lon\n42.5,1.5\n42.6,1.6\n", "trip;lat;lon\na;1,5;2\nb;1,5;2\n", "<gpx>", "\x1f\x8b", "",
	} {
		f.Add(true, s)
		f.Add(false, s)
	}
	s := newServer(f, func(o *Options) { o.Engine = embedded(f) })
	f.Fuzz(func(t *testing.T, gpx bool, body string) {
		format := trace.CSV
		if gpx {
			format = trace.GPX
		}
		var faulty faults
		trip, err := s.tripFile(t.Context(), format, false, []byte(body), &faulty)
		switch {
		case strings.HasPrefix(body, "\x1f\x8b"): // compressed
			if f := failureOf(err, ""); f.status != http.StatusUnsupportedMediaType || len(faulty) > 0 {
				t.Errorf("%q: %v, faults %v", body, err, faulty)
			}
		case err != nil:
			t.Errorf("%q: %v", body, err)
		case len(faulty) > 1 || len(faulty) == 1 && (faulty[0].field != "body" || faulty[0].message == ""):
			t.Errorf("%q: faults %v", body, faulty)
		case len(faulty) == 0 && (len(trip.Observations) < minTripPoints || len(trip.Observations) > maxTripPoints):
			t.Errorf("%q: %d points", body, len(trip.Observations))
		}
	})
}
