// SPDX-License-Identifier: MIT

package api

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
)

func TestAcceptsGzip(t *testing.T) {
	for _, c := range []struct {
		accept []string
		want   bool
	}{
		{nil, false},
		{[]string{""}, false},
		{[]string{"gzip"}, true},
		{[]string{"GZip"}, true},
		{[]string{"x-gzip"}, true},
		{[]string{"gzip, deflate, br, zstd"}, true},
		{[]string{"br,gzip"}, true},
		{[]string{"br", "deflate , gzip"}, true},
		{[]string{"deflate, br"}, false},
		{[]string{"gzipped"}, false},
		{[]string{"gzip;q=1"}, true},
		{[]string{"gzip;q=0.001"}, true},
		{[]string{"gzip ; Q=0.5"}, true},
		{[]string{"gzip;q=0"}, false},
		{[]string{"gzip;q=0.000"}, false},
		{[]string{"gzip; q=0"}, false},
		{[]string{"gzip;\tq=0"}, false},
		{[]string{"gzip;q=2"}, false},
		{[]string{"gzip;q="}, false},
		{[]string{"gzip;q=-1"}, false},
		{[]string{"gzip;q=nan"}, false},
		{[]string{"gzip;level=9"}, false},
		{[]string{"identity"}, false},
		{[]string{"identity, gzip"}, true},
		{[]string{"identity;q=0.5, gzip"}, true},
		{[]string{"identity, gzip;q=0.5"}, false}, // plain text is preferred
		{[]string{"identity;q=0, *"}, true},
		{[]string{"*"}, true},
		{[]string{"*;q=0"}, false},
		{[]string{"gzip;q=0, *"}, false},
		{[]string{"*, gzip;q=0"}, false},
		{[]string{"gzip, *;q=0"}, true},
		{[]string{"*;q=1", "gzip;q=0"}, false},
	} {
		h := http.Header{"Accept-Encoding": c.accept}
		if got := acceptsGzip(h); got != c.want {
			t.Errorf("%q: %v", c.accept, got)
		}
	}
}

// TestCompression checks that an answer has the same bytes with and without
// compression, whether it fits into one piece or not, and that its header
// declares the coding.
func TestCompression(t *testing.T) {
	s := startServer(t, withLand(t, 40))
	sizes := map[string]bool{}
	for _, target := range append(adminTargets, "wards?size=5000&fields=geom&geom_level=street", "wards?size=100") {
		plain := getUnits(t, s, target, header("Accept-Encoding", "identity"))
		zipped := rawReply(t, s, target, "gzip")
		wantZip := len(plain.body) >= gzipFrom
		if (zipped.header.Get("Content-Encoding") == "gzip") != wantZip || plain.header.Get("Content-Encoding") != "" {
			t.Errorf("%s: %d bytes, encodings %q and %q", target, len(plain.body), plain.header.Get("Content-Encoding"), zipped.header.Get("Content-Encoding"))
			continue
		}
		body := zipped.body
		if wantZip {
			r, err := gzip.NewReader(bytes.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			if body, err = io.ReadAll(r); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(body, plain.body) {
			t.Errorf("%s: %d bytes, compressed %d", target, len(plain.body), len(body))
		}
		length := strconv.Itoa(len(zipped.body))
		if len(zipped.body) > spillAt {
			length = "" // it was not known when the header was sent
		}
		if zipped.header.Get("Content-Length") != length {
			t.Errorf("%s: length %q, want %q", target, zipped.header.Get("Content-Length"), length)
		}
		for _, h := range []http.Header{plain.header, zipped.header} {
			if vary := strings.Join(h["Vary"], ", "); !strings.Contains(vary, "Accept-Encoding") || !strings.Contains(vary, "App-Version") {
				t.Errorf("%s: Vary %q", target, vary)
			}
		}
		sizes[strconv.FormatBool(wantZip)+length[:min(1, len(length))]] = true
	}
	if !sizes["true"] || len(sizes) < 3 {
		t.Errorf("not all kinds of answers were there: %v", sizes)
	}
}

// rawReply returns an answer as it was sent.
func rawReply(t *testing.T, s *Server, target, coding string) reply {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL()+"/api/admin-unit/"+target, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept-Encoding", coding) // set by hand, so that the transport does not decode it
	r.Header.Set("app-version", "1.1")
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return reply{status: response.StatusCode, header: response.Header, body: body}
}

// TestPlainWhenManyCompress checks that the memory of compressors is bounded, and
// that none is lost, however its answer ends.
func TestPlainWhenManyCompress(t *testing.T) {
	s := startServer(t, withLand(t, 40))
	var taken []*compressor
	for c := takeCompressor(); c != nil; c = takeCompressor() {
		taken = append(taken, c)
	}
	whole := getUnits(t, s, bigTarget, header("Accept-Encoding", "identity"))
	for _, target := range []string{bigTarget, "wards?size=100"} {
		if got := rawReply(t, s, target, "gzip"); got.status != 200 || got.header.Get("Content-Encoding") != "" || target == bigTarget && !bytes.Equal(got.body, whole.body) {
			t.Errorf("%s: %d, encoding %q, %d bytes", target, got.status, got.header.Get("Content-Encoding"), len(got.body))
		}
	}
	for _, c := range taken {
		c.release()
	}
	if len(taken) != maxCompressors {
		t.Errorf("%d at once, want %d: some were lost before", len(taken), maxCompressors)
	}
	if got := rawReply(t, s, bigTarget, "gzip"); got.header.Get("Content-Encoding") != "gzip" {
		t.Error("plain text although compressors are free")
	}
}
