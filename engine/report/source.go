// SPDX-License-Identifier: MIT

package report

import (
	"maps"
	"sync"
	"time"

	"roadsnap/engine/fleet"
	"roadsnap/engine/match"
	"roadsnap/engine/regulation"
	"roadsnap/engine/road"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/engine/units"
)

// Recorded is a kept trip with its match.
type Recorded struct {
	ID        int64
	Vehicle   string
	Driver    string // several are separated by ", "; "" for those of the register
	Recording trace.Trip
	Result    match.Result
	Matched   bool
	Corrected bool // by hand
}

// World is what the facts of a trip depend on besides the trip. It is not changed while facts
// are made, and may be used from several goroutines.
type World struct {
	Rules    *regulation.Book
	Limits   []regulation.Correction
	Register fleet.Register
	Sites    []trip.Site
	Atlas    *units.Atlas // nil without borders
	// Ways returns the ways of matched points by their IDs, those that the map knows, as
	// Engine.Ways does.
	Ways func(points []match.Point) (map[int64]road.Way, error)

	known wayMemory
}

// wayMemory holds the ways that were looked up, because the vehicles of a fleet drive the same
// roads. It is safe for concurrent use.
type wayMemory struct {
	mu   sync.RWMutex
	ways map[int64]road.Way
}

// take adds the known ways of points to ways, and appends the points of those that are not known
// to unknown.
func (m *wayMemory) take(ways map[int64]road.Way, points, unknown []match.Point) []match.Point {
	m.mu.RLock()
	defer m.mu.RUnlock()
	last := int64(0)
	for i := range points {
		p := &points[i]
		if !p.HasWay || p.WayID == last {
			continue
		}
		last = p.WayID
		if w, ok := m.ways[p.WayID]; ok {
			ways[p.WayID] = w
		} else {
			unknown = append(unknown, *p)
		}
	}
	return unknown
}

// add adds ways that were looked up.
func (m *wayMemory) add(ways map[int64]road.Way) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.ways == nil {
		m.ways = map[int64]road.Way{}
	}
	maps.Copy(m.ways, ways)
}

// driverOf returns the driver of a vehicle at a moment, "" if it is not known. A single driver
// in the trip comes before the register.
func (w *World) driverOf(r *Facts, at time.Time) string {
	if r.Driver != "" && !r.manyDrivers {
		return r.Driver
	}
	return w.Register.DriverAt(r.Vehicle, at)
}
