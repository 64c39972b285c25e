// SPDX-License-Identifier: MIT

package match

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"
	"slices"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/road"
)

// The state of a live stream as bytes, so that another process can continue it. All numbers
// are little-endian; an int is a zigzag varint, a float the 8 bytes of IEEE 754, a flag one
// byte, a text its length as an int and its bytes.
//
//	magic      "RSLS", then the format version, 1 byte
//	map        text given by the caller, which names the map
//	model      text: Version; then the settings of Config as floats
//	stream     profile, lag, counters
//	handover   what a batch passes to the next one
//	gap        the open gap
//	held       the observations that the next batch begins with
//	checksum   CRC-32C of everything before, 4 bytes
//
// The functions below give the fields of each part, in order.

const (
	stateMagic   = "RSLS"
	stateVersion = 3
	// maxStateText is the greatest length of a text in a state.
	maxStateText = 64
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// AppendState appends the state of a live stream to b, at most 4,000 bytes. mapID, of up to
// 64 bytes, names the map, and [Matcher.Resume] must be given the same. The error wraps
// [ErrState] for a stream that does not decide within a lag, or [ErrClosed].
func (s *Stream) AppendState(b []byte, mapID string) ([]byte, error) {
	switch {
	case s.closed:
		return b, ErrClosed
	case !s.live():
		return b, fmt.Errorf("a stream without a lag has none: %w", ErrState)
	case len(mapID) > maxStateText:
		return b, fmt.Errorf("name of the map of %d bytes: %w", len(mapID), ErrState)
	}
	c := coder{b: append(append(b, stateMagic...), stateVersion), writes: true}
	version := Version
	c.text(&mapID)
	c.text(&version)
	config := s.matcher.model.Config
	c.config(&config)
	c.stream(s)
	return binary.LittleEndian.AppendUint32(c.b, crc32.Checksum(c.b[len(b):], castagnoli)), nil
}

// Resume returns the live stream whose state that is. It continues as if it had never
// stopped: the same observations give the same parts, with times in UTC. The error wraps
// [ErrState] if the state is damaged, or is of another map, version or configuration.
func (m *Matcher) Resume(state []byte, mapID string) (*Stream, error) {
	const head, sum = len(stateMagic) + 1, 4
	body := len(state) - sum
	switch {
	case body < head || string(state[:len(stateMagic)]) != stateMagic:
		return nil, fmt.Errorf("not the state of a stream: %w", ErrState)
	case state[len(stateMagic)] != stateVersion:
		return nil, fmt.Errorf("format %d, this program reads %d: %w", state[len(stateMagic)], stateVersion, ErrState)
	case crc32.Checksum(state[:body], castagnoli) != binary.LittleEndian.Uint32(state[body:]):
		return nil, fmt.Errorf("the checksum differs: %w", ErrState)
	}
	c := coder{b: state[head:body]}
	var id, version string
	var config Config
	c.text(&id)
	c.text(&version)
	c.config(&config)
	switch {
	case c.bad:
	case id != mapID:
		return nil, fmt.Errorf("it is of another map; begin the trip again: %w", ErrState)
	case version != Version || config != m.model.Config:
		return nil, fmt.Errorf("it is of another version or configuration; begin the trip again: %w", ErrState)
	}
	s, err := m.Stream(MotorVehicle)
	if err != nil {
		return nil, err
	}
	c.stream(s)
	if c.bad || len(c.b) > 0 || !s.sound() {
		return nil, fmt.Errorf("it contradicts itself: %w", ErrState)
	}
	return s, nil
}

// sound reports whether a stream that was read can continue on its map.
func (s *Stream) sound() bool {
	h, a, graph := &s.state, &s.state.anchor, s.matcher.graph
	held := len(s.held)
	within := func(index int) bool { return !s.gaps.begun || index >= -1 && index < h.base+held }
	switch {
	case !s.profile.Valid(), s.lag.Validate() != nil,
		h.base < 0 || h.base > math.MaxInt/2,
		h.overlap < 0 || h.overlap > held || h.overlap > s.matcher.model.overlap(),
		held-h.overlap > s.lag.Points,
		s.fresh < 0 || s.fresh > held,
		h.effort > s.matcher.model.effort+math.MaxInt32 || h.effort < math.MinInt32,
		h.byTime < 0,
		!within(s.gaps.index), !within(s.gaps.first), !within(s.gaps.run.first):
		return false
	case !a.set:
		return true
	}
	return int(a.place.edge.Link()) < graph.NumLinks() && a.place.offset >= 0 && a.place.offset <= graph.Length(a.place.edge.Link()) &&
		a.at.Valid() && a.place.at.Valid() && a.fix.at.Valid() && a.sigma > 0 && a.fix.index < h.base+h.overlap &&
		a.stay.fixes >= 0 && a.since >= 0 && a.since <= a.fix.index+1
}

// coder writes the fields of a state, or reads them into the same places. bad is set once
// something is missing or out of range.
type coder struct {
	b      []byte // written so far, or still to be read
	writes bool
	bad    bool
	second int // of the last instant, Unix time
}

// take returns the next n bytes to be read.
func (c *coder) take(n int) []byte {
	if c.bad || n < 0 || n > len(c.b) {
		c.bad = true
		return make([]byte, min(max(n, 0), 8))
	}
	taken := c.b[:n]
	c.b = c.b[n:]
	return taken
}

func (c *coder) int(v *int) {
	if c.writes {
		c.b = binary.AppendVarint(c.b, int64(*v))
		return
	}
	x, n := binary.Varint(c.b)
	if n <= 0 || int64(int(x)) != x {
		c.bad = true
		return
	}
	c.b, *v = c.b[n:], int(x)
}

// float writes a number that may have any value.
func (c *coder) float(v *float64) {
	if c.writes {
		c.b = binary.LittleEndian.AppendUint64(c.b, math.Float64bits(*v))
		return
	}
	*v = math.Float64frombits(binary.LittleEndian.Uint64(c.take(8)))
}

// number writes a number that is never NaN.
func (c *coder) number(v *float64) {
	c.float(v)
	c.bad = c.bad || math.IsNaN(*v)
}

func (c *coder) flag(v *bool) {
	if c.writes {
		x := byte(0)
		if *v {
			x = 1
		}
		c.b = append(c.b, x)
		return
	}
	x := c.take(1)[0]
	c.bad = c.bad || x > 1
	*v = x == 1
}

// flags writes several flags in one byte.
func (c *coder) flags(v *[4]bool) {
	x := byte(0)
	for i := range v {
		if v[i] {
			x |= 1 << i
		}
	}
	if c.writes {
		c.b = append(c.b, x)
		return
	}
	x = c.take(1)[0]
	c.bad = c.bad || x >= 1<<len(v)
	for i := range v {
		v[i] = x>>i&1 != 0
	}
}

// name writes one of known texts as its index.
func name[T ~string](c *coder, v *T, known []T) {
	i := slices.Index(known, *v)
	c.int(&i)
	if i < 0 || i >= len(known) {
		c.bad = true
		return
	}
	*v = known[i]
}

var (
	stateReasons = []Reason{
		ReasonNone, ReasonInvalid, ReasonNoRoad, ReasonOutlier, ReasonImpossibleSpeed, ReasonNoRoute, ReasonDuplicate, // a live stream is not corrected by hand
	}
	stateCauses = []GapCause{"", GapNoRoad, GapNoRoute, GapOutage, GapTunnel, GapJump, GapImpossibleSpeed}
)

func (c *coder) text(v *string) {
	n := len(*v)
	c.int(&n)
	switch {
	case c.writes:
		c.b = append(c.b, *v...)
	case n > maxStateText:
		c.bad = true
	default:
		*v = string(c.take(n))
	}
}

// duration and time keep what they hold to the nanosecond. The zero time has no value.
func (c *coder) duration(v *time.Duration) {
	n := int(*v)
	c.int(&n)
	*v = time.Duration(n)
}

func (c *coder) time(v *time.Time) {
	known := !v.IsZero()
	c.flag(&known)
	if known {
		c.instant(v)
	}
}

// instant writes a known time. Its seconds count from the instant before.
func (c *coder) instant(v *time.Time) {
	seconds, nanos := int(v.Unix())-c.second, v.Nanosecond()
	c.int(&seconds)
	c.int(&nanos)
	c.second += seconds
	if c.bad = c.bad || nanos < 0 || nanos >= 1e9; !c.writes && !c.bad {
		*v = time.Unix(int64(c.second), int64(nanos)).UTC()
	}
}

func (c *coder) point(p *geo.Point) {
	c.float(&p.Lat)
	c.float(&p.Lon)
}

func (c *coder) config(v *Config) {
	lag := float64(v.Lag)
	outage := v.MaxOutage.Seconds()
	for _, f := range []*float64{&v.DefaultSigma, &v.MaxRadius, &v.MaxStep, &v.TruckHeight, &v.TruckWeight, &outage, &lag} {
		c.number(f)
	}
	if !c.writes && lag >= 0 && lag <= 1e9 && outage >= 0 && outage <= 1e9 {
		v.Lag, v.MaxOutage = int(lag), time.Duration(outage*float64(time.Second))
	}
}

func (c *coder) stream(s *Stream) {
	profile := int(s.profile)
	c.int(&profile)
	if s.profile = Profile(profile); int(s.profile) != profile {
		c.bad = true
	}
	c.duration(&s.lag.Time)
	c.int(&s.lag.Points)
	c.int(&s.fresh)
	c.number(&s.length)
	c.handover(&s.state)
	c.gaps(&s.gaps)
	n := len(s.held)
	c.int(&n)
	if n < 0 || n > MaxLagPoints+s.matcher.model.overlap() {
		c.bad = true
		return
	}
	if !c.writes {
		s.held = make([]Observation, n)
	}
	for i := range s.held {
		c.observation(&s.held[i])
	}
}

func (c *coder) observation(o *Observation) {
	var known [4]bool
	if c.writes {
		known = [4]bool{!o.Time.IsZero(), o.Accuracy != 0, o.HasHeading, o.HasSpeed}
	}
	c.flags(&known)
	o.HasHeading, o.HasSpeed = known[2], known[3]
	c.point(&o.Point)
	if known[0] {
		c.instant(&o.Time)
	}
	for i, v := range []*float64{&o.Accuracy, &o.Heading, &o.Speed} {
		if known[i+1] {
			c.float(v)
		}
	}
}

func (c *coder) handover(h *handover) {
	c.int(&h.base)
	c.int(&h.overlap)
	c.time(&h.clock.epoch)
	c.flag(&h.clock.run)
	c.number(&h.clock.last)
	c.flag(&h.clock.anchorTimed)
	c.number(&h.clock.anchorSeconds)
	n := &h.noise
	for _, v := range []*float64{&n.sigma, &n.jitter, &n.fewJitter, &n.exactSigma, &n.exactJitter} {
		c.number(v)
		c.bad = c.bad || *v < 0
	}
	c.flag(&h.moves)
	c.shift(&h.shift)
	c.int(&h.effort)
	c.int(&h.byTime)
	name(c, &h.reason, stateReasons)
	name(c, &h.broken, stateCauses)
	c.anchor(&h.anchor)
}

func (c *coder) shift(s *shift) {
	for _, v := range []*float64{&s.at.X, &s.at.Y, &s.sums.xx, &s.sums.xy, &s.sums.yy, &s.sums.x, &s.sums.y, &s.seen} {
		c.number(v)
	}
	c.bad = c.bad || !(math.Hypot(s.at.X, s.at.Y) <= 2*shiftMost)
}

func (c *coder) anchor(a *anchor) {
	c.flag(&a.set)
	if !a.set {
		return
	}
	c.point(&a.at)
	c.number(&a.sigma)
	edge := int(a.place.edge)
	c.int(&edge)
	if a.place.edge = road.EdgeID(edge); int(a.place.edge) != edge {
		c.bad = true
	}
	c.number(&a.place.offset)
	c.point(&a.place.at)
	c.number(&a.place.emission)
	c.flag(&a.place.against)
	c.number(&a.place.lag)
	c.int(&a.stay.fixes)
	c.number(&a.stay.sigma)
	c.flag(&a.stay.told)
	c.fix(&a.fix)
	c.int(&a.since)
	c.flag(&a.roadless)
}

func (c *coder) fix(f *fix) {
	c.int(&f.index)
	c.point(&f.raw)
	c.point(&f.at)
	c.number(&f.seconds)
	c.flag(&f.timed)
	c.number(&f.sigma)
	c.flag(&f.guessed)
}

func (c *coder) gaps(t *gapFinder) {
	c.flag(&t.begun)
	c.flag(&t.onLeg)
	c.fix(&t.last)
	for _, v := range []*int{&t.index, &t.first, &t.off, &t.roadless, &t.unrouted, &t.run.first, &t.run.roadless} {
		c.int(v)
	}
	c.number(&t.run.straight)
	c.number(&t.offRoad)
	n := len(t.pieces)
	c.int(&n)
	if n < 0 || n > mostPieces {
		c.bad = true
		return
	}
	if !c.writes {
		t.pieces = make([]Gap, n)
	}
	for i := range t.pieces {
		g := &t.pieces[i]
		c.int(&g.FirstIndex)
		c.int(&g.LastIndex)
		name(c, &g.Cause, stateCauses)
	}
}
