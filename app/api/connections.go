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

// A client may have a quarter of all connections, but at least leastShare, which browsers and
// pools of connections need.
const (
	shares     = 4
	leastShare = 16
)

// connections limits the number of open connections, in total and of each client: an IPv4
// address, or an IPv6 network of 64 bits. A connection is silent while no request of it is
// being answered. At a limit, the connection that has been silent longest makes room for a new
// one, at that of a client the longest silent one of the client.
type connections struct {
	limit  int
	many   func(net.Addr) bool // whether many clients share an address, so that it has no limit
	mu     sync.Mutex          // guards the fields below
	open   map[net.Conn]*connection
	peers  map[string]*peer
	silent list.List // of *connection, the longest silent first

	closing bool // whether new connections are closed at once
}

// peer is a client with open connections.
type peer struct {
	open   int
	silent list.List // of *connection, the longest silent first
}

// connection is an open connection.
type connection struct {
	conn net.Conn
	name string // of the client
	peer *peer
	busy int // requests being answered
	// The places in the lists of silent connections, nil while busy.
	silent, ofPeer *list.Element
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
	return &connections{limit: limit, many: isLocal, open: make(map[net.Conn]*connection), peers: make(map[string]*peer)}
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

// share returns the greatest number of connections of a client.
func (cs *connections) share() int { return max(cs.limit/shares, min(cs.limit, leastShare)) }

// admit adds a connection, or closes it if there is no room. cs.mu must be held.
func (cs *connections) admit(c net.Conn) {
	name := clientNetwork(c.RemoteAddr().String())
	p := cs.peers[name]
	if p == nil {
		p = &peer{}
	}
	var room bool
	switch full := p.open >= cs.share() && !cs.many(c.RemoteAddr()); {
	case cs.closing:
	case full:
		room = cs.closeFirst(&p.silent)
	case len(cs.open) >= cs.limit:
		room = cs.closeFirst(&cs.silent) || isLocal(c.RemoteAddr()) && len(cs.open) < cs.limit+loopbackKept
	default:
		room = true
	}
	if !room {
		_ = c.Close()
		return
	}
	added := &connection{conn: c, name: name, peer: p}
	cs.open[c], cs.peers[name] = added, p
	p.open++
	cs.hush(added)
}

// closeFirst closes the first connection of a list of silent ones, on which no request was
// read, and reports whether there was one. cs.mu must be held.
func (cs *connections) closeFirst(silent *list.List) bool {
	longest := silent.Front()
	if longest == nil {
		return false
	}
	other := longest.Value.(*connection).conn
	cs.remove(other)
	_ = other.Close()
	return true
}

// hush adds c to the silent connections. cs.mu must be held.
func (cs *connections) hush(c *connection) {
	c.silent, c.ofPeer = cs.silent.PushBack(c), c.peer.silent.PushBack(c)
}

// wake removes c from the silent connections if it is one. cs.mu must be held.
func (cs *connections) wake(c *connection) {
	if c.silent != nil {
		cs.silent.Remove(c.silent)
		c.peer.silent.Remove(c.ofPeer)
		c.silent, c.ofPeer = nil, nil
	}
}

// remove forgets a connection. cs.mu must be held.
func (cs *connections) remove(c net.Conn) {
	old := cs.open[c]
	if old == nil {
		return
	}
	cs.wake(old)
	delete(cs.open, c)
	if old.peer.open--; old.peer.open == 0 {
		delete(cs.peers, old.name)
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
	c.busy++
	cs.wake(c)
	return func() {
		cs.mu.Lock()
		defer cs.mu.Unlock()
		if c.busy--; c.busy == 0 && cs.open[c.conn] == c {
			cs.hush(c)
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
