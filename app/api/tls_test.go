// SPDX-License-Identifier: MIT

package api

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"roadsnap/engine/units"
)

// unixClient returns a client that connects to the Unix socket at path, whatever it asks for.
func unixClient(path string) *http.Client {
	return &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", path)
	}}}
}

// TestTLS holds that a server with a certificate speaks TLS only, and HTTP/1.1 over it.
func TestTLS(t *testing.T) {
	lender := httptest.NewTLSServer(nil)
	defer lender.Close()
	s := startServer(t, func(o *Options) {
		o.TLS = &tls.Config{Certificates: lender.TLS.Certificates, NextProtos: []string{"http/1.1"}}
	})
	if !strings.HasPrefix(s.URL(), "https://127.0.0.1:") {
		t.Fatalf("URL %s", s.URL())
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL()+"/readyz", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Origin", s.URL()) // of its own pages
	response, err := lender.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK || response.TLS == nil || response.ProtoMajor != 1 {
		t.Errorf("%s %s", response.Proto, response.Status)
	}
	plain, err := http.Get(strings.Replace(s.URL(), "https", "http", 1) + "/readyz")
	if err == nil {
		defer plain.Body.Close()
		if plain.StatusCode == http.StatusOK {
			t.Error("answers without encryption")
		}
	}
	if _, err := tls.Dial("tcp", s.Addr(), &tls.Config{InsecureSkipVerify: true, MaxVersion: tls.VersionTLS11}); err == nil {
		t.Error("TLS 1.1 is accepted")
	}
}

// TestFaultWhileStreamingOverTLS checks that a client of HTTP/1.0 does not take the part of an
// answer for the whole: TLS says when a connection ends as it should.
func TestFaultWhileStreamingOverTLS(t *testing.T) {
	lender := httptest.NewTLSServer(nil)
	defer lender.Close()
	seen := make(chan RequestInfo, 1)
	var log strings.Builder
	s := startServer(t, withLand(t, 4), watch(seen, &log), func(o *Options) {
		o.TLS = &tls.Config{Certificates: lender.TLS.Certificates}
	})
	path := serveContent(t, func(out *stream, _ *units.Atlas) error {
		return errors.Join(pieces(out, 100), errors.New("the cause"))
	})
	c, err := tls.Dial("tcp", s.Addr(), &tls.Config{InsecureSkipVerify: true})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := fmt.Fprintf(c, "GET %s HTTP/1.0\r\nHost: %s\r\napp-version: 1.1\r\n\r\n", path, s.Addr()); err != nil {
		t.Fatal(err)
	}
	if body, err := io.ReadAll(c); err == nil {
		t.Errorf("the client accepts %d bytes as the whole answer", len(body))
	}
	if info := <-seen; info.Status != http.StatusInternalServerError {
		t.Errorf("observed %+v", info)
	}
}
