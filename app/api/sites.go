// SPDX-License-Identifier: MIT

package api

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
)

// sites decides which hosts and web origins may use the server.
//
// A web page cannot read an answer from another origin, unless its owner points
// the page's own name at 127.0.0.1 after the page was loaded (DNS rebinding). The
// Host header then still contains that name, so only known names are served.
type sites struct {
	hosts   map[string]bool // configured, "name" or "name:port", lower case
	origins map[string]bool // configured, canonical
	anyIP   bool            // whether Host may be any IP address
}

func newSites(hosts, origins []string) (*sites, error) {
	s := &sites{hosts: make(map[string]bool), origins: make(map[string]bool)}
	for _, h := range hosts {
		name, port := splitHost(h)
		if name == "" || strings.ContainsAny(name, "/*@ ") || port != "" && !isDigits(port) {
			return nil, fmt.Errorf("%w: allowed host %q: use a name or an address, such as maps.example.org", ErrOptions, h)
		}
		s.hosts[joinHost(name, port)] = true
	}
	for _, o := range origins {
		origin, ok := canonicalOrigin(o)
		if !ok {
			return nil, fmt.Errorf("%w: allowed origin %q: use scheme and host, such as https://fleet.example.org", ErrOptions, o)
		}
		s.origins[origin] = true
	}
	return s, nil
}

// listenOn sets the host that the server listens on, and whether it is reachable
// beyond this machine. If it is, clients may use any IP address: a machine has
// several, and does not know all of them behind a port mapping. Rebinding needs a
// name, so addresses are safe.
func (s *sites) listenOn(host string, exposed bool) {
	s.anyIP = exposed
	name, _ := splitHost(host)
	if _, err := netip.ParseAddr(name); err != nil && name != "" {
		s.hosts[name] = true
	}
}

// check refuses a request whose Host or Origin is not allowed.
func (s *sites) check(r *http.Request) error {
	if !s.hostAllowed(r.Host) {
		name, _ := splitHost(clip(r.Host, 256))
		return &failure{
			status: http.StatusForbidden, cause: fmt.Errorf("give --allow-host %s", name),
			message: fmt.Sprintf("the name %q in the Host header is not allowed; the operator of the server can allow it", name),
		}
	}
	origins := r.Header["Origin"]
	if len(origins) > 1 || len(origins) == 1 && !s.originAllowed(origins[0], r.Host) {
		return &failure{
			status: http.StatusForbidden, cause: fmt.Errorf("give --allow-origin %s", clip(strings.Join(origins, " "), 256)),
			message: "pages of this Origin may not call the server; the operator of the server can allow it",
		}
	}
	return nil
}

func (s *sites) hostAllowed(host string) bool {
	name, port := splitHost(host)
	if isLoopbackName(name) || s.hosts[name] || s.hosts[joinHost(name, port)] {
		return true
	}
	ip, err := netip.ParseAddr(name)
	return err == nil && s.anyIP && !ip.IsUnspecified() && ip.Zone() == ""
}

// originAllowed reports whether pages of origin may call the server at host:
// pages of the server itself, also under another name of loopback, and those of
// configured origins.
func (s *sites) originAllowed(origin, host string) bool {
	canonical, ok := canonicalOrigin(origin)
	if !ok {
		return false
	}
	if s.origins[canonical] {
		return true
	}
	scheme, from, _ := strings.Cut(canonical, "://")
	fromName, fromPort := splitHost(from)
	ownName, ownPort := splitHost(host)
	if ownPort == defaultPort(scheme) {
		ownPort = ""
	}
	return fromPort == ownPort && (fromName == ownName || isLoopbackName(fromName) && isLoopbackName(ownName))
}

// markCORS allows pages of the configured origins to read the answer, including
// errors.
func (s *sites) markCORS(h http.Header, r *http.Request) {
	if len(s.origins) == 0 {
		return
	}
	h.Add("Vary", "Origin") // for caches in between
	origins := r.Header["Origin"]
	if len(origins) != 1 {
		return
	}
	if canonical, ok := canonicalOrigin(origins[0]); ok && s.origins[canonical] {
		h.Set("Access-Control-Allow-Origin", origins[0])
		h.Set("Access-Control-Expose-Headers", "ETag, X-Request-Id, Retry-After")
	}
}

// isPreflight reports whether r is a CORS preflight request (Fetch Standard). Any
// other OPTIONS is treated like other unsupported methods.
func isPreflight(r *http.Request) bool {
	return r.Method == http.MethodOptions && r.Header.Get("Origin") != "" &&
		r.Header.Get("Access-Control-Request-Method") != ""
}

// markPreflight sets the headers with the requests that pages of an allowed
// origin may make. They have no effect without those of markCORS, and the
// server's own pages send no preflight.
func (r *route) markPreflight(h http.Header) {
	h.Set("Access-Control-Allow-Methods", r.allow)
	h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, If-None-Match, X-API-Key, X-Request-Id, app-version, traceparent, tracestate")
	h.Set("Access-Control-Max-Age", "600")
}

// canonicalOrigin returns scheme://host[:port] in lower case without a default
// port. ok is false if origin is not that of a web page, such as "null".
func canonicalOrigin(origin string) (canonical string, ok bool) {
	u, err := url.Parse(origin)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.User != nil ||
		u.RawQuery != "" || u.Fragment != "" || strings.Trim(u.Path, "/") != "" {
		return "", false
	}
	name, port := splitHost(u.Host)
	if name == "" || strings.Contains(name, "*") {
		return "", false
	}
	if port == defaultPort(u.Scheme) {
		port = ""
	}
	return u.Scheme + "://" + joinHost(name, port), true
}

func defaultPort(scheme string) string {
	if scheme == "https" {
		return "443"
	}
	return "80"
}

// splitHost splits "name", "name:port", "[::1]" or "[::1]:port". The name is
// returned in lower case and without a trailing dot.
func splitHost(host string) (name, port string) {
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		name, port = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]"), ""
	}
	return strings.TrimSuffix(strings.ToLower(name), "."), port
}

// joinHost is the inverse of splitHost.
func joinHost(name, port string) string {
	if port == "" {
		return name
	}
	return net.JoinHostPort(name, port)
}

func isLoopbackName(name string) bool {
	if name == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(name)
	return err == nil && ip.Unmap().IsLoopback()
}
