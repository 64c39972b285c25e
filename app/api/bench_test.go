// SPDX-License-Identifier: MIT

package api

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// discard is a ResponseWriter that discards everything.
type discard struct{ header http.Header }

func (d discard) Header() http.Header         { return d.header }
func (d discard) Write(b []byte) (int, error) { return len(b), nil }
func (d discard) WriteHeader(int)             {}

// BenchmarkSnapRequest measures a request of 100 points from its header to its
// last byte without the matcher: the engine returns a prepared answer.
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

// benchGet measures a request over loopback on a persistent connection. It also
// reports the time to the first byte of the body and the speed of the body before
// compression.
func benchGet(b *testing.B, s *Server, target string, edits ...edit) {
	b.Helper()
	plain := getUnits(b, s, target, header("Accept-Encoding", "identity"))
	r, err := http.NewRequestWithContext(b.Context(), http.MethodGet, s.URL()+"/api/admin-unit/"+target, nil)
	if err != nil {
		b.Fatal(err)
	}
	r.Header.Set("app-version", appVersion)
	for _, e := range edits {
		e(r)
	}
	var first time.Duration
	piece := make([]byte, 256<<10)
	b.SetBytes(int64(len(plain.body)))
	b.ReportAllocs()
	sent := 0
	for b.Loop() {
		start := time.Now()
		response, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			b.Fatal(err)
		}
		sent = 0
		for err == nil {
			var n int
			if n, err = response.Body.Read(piece); sent == 0 {
				first = max(first, time.Since(start))
			}
			sent += n
		}
		response.Body.Close()
	}
	b.ReportMetric(float64(first.Microseconds())/1000, "ms-first-byte-max")
	b.ReportMetric(float64(sent), "B-sent")
}

// BenchmarkGeometry measures answers with the real boundaries.
func BenchmarkGeometry(b *testing.B) {
	s := startServer(b, withRealWards(b))
	for _, c := range []struct{ name, target string }{
		{"province", "wards?size=5000&prov_code=68&fields=geom&geom_level=street"},
		{"country", "provinces?include_geom=true&geom_level=country"},
		{"ward", "wards/26740?include_geom=true"},
		{"names", "wards?size=5000"},
	} {
		for _, coding := range []string{"identity", "gzip"} {
			b.Run(c.name+"/"+coding, func(b *testing.B) { benchGet(b, s, c.target, header("Accept-Encoding", coding)) })
		}
	}
}

// BenchmarkNotModified measures a request whose answer the client has cached.
func BenchmarkNotModified(b *testing.B) {
	s := startServer(b, withLand(b, 40))
	for _, target := range []string{"wards/10000?include_geom=true", bigTarget, "search?q=ba+dinh"} {
		tag := getUnits(b, s, target).header.Get("ETag")
		b.Run(target, func(b *testing.B) { benchGet(b, s, target, header("If-None-Match", tag)) })
	}
}

// BenchmarkGeometryAlone measures the encoding of geometry without the network.
func BenchmarkGeometryAlone(b *testing.B) {
	s := newServer(b, withLand(b, 400))
	for _, coding := range []string{"identity", "gzip"} {
		b.Run(coding, func(b *testing.B) {
			r := httptest.NewRequest(http.MethodGet, "http://localhost/api/admin-unit/"+bigTarget, nil)
			r.Header.Set("app-version", appVersion)
			r.Header.Set("X-API-Key", testKey)
			recorder := httptest.NewRecorder()
			s.ServeHTTP(recorder, r)
			b.SetBytes(int64(recorder.Body.Len()))
			r.Header.Set("Accept-Encoding", coding)
			w := discard{http.Header{}}
			b.ReportAllocs()
			for b.Loop() {
				clear(w.header)
				s.ServeHTTP(w, r)
			}
		})
	}
}
