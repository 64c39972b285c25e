package mapdraw

import (
	"sync/atomic"

	"roadsnap/ui/mapdraw/tile"
	"roadsnap/ui/mapdraw/view"
)

// This file is the work of those who draw a Map's tiles.

// job is a tile that a worker draws.
type job struct{ stop atomic.Bool }

// drawTiles is the life of a worker.
func (m *Map) drawTiles() {
	yieldToOthers()
	var painter *tile.Painter
	var packer tile.Packer
	for {
		full, key, l, j, ok := m.nextTile()
		if !ok {
			m.discard(painter)
			return
		}
		if full != nil {
			m.packAway(full, &packer)
			continue
		}
		if painter == nil || painter.Theme != l.theme {
			m.discard(painter)
			painter = tile.NewPainter(l.theme, m.options.Fonts)
			painter.Fresh = m.freshPicture
		}
		t, err := painter.Paint(l.source, key, j.stop.Load)
		if err != nil && m.options.OnError != nil && !j.stop.Load() {
			m.options.OnError(err)
		}
		m.deliver(key, l, t)
	}
}

// nextTile waits for a tile to draw, or a full one to pack; ok is false when the
// Map is closed.
func (m *Map) nextTile() (full *tile.Tile, key view.Tile, l *look, j *job, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for !m.closed {
		// Packing first: it takes no time, and gives back the memory that the
		// next tile needs.
		if full = m.cache.Surplus(); full != nil {
			return full, view.Tile{}, nil, nil, true
		}
		if m.drawable() {
			break
		}
		m.change.Wait()
	}
	if m.closed {
		return nil, view.Tile{}, nil, nil, false
	}
	key = m.wanted[0]
	m.wanted = m.wanted[1:]
	j = new(job)
	m.jobs[key] = j
	return nil, key, m.look, j, true
}

// deliver takes over a drawn tile; nil for one that was given up.
func (m *Map) deliver(key view.Tile, l *look, t *tile.Tile) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.jobs, key)
	switch seen := m.view.Has(key); {
	case t != nil && l == m.look:
		m.cache.Put(t)
		if seen {
			m.unlabelled = m.options.Fonts != nil
			m.notice.give()
		}
	case t != nil:
		m.cache.Pictures.Drop(t.Picture)
		fallthrough
	case seen:
		// It came into view again while it was being given up: the next frame has
		// it drawn anew.
		m.notice.give()
	}
	m.change.Broadcast()
}
