// SPDX-License-Identifier: MIT

package api

import (
	"container/list"
	"context"
	"net"
	"net/http"
	"sync"
)

// DefaultMaxConnections is the greatest number of open connections if Options has none
// and the system allows as many files. An open connection takes about 20 kB.
const DefaultMaxConnections = 8192

// The numbers of files that connections leave free: for map, log and the runtime, and for
// connections from this machine, such as probes.
const (
	filesKept    = 48
	loopbackKept = 16
)

// connections limits the number of open connections. A connection is silent while no
// request of it is being answered. At the limit, the connection that has been silent
// longest makes room for a new one.
type connections struct {
	limit int

	mu      sync.Mutex
	open    map[net.Conn]*connection
	silent  list.List // of *connection, the longest silent first
	closing bool      // whether new connections are closed at once
}

// connection is an open connection.
type connection struct {
	conn   net.Conn
	busy   int           // requests being answered
	silent *list.Element // nil while busy
}

// newConnections returns a set for at most limit connections; 0 means as many as the
// default and the system allow.
func newConnections(limit int) *connections {
	if limit == 0 {
		limit = DefaultMaxConnections
	}
	if files, ok := fileLimit(); ok {
		limit = min(limit, max(files-filesKept-loopbackKept, 1))
	}
	return &connections{limit: limit, open: make(map[net.Conn]*connection)}
}

type connectionKey struct{}

// accept adds a new connection. It is a hook of http.Server.ConnContext.
func (cs *connections) accept(ctx context.Context, c net.Conn) context.Context {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	cs.admit(c)
	return context.WithValue(ctx, connectionKey{}, cs.open[c])
}

// observe is a hook of http.Server.ConnState.
func (cs *connections) observe(c net.Conn, state http.ConnState) {
	if state == http.StateClosed || state == http.StateHijacked {
		cs.mu.Lock()
		defer cs.mu.Unlock()
		cs.remove(c)
	}
}

// admit adds a connection, or closes it if there is no room. cs.mu must be held.
func (cs *connections) admit(c net.Conn) {
	if len(cs.open) >= cs.limit {
		if longest := cs.silent.Front(); longest != nil {
			other := longest.Value.(*connection).conn
			cs.remove(other)
			_ = other.Close() // no request was read on it
		} else if !isLocal(c.RemoteAddr()) || len(cs.open) >= cs.limit+loopbackKept {
			_ = c.Close()
			return
		}
	}
	if cs.closing {
		_ = c.Close()
		return
	}
	added := &connection{conn: c}
	added.silent = cs.silent.PushBack(added)
	cs.open[c] = added
}

// remove forgets a connection. cs.mu must be held.
func (cs *connections) remove(c net.Conn) {
	if old := cs.open[c]; old != nil {
		if old.silent != nil {
			cs.silent.Remove(old.silent)
		}
		delete(cs.open, c)
	}
}

// begin marks the connection of a request as busy until end is called.
func (cs *connections) begin(ctx context.Context) (end func()) {
	c, _ := ctx.Value(connectionKey{}).(*connection)
	if c == nil {
		return func() {}
	}
	cs.mu.Lock()
	defer cs.mu.Unlock()
	if c.busy++; c.silent != nil {
		cs.silent.Remove(c.silent)
		c.silent = nil
	}
	return func() {
		cs.mu.Lock()
		defer cs.mu.Unlock()
		if c.busy--; c.busy == 0 && cs.open[c.conn] == c {
			c.silent = cs.silent.PushBack(c)
		}
	}
}

// closeSilent closes all silent connections, and later ones at once.
func (cs *connections) closeSilent() {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	cs.closing = true
	for e := cs.silent.Front(); e != nil; e = e.Next() {
		_ = e.Value.(*connection).conn.Close()
	}
}

// number returns the number of open connections.
func (cs *connections) number() int {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	return len(cs.open)
}
