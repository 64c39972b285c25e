package mapdraw

import (
	"testing"

	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/tile"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

// turnstile is an empty source whose readers tell that they have come, and wait to
// be let through one by one, or all.
type turnstile struct{ come, pass chan struct{} }

func newTurnstile() *turnstile {
	return &turnstile{come: make(chan struct{}, 1000), pass: make(chan struct{})}
}

func (s *turnstile) Visit(int, geo.Box, func(basemap.Feature) bool) error {
	s.come <- struct{}{}
	<-s.pass
	return nil
}

// TestTileThatComesIntoViewWhileItIsGivenUpIsAskedForAgain moves away from a tile
// that is being drawn, and back before its worker has noticed.
func TestTileThatComesIntoViewWhileItIsGivenUpIsAskedForAgain(t *testing.T) {
	src, asked := newTurnstile(), make(chan struct{}, 1000)
	m := NewMap(src, maptest.Themes(t).Light, Options{Workers: 1, OnTile: func() { asked <- struct{}{} }})
	defer m.Close()
	// Only a tile in the view has a new frame asked for: here there is one.
	v := view.Viewport{Center: view.Tile{Grid: view.GridOf(maptest.View), X: 5000, Y: 5000}.Box(view.TileSize, 0).Bounds().Center(), Zoom: maptest.View.Zoom, Width: 40, Height: 40, Scale: 1}
	compose(m, v)
	<-src.come
	compose(m, v.Pan(100*view.TileSize, 0))
	if _, complete := compose(m, v); complete {
		t.Fatal("the tile is there already: this tests nothing")
	}
	close(src.pass)
	select {
	case <-asked:
	case <-maptest.Patience(t).Done():
		t.Fatal("a tile is missing, and nobody asks for a frame")
	}
}

// TestSetSourceDoesNotWaitForTheNewSource composes a frame while SetSource waits
// for a reader of the old source.
func TestSetSourceDoesNotWaitForTheNewSource(t *testing.T) {
	first, second := newTurnstile(), newTurnstile()
	m := NewMap(first, maptest.Themes(t).Light, Options{Workers: 2})
	defer m.Close()
	defer close(second.pass)
	defer close(first.pass)
	compose(m, maptest.View)
	<-first.come
	<-first.come
	done := make(chan struct{})
	go func() {
		m.SetSource(second)
		close(done)
	}()
	ctx := maptest.Patience(t)
	for exchanged := false; !exchanged && ctx.Err() == nil; {
		m.mu.Lock()
		exchanged = m.look.source == tile.Source(second)
		m.mu.Unlock()
	}
	first.pass <- struct{}{}
	compose(m, maptest.View)
	<-second.come
	select {
	case <-done:
		t.Fatal("SetSource returns while the old source is read")
	default:
	}
	first.pass <- struct{}{}
	select {
	case <-done:
	case <-ctx.Done():
		t.Error("SetSource waits for readers of the new source")
	}
}
