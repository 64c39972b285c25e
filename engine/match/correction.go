// SPDX-License-Identifier: MIT

package match

import (
	"context"
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/road"
)

// A trip is corrected by hand as follows. Left-out observations are ignored like invalid
// ones. Via points become observations of their own, which are removed from the result. A
// pinned observation is a step that has candidates on its road only and cannot be skipped.
// Searches do not pass forbidden links. Over a bridge, no limit of time, speed or distance
// counts.

// corrections are constraints, resolved on the map for one trip.
type corrections struct {
	obs    []Observation // with those moved, and the via points inserted
	real   []int         // for each of obs, its index in the input; −1 for a via point
	at     []int         // for each observation of the input, its index in obs
	pins   map[int]*pin  // by index in obs
	pinned []int         // the keys of pins and the ends of spans, ascending
	left   map[int]bool  // by index in obs
	spans  []handSpan
	closed *road.LinkSet // nil if nothing is forbidden
}

// pin is a road on which a step is known to be.
type pin struct {
	number    int // of the constraint
	way       int64
	place     geo.Point
	direction Direction
	lenient   bool // its direction is closed to the profile
	via       bool
	seen      geo.Point // the observation or the via point
	off       float64   // how far the recording is off the road there (metres)
}

// handSpan is a bridge or a part that was not driven, between two indexes in obs.
type handSpan struct {
	number      int
	first, last int
	bridge      bool
}

// pinReach is how far from its place the road of a pin may be (metres). Maps of different
// dates differ by less.
const pinReach = 50

// resolve resolves constraints on the map. Those that do not apply become unmet.
func (m *Matcher) resolve(ctx context.Context, obs []Observation, p Profile, constraints []Constraint, unmet map[int]UnmetReason) (*corrections, error) {
	c := &corrections{pins: map[int]*pin{}, left: map[int]bool{}}
	vias := map[int][]int{} // constraints, by the observation before
	moved := map[int]geo.Point{}
	for n, x := range constraints {
		if _, known := unmet[n]; known {
			continue
		}
		if reason, err := m.check(ctx, obs, x, c); err != nil {
			return nil, err
		} else if reason != "" {
			unmet[n] = reason
			continue
		}
		switch x.Kind {
		case Via:
			vias[x.Index] = append(vias[x.Index], n)
		case Move:
			moved[x.Index] = x.Place
		}
	}
	for i, o := range obs {
		c.at = append(c.at, len(c.obs))
		c.real = append(c.real, i)
		if at, is := moved[i]; is {
			o.Point = at
		}
		c.obs = append(c.obs, o)
		for _, n := range vias[i] {
			c.real = append(c.real, -1)
			c.obs = append(c.obs, Observation{Point: constraints[n].Place, Accuracy: viaSigma})
		}
	}
	c.apply(constraints, vias, unmet)
	m.resolvePins(c, p, constraints, unmet)
	for i := range c.pins {
		c.pinned = append(c.pinned, i)
	}
	for _, s := range c.spans {
		c.pinned = append(c.pinned, s.last)
	}
	slices.Sort(c.pinned)
	return c, nil
}

// viaSigma is the standard deviation of a via point per axis (metres).
const viaSigma = 5

// check returns why a constraint does not apply, or "". It closes the links of a forbidden
// way.
func (m *Matcher) check(ctx context.Context, obs []Observation, x Constraint, c *corrections) (UnmetReason, error) {
	within := func(i int) bool { return i >= 0 && i < len(obs) }
	switch x.Kind {
	case Forbid:
		links, err := m.graph.LinksOfWay(ctx, x.WayID)
		if err != nil {
			return "", err
		}
		if x.Stretch {
			links = m.nearestOf(links, x.Place)
		}
		if len(links) == 0 {
			return UnmetNoWay, nil
		}
		if c.closed == nil {
			c.closed = new(road.LinkSet)
		}
		for _, l := range links {
			c.closed.Add(m.graph, l)
		}
		return "", nil
	case Bridge, NotDriven:
		if !within(x.Index) || !within(x.Last) || x.Last <= x.Index {
			return UnmetIndex, nil
		}
	case Pin:
		if !within(x.Index) || !obs[x.Index].Valid() {
			return UnmetIndex, nil
		}
	case Via, Move:
		if !within(x.Index) || !x.Place.Valid() {
			return UnmetIndex, nil
		}
	case LeaveOut:
		if !within(x.Index) {
			return UnmetIndex, nil
		}
	default:
		return UnmetConflict, nil
	}
	return "", nil
}

// nearestOf returns those of the links that are nearest to a place, within pinReach.
func (m *Matcher) nearestOf(links []road.LinkID, place geo.Point) (nearest []road.LinkID) {
	least := 0.0
	for _, h := range m.graph.Near(nil, place, pinReach, 0) {
		if !slices.Contains(links, h.Link) {
			continue
		}
		if len(nearest) > 0 && h.Distance > least {
			break
		}
		least, nearest = h.Distance, append(nearest, h.Link)
	}
	return nearest
}

