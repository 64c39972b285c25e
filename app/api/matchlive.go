// SPDX-License-Identifier: MIT

package api

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"roadsnap/app/live"
	"roadsnap/engine/match"
)

// The limits of live vehicles. Each takes about 10 kB.
const (
	maxVehicles    = 10_000             // of a connection
	maxAllVehicles = 20_000             // of the server
	maxVehiclesOf  = maxAllVehicles / 2 // of a client, so that it cannot keep out the others
	maxLiveLine    = 64 << 10
	maxLagSeconds  = 3600
	vehicleSilence = 10 * time.Minute // after which a vehicle is released
	liveTick       = time.Second
)

// matchLive handles POST of points of several vehicles, one on each line, as they come. Each
// point is answered with a line once it is decided.
func (s *Server) matchLive(r *request) (conversation, error) {
	f := r.faults()
	q := readTripQuery(r, &f)
	usual := match.DefaultLag()
	lag := match.Lag{
		Time:   time.Duration(readInteger(r.query, "lag_s", int(usual.Time/time.Second), maxLagSeconds, &f)) * time.Second,
		Points: readInteger(r.query, "lag_points", usual.Points, match.MaxLagPoints, &f),
	}
	if err := f.err(); err != nil {
		return nil, err
	}
	return func(l *lines) {
		l.share = lineShare{each: pointsOfRequest, paid: pointsOfRequest}
		t := &liveTalk{lines: l, clock: time.NewTicker(liveTick)}
		defer t.clock.Stop()
		t.fleet = live.New(live.Options{Engine: s.engine, Profile: q.profile, Lag: lag, Decided: t.decided, MaxVehicles: maxVehicles})
		t.run()
	}, nil
}

// liveTalk is the conversation of match-live.
type liveTalk struct {
	*lines
	fleet  *live.Fleet
	clock  *time.Ticker
	counts int  // vehicles that are counted in Server.vehicles
	over   bool // nothing reads the body any more
	out    []byte
}

// readLine is a line, or why it cannot be used.
type readLine struct {
	line []byte
	over error // why it has no answer although it can be used
	err  error
}

// run answers until the lines end, and then decides the rest.
func (t *liveTalk) run() {
	come, done := make(chan readLine), make(chan struct{})
	go t.read(come, done)
	for goes := true; goes; {
		goes = t.step(come)
	}
	close(done)
	if !t.over {
		t.stop()
	}
	for range come { // until nothing reads the body any more
	}
	t.close()
}

// step waits for a line or for the time of a tick, and reports whether the conversation goes
// on.
func (t *liveTalk) step(come <-chan readLine) bool {
	select {
	case got := <-come:
		t.over = errors.Is(got.err, errLinesEnd)
		return !t.over && t.take(got)
	case <-t.clock.C:
		return t.tick()
	}
}

// read sends the lines to come until they end or done is closed, and closes come.
func (t *liveTalk) read(come chan<- readLine, done <-chan struct{}) {
	defer close(come)
	for {
		line, release, err := t.next(nil, maxLiveLine)
		release() // the line of a point is short
		var over error
		if err == nil {
			over = t.lines.count()
		}
		select {
		case come <- readLine{line, over, err}:
		case <-done:
			return
		}
		if errors.Is(err, errLinesEnd) {
			return
		}
	}
}

// take answers a line, and reports whether the conversation goes on.
func (t *liveTalk) take(got readLine) bool {
	if got.err != nil {
		return t.answerFault("", got.err)
	}
	var p livePoint
	err := t.work(func(ctx context.Context) error {
		var f faults
		var err error
		if p, err = decodeLivePoint(ctx, got.line, &f); err == nil {
			err = cmp.Or(f.err(), got.over)
		}
		if err != nil {
			return err
		}
		if err := t.room(ctx, p.id); err != nil {
			return err
		}
		return t.fleet.Add(ctx, p.id, p.Observation)
	})
	if err != nil {
		return t.flush() && t.answerFault(p.id, err)
	}
	return t.flush()
}

// tick decides what is due, and releases vehicles that are silent.
func (t *liveTalk) tick() bool {
	err := t.work(func(ctx context.Context) error {
		return errors.Join(t.fleet.Tick(ctx), t.fleet.ReleaseSilent(ctx, vehicleSilence))
	})
	if err != nil {
		return t.flush() && t.answerFault("", err)
	}
	return t.flush()
}

