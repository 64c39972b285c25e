package mapdraw

import (
	"image"

	"roadsnap/ui/mapdraw/tile"
)

// This file is the life of pictures between a Map's workers and its frames.

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

// EndFrame is called when a frame is composed.
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
