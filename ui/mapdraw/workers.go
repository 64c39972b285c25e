package mapdraw

import (
	"image"
	"sync/atomic"

	"roadsnap/ui/job"
	"roadsnap/ui/mapdraw/tile"
	"roadsnap/ui/mapdraw/view"
)

// drawing is a tile that a worker draws. stop makes the worker give it up.
type drawing struct{ stop atomic.Bool }

// workerNiceness makes tile workers give way to threads of ordinary priority: to the one
// that answers the user, and to those that bring pictures to the screen where no
// graphics card does. Jobs in a job.BackgroundLane give way to tile workers.
const workerNiceness = 10

// drawTiles runs one tile worker until the Map is closed.
func (m *Map) drawTiles() {
	job.LowerPriority(workerNiceness)
	var painter *tile.Painter
	var packer tile.Packer
	for {
		full, key, l, d, ok := m.nextTile()
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
		t, err := painter.Paint(l.source, key, d.stop.Load)
		if err != nil && m.options.OnError != nil && !d.stop.Load() {
			m.options.OnError(err)
		}
		m.deliver(key, l, t)
	}
}

// nextTile waits for a tile to draw, or a full one to pack; ok is false when the
// Map is closed.
func (m *Map) nextTile() (full *tile.Tile, key view.Tile, l *look, d *drawing, ok bool) {
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
	d = new(drawing)
	m.drawings[key] = d
	return nil, key, m.look, d, true
}

// deliver takes over a drawn tile; nil for one that was given up.
func (m *Map) deliver(key view.Tile, l *look, t *tile.Tile) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.drawings, key)
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
		// it drawn again.
		m.notice.give()
	}
	m.change.Broadcast()
}

// freshPicture returns a picture for a worker to draw over.
func (m *Map) freshPicture() *image.RGBA {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.cache.Pictures.Take()
}

// discard gives back what a painter has that is needed no more; nil is none.
func (m *Map) discard(p *tile.Painter) {
	if p == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.cache.Pictures.Drop(p.Picture.Dst)
	p.Picture.Dst = nil
}

// packAway packs a surplus tile.
func (m *Map) packAway(t *tile.Tile, p *tile.Packer) {
	packed := p.Pack(t.Picture.Pix)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.cache.Compress(t, packed)
}

// endFrame is called when a frame is composed.
func (m *Map) endFrame() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.cache.Pictures.EndFrame()
	if m.cache.Crowded() {
		m.change.Broadcast()
	}
}

// freePictures gives all pictures back to the system once no worker is left.
func (m *Map) freePictures() {
	m.frame.mu.Lock() // the last frame may be on its way
	defer m.frame.mu.Unlock()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.cache.Clear()
	m.cache.Pictures.Close()
}
