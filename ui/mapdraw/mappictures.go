package mapdraw

import "image"

// This file is the life of pictures between a Map's workers and its frames.

// freshPicture returns a picture for a worker to draw over.
func (m *Map) freshPicture() *image.RGBA {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.cache.pictures.take()
}

// discard gives back what a painter has that is needed no more; nil is none.
func (m *Map) discard(p *tilePainter) {
	if p == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.cache.pictures.drop(p.picture.Dst)
	p.picture.Dst = nil
}

// packAway packs a surplus tile.
func (m *Map) packAway(t *tile, p *packer) {
	packed := p.pack(t.picture.Pix)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.cache.shelve(t, packed)
}

// endFrame is called when a frame is composed.
func (m *Map) endFrame() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.cache.pictures.endFrame()
	if m.cache.crowded() {
		m.change.Broadcast()
	}
}

// freePictures gives all pictures back to the system once no worker is left.
func (m *Map) freePictures() {
	m.frame.mu.Lock() // the last frame may be on its way
	defer m.frame.mu.Unlock()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.cache.clear()
	m.cache.pictures.close()
}
