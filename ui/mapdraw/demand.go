// SPDX-License-Identifier: MIT

package mapdraw

import (
	"time"

	"roadsnap/ui/mapdraw/tile"
	"roadsnap/ui/mapdraw/view"
)

// demand queues the tiles that v shows and reports whether all of them are there.
// at is the time of the request, or zero for a view that will not change. m.mu
// must be held.
func (m *Map) demand(v view.Viewport, at time.Time) bool {
	if m.look.source == nil {
		return true
	}
	r := view.TilesOf(v.Whole(), view.GridOf(v))
	missing := false
	changed := r != m.view
	if r.Grid != m.view.Grid {
		m.zooming.change(at, m.arrived)
	}
	m.view, m.cache.View = r, r
	if m.rest.move(v, at, m.wake) {
		m.unlabelled = m.options.Fonts != nil
		changed = true
	}
	m.wanted = m.wanted[:0]
	for _, k := range r.Keys() {
		if m.cache.Get(k) == nil {
			missing = true
			m.want(k)
		}
	}
	// The ring of tiles around the view, which the next drag will show.
	for _, k := range r.Ring() {
		m.want(k)
	}
	near := r.Grow()
	for k, d := range m.drawings {
		if !near.Has(k) {
			d.stop.Store(true)
		}
	}
	if changed || len(m.wanted) > 0 {
		m.change.Broadcast()
	}
	return !missing
}

// want queues k for drawing, unless it is cached or being drawn.
func (m *Map) want(k view.Tile) {
	if _, busy := m.drawings[k]; !busy && !m.cache.Has(k) {
		m.wanted = append(m.wanted, k)
	}
}

// drawable reports whether a queued tile is worth drawing now.
func (m *Map) drawable() bool { return len(m.wanted) > 0 && !m.zooming.pause.isSet() }

// present returns the tiles of the view that are in the cache.
func (m *Map) present() []*tile.Tile {
	var tiles []*tile.Tile
	for _, k := range m.view.Keys() {
		if t := m.cache.Get(k); t != nil {
			tiles = append(tiles, t)
		}
	}
	return tiles
}
