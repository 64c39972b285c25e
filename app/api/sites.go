package api

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
)

// sites decide on behalf of whom a browser may talk to the server.
//
// A web page cannot read an answer from another origin, unless its owner points
// the page's own name at 127.0.0.1 after the page was loaded (DNS rebinding).
// Then the Host header still bears that name: so only names known to be ours
// are served.
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
			return nil, fmt.Errorf("api: %w: allowed host %q: write a name or an address, such as maps.example.org", ErrOptions, h)
		}
		s.hosts[joinHost(name, port)] = true
	}
	for _, o := range origins {
		origin, ok := canonicalOrigin(o)
		if !ok {
			return nil, fmt.Errorf("api: %w: allowed origin %q: write scheme and host, such as https://fleet.example.org", ErrOptions, o)
		}
		s.origins[origin] = true
	}
	return s, nil
}

// listenOn tells on which host the server listens, and whether others than this
// machine reach it there. If they do, they may name it by any address: a machine
// has several, and behind a port mapping does not know all of them. Rebinding
// needs a name, so addresses are no danger.
func (s *sites) listenOn(host string, exposed bool) {
	s.anyIP = exposed
	name, _ := splitHost(host)
	if _, err := netip.ParseAddr(name); err != nil && name != "" {
		s.hosts[name] = true
	}
}

// check refuses a request whose Host or Origin is not ours.
func (s *sites) check(r *http.Request) error {
	if !s.hostAllowed(r.Host) {
		return &failure{status: http.StatusForbidden, message: "the server does not go by the name in the Host header; its operator can allow it"}
	}
	origins := r.Header["Origin"]
	if len(origins) > 1 || len(origins) == 1 && !s.originAllowed(origins[0], r.Host) {
		return &failure{status: http.StatusForbidden, message: "pages of this Origin may not call the server; its operator can allow it"}
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
// our own pages, also under another name of loopback, and configured ones.
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

// markCORS lets pages of the configured origins read the answer, errors
// included.
func (s *sites) markCORS(h http.Header, r *http.Request) {
	if len(s.origins) == 0 {
		return
	}
	h.Add("Vary", "Origin") // for caches between
	origins := r.Header["Origin"]
	if len(origins) != 1 {
		return
	}
	if canonical, ok := canonicalOrigin(origins[0]); ok && s.origins[canonical] {
		h.Set("Access-Control-Allow-Origin", origins[0])
		h.Set("Access-Control-Expose-Headers", "ETag, X-Request-Id, Retry-After")
	}
}

// isPreflight reports whether r is a browser's question before a request of
// another origin (Fetch Standard, CORS-preflight request). Any other OPTIONS is
// a method like all that a path does not take.
func isPreflight(r *http.Request) bool {
	return r.Method == http.MethodOptions && r.Header.Get("Origin") != "" &&
		r.Header.Get("Access-Control-Request-Method") != ""
}

// markPreflight tells which requests pages of an allowed origin may make. A page
// of our own never asks, so without the headers of markCORS this says nothing.
func (r *route) markPreflight(h http.Header) {
	h.Set("Access-Control-Allow-Methods", r.allow)
	h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, If-None-Match, X-API-Key, X-Request-Id, app-version")
	h.Set("Access-Control-Max-Age", "600")
}

// canonicalOrigin returns scheme://host[:port] in lower case without a default
// port; ok is false for what is not the origin of a web page, such as "null".
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

// splitHost takes "name", "name:port", "[::1]" or "[::1]:port" apart, the name
// in lower case and without the dot of a fully qualified one.
func splitHost(host string) (name, port string) {
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		name, port = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]"), ""
	}
	return strings.TrimSuffix(strings.ToLower(name), "."), port
}

// joinHost is the opposite of splitHost.
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
