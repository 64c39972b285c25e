// SPDX-License-Identifier: MIT

package api

import (
	"net/http"
	"net/netip"
	"path/filepath"
	"testing"

	"roadsnap/app/listen"
)

// TestClientBehindProxies holds that only proxies which the operator trusts can name a
// client, and that a client cannot take the address of another.
func TestClientBehindProxies(t *testing.T) {
	s := newServer(t, func(o *Options) {
		o.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("10.1.0.0/16"), netip.MustParsePrefix("2001:db8:1::/48")}
	})
	for _, c := range []struct {
		name, remote string
		forwarded    []string
		want         string
	}{
		{"no proxy", "192.0.2.1:5", nil, "192.0.2.1:5"},
		{"a stranger's header", "192.0.2.1:5", []string{"198.51.100.7"}, "192.0.2.1:5"},
		{"one proxy", "127.0.0.1:5", []string{"198.51.100.7"}, "198.51.100.7:0"},
		{"two proxies", "127.0.0.1:5", []string{"198.51.100.7, 10.1.2.3"}, "198.51.100.7:0"},
		{"two headers", "127.0.0.1:5", []string{"198.51.100.7", "10.1.2.3"}, "198.51.100.7:0"},
		{"a forged first entry", "127.0.0.1:5", []string{"203.0.113.9, 198.51.100.7"}, "198.51.100.7:0"},
		{"a forged trusted entry", "127.0.0.1:5", []string{"10.1.9.9, 198.51.100.7"}, "198.51.100.7:0"},
		{"all are proxies", "127.0.0.1:5", []string{"10.1.2.3"}, "10.1.2.3:0"},
		{"no header", "127.0.0.1:5", nil, "127.0.0.1:0"},
		{"malformed", "127.0.0.1:5", []string{"unknown"}, "127.0.0.1:0"},
		{"malformed before a proxy", "127.0.0.1:5", []string{"198.51.100.7, _hidden, 10.1.2.3"}, "10.1.2.3:0"},
		{"with a port", "127.0.0.1:5", []string{"198.51.100.7:4711"}, "198.51.100.7:0"},
		{"IPv6", "[2001:db8:1::5]:5", []string{"2001:db8:2::1"}, "[2001:db8:2::1]:0"},
		{"IPv6 with a port", "127.0.0.1:5", []string{"[2001:db8:2::1]:4711"}, "[2001:db8:2::1]:0"},
		{"IPv4 in IPv6", "[::ffff:127.0.0.1]:5", []string{"::ffff:198.51.100.7"}, "198.51.100.7:0"},
		{"a Unix socket", "@", []string{"198.51.100.7"}, "198.51.100.7:0"},
		{"a Unix socket without a header", "@", nil, "@"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := &http.Request{RemoteAddr: c.remote, Header: http.Header{"X-Forwarded-For": c.forwarded}}
			if got := s.clientBehind(r); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
	off := newServer(t)
	if got := off.clientBehind(&http.Request{RemoteAddr: "127.0.0.1:5", Header: http.Header{"X-Forwarded-For": {"198.51.100.7"}}}); got != "127.0.0.1:5" {
		t.Errorf("without trusted proxies: %s", got)
	}
}

// TestUnitsNeedAKeyBehindAProxy holds that requests through a proxy on this machine are not
// taken for those of this machine, whether the proxy is trusted or nobody thought of it.
func TestUnitsNeedAKeyBehindAProxy(t *testing.T) {
	s := startServer(t)
	if got := getUnits(t, s, "provinces/01"); got.status != http.StatusOK {
		t.Fatalf("on this machine: %d", got.status)
	}
	for _, name := range []string{"X-Forwarded-For", "X-Real-IP", "Forwarded", "Via"} {
		if got := getUnits(t, s, "provinces/01", header(name, "1.1 proxy")); got.status != http.StatusUnauthorized {
			t.Errorf("with %s: %d", name, got.status)
		}
		if got := getUnits(t, s, "provinces/01", header(name, "1.1 proxy"), header("X-API-Key", testKey)); got.status != http.StatusOK {
			t.Errorf("with %s and a key: %d", name, got.status)
		}
	}
	trusting := startServer(t, func(o *Options) { o.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")} })
	if got := getUnits(t, trusting, "provinces/01"); got.status != http.StatusUnauthorized {
		t.Errorf("behind a trusted proxy: %d", got.status)
	}
}

// TestObserversSeeTheClientBehindAProxy holds that log and metrics name the client, not the
// proxy.
func TestObserversSeeTheClientBehindAProxy(t *testing.T) {
	m := &countingMeasures{}
	s := startServer(t, func(o *Options) {
		o.TrustedProxies, o.Measures = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}, m
	})
	getReply(t, s, "/healthz", header("X-Forwarded-For", "198.51.100.7"))
	shutDown(t, s)
	if len(m.answered) != 1 || m.answered[0].Client != "198.51.100.7" {
		t.Errorf("seen %+v", m.answered)
	}
}

// TestUnixSocket holds that a server answers on a Unix socket as it does on loopback.
func TestUnixSocket(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	listener, err := listen.Unix(path, 0o600)
	if err != nil {
		t.Skip(err)
	}
	s := newServer(t)
	if err := s.StartOn(listener); err != nil {
		t.Fatal(err)
	}
	defer shutDown(t, s)
	client := unixClient(path)
	for host, want := range map[string]int{"localhost": http.StatusOK, "evil.example": http.StatusForbidden, "192.0.2.1": http.StatusForbidden} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+host+"/api/admin-unit/provinces/01", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("app-version", "1.1")
		response, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != want {
			t.Errorf("Host %s: %s, want %d", host, response.Status, want)
		}
	}
	if s.Addr() != path || s.URL() != "" {
		t.Errorf("address %q, URL %q", s.Addr(), s.URL())
	}
	if err := newServer(t).Start(path); err == nil {
		t.Error("Start takes a path")
	}
}
