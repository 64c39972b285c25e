// SPDX-License-Identifier: MIT

package download

import (
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"testing"
)

func TestParseProxy(t *testing.T) {
	for text, want := range map[string]string{
		"proxy.example.com:3128":          "http://proxy.example.com:3128",
		" http://10.0.0.1:8080 ":          "http://10.0.0.1:8080",
		"socks5://user:word@[::1]:1080":   "socks5://user:word@[::1]:1080",
		"":                                "",
		"http://":                         "",
		"ftp://proxy.example.com":         "",
		"no proxy":                        "",
		"https://proxy.example.com:99:99": "",
	} {
		got, err := ParseProxy(text)
		if want == "" {
			if !errors.Is(err, ErrProxy) {
				t.Errorf("%q: %v, %v", text, got, err)
			}
		} else if err != nil || got.String() != want {
			t.Errorf("%q: %v, %v, want %s", text, got, err, want)
		}
	}
}

// TestScutilProxy reads what macOS prints.
func TestScutilProxy(t *testing.T) {
	const settings = `<dictionary> {
  ExceptionsList : <array> {
    0 : *.local
    1 : 169.254/16
  }
  FTPPassive : 1
  HTTPEnable : 0
  HTTPSEnable : 1
  HTTPSPort : 8080
  HTTPSProxy : proxy.example.com
  SOCKSEnable : 0
}
`
	const socks = `<dictionary> {
  SOCKSEnable : 1
  SOCKSPort : 1080
  SOCKSProxy : 10.0.0.1
}
`
	for _, c := range []struct{ settings, address, want string }{
		{settings, "https://download.geofabrik.de/a", "http://proxy.example.com:8080"},
		{settings, "https://nas.local/a", ""},
		{socks, "https://download.geofabrik.de/a", "socks5://10.0.0.1:1080"},
		{"<dictionary> {\n}\n", "https://download.geofabrik.de/a", ""},
	} {
		u, err := url.Parse(c.address)
		if err != nil {
			t.Fatal(err)
		}
		got, err := scutilProxy(c.settings).ProxyFunc()(u)
		text := ""
		if got != nil {
			text = got.String()
		}
		if err != nil || text != c.want {
			t.Errorf("%s goes over %q, %v, want %q", c.address, text, err, c.want)
		}
	}
}

// TestProxyIsUsed fetches a file through a proxy that connects to the server.
func TestProxyIsUsed(t *testing.T) {
	s := newServer(t, content(1000, 8))
	tunnels := 0
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodConnect {
			t.Errorf("the proxy is asked to %s", r.Method)
			return
		}
		tunnels++
		there, err := net.Dial("tcp", r.Host)
		if err != nil {
			t.Error(err)
			return
		}
		defer there.Close()
		here, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer here.Close()
		if _, err := io.WriteString(here, "HTTP/1.1 200 OK\r\n\r\n"); err != nil {
			t.Error(err)
		}
		go func() { _, _ = io.Copy(there, here) }()
		_, _ = io.Copy(here, there)
	}))
	defer proxy.Close()
	address, err := ParseProxy(proxy.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	c := &Client{Proxy: address, TLS: s.Client().Transport.(*http.Transport).TLSClientConfig}
	r := Request{URLs: []string{s.URL + "/vietnam-latest.osm.pbf"}, MD5Suffix: ".md5", Path: filepath.Join(t.TempDir(), "f")}
	if got, err := c.Fetch(t.Context(), r); err != nil || got.Size != 1000 || tunnels == 0 {
		t.Errorf("%+v, %v, %d tunnels", got, err, tunnels)
	}
}

// TestUnknownCertificate ends at once, because no other attempt would help, and turns to
// another server first.
func TestUnknownCertificate(t *testing.T) {
	s := newServer(t, content(1000, 8))
	s.Config.ErrorLog = log.New(io.Discard, "", 0) // of failed handshakes
	pauses := 0
	r := Request{
		URLs: []string{s.URL + "/vietnam-latest.osm.pbf"}, MD5Suffix: ".md5", Path: filepath.Join(t.TempDir(), "f"),
		Progress: func(Progress) { pauses++ },
	}
	if _, err := (&Client{}).Fetch(t.Context(), r); !errors.Is(err, ErrCertificate) || pauses > 0 {
		t.Errorf("%v after %d pauses", err, pauses)
	}
}
