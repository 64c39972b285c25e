// SPDX-License-Identifier: MIT

package trip

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"roadsnap/engine/errclass"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
)

// ErrConflict means that trips cannot become one because they contradict each other.
var ErrConflict = errclass.New(errclass.TripsConflict, "the trips contradict each other")

const (
	// samePlace is how far two readings of one point may lie apart (metres): exports round
	// coordinates to five decimals.
	samePlace = 2
	// A vehicle that is in two trips cannot get from a point of one to a point of the other
	// faster than topTravel (m/s), with an error of strayPoint (metres).
	topTravel  = 70
	strayPoint = 200
)

// Merge joins trips of one vehicle, in the order of their times. Where they overlap, as two
// exports of a day, points with equal time and place count once; a channel that only one of
// them has is kept. Observations without a usable time stay behind the one before them.
// Trips that all lack times are joined in the given order. The parts of Split become the
// whole again.
//
// The error wraps ErrConflict if two trips are at two places at one time, or if only some
// have times. Merge returns the zero Trip for no parts. It does not compare the vehicles.
func Merge(parts []trace.Trip) (trace.Trip, error) {
	switch len(parts) {
	case 0:
		return trace.Trip{}, nil
	case 1:
		return parts[0], nil
	}
	groups := make([][]group, len(parts))
	timed := 0
	for i, p := range parts {
		if groups[i] = groupsOf(p); len(groups[i]) > 0 && groups[i][0].timed {
			timed++
		}
	}
	if timed > 0 {
		for i, g := range groups {
			if len(g) > 0 && !g[0].timed {
				return trace.Trip{}, fmt.Errorf("%w: %q has no times", ErrConflict, parts[i].ID)
			}
		}
	}
	order := make([]int, len(parts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if len(groups[a]) == 0 || len(groups[b]) == 0 {
			return 0
		}
		if !groups[a][0].timed || !groups[b][0].timed {
			return 0
		}
		return groups[a][0].time.Compare(groups[b][0].time)
	})
	sorted := make([]trace.Trip, len(parts))
	merged := groups[order[0]]
	for k, i := range order {
		sorted[k] = parts[i]
		if k > 0 {
			var err error
			if merged, err = joinGroups(merged, groups[i]); err != nil {
				return trace.Trip{}, err
			}
		}
	}
	return assemble(sorted, merged), nil
}

// group is an observation with a usable time and those after it that have none. The first
// group of a trip also has those before it.
type group struct {
	time  time.Time
	timed bool
	place geo.Point // at time
	list  []entry
}

// entry is an observation of a trip to be merged.
type entry struct {
	from *trace.Trip
	i    int
	also []entry // the same point in other trips
}

func (e entry) observation() *match.Observation { return &e.from.Observations[e.i] }

// groupsOf returns the groups of a trip in order. Without times there is one.
func groupsOf(t trace.Trip) (list []group) {
	timed := forward(t.Observations)
	hasTimes := len(timed) > 0
	if !hasTimes && len(t.Observations) > 0 {
		timed = []int{0}
	}
	for n, i := range timed {
		first, end := i, len(t.Observations)
		if n == 0 {
			first = 0
		}
		if n+1 < len(timed) {
			end = timed[n+1]
		}
		o := t.Observations[i]
		g := group{time: o.Time, timed: hasTimes, place: o.Point, list: make([]entry, 0, end-first)}
		for k := first; k < end; k++ {
			g.list = append(g.list, entry{from: &t, i: k})
		}
		list = append(list, g)
	}
	return list
}