// close decides the rest of all vehicles, even if the server has no time for it any more.
func (t *liveTalk) close() {
	for t.fleet.Len() > 0 {
		err := t.work(t.releaseSome)
		if err != nil || !t.flush() {
			break
		}
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.request.Context()), workTimeout)
	defer cancel()
	if t.failed() {
		cancel() // so that only the maps of the streams are released
	}
	for t.fleet.Len() > 0 {
		t.out = t.out[:0]
		_ = t.releaseSome(ctx) // a vehicle that fails is forgotten
		t.flush()
	}
	t.count()
}

// maxFlush is the length (bytes) of the answers that are collected before they are sent.
const maxFlush = 64 << 10

// releaseSome releases vehicles until there are enough answers to send.
func (t *liveTalk) releaseSome(ctx context.Context) error {
	for t.fleet.Len() > 0 && len(t.out) < maxFlush {
		if err := errors.Join(pause(ctx), t.fleet.Release(ctx)); err != nil {
			return err
		}
	}
	return nil
}

// work runs fn in a turn and counts the vehicles after it.
func (t *liveTalk) work(fn func(ctx context.Context) error) error {
	t.out = t.out[:0]
	err := t.turn(fn)
	t.count()
	return err
}

// room releases a vehicle of this connection if id is a new one and the server or the client
// has too many.
func (t *liveTalk) room(ctx context.Context, id string) error {
	switch {
	case t.fleet.Has(id), t.server.vehicles.room(t.request.clientID()):
		return nil
	case t.fleet.Len() == 0:
		return errTooBusy
	}
	return t.fleet.Release(ctx)
}

// count counts the vehicles of this connection among those of the server.
func (t *liveTalk) count() {
	n := t.fleet.Len()
	t.server.vehicles.add(t.request.clientID(), n-t.counts)
	t.counts = n
}

// vehicleCount counts the vehicles of the server. Its zero value is empty.
type vehicleCount struct {
	mu      sync.Mutex
	total   int
	clients map[string]int
}

// add adds n, which may be negative, to the vehicles of a client.
func (c *vehicleCount) add(client string, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.clients == nil {
		c.clients = map[string]int{}
	}
	c.total += n
	if c.clients[client] += n; c.clients[client] == 0 {
		delete(c.clients, client)
	}
}

// room reports whether a client may have one more vehicle.
func (c *vehicleCount) room(client string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.total < maxAllVehicles && c.clients[client] < maxVehiclesOf
}

// decided appends the answer with a decided point to t.out.
func (t *liveTalk) decided(p *live.Point) error {
	t.server.measures.Matched(1)
	id := p.TripID
	p.TripID = idText(id)
	data, err := json.Marshal(p)
	if err != nil {
		return err
	}
	t.out = append(append(beginLine(t.out, id), `"status":"OK","data":`...), data...)
	t.out = append(t.out, t.server.licence...)
	return nil
}

// flush sends the answers in t.out.
func (t *liveTalk) flush() bool { return len(t.out) == 0 || t.answer(t.out) }

// idText returns the text of an id that is JSON.
func idText(id string) string {
	var text string
	if err := json.Unmarshal([]byte(id), &text); err != nil {
		return id // a number
	}
	return text
}

// livePoint is a point of a vehicle.
type livePoint struct {
	id string // as JSON
	match.Observation
}

// decodeLivePoint decodes a line and adds its faults to f. The error is that of ctx.
func decodeLivePoint(ctx context.Context, line []byte, f *faults) (p livePoint, err error) {
	t := newTokens(ctx, line, "body", f)
	members := map[string]func(field string){"id": func(field string) { p.id, _ = t.tripID(field) }}
	given := [len(pointMembers)]bool{}
	for i, m := range pointMembers {
		members[m.name] = func(field string) {
			given[i] = true
			m.read(t, field, &p.Observation)
		}
	}
	t.document(members)
	if t.ended() {
		return p, t.in.err
	}
	for i, a := range []axis{latitude, longitude} {
		if !given[i] {
			t.fault(a.name, "is required")
		}
	}
	if p.id == "" && len(*f) == 0 {
		t.fault("id", "is required: the vehicle")
	}
	return p, nil
}
