// SPDX-License-Identifier: MIT

package server

import (
	"cmp"
	"context"
	"errors"
	"net"
	"reflect"
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
	Keys     []Key  // all keys, the oldest first
	Settings Settings
	Traffic  Traffic
	Problem  text.Notice // the last error; empty if there is none
}

// Key is a key that clients may use.
type Key struct {
	ID, Name string
	Created  time.Time
}

// URL returns the base URL of the API for programs on this computer.
func (s State) URL() string { return s.Base() + "/api" }

// Base returns the URL of the server for programs on this computer.
func (s State) Base() string {
	host, port, err := net.SplitHostPort(s.Address)
	if err == nil && everywhere(host) {
		return "http://" + net.JoinHostPort("127.0.0.1", port)
	}
	return "http://" + s.Address
}

// Local is the API server that this view model drives. Start, Shutdown, NewKey and RevokeKey
// are called on background goroutines, one at a time; the others on the UI goroutine, so
// that they must be quick.
type Local interface {
	// Start listens on addr and serves in the background.
	Start(addr string, s Settings) error
	Addr() string
	// Shutdown stops the server. Running requests may finish until ctx is done. It does
	// nothing while the server is off.
	Shutdown(ctx context.Context) error
	// Keys returns all keys. NewKey makes another key and returns it; it cannot be read
	// again. RevokeKey removes the key with an ID, from the next request on.
	Keys() []Key
	NewKey(name string) (string, error)
	RevokeKey(id string) error
	// Traffic returns what was answered since the app started.
	Traffic() Traffic
	// Settings returns the settings of the last run. Keep stores them.
	Settings() Settings
	Keep(Settings)
	// Example returns a request of an operation; ok is false if it has none.
	Example(operation string) (e Example, ok bool)
	// Compatible returns the names of the servers in whose form it can answer.
	Compatible() []string
	// Reachable returns the addresses of this computer in its networks.
	Reachable() []string
}

const (
	// shutdownGrace is how long running requests may take after the server is switched off.
	shutdownGrace = 3 * time.Second
	// refreshTime is the time between two looks at the traffic.
	refreshTime = 500 * time.Millisecond
	// firstKey is the name of the key that the first start makes.
	firstKey = "desktop"
	// firstOperation is the operation of the code before there is a request.
	firstOperation = "snapToRoadsGet"
)

// Model is the view model of the local API server. It belongs to the UI goroutine.
type Model struct {
	server  Local
	jobs    *job.Runner
	lane    *job.Lane // runs one job at a time
	changed *job.Signal
	state   State
	want    bool     // whether the server should be on
	used    Settings // those that it was started with

	open    context.Context // until Close
	close   context.CancelFunc
	unwatch context.CancelFunc // nil while the server is off
}

// DefaultAddress is reachable only from this computer.
const DefaultAddress = "127.0.0.1:8080"

// NewModel returns the view model of server, which will listen on address. If that is empty,
// it listens on the address of its settings, or else on DefaultAddress.
func NewModel(jobs *job.Runner, server Local, address string) *Model {
	s := server.Settings()
	if host, _, err := net.SplitHostPort(address); err == nil {
		s.LAN = !isLoopback(host)
	}
	p := &Model{
		server: server, jobs: jobs, lane: jobs.Lane(1), changed: jobs.Signal(),
		state: State{Address: cmp.Or(address, s.Address, DefaultAddress), Keys: server.Keys(), Settings: s},
	}
	p.state.Address = listenAddress(p.state.Address, s.LAN)
	p.open, p.close = context.WithCancel(context.Background())
	return p
}

// OnChange sets the listener, which is called after each change of the state.
func (p *Model) OnChange(listen func()) { p.changed.Listen(listen) }

// State returns the current state.
func (p *Model) State() State { return p.state }

// Begin starts the server if the settings say that it starts with the app.
func (p *Model) Begin() {
	if p.state.Settings.AutoStart {
		p.Switch(true)
	}
}

// Switch turns the server on or off in the background. If it is called again while the
// server starts or stops, the last call wins.
func (p *Model) Switch(on bool) {
	if p.want = on; !p.state.Busy {
		p.follow()
	}
}

// follow starts or stops the server if its state differs from want, and starts it again if
// it runs with old settings.
func (p *Model) follow() {
	old := p.state.Running && !reflect.DeepEqual(p.used, p.state.Settings)
	if p.state.Running == p.want && !old {
		return
	}
	p.change(func(s *State) { s.Busy, s.Problem = true, text.Notice{} })
	if p.state.Running {
		p.stop()
	} else {
		p.start()
	}
}

