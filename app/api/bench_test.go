package api

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// discard is a ResponseWriter that keeps nothing.
type discard struct{ header http.Header }

func (d discard) Header() http.Header         { return d.header }
func (d discard) Write(b []byte) (int, error) { return len(b), nil }
func (d discard) WriteHeader(int)             {}

// BenchmarkSnapRequest measures a request of 100 points from its header to its
// last byte without the matcher: an engine whose answer is ready.
func BenchmarkSnapRequest(b *testing.B) {
	path := make([]geo.Point, maxPoints)
	var array, text strings.Builder
	for i := range path {
		path[i] = geo.Point{Lat: 10.7 + float64(i)*1.234e-4, Lon: 106.6 + float64(i)*2.345e-4}
		fmt.Fprintf(&array, `,{"lat":%.6f,"lon":%.6f}`, path[i].Lat, path[i].Lon)
		fmt.Fprintf(&text, "|%.6f,%.6f", path[i].Lat, path[i].Lon)
	}
	for _, c := range []struct {
		name, method, query, body string
		interpolate               bool
	}{
		{"POST", http.MethodPost, "", `{"path":[` + array.String()[1:] + `]}`, false},
		{"POST/interpolate", http.MethodPost, "", `{"path":[` + array.String()[1:] + `],"interpolate":true}`, true},
		{"GET", http.MethodGet, "&path=" + text.String()[1:], "", false},
	} {
		b.Run(c.name, func(b *testing.B) {
			ready, err := echo(context.Background(), path, c.interpolate)
			if err != nil {
				b.Fatal(err)
			}
			s := newServer(b, withSnap(func(context.Context, []geo.Point, bool) (match.Snapped, error) { return ready, nil }))
			r := httptest.NewRequest(c.method, "http://localhost"+snapPath+"?apikey="+testKey+c.query, nil)
			r.Header.Set("Content-Type", "application/json")
			body := strings.NewReader(c.body)
			w := discard{http.Header{}}
			b.ReportAllocs()
			for b.Loop() {
				body.Reset(c.body)
				r.Body = io.NopCloser(body)
				clear(w.header)
				s.ServeHTTP(w, r)
			}
			recorder := httptest.NewRecorder()
			body.Reset(c.body)
			r.Body = io.NopCloser(body)
			if s.ServeHTTP(recorder, r); recorder.Code != http.StatusOK {
				b.Fatalf("%d %s", recorder.Code, recorder.Body)
			}
		})
	}
}
