package server

import (
	"context"
	"errors"
	"sync/atomic"
	"syscall"
	"time"

	"roadsnap/ui/job"
	"roadsnap/ui/text"
)

// State is what the panel Server shows.
type State struct {
	Running  bool
	Busy     bool   // starting or stopping
	Address  string // host:port it listens on, or would
	Key      string // the key, when it was made in this run of the app; it is stored nowhere else
	HasKey   bool   // a key is known to the server, shown or not
	Requests int
	Last     string      // the last request: method, path and status
	Problem  text.Notice // why it could not start; its Sentence is empty when it could
}

// URL is where clients find the API.
func (s State) URL() string { return "http://" + s.Address + "/api" }

// Local is the API server that this view model drives. Its methods are
// called on background goroutines, one at a time.
type Local interface {
	// Start binds addr and serves in the background; requests is called, on any
	// goroutine, with each request that was answered.
	Start(addr string, requests func(summary string)) error
	Addr() string
	// Shutdown stops it, letting requests under way finish until ctx ends. It does
	// nothing while the server is off.
	Shutdown(ctx context.Context) error
	// HasKey reports whether a key is known; NewKey makes one that replaces
	// all others and returns it, for the only time.
	HasKey() bool
	NewKey() (string, error)
}

// shutdownGrace is how long requests under way may take when the server is
// switched off.
const shutdownGrace = 3 * time.Second

// Model is the view model of the local API server. The UI goroutine owns it.
type Model struct {
	server  Local
	jobs    *job.Runner
	lane    *job.Lane // one at a time
	changed *job.Signal
	state   State
	want    bool // on or off, as last wished

	// The counts of the server, added on any goroutine, until they are shown.
	requests atomic.Int64
	last     atomic.Pointer[string]
}

// NewModel returns the view model of server, to listen on address.
func NewModel(jobs *job.Runner, server Local, address string) *Model {
	return &Model{
		server: server, jobs: jobs, lane: jobs.Lane(1), changed: jobs.Signal(),
		state: State{Address: address, HasKey: server.HasKey()},
	}
}

// OnChange makes listen the one that is called after each change.
func (p *Model) OnChange(listen func()) { p.changed.Listen(listen) }

// State returns the current state.
func (p *Model) State() State { return p.state }

// Switch turns the server on or off in the background. Of wishes that come
// faster than they can be met, the last one holds.
func (p *Model) Switch(on bool) {
	if p.want = on; !p.state.Busy {
		p.follow()
	}
}

// follow starts or stops the server until it is as wanted.
func (p *Model) follow() {
	if p.state.Running == p.want {
		return
	}
	p.change(func(s *State) { s.Busy, s.Problem = true, text.Notice{} })
	if p.want {
		p.start()
	} else {
		p.stop()
	}
}

// start makes the first key, if there is none, and starts the server.
func (p *Model) start() {
	address, needsKey := p.state.Address, !p.state.HasKey
	requests := p.counter()
	p.lane.Start(func(context.Context) func() {
		var key string
		var err error
		if needsKey {
			key, err = p.server.NewKey()
		}
		keyErr := err
		if err == nil {
			err = p.server.Start(address, requests)
		}
		if err == nil {
			address = p.server.Addr()
		}
		return func() {
			p.change(func(s *State) {
				s.Busy, s.Running, s.Address = false, err == nil, address
				if key != "" {
					s.Key, s.HasKey = key, true
				}
				switch {
				case keyErr != nil:
					s.Problem = text.Explain(keyErr)
				case err != nil:
					s.Problem = explainStart(err)
				}
			})
			if p.want = p.want && err == nil; err == nil {
				p.follow()
			}
		}
	})
}

// counter returns a function that counts requests. They may arrive on any
// goroutine, thousands of them in a frame.
func (p *Model) counter() func(summary string) {
	show := p.jobs.Throttle(func() {
		p.change(func(s *State) { s.Requests, s.Last = int(p.requests.Load()), *p.last.Load() })
	})
	return func(summary string) {
		p.last.Store(&summary)
		p.requests.Add(1)
		show()
	}
}

// explainStart turns the error of a server that could not start into a notice:
// the address is wrong, or it is taken.
func explainStart(err error) text.Notice {
	if errors.Is(err, syscall.EADDRINUSE) {
		return text.NoticeOf("error.port_in_use", err)
	}
	return text.NoticeOf("error.server_address", err)
}

func (p *Model) stop() {
	p.lane.Start(func(context.Context) func() {
		err := p.shutdown()
		return func() {
			p.change(func(s *State) {
				if s.Busy, s.Running = false, false; err != nil {
					s.Problem = text.Explain(err)
				}
			})
			p.follow()
		}
	})
}

func (p *Model) shutdown() error {
	ctx, cancel := context.WithTimeout(context.Background(), shutdownGrace)
	defer cancel()
	return p.server.Shutdown(ctx)
}

// RenewKey makes a new key; the old one is no longer known.
func (p *Model) RenewKey() {
	p.lane.Start(func(context.Context) func() {
		key, err := p.server.NewKey()
		return func() {
			p.change(func(s *State) {
				if err != nil {
					s.Problem = text.Explain(err)
					return
				}
				s.Key, s.HasKey = key, true
			})
		}
	})
}

// HideKey forgets the key's text: it is shown while its panel is open, and
// never again.
func (p *Model) HideKey() { p.change(func(s *State) { s.Key = "" }) }

// SetAddress chooses where to listen, while the server is off. What was wrong with
// the last address is no longer of interest.
func (p *Model) SetAddress(address string) {
	if !p.state.Running && !p.state.Busy && address != p.state.Address {
		p.change(func(s *State) { s.Address, s.Problem = address, text.Notice{} })
	}
}

// Close switches the server off, after the runner of its jobs was closed. It may
// be called on any goroutine.
func (p *Model) Close() error { return p.shutdown() }

func (p *Model) change(fn func(*State)) {
	fn(&p.state)
	p.changed.Raise()
}