// start creates a key, if there is none, and starts the server.
func (p *Model) start() {
	address, needsKey, settings := p.state.Address, len(p.state.Keys) == 0, p.state.Settings
	p.lane.Start(func(context.Context) func() {
		var key string
		var err error
		if needsKey {
			key, err = p.server.NewKey(firstKey)
		}
		keyErr := err
		if err == nil {
			err = p.server.Start(address, settings)
		}
		if err == nil {
			address = runningAddress(address, p.server.Addr())
		}
		return func() {
			p.change(func(s *State) {
				s.Busy, s.Running, s.Address = false, err == nil, address
				if key != "" {
					s.Key, s.Keys = key, p.server.Keys()
				}
				switch {
				case keyErr != nil:
					s.Problem = text.Explain(keyErr)
				case err != nil:
					s.Problem = explainStart(err)
				}
			})
			p.used = settings
			if p.want = p.want && err == nil; err == nil {
				p.unwatch = p.watch()
				p.follow()
			}
		}
	})
}

// watch looks at the traffic until the returned function is called.
func (p *Model) watch() (stop context.CancelFunc) {
	look := p.jobs.Throttle(p.look)
	ctx, stop := context.WithCancel(p.open)
	go func() {
		ticker := time.NewTicker(refreshTime)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				look()
			case <-ctx.Done():
				return
			}
		}
	}()
	return stop
}

// look shows the traffic if it has changed. While requests are on the chart, it moves.
func (p *Model) look() {
	t := p.server.Traffic()
	if t.Total == p.state.Traffic.Total && t.Quiet() && p.state.Traffic.Quiet() {
		return
	}
	p.change(func(s *State) { s.Traffic = t })
}

// explainStart returns a notice for a server that could not start, because the port is in
// use or the address is wrong.
func explainStart(err error) text.Notice {
	if errors.Is(err, syscall.EADDRINUSE) {
		return text.NoticeOf("error.port_in_use", err)
	}
	return text.NoticeOf("error.server_address", err)
}

// stop stops the server, and starts it again if it should be on.
func (p *Model) stop() {
	if p.unwatch != nil {
		p.unwatch()
		p.unwatch = nil
	}
	p.lane.Start(func(context.Context) func() {
		err := p.shutdown()
		return func() {
			p.change(func(s *State) {
				s.Address = listenAddress(s.Address, s.Settings.LAN)
				s.Traffic = p.server.Traffic()
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

// NewKey makes a key with a name in the background.
func (p *Model) NewKey(name string) {
	p.keys(func() (string, error) { return p.server.NewKey(name) })
}

// RevokeKey removes a key in the background.
func (p *Model) RevokeKey(id string) {
	p.keys(func() (string, error) { return "", p.server.RevokeKey(id) })
}

// keys changes the keys in the background. change returns a new key, if it makes one.
func (p *Model) keys(change func() (string, error)) {
	p.lane.Start(func(context.Context) func() {
		key, err := change()
		return func() {
			p.change(func(s *State) {
				if err != nil {
					s.Problem = text.Explain(err)
					return
				}
				s.Key, s.Keys = key, p.server.Keys()
			})
		}
	})
}

// HideKey removes the key from the state. It cannot be shown again.
func (p *Model) HideKey() { p.change(func(s *State) { s.Key = "" }) }

// SetAddress sets the address to listen on and clears the last problem. It does nothing
// unless the server is off.
func (p *Model) SetAddress(address string) {
	if p.state.Running || p.state.Busy || address == p.state.Address {
		return
	}
	p.change(func(s *State) {
		s.Address, s.Problem = address, text.Notice{}
		host, _, err := net.SplitHostPort(address)
		s.Settings.LAN = err == nil && !isLoopback(host)
		s.Settings.Address = address
	})
	p.server.Keep(p.state.Settings)
}

// Configure changes the settings, without the address, and keeps them. A running server
// starts again with them. It returns the key of a text that says what is wrong, empty if
// nothing is.
func (p *Model) Configure(s Settings) (fault string) {
	if fault = s.fault(); fault != "" {
		return fault
	}
	address := p.state.Address
	if !p.state.Running {
		address = listenAddress(address, s.LAN)
	}
	s.Address = listenAddress(p.state.Address, s.LAN)
	p.change(func(state *State) { state.Settings, state.Address = s, address })
	p.server.Keep(s)
	if p.state.Running && !p.state.Busy {
		p.follow()
	}
	return ""
}

// Compatible returns the names of the servers in whose form the server can answer.
func (p *Model) Compatible() []string { return p.server.Compatible() }

// Reachable returns the URLs of the server for other devices, none if they cannot use it.
func (p *Model) Reachable() (list []string) {
	host, port, err := net.SplitHostPort(p.state.Address)
	if err != nil || !p.state.Running || !everywhere(host) {
		return nil
	}
	for _, ip := range p.server.Reachable() {
		list = append(list, "http://"+net.JoinHostPort(ip, port))
	}
	return list
}

// Snippet returns a program that asks for the operation last used.
func (p *Model) Snippet(language Language) string {
	known := func(operation string) bool { _, ok := p.server.Example(operation); return ok }
	e, _ := p.server.Example(p.state.Traffic.lastOperation(known, firstOperation))
	return Snippet(language, p.state.Base(), p.state.Key, e)
}

// Close stops the server. The job runner must be closed before. Safe for concurrent use.
func (p *Model) Close() error {
	p.close()
	return p.shutdown()
}

func (p *Model) change(fn func(*State)) {
	fn(&p.state)
	p.changed.Raise()
}