// joinGroups merges the groups of b into those of a by time.
func joinGroups(a, b []group) ([]group, error) {
	if len(a) == 0 || len(b) == 0 || !a[0].timed || a[len(a)-1].time.Before(b[0].time) {
		return slices.Concat(a, b), nil
	}
	out := make([]group, 0, len(a)+len(b))
	last := 0 // the trip of the last group: -1 a, 1 b, 0 both
	add := func(g group, of int) error {
		if n := len(out); n > 0 && of*last < 0 {
			before := out[n-1]
			if d := geo.Distance(before.place, g.place); d > strayPoint+topTravel*g.time.Sub(before.time).Seconds() {
				return conflict(before.time, d)
			}
		}
		out, last = append(out, g), of
		return nil
	}
	for len(a) > 0 && len(b) > 0 {
		var err error
		switch order := a[0].time.Compare(b[0].time); {
		case order < 0:
			err, a = add(a[0], -1), a[1:]
		case order > 0:
			err, b = add(b[0], 1), b[1:]
		default:
			var g group
			if g, err = joinGroup(a[0], b[0]); err == nil {
				err = add(g, 0)
			}
			a, b = a[1:], b[1:]
		}
		if err != nil {
			return nil, err
		}
	}
	for ; len(a) > 0; a = a[1:] {
		if err := add(a[0], -1); err != nil {
			return nil, err
		}
	}
	for ; len(b) > 0; b = b[1:] {
		if err := add(b[0], 1); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func conflict(at time.Time, distance float64) error {
	return fmt.Errorf("%w: at %s they are %.0f m apart; choose one of them instead", ErrConflict, at.Format(time.DateTime), distance)
}

// joinGroup joins two groups of one time: the shorter must be a part of the longer.
func joinGroup(a, b group) (group, error) {
	long, short := a, b
	if len(b.list) > len(a.list) {
		long, short = b, a
	}
	joined := long
	joined.list = slices.Clone(long.list)
	k := 0
	for i := range joined.list {
		e := &joined.list[i]
		if k < len(short.list) && samePoint(e.observation(), short.list[k].observation()) {
			e.also = append(append(slices.Clip(e.also), short.list[k]), short.list[k].also...)
			k++
		}
	}
	if k < len(short.list) {
		return group{}, conflict(a.time, geo.Distance(a.place, b.place))
	}
	return joined, nil
}

// samePoint reports whether two observations are one point in two files.
func samePoint(a, b *match.Observation) bool {
	if !a.Time.Equal(b.Time) {
		return false
	}
	return !a.Valid() && !b.Valid() || a.Valid() && b.Valid() && geo.Distance(a.Point, b.Point) <= samePlace
}

// assemble returns the trip of merged groups. parts are in the order of time.
func assemble(parts []trace.Trip, groups []group) trace.Trip {
	whole := trace.Trip{ID: commonID(parts)}
	n := 0
	for _, g := range groups {
		n += len(g.list)
	}
	if n > 0 {
		whole.Observations = make([]match.Observation, 0, n)
	}
	for _, g := range groups {
		for _, e := range g.list {
			whole.Observations = append(whole.Observations, *e.observation())
		}
	}
	var drivers []string
	for _, p := range parts {
		whole.Vehicle, whole.Device, whole.Name = cmp.Or(whole.Vehicle, p.Vehicle), cmp.Or(whole.Device, p.Device), cmp.Or(whole.Name, p.Name)
		for _, d := range strings.Split(p.Driver, ", ") {
			if d != "" && !slices.Contains(drivers, d) {
				drivers = append(drivers, d)
			}
		}
		whole.Notes = joinNotes(whole.Notes, p.Notes)
	}
	whole.Driver = strings.Join(drivers, ", ")
	if !slices.ContainsFunc(parts, func(p trace.Trip) bool { return p.Driver != parts[0].Driver }) {
		whole.Driver = parts[0].Driver
	}
	c := &whole.Channels
	c.Ignition = joinChannel(parts, groups, n, trace.IgnitionUnknown, func(c *trace.Channels) []trace.Ignition { return c.Ignition })
	c.Odometer = joinChannel(parts, groups, n, math.NaN(), func(c *trace.Channels) []float64 { return c.Odometer })
	c.Elevation = joinChannel(parts, groups, n, math.NaN(), func(c *trace.Channels) []float64 { return c.Elevation })
	c.Address = joinChannel(parts, groups, n, "", func(c *trace.Channels) []string { return c.Address })
	return whole
}

// joinChannel returns the values of a channel for n merged observations, nil if no trip has
// it.
func joinChannel[T comparable](parts []trace.Trip, groups []group, n int, unknown T, of func(*trace.Channels) []T) []T {
	if !slices.ContainsFunc(parts, func(p trace.Trip) bool { return of(&p.Channels) != nil }) {
		return nil
	}
	isUnknown := func(x T) bool { return x == unknown || x != x } // NaN differs from itself
	values := make([]T, 0, n)
	for _, g := range groups {
		for _, e := range g.list {
			x := unknown
			if c := of(&e.from.Channels); e.i < len(c) {
				x = c[e.i]
			}
			for k := 0; k < len(e.also) && isUnknown(x); k++ {
				if c := of(&e.also[k].from.Channels); e.also[k].i < len(c) {
					x = c[e.also[k].i]
				}
			}
			values = append(values, x)
		}
	}
	return values
}

// joinNotes adds the notes of b that a lacks, each before the one that follows it in b.
func joinNotes(a, b []trace.Note) []trace.Note {
	for i := len(b) - 1; i >= 0; i-- {
		if slices.Contains(a, b[i]) {
			continue
		}
		at := len(a)
		if i+1 < len(b) {
			at = slices.Index(a, b[i+1])
		}
		a = slices.Insert(slices.Clone(a), at, b[i])
	}
	return a
}

// commonID returns the ID of the whole of which these are the parts, or else that of the
// first one.
func commonID(parts []trace.Trip) string {
	base := ""
	for i, p := range parts {
		k := strings.LastIndexByte(p.ID, '-')
		if k < 0 || i > 0 && p.ID[:k] != base || strings.Trim(p.ID[k+1:], "0123456789") != "" {
			return parts[0].ID
		}
		base = p.ID[:k]
	}
	return base
}
