// SPDX-License-Identifier: MIT

package mapdraw

import (
	"image"
	"sync/atomic"

	"roadsnap/ui/job"
	"roadsnap/ui/mapdraw/tile"
	"roadsnap/ui/mapdraw/view"
)

// drawing is a tile that a worker is drawing. stop makes the worker abandon it.
type drawing struct{ stop atomic.Bool }

// workerNiceness lowers the priority of tile workers below that of ordinary
// threads. Those respond to the user, and bring pictures to the screen where
// there is no graphics card. Jobs in a job.BackgroundLane have a still lower
// priority.
const workerNiceness = 10

// worker draws tiles, and compresses those that are not shown.
type worker struct {
	*Map
	painter *tile.Painter // nil until the first tile
	packer  tile.Packer
}

// drawTiles runs one tile worker until the Map is closed.
func (m *Map) drawTiles() {
	job.LowerPriority(workerNiceness)
	w := worker{Map: m}
	for {
		work := m.nextWork()
		if work == nil {
			m.discard(w.painter)
			return
		}
		work(&w)
	}
}

// nextWork waits for a tile to draw or to compress and returns the work, or nil
// when the Map is closed.
func (m *Map) nextWork() func(*worker) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for ; !m.closed; m.change.Wait() {
		// Compress first: it is quick, and frees the memory that the next tile
		// needs.
		if full := m.cache.Surplus(); full != nil {
			return func(w *worker) { w.pack(full) }
		}
		if m.drawable() {
			key, l, d := m.wanted[0], m.look, new(drawing)
			m.wanted = m.wanted[1:]
			m.drawings[key] = d
			return func(w *worker) { w.draw(key, l, d) }
		}
	}
	return nil
}

func (w *worker) draw(key view.Tile, l *look, d *drawing) {
	if w.painter == nil || w.painter.Theme != l.theme {
		w.discard(w.painter)
		w.painter = tile.NewPainter(l.theme, w.options.Fonts)
		w.painter.Fresh = w.freshPicture
	}
	t, err := w.painter.Paint(l.source, key, d.stop.Load)
	if err != nil && w.options.OnError != nil && !d.stop.Load() {
		w.options.OnError(err)
	}
	w.deliver(key, l, t)
}

// pack compresses the picture of a surplus tile.
func (w *worker) pack(t *tile.Tile) {
	packed := w.packer.Pack(t.Picture.Pix)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cache.Compress(t, packed)
}

// deliver stores a drawn tile; t is nil if it was abandoned.
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
		// The tile came into view again while it was being abandoned: the next
		// frame queues it again.
		m.notice.give()
	}
	m.change.Broadcast()
}

// freshPicture returns a picture for a worker to draw into.
func (m *Map) freshPicture() *image.RGBA {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.cache.Pictures.Take()
}

// discard returns the picture of a painter that is no longer needed; p may be
// nil.
func (m *Map) discard(p *tile.Painter) {
	if p == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.cache.Pictures.Drop(p.Picture.Dst)
	p.Picture.Dst = nil
}

// endFrame is called after a frame is composed.
func (m *Map) endFrame() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.cache.Pictures.EndFrame()
	if m.cache.Crowded() {
		m.change.Broadcast()
	}
}

// freePictures returns all pictures to the system once no worker is left.
func (m *Map) freePictures() {
	m.frame.mu.Lock() // the last frame may still be composing
	defer m.frame.mu.Unlock()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.cache.Clear()
	m.cache.Pictures.Close()
}
