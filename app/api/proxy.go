// SPDX-License-Identifier: MIT

package api

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// forwardedHeaders are headers that proxies add.
var forwardedHeaders = []string{"X-Forwarded-For", "X-Real-Ip", "Forwarded", "Via"}

// forwarded reports whether r says that it came through a proxy. Such a request may come from
// anywhere, although the proxy runs on this machine.
func forwarded(r *http.Request) bool {
	for _, name := range forwardedHeaders {
		if len(r.Header[name]) > 0 {
			return true
		}
	}
	return false
}

// clientBehind returns the address of the client of r, in the form of RemoteAddr. If r comes
// from a trusted proxy, that is the last address of X-Forwarded-For that is not a trusted
// proxy: those before it may be forged. A malformed entry ends the search at the proxy that
// wrote it.
func (s *Server) clientBehind(r *http.Request) string {
	if len(s.proxies) == 0 {
		return r.RemoteAddr
	}
	at, err := netip.ParseAddrPort(r.RemoteAddr)
	unix := err != nil // the peer of a Unix socket has no address
	if !unix && !s.trusted(at.Addr()) {
		return r.RemoteAddr
	}
	client := at.Addr()
	hops := strings.Split(strings.Join(r.Header["X-Forwarded-For"], ","), ",")
	for i := len(hops) - 1; i >= 0; i-- {
		hop, ok := parseHop(strings.Trim(hops[i], " \t"))
		if !ok {
			break
		}
		client = hop
		if !s.trusted(hop) {
			break
		}
	}
	if !client.IsValid() {
		return r.RemoteAddr
	}
	return net.JoinHostPort(client.Unmap().String(), "0")
}

// parseHop parses an entry of X-Forwarded-For: an address, perhaps with a port.
func parseHop(text string) (netip.Addr, bool) {
	if ap, err := netip.ParseAddrPort(text); err == nil {
		return ap.Addr(), true
	}
	text = strings.TrimSuffix(strings.TrimPrefix(text, "["), "]")
	addr, err := netip.ParseAddr(text)
	return addr, err == nil && addr.Zone() == ""
}

// sharedAddress reports whether many clients may connect from an address: those behind a
// trusted proxy, or behind any program of this machine.
func (s *Server) sharedAddress(a net.Addr) bool {
	tcp, ok := a.(*net.TCPAddr)
	return isLocal(a) || ok && s.trusted(tcp.AddrPort().Addr())
}

// trusted reports whether an address is that of a trusted proxy.
func (s *Server) trusted(addr netip.Addr) bool {
	addr = addr.Unmap().WithZone("")
	for _, p := range s.proxies {
		if p.Contains(addr) {
			return true
		}
	}
	return false
}
