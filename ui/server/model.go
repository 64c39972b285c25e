// SPDX-License-Identifier: MIT

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

// State is the state that the panel shows.
type State struct {
	Running  bool
	Busy     bool   // starting or stopping
	Address  string // host:port to listen on
	Key      string // the key, if it was created in this run and not hidden; stored nowhere else
	HasKey   bool   // the server has a key, shown or not
	Requests int
	Last     string      // the last request: method, path and status
	Problem  text.Notice // the last error; empty if there is none
}

// URL returns the base URL of the API.
func (s State) URL() string { return "http://" + s.Address + "/api" }

// Local is the API server that this view model drives. Its methods are
// called on background goroutines, one at a time.
type Local interface {
	// Start listens on addr and serves in the background. It calls requests with a
	// summary of each answered request, on any goroutine.
	Start(addr string, requests func(summary string)) error
	Addr() string
	// Shutdown stops the server. Running requests may finish until ctx is done. It does
	// nothing while the server is off.
	Shutdown(ctx context.Context) error
	// HasKey reports whether the server has a key. NewKey creates a key that replaces
	// all others and returns it; it cannot be read again.
	HasKey() bool
	NewKey() (string, error)
}

// shutdownGrace is how long running requests may take after the server is switched off.
const shutdownGrace = 3 * time.Second

// Model is the view model of the local API server. It belongs to the UI goroutine.
type Model struct {
	server  Local
	jobs    *job.Runner
	lane    *job.Lane // runs one job at a time
	changed *job.Signal
	state   State
	want    bool // whether the server should be on

	// Set on any goroutine and copied to state when shown.
	requests atomic.Int64
	last     atomic.Pointer[string]
}

// NewModel returns the view model of server, which will listen on address.
func NewModel(jobs *job.Runner, server Local, address string) *Model {
	return &Model{
		server: server, jobs: jobs, lane: jobs.Lane(1), changed: jobs.Signal(),
		state: State{Address: address, HasKey: server.HasKey()},
	}
}

// OnChange sets the listener, which is called after each change of the state.
func (p *Model) OnChange(listen func()) { p.changed.Listen(listen) }

// State returns the current state.
func (p *Model) State() State { return p.state }

// Switch turns the server on or off in the background. If it is called again while the
// server starts or stops, the last call wins.
func (p *Model) Switch(on bool) {
	if p.want = on; !p.state.Busy {
		p.follow()
	}
}

// follow starts or stops the server if its state differs from want.
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

// start creates a key, if there is none, and starts the server.
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

// counter returns a function that counts requests. The function is safe for concurrent
// use, and thousands of calls in a frame cause one change of the state.
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

// explainStart returns a notice for a server that could not start, because the port is in
// use or the address is wrong.
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

// RenewKey replaces the key by a new one in the background.
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

// HideKey removes the key from the state. It cannot be shown again.
func (p *Model) HideKey() { p.change(func(s *State) { s.Key = "" }) }

// SetAddress sets the address to listen on and clears the last problem. It does nothing
// unless the server is off.
func (p *Model) SetAddress(address string) {
	if !p.state.Running && !p.state.Busy && address != p.state.Address {
		p.change(func(s *State) { s.Address, s.Problem = address, text.Notice{} })
	}
}

// Close stops the server. The job runner must be closed before. Safe for concurrent use.
func (p *Model) Close() error { return p.shutdown() }

func (p *Model) change(fn func(*State)) {
	fn(&p.state)
	p.changed.Raise()
}