// apply notes what is left out, and the spans.
func (c *corrections) apply(constraints []Constraint, vias map[int][]int, unmet map[int]UnmetReason) {
	for n, x := range constraints {
		if _, known := unmet[n]; known {
			continue
		}
		switch x.Kind {
		case LeaveOut:
			c.left[c.at[x.Index]] = true
		case Bridge, NotDriven:
			s := handSpan{number: n, first: c.at[x.Index], last: c.at[x.Last], bridge: x.Kind == Bridge}
			if slices.ContainsFunc(c.spans, func(o handSpan) bool { return o.first < s.last && s.first < o.last }) {
				unmet[n] = UnmetConflict
				continue
			}
			c.spans = append(c.spans, s)
			for i := x.Index; i < x.Last; i++ {
				if i > x.Index {
					c.left[c.at[i]] = true
				}
				for k := range vias[i] { // a part that was not driven has no via points
					c.left[c.at[i]+1+k] = c.left[c.at[i]+1+k] || !s.bridge
				}
			}
		}
	}
	slices.SortFunc(c.spans, func(a, b handSpan) int { return a.first - b.first })
}

// resolvePins finds the roads of the pins and the via points.
func (m *Matcher) resolvePins(c *corrections, p Profile, constraints []Constraint, unmet map[int]UnmetReason) {
	passed := map[int]int{} // via points after an observation so far
	for n, x := range constraints {
		if _, known := unmet[n]; known && x.Kind != Via || x.Kind != Pin && x.Kind != Via {
			continue
		}
		var i int
		if x.Kind == Via {
			if unmet[n] == UnmetIndex {
				continue
			}
			i = c.at[x.Index] + 1 + passed[x.Index]
			passed[x.Index]++
		} else {
			i = c.at[x.Index]
		}
		if unmet[n] != "" { // it was inserted, but must have no influence
			c.left[i] = true
			continue
		}
		if c.left[i] || c.pins[i] != nil {
			unmet[n] = UnmetConflict
			continue
		}
		place := &pin{number: n, way: x.WayID, place: x.Place, direction: x.Direction, via: x.Kind == Via}
		if reason := m.findPin(place, p, c.closed); reason != "" {
			unmet[n] = reason
			c.left[i] = c.left[i] || x.Kind == Via
			continue
		}
		place.seen = c.obs[i].Point
		place.off = geo.Distance(place.seen, x.Place)
		if before, after := c.obs[max(i-1, 0)].Point, c.obs[min(i+1, len(c.obs)-1)].Point; place.via && before.Valid() && after.Valid() {
			place.off = course{before, after}.distance(x.Place)
		}
		c.pins[i] = place
	}
}

// findPin finds the road of a pin. It returns why there is none, or "".
func (m *Matcher) findPin(x *pin, p Profile, closed *road.LinkSet) UnmetReason {
	access := p.Access(m.graph.Means())
	reason := UnmetNoWay
	for _, h := range m.graph.Near(nil, x.place, pinReach, 0) {
		way := m.graph.WayID(h.Link)
		if x.way != 0 && way != x.way {
			continue
		}
		if closed != nil && closed.Has(h.Link) {
			reason = UnmetConflict
			continue
		}
		along, back := m.graph.Access(h.Link.Forward())&access != 0, m.graph.Access(h.Link.Backward())&access != 0
		if !along && !back || m.graph.Class(h.Link).NeverAgainst() && (x.direction == AlongWay && !along || x.direction == AgainstDraw && !back) {
			reason = UnmetClosed
			continue
		}
		x.way = way
		x.lenient = x.direction == AlongWay && !along || x.direction == AgainstDraw && !back
		return ""
	}
	return reason
}

// within reports whether one of the pins is among the observations from first to before
// end, and whether one of these is against the permitted direction.
func (c *corrections) within(first, end int) (some, lenient bool) {
	if c == nil {
		return false, false
	}
	at, _ := slices.BinarySearch(c.pinned, first)
	some = at < len(c.pinned) && c.pinned[at] < end
	for _, x := range c.pinsFrom(first, end) {
		lenient = lenient || x.lenient
	}
	return some, lenient
}

// pinsFrom returns the pins of the observations from first to before end.
func (c *corrections) pinsFrom(first, end int) (pins []*pin) {
	at, _ := slices.BinarySearch(c.pinned, first)
	for ; at < len(c.pinned) && c.pinned[at] < end; at++ {
		if x := c.pins[c.pinned[at]]; x != nil {
			pins = append(pins, x)
		}
	}
	return pins
}

// past returns the number of observations from first on that a batch must decide so that it
// does not end shortly before a pin, where it would otherwise end at the latest after n; 0
// if it may end anywhere. It is at most mostPinned.
func (c *corrections) past(first, n int) (least int) {
	if c == nil {
		return 0
	}
	at, _ := slices.BinarySearch(c.pinned, first)
	for ; at < len(c.pinned); at++ {
		i := c.pinned[at] - first
		if i >= mostPinned || i > max(n, least)+pinAhead {
			break
		}
		least = i + 1
	}
	return least
}

const (
	// pinAhead is how many observations before it a pin may change.
	pinAhead = 256
	// mostPinned is the greatest number of observations that are matched together because
	// of pins.
	mostPinned = 4096
)

// spanBetween returns the span that covers the way from one observation to a later one.
func (c *corrections) spanBetween(from, to int) *handSpan {
	if c == nil {
		return nil
	}
	for i := range c.spans {
		if s := &c.spans[i]; from < s.last && s.first < to {
			return s
		}
	}
	return nil
}
