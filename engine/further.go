// SPDX-License-Identifier: MIT

package engine

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/pack"
	"roadsnap/engine/road"
)

// Several maps may be open, such as that of a country and finer ones of cities. Each trip or
// path is matched on the finest map that covers it: the one whose roads span the smallest
// box, and of maps that span the same box the one with the newest data.

// AddFurther opens the pack at path as one more map for Match, Explain, Snap and Ways. What
// it has outside of the box of the open map, Visit and Search also return. Everything else
// uses the map of OpenPack, which may be opened later. A pack that was opened before under
// the same path is replaced. The error wraps ErrNoRoads if the pack has no roads.
func (e *Engine) AddFurther(path string) error {
	p, err := pack.Open(path)
	if err != nil {
		return err
	}
	return e.installFurther(p, func(m *installed) []*installed {
		e.further = append(slices.Clone(e.further), m)
		return e.takeFurther(path, m)
	})
}

// installFurther is install for a pack that must have roads.
func (e *Engine) installFurther(p *pack.Pack, place func(*installed) (replaced []*installed)) error {
	if !road.In(p) {
		_ = p.Close() // it was only read
		return fmt.Errorf("%s: %w", p.Name(), ErrNoRoads)
	}
	return e.install(p, place)
}

// DropFurther closes the further map that was opened from path, if there is one.
func (e *Engine) DropFurther(path string) {
	e.mu.Lock()
	dropped := e.takeFurther(path, nil)
	e.mu.Unlock()
	// As in DropBorders.
	_ = e.release(dropped...)
}

// Further describes the further maps, the finest first.
func (e *Engine) Further() (list []Info) {
	maps := e.useFurther()
	slices.SortStableFunc(maps, finer)
	for _, m := range maps {
		// The description was read when the pack was opened.
		list = append(list, m.describe())
	}
	_ = e.release(maps...)
	return list
}

// Identity returns a text that two engines share if and only if the same maps are open, as
// far as lengths and checksums tell. Without further maps it is that of Info. It is "" if no
// map is open.
func (e *Engine) Identity() string {
	var all []string
	if info, err := e.Info(); err == nil {
		all = append(all, info.Identity())
	}
	for _, info := range e.Further() {
		all = append(all, info.Identity())
	}
	if len(all) < 2 {
		return strings.Join(all, "")
	}
	h := sha256.Sum256([]byte(strings.Join(all, " ")))
	return hex.EncodeToString(h[:16])
}

// takeFurther removes the further maps from path, except one, from the list and returns them.
// e.mu must be held.
func (e *Engine) takeFurther(path string, except *installed) (taken []*installed) {
	e.further = slices.DeleteFunc(slices.Clone(e.further), func(m *installed) bool {
		take := m != except && m.pack.Name() == path
		if take {
			taken = append(taken, m)
		}
		return take
	})
	return taken
}

// extent is the diagonal of the box round the roads of a map (metres).
func (m *installed) extent() float64 {
	b := m.graph.Bounds()
	return geo.Distance(geo.Point{Lat: b.South, Lon: b.West}, geo.Point{Lat: b.North, Lon: b.East})
}

// finer compares two maps with roads. The finer one is less.
func finer(a, b *installed) int {
	return cmp.Or(cmp.Compare(a.extent(), b.extent()), b.pack.Meta().SourceTime.Compare(a.pack.Meta().SourceTime))
}

// place is a point of a trip or a path.
type place interface{ match.Observation | geo.Point }

func pointOf[P place](p P) geo.Point {
	switch p := any(p).(type) {
	case match.Observation:
		return p.Point
	case geo.Point:
		return p
	}
	panic("unreachable")
}

// withRoadsOf is withRoads on the finest map that covers a trip, and on the open one if none
// does. A map that was written to is refused for the trips inside its box.
func withRoadsOf[P place](e *Engine, trip []P, fn func(*installed) error) error {
	maps := e.useFurther()
	if len(maps) == 0 {
		return e.withRoads(fn)
	}
	// The result is right even if unmapping a file fails.
	if open := e.use(); open != nil {
		if maps = append(maps, open); open.graph == nil {
			maps = maps[:len(maps)-1]
			defer func() { _ = e.release(open) }()
		}
	}
	defer func() { _ = e.release(maps...) }()
	slices.SortStableFunc(maps, finer)
	for _, m := range maps {
		if !inside(m.graph.Bounds(), trip) {
			continue
		}
		covered := false
		if err := m.guard(func(m *installed) error { covered = covers(m, trip); return nil }); err != nil {
			return err
		}
		if covered {
			return m.guard(fn)
		}
	}
	return e.withRoads(fn)
}

// useFurther returns the further maps and counts one more use of each.
func (e *Engine) useFurther() []*installed {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, m := range e.further {
		m.users++
	}
	return slices.Clone(e.further)
}

const (
	// coverReach is how far a point of a covered trip may be from a road (metres). Points of
	// trips off the roads are no reason to leave a map that has the others.
	coverReach = 500
	// coverShare is the share of such points.
	coverShare = 0.95
	// coverPoints is how many points of a trip are tried.
	coverPoints = 200
)

// inside reports whether all points of a trip are inside a box, but for single ones between
// two that are: receivers jump.
func inside[P place](box geo.Bounds, trip []P) bool {
	within := true // the point before
	for i, p := range trip {
		before := within
		if within = box.Contains(pointOf(p)); !within && (!before || i == 0 || i == len(trip)-1) {
			return false
		}
	}
	return true
}

// covers reports whether nearly all points of a trip are near a road of a map. A map of a
// province has roads in a part of its box only.
func covers[P place](m *installed, trip []P) bool {
	finder, tried, near := road.NewFinder(m.graph), 0, 0
	var hits []road.Hit
	for i := 0; i < len(trip); i += max(len(trip)/coverPoints, 1) {
		tried++
		if hits = finder.Near(hits[:0], pointOf(trip[i]), coverReach, 0); len(hits) > 0 {
			near++
		}
	}
	return tried > 0 && float64(near) >= coverShare*float64(tried)
}

// withShown calls fn with each map that is drawn and searched, until fn returns false: the
// open one, and further ones that reach beyond it. The error is ErrNoMap if there is none.
func (e *Engine) withShown(fn func(*installed) (more bool, err error)) error {
	maps := e.useFurther()
	open := e.use()
	if open != nil {
		maps = append([]*installed{open}, maps...)
	}
	// The result is right even if unmapping a file fails.
	defer func() { _ = e.release(maps...) }()
	if len(maps) == 0 {
		return ErrNoMap
	}
	for _, m := range maps {
		if m != open && open != nil && open.graph != nil && m.within(open) {
			continue
		}
		more := true
		if err := m.guard(func(m *installed) (err error) { more, err = fn(m); return err }); err != nil || !more {
			return err
		}
	}
	return nil
}

// within reports whether the box of m lies in that of other.
func (m *installed) within(other *installed) bool {
	b, in := m.graph.Bounds(), other.graph.Bounds()
	return in.Contains(geo.Point{Lat: b.South, Lon: b.West}) && in.Contains(geo.Point{Lat: b.North, Lon: b.East})
}
