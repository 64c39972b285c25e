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

// worker draws tiles, and packs those that are not shown.
type worker struct {
	*Map
	painter *tile.Painter // nil at first
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

// nextWork waits for a tile to draw, or one to pack, and returns what to do; nil when
// the Map is closed.
func (m *Map) nextWork() func(*worker) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for ; !m.closed; m.change.Wait() {
		// Packing first: it takes no time, and gives back the memory that the
		// next tile needs.
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

// pack packs the picture of a surplus tile.
func (w *worker) pack(t *tile.Tile) {
	packed := w.packer.Pack(t.Picture.Pix)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cache.Compress(t, packed)
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
