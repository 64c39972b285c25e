// SPDX-License-Identifier: MIT

package api

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"roadsnap/app/compat"
	"roadsnap/app/fairqueue"
	"roadsnap/engine/address"
)

// The limits of a connection. A slower or larger request is broken or hostile.
// All limits are far above the needs of 1 MiB over a poor connection.
const (
	readHeaderTimeout = 10 * time.Second
	readTimeout       = 30 * time.Second  // header and body
	workTimeout       = 60 * time.Second  // waiting in the queue, and matching
	writeTimeout      = 120 * time.Second // counts from the end of the header, so it includes the two above
	idleTimeout       = 120 * time.Second
	maxHeaderBytes    = 64 << 10 // a GET with 100 points of 15 digits needs 4 KiB
)

// The errors of Start.
var (
	// ErrAddress means that the address does not have the form host:port, or does
	// not belong to this machine.
	ErrAddress = errors.New("unusable address")
	// ErrAddressInUse means that another program listens on the address.
	ErrAddressInUse = errors.New("address in use")
	// ErrAddressDenied means that this user may not listen on the address.
	ErrAddressDenied = errors.New("address not permitted")
	// ErrStarted means that the server has been started or shut down already.
	ErrStarted = errors.New("the server was already started")
)

// Server answers HTTP requests. New creates it, and it runs once, from Start to
// Shutdown.
type Server struct {
	engine      Engine
	keys        *Keys
	sites       *sites
	keyForUnits bool
	proxies     []netip.Prefix
	tls         *tls.Config // nil without encryption
	version     string
	described   []byte // the OpenAPI document
	log         *slog.Logger
	logged      sampler // of successful requests
	observe     func(RequestInfo)
	measures    Measures
	notice      string        // licence notice
	licence     []byte        // end of every answer: ,"licence":"…"}
	patience    time.Duration // how long a client may accept no bytes of a streamed answer
	lineTime    time.Duration // see maxLineTime
	snapping    snapEncoder
	compat      *compat.Service // nil for none
	rate        *rateLimits
	adminKeys   *Keys
	renew       func(context.Context) error // see Options.Reload
	wrongKeys   *rateLimits                 // by network
	kept        *keptAnswers

	addresses    sync.Once // guards addressIndex
	addressIndex *address.Converter
	sheds        shedLog
	bodies       *bodyBudget     // of requests
	answers      *bodyBudget     // of trips, while they are sent
	exports      chan struct{}   // see maxFileExports
	talks        context.Context // ends when conversations are to end
	endTalks     context.CancelFunc
	vehicles     vehicleCount // of all conversations of match-live
	queue        *fairqueue.Queue
	connections  *connections
	drainDelay   time.Duration // see Options

	exposed  bool // whether the server is reachable beyond this machine; set before serving
	stopping atomic.Bool
	active   atomic.Int64 // requests being answered

	mu       sync.Mutex // guards the fields below
	listener net.Listener
	http     *http.Server
	cancel   context.CancelFunc // of every request's context
	ended    error              // why serving ended, nil after Shutdown
	done     chan struct{}      // closed when serving has ended and requests are answered
	over     bool               // whether done is closed
}

// Start listens on addr, such as "127.0.0.1:8080", or "127.0.0.1:0" for any free
// port. It returns once connections are accepted. The error wraps ErrAddress,
// ErrAddressInUse, ErrAddressDenied or ErrStarted, and contains a remedy.
func (s *Server) Start(addr string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.http != nil || s.over {
		return fmt.Errorf("start the server: %w", ErrStarted)
	}
	if _, _, err := net.SplitHostPort(addr); err != nil {
		return fmt.Errorf("%w: %q is not of the form host:port, such as 127.0.0.1:8080", ErrAddress, addr)
	}
	listener, err := new(net.ListenConfig).Listen(context.Background(), "tcp", addr)
	if err != nil {
		return listenError(addr, err)
	}
	s.startOn(listener, addr)
	return nil
}

// StartOn is Start on a listener of the caller, which the server closes. Clients of a Unix
// socket are on this machine, as those of loopback are.
func (s *Server) StartOn(listener net.Listener) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.http != nil || s.over {
		return fmt.Errorf("start the server: %w", ErrStarted)
	}
	s.startOn(listener, listener.Addr().String())
	return nil
}

// startOn serves on listener, whose address was given as addr. s.mu must be held.
func (s *Server) startOn(listener net.Listener, addr string) {
	s.exposed = !isLocal(listener.Addr())
	host, _, err := net.SplitHostPort(addr)
	if err != nil { // a Unix socket
		host = ""
	}
	s.sites.listenOn(host, s.exposed)
	s.serve(listener)
	s.log.Info("listening", "addr", listener.Addr().String(), "beyond_loopback", s.exposed)
	if err := s.engine.Ready(); err != nil {
		s.log.Warn("snap-to-roads and /readyz answer 503", "error", err)
	}
}

