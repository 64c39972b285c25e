package api

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// The limits of a connection. A client that is slower than these, or bigger, is
// broken or hostile; all are far above what 1 MiB over a poor line needs.
const (
	readHeaderTimeout = 10 * time.Second
	readTimeout       = 30 * time.Second  // header and body
	workTimeout       = 60 * time.Second  // waiting in line, and matching
	writeTimeout      = 120 * time.Second // counts from the end of the header, so it holds the two above
	idleTimeout       = 120 * time.Second
	maxHeaderBytes    = 64 << 10 // a GET with 100 points of 15 digits needs 4 KiB
)

// The errors of Start.
var (
	// ErrAddress means that the address has not the form host:port, or is none
	// of this machine's.
	ErrAddress = errors.New("unusable address")
	// ErrAddressInUse means that another program listens there.
	ErrAddressInUse = errors.New("address in use")
	// ErrAddressDenied means that this user may not listen there.
	ErrAddressDenied = errors.New("address not permitted")
	// ErrStarted means that the server was started, or shut down, before.
	ErrStarted = errors.New("a server can be started once")
)

// Server answers HTTP requests. It is made by New, runs from Start to Shutdown,
// and runs once.
type Server struct {
	engine      Engine
	keys        *Keys
	sites       *sites
	keyForUnits bool
	version     string
	log         *slog.Logger
	observe     func(RequestInfo)
	licence     []byte        // the end of every answer: ,"licence":"…"}
	patience    time.Duration // how long a client may take none of an answer that is streamed
	snapping    snapEncoder
	rate        *rateLimits
	line        *waitingLine

	exposed  bool // whether others than this machine can reach it; set before serving
	stopping atomic.Bool
	active   atomic.Int64 // requests being answered
	fresh    freshConnections

	mu       sync.Mutex // guards what follows
	listener net.Listener
	http     *http.Server
	cancel   context.CancelFunc // of every request's context
	ended    error              // why serving ended, nil after Shutdown
	done     chan struct{}      // closed when serving has ended and requests are answered
	over     bool               // whether done is closed
}

// Start listens on addr, "127.0.0.1:8080" or "127.0.0.1:0" for any free port,
// and returns once connections are accepted, or with an error that says what to
// do: it wraps ErrAddress, ErrAddressInUse, ErrAddressDenied or ErrStarted.
func (s *Server) Start(addr string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.http != nil || s.over {
		return fmt.Errorf("api: start: %w", ErrStarted)
	}
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Errorf("api: start: %w: %q is not host:port, such as 127.0.0.1:8080", ErrAddress, addr)
	}
	listener, err := new(net.ListenConfig).Listen(context.Background(), "tcp", addr)
	if err != nil {
		return listenError(addr, err)
	}
	s.exposed = !isLoopback(listener.Addr())
	s.sites.listenOn(host, s.exposed)
	s.serve(listener)
	s.log.Info("listening", "addr", listener.Addr().String(), "beyond_loopback", s.exposed)
	return nil
}

// serve answers on listener in the background. The caller holds mu.
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
		ConnState:                    s.fresh.observe,
		DisableGeneralOptionsHandler: true, // OPTIONS * gets an envelope like everything else
	}
	s.listener, s.http, s.cancel = listener, server, cancel
	go func() {
		err := server.Serve(listener)
		if !errors.Is(err, http.ErrServerClosed) {
			s.end(fmt.Errorf("api: serve: %w", err))
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
// "http://127.0.0.1:8080", or "" before Start.
func (s *Server) URL() string {
	addr, err := netip.ParseAddrPort(s.Addr())
	if err != nil {
		return ""
	}
	if addr.Addr().IsUnspecified() { // every interface, so loopback too
		addr = netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, 1}), addr.Port())
	}
	return "http://" + addr.String()
}

// Done is closed when the server has ended: after Shutdown, or by itself when
// the listener failed. Wait tells which.
func (s *Server) Done() <-chan struct{} { return s.done }

// Wait blocks until the server has ended and returns why: nil after Shutdown.
func (s *Server) Wait() error {
	<-s.done
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ended
}

// Shutdown stops listening and waits for the requests under way. When ctx ends
// before they do, they are cut off, and the error says so. It may be called
// before Start and more than once.
func (s *Server) Shutdown(ctx context.Context) error {
	s.stopping.Store(true)
	s.mu.Lock()
	server, cancel := s.http, s.cancel
	s.mu.Unlock()
	if server == nil {
		s.end(nil)
		return nil
	}
	defer s.end(nil)
	defer cancel()
	s.fresh.close()
	err := server.Shutdown(ctx)
	if err == nil {
		return nil
	}
	cutOff := s.active.Load()
	cancel()
	closed := server.Close()
	if cutOff == 0 {
		// What Shutdown waited for were requests that never came to an end of
		// their header.
		return nil
	}
	return errors.Join(fmt.Errorf("api: shutdown: cut off %d requests: %w", cutOff, err), closed)
}

// end marks the server as ended, the first time that it is called.
func (s *Server) end(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.over {
		s.over, s.ended = true, err
		close(s.done)
	}
}

// freshConnections are those on which nothing was sent yet, as browsers open
// them in advance. http.Server.Shutdown gives each 5 s to send something; to
// close them at once loses no more than it does with idle ones.
type freshConnections struct {
	mu     sync.Mutex
	open   map[net.Conn]struct{}
	closed bool // whether further ones are unwelcome
}

// observe is a hook of http.Server.ConnState.
func (f *freshConnections) observe(c net.Conn, state http.ConnState) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case state != http.StateNew:
		delete(f.open, c)
	case f.closed:
		_ = c.Close() // nothing was promised to its client
	default:
		if f.open == nil {
			f.open = make(map[net.Conn]struct{})
		}
		f.open[c] = struct{}{}
	}
}

func (f *freshConnections) close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = true
	for c := range f.open {
		_ = c.Close()
	}
}

// winAddrInUse and winAccess are the numbers of WSAEADDRINUSE and WSAEACCES,
// which package syscall does not name on other systems; there they name nothing.
const (
	winAddrInUse = syscall.Errno(10048)
	winAccess    = syscall.Errno(10013)
)

// listenError says why addr could not be listened on, and what to do.
func listenError(addr string, err error) error {
	switch {
	case errors.Is(err, syscall.EADDRINUSE), errors.Is(err, winAddrInUse):
		return fmt.Errorf("api: start: %w: another program listens on %s; stop it, or choose another port (port 0 takes any free one): %w", ErrAddressInUse, addr, err)
	case errors.Is(err, syscall.EACCES), errors.Is(err, winAccess):
		return fmt.Errorf("api: start: %w: this user may not listen on %s; choose a port of 1024 or above: %w", ErrAddressDenied, addr, err)
	default:
		return fmt.Errorf("api: start: %w: %s; 127.0.0.1 serves this machine alone, 0.0.0.0 the network too: %w", ErrAddress, addr, err)
	}
}

func isLoopback(a net.Addr) bool {
	tcp, ok := a.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}
