package present

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// ServerState is what the place Server shows.
type ServerState struct {
	Running  bool
	Busy     bool   // starting or stopping
	Address  string // host:port it listens on, or would
	Key      string // the key, when it was made in this run of the app; it is stored nowhere else
	HasKey   bool   // a key is known to the server, shown or not
	Requests int
	Last     string // the last request, method, path and status
	Problem  Notice // why it could not start; its Sentence is empty when it could
}

// URL is where clients find the API.
func (s ServerState) URL() string { return "http://" + s.Address + "/api" }

// LocalServer is the API server as this presenter drives it.
type LocalServer interface {
	// Start binds addr and serves in the background; requests hears of each
	// request that was answered.
	Start(addr string, requests func(summary string)) error
	Addr() string
	// Shutdown stops it, letting requests under way finish until ctx ends.
	Shutdown(ctx context.Context) error
	// HasKey reports whether a key is known; NewKey makes one that replaces
	// all others and returns it, for the only time.
	HasKey() bool
	NewKey() (string, error)
}

// shutdownGrace is how long requests under way may take when the server is
// switched off.
const shutdownGrace = 3 * time.Second

// Server presents the switch of the local API server.
type Server struct {
	server LocalServer
	state  state[ServerState]
	want   atomic.Bool // on or off, as last wished
	mu     sync.Mutex  // one switching at a time
	work   sync.WaitGroup
}

// NewServer returns the presenter of server, to listen on address.
func NewServer(server LocalServer, address string) *Server {
	p := &Server{server: server}
	p.state.value = ServerState{Address: address, HasKey: server.HasKey()}
	return p
}

// Subscribe tells listen the state of now and every later one.
func (p *Server) Subscribe(listen func(ServerState)) { p.state.subscribe(listen) }

// State returns the state of now.
func (p *Server) State() ServerState { return p.state.get() }

// Switch turns the server on or off in the background. Of wishes that come
// faster than they can be met, the last one holds.
func (p *Server) Switch(on bool) {
	p.want.Store(on)
	p.work.Go(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		want := p.want.Load()
		if p.state.get().Running == want {
			return
		}
		p.change(func(s *ServerState) { s.Busy, s.Problem = true, Notice{} })
		if want {
			p.start()
		} else {
			p.stop()
		}
	})
}

// start makes the first key, if there is none, and starts the server.
func (p *Server) start() {
	if !p.server.HasKey() {
		if !p.newKey() {
			return
		}
	}
	err := p.server.Start(p.state.get().Address, func(summary string) {
		p.change(func(s *ServerState) { s.Requests, s.Last = s.Requests+1, summary })
	})
	p.change(func(s *ServerState) {
		s.Busy = false
		if err != nil {
			s.Problem = explainStart(err)
			return
		}
		s.Running, s.Address = true, p.server.Addr()
	})
}

// explainStart turns the error of a server that could not start into a notice:
// what is wrong is the address, or that it is taken.
func explainStart(err error) Notice {
	if errors.Is(err, syscall.EADDRINUSE) {
		return notice("error.port_in_use", err)
	}
	return notice("error.server_address", err)
}

func (p *Server) stop() {
	ctx, cancel := context.WithTimeout(context.Background(), shutdownGrace)
	defer cancel()
	err := p.server.Shutdown(ctx)
	p.change(func(s *ServerState) {
		s.Busy, s.Running = false, false
		if err != nil {
			s.Problem = Explain(err)
		}
	})
}

// RenewKey makes a new key; the old one is no longer known.
func (p *Server) RenewKey() {
	p.work.Go(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.newKey()
	})
}

func (p *Server) newKey() bool {
	key, err := p.server.NewKey()
	p.change(func(s *ServerState) {
		if err != nil {
			s.Busy, s.Problem = false, Explain(err)
			return
		}
		s.Key, s.HasKey = key, true
	})
	return err == nil
}

// HideKey forgets the key's text: it is shown while its panel is open, and
// never again.
func (p *Server) HideKey() { p.change(func(s *ServerState) { s.Key = "" }) }

// SetAddress chooses where to listen, while the server is off.
func (p *Server) SetAddress(address string) {
	p.change(func(s *ServerState) {
		if !s.Running && !s.Busy {
			s.Address = address
		}
	})
}

// Close switches the server off and waits until it is.
func (p *Server) Close() {
	p.Switch(false)
	p.work.Wait()
}

func (p *Server) change(fn func(*ServerState)) {
	p.state.change(func(s ServerState) ServerState {
		fn(&s)
		return s
	})
}