// serve answers on listener in the background. s.mu must be held.
func (s *Server) serve(listener net.Listener) {
	base, cancel := context.WithCancel(context.Background())
	server := &http.Server{
		Handler:                      s,
		ReadHeaderTimeout:            readHeaderTimeout,
		ReadTimeout:                  readTimeout,
		WriteTimeout:                 writeTimeout,
		IdleTimeout:                  idleTimeout,
		MaxHeaderBytes:               maxHeaderBytes,
		ErrorLog:                     slog.NewLogLogger(s.log.Handler(), slog.LevelWarn),
		BaseContext:                  func(net.Listener) context.Context { return base },
		ConnState:                    s.connections.observe,
		ConnContext:                  s.connections.accept,
		DisableGeneralOptionsHandler: true, // OPTIONS * gets an envelope like other requests
	}
	s.listener, s.http, s.cancel = listener, server, cancel
	if s.tls != nil {
		listener = tls.NewListener(listener, s.tls)
	}
	go func() {
		err := server.Serve(listener)
		if !errors.Is(err, http.ErrServerClosed) && !s.stopping.Load() {
			s.end(fmt.Errorf("serve: %w", err))
		}
	}()
}

// Addr returns the address that the server listens on, with its actual port, or
// "" before Start.
func (s *Server) Addr() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.listener == nil {
		return ""
	}
	return s.listener.Addr().String()
}

// URL returns the base address for clients on this machine, such as
// "http://127.0.0.1:8080", or "" before Start and on a Unix socket.
func (s *Server) URL() string {
	addr, err := netip.ParseAddrPort(s.Addr())
	if err != nil {
		return ""
	}
	if addr.Addr().IsUnspecified() { // every interface, so loopback too
		addr = netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, 1}), addr.Port())
	}
	if s.tls != nil {
		return "https://" + addr.String()
	}
	return "http://" + addr.String()
}

// Done returns a channel that is closed when the server has ended: after
// Shutdown, or because the listener failed. Wait returns the reason.
func (s *Server) Done() <-chan struct{} { return s.done }

// Wait blocks until the server has ended and returns the reason, nil after
// Shutdown.
func (s *Server) Wait() error {
	<-s.done
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ended
}

// linger is the time between the end of listening and the end of connections on which
// nothing is being answered. A request that was sent on one of them meanwhile is answered.
const linger = 200 * time.Millisecond

// Shutdown stops the server in this order: /readyz answers 503, while requests are
// answered and connections accepted for the DrainDelay of Options; waiting requests get
// 503; the listener is closed; running requests end; connections are closed. If ctx ends
// first, it cuts requests off and returns an error. It may be called before Start and
// more than once.
func (s *Server) Shutdown(ctx context.Context) error {
	s.stopping.Store(true)
	s.mu.Lock()
	server, listener, cancel := s.http, s.listener, s.cancel
	s.mu.Unlock()
	if server == nil {
		s.end(nil)
		return nil
	}
	defer s.end(nil)
	defer s.kept.close()
	defer cancel()
	sleep(ctx, s.drainDelay)
	s.endTalks()
	s.queue.Close()
	_ = listener.Close()
	sleep(ctx, linger)
	s.connections.closeSilent()
	err := server.Shutdown(ctx)
	if err == nil {
		return nil
	}
	cutOff := s.active.Load()
	cancel()
	closed := server.Close()
	if cutOff == 0 {
		return nil
	}
	return errors.Join(fmt.Errorf("shut down the server: cut off %d requests: %w", cutOff, err), closed)
}

// sleep waits for d, or until ctx ends.
func sleep(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// end marks the server as ended; only the first call has an effect.
func (s *Server) end(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.over {
		s.over, s.ended = true, err
		close(s.done)
	}
}

// winAddrInUse and winAccess are WSAEADDRINUSE and WSAEACCES, which package
// syscall defines only on Windows. On other systems these numbers have no
// meaning.
const (
	winAddrInUse = syscall.Errno(10048)
	winAccess    = syscall.Errno(10013)
)

// listenError explains why addr could not be listened on, with a remedy.
func listenError(addr string, err error) error {
	switch {
	case errors.Is(err, syscall.EADDRINUSE), errors.Is(err, winAddrInUse):
		return fmt.Errorf("%w: another program listens on %s; stop it, or choose another port (port 0 takes any free one): %w", ErrAddressInUse, addr, err)
	case errors.Is(err, syscall.EACCES), errors.Is(err, winAccess):
		return fmt.Errorf("%w: this user may not listen on %s; choose a port of 1024 or above: %w", ErrAddressDenied, addr, err)
	}
	if _, port, _ := net.SplitHostPort(addr); !isPort(port) {
		return fmt.Errorf("%w: %s; the port must be a number up to 65535: %w", ErrAddress, addr, err)
	}
	return fmt.Errorf("%w: %s; use 127.0.0.1 to serve only this machine, or 0.0.0.0 to serve the network too: %w", ErrAddress, addr, err)
}

// isPort reports whether a text is the number of a port.
func isPort(text string) bool {
	_, err := strconv.ParseUint(text, 10, 16)
	return err == nil
}

// isLocal reports whether only programs of this machine can connect to a.
func isLocal(a net.Addr) bool {
	if a.Network() == "unix" {
		return true
	}
	tcp, ok := a.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}
