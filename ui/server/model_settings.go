// SPDX-License-Identifier: MIT

package server

import (
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

// Settings are the choices of the user about the server. They are kept between runs.
type Settings struct {
	Address   string   `json:"address,omitempty"`    // host:port; empty for the default
	LAN       bool     `json:"lan,omitempty"`        // whether other devices may use the server
	UnitsKey  bool     `json:"units_key,omitempty"`  // whether units need a key on this computer, too
	Rate      float64  `json:"rate,omitempty"`       // requests per second of each key; 0 means no limit
	Origins   []string `json:"origins,omitempty"`    // web origins whose pages may use the server
	Compat    []string `json:"compat,omitempty"`     // servers in whose form it answers too
	AutoStart bool     `json:"auto_start,omitempty"` // whether it starts with the app
}

// fault returns the key of a text that says what is wrong with s, empty if nothing is.
func (s Settings) fault() string {
	if !(s.Rate >= 0 && s.Rate <= 1e6) {
		return "server.settings.wrong_rate"
	}
	for _, o := range s.Origins {
		u, err := url.Parse(o)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || strings.Contains(u.Host, "*") || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
			return "server.settings.wrong_origin"
		}
	}
	return ""
}

// listenAddress returns the address to listen on, given the one that the user typed: one of
// the network if lan is true, or else one of this computer.
func listenAddress(address string, lan bool) string {
	host, port, err := net.SplitHostPort(address)
	switch {
	case err != nil:
		return address
	case lan && isLoopback(host):
		return net.JoinHostPort("0.0.0.0", port)
	case !lan && everywhere(host):
		return net.JoinHostPort("127.0.0.1", port)
	}
	return address
}

// runningAddress returns the address of a running server, which may listen on another port
// than the user typed. The system writes that of all networks as [::], which no program can
// connect to everywhere; the user's stays.
func runningAddress(typed, actual string) string {
	host, port, err := net.SplitHostPort(actual)
	if err != nil || !everywhere(host) {
		return actual
	}
	if host, _, err = net.SplitHostPort(typed); err != nil || host == "" {
		host = "0.0.0.0"
	}
	return net.JoinHostPort(host, port)
}

// everywhere reports whether a server on host listens on all addresses of this computer.
func everywhere(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "" || err == nil && ip.IsUnspecified()
}

func isLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// lines returns the lines of a text that are not blank, without the blanks around them.
func lines(text string) (list []string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			list = append(list, line)
		}
	}
	return list
}

func itoa(n int) string { return strconv.Itoa(n) }
