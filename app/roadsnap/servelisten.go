// SPDX-License-Identifier: MIT

package main

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"strconv"
	"strings"

	"github.com/coreos/go-systemd/v22/daemon"

	"roadsnap/app/api"
	"roadsnap/app/listen"
)

// network is a range of addresses. Its error says how to write one.
type network struct{ netip.Prefix }

// UnmarshalText implements encoding.TextUnmarshaler.
func (n *network) UnmarshalText(text []byte) error {
	if err := n.Prefix.UnmarshalText(text); err != nil {
		return fmt.Errorf("%q is no network; write it as 127.0.0.1/32", text)
	}
	return nil
}

// prefixes returns networks as their prefixes.
func prefixes(networks []network) (out []netip.Prefix) {
	for _, n := range networks {
		out = append(out, n.Prefix)
	}
	return out
}

// listenFlags are the flags of serve about its socket and what is in front of it.
type listenFlags struct {
	Addr         string    `help:"The address and port to listen on, or unix:PATH for a Unix socket. A socket that systemd passes is used instead." default:"127.0.0.1:8080"`
	SocketMode   string    `help:"The permissions of the Unix socket of --addr: three octal digits, 660 by default." placeholder:"MODE"`
	TLSCert      string    `name:"tls-cert" help:"The certificate of TLS with its chain (PEM). Without one, connections are not encrypted. A renewed file is picked up." type:"existingfile" placeholder:"FILE"`
	TLSKey       string    `name:"tls-key" help:"The private key of --tls-cert (PEM)." type:"existingfile" placeholder:"FILE"`
	TrustedProxy []network `help:"A network of reverse proxies whose X-Forwarded-For is believed, such as 127.0.0.1/32; may be repeated. Provinces and wards then need a key." placeholder:"CIDR"`
}

// Validate checks the flags.
func (f *listenFlags) Validate() error {
	if (f.TLSCert == "") != (f.TLSKey == "") {
		return errors.New("--tls-cert and --tls-key need each other")
	}
	_, err := f.socketMode()
	return err
}

// socketMode returns the permissions of the Unix socket.
func (f *listenFlags) socketMode() (fs.FileMode, error) {
	if f.SocketMode == "" {
		return 0o660, nil
	}
	if _, ok := listen.Path(f.Addr); !ok {
		return 0, errors.New("--socket-mode is for a Unix socket; add --addr unix:PATH, or leave it out")
	}
	mode, err := strconv.ParseUint(f.SocketMode, 8, 32)
	if err != nil || mode > 0o777 {
		return 0, fmt.Errorf("--socket-mode %s: use three octal digits, such as 660", f.SocketMode)
	}
	return fs.FileMode(mode), nil
}

// tlsConfig returns the settings of TLS, nil without encryption.
func (f *listenFlags) tlsConfig(log *slog.Logger) (*tls.Config, error) {
	if f.TLSCert == "" {
		return nil, nil
	}
	certificate, err := listen.NewCertificate(f.TLSCert, f.TLSKey, func(err error) {
		log.Error("the TLS certificate has changed and cannot be used", "error", err)
	})
	if err != nil {
		return nil, fmt.Errorf("--tls-cert: %w", err)
	}
	return certificate.Config(), nil
}

// start starts the server on the socket of systemd, or on that of --addr.
func (f *listenFlags) start(server *api.Server) error {
	listener, err := listen.Activated()
	if err != nil {
		return err
	}
	if path, ok := listen.Path(f.Addr); ok && listener == nil {
		mode, err := f.socketMode()
		if err != nil {
			return err
		}
		if listener, err = listen.Unix(path, mode); err != nil {
			return fmt.Errorf("--addr: %w", err)
		}
	}
	if listener != nil {
		return server.StartOn(listener)
	}
	if err := server.Start(f.Addr); err != nil {
		text := err.Error()
		if cause := new(net.OpError); errors.As(err, &cause) {
			text = strings.TrimSuffix(text, ": "+cause.Error())
		}
		return errors.New("--addr: " + text)
	}
	return nil
}

// where says where the server can be reached, for people and scripts.
func (f *listenFlags) where(server *api.Server) string {
	if url := server.URL(); url != "" {
		return url + "/openapi.json"
	}
	scheme := "http"
	if f.TLSCert != "" {
		scheme = "https"
	}
	return fmt.Sprintf("%s://localhost/openapi.json on the socket %s", scheme, server.Addr())
}

// thisMachineOnly reports whether only programs on this machine can reach the server, without a
// proxy in front of it.
func (f *listenFlags) thisMachineOnly() bool {
	addr, err := netip.ParseAddrPort(strings.Replace(f.Addr, "localhost", "127.0.0.1", 1))
	return err == nil && addr.Addr().IsLoopback() && len(f.TrustedProxy) == 0 && os.Getenv("LISTEN_FDS") == ""
}

// beyond says who else can reach the server, "" if nobody.
func (f *listenFlags) beyond(server *api.Server) string {
	addr, err := netip.ParseAddrPort(server.Addr())
	switch {
	case err != nil || addr.Addr().IsLoopback():
		return ""
	case f.TLSCert != "":
		return "other machines can reach it too"
	default:
		return "other machines can reach it too, without encryption"
	}
}

// notifySystemd tells the service manager that the server is ready, or that it stops. It
// does nothing where there is none.
func notifySystemd(log *slog.Logger, state string) {
	if _, err := daemon.SdNotify(false, state); err != nil {
		log.Warn("systemd cannot be notified", "state", state, "error", err)
	}
}
