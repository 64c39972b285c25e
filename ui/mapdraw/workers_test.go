// SPDX-License-Identifier: MIT

package mapdraw

import (
	"image"
	"testing"

	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

// turnstile is an empty source. Its readers report that they have arrived, and
// wait until they are let through, one by one or all.
type turnstile struct{ come, pass chan struct{} }

func newTurnstile() *turnstile {
	return &turnstile{come: make(chan struct{}, 1000), pass: make(chan struct{})}
}

func (s *turnstile) Visit(int, geo.FixedBounds, func(basemap.Feature) bool) error {
	s.come <- struct{}{}
	<-s.pass
	return nil
}

// TestTileBackInViewWhileAbandonedIsRequestedAgain moves away from a tile that is
// being drawn, and back before its worker has noticed.
func TestTileBackInViewWhileAbandonedIsRequestedAgain(t *testing.T) {
	src, asked := newTurnstile(), make(chan struct{}, 1000)
	m := NewMap(src, maptest.Themes(t).Light, Options{Workers: 1, OnTile: func() { asked <- struct{}{} }})
	defer m.Close()
	// Only a tile in the view causes a new frame: here there is one.
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
		t.Fatal("a tile is missing, and OnTile is not called")
	}
}

// TestSetSourceDoesNotWaitForReaders replaces a source in which two workers are
// blocked, as on a disk that does not answer. The tiles that they finish later
// are not shown.
func TestSetSourceDoesNotWaitForReaders(t *testing.T) {
	first, second := newTurnstile(), maptest.Crowd(5, 500)
	m := NewMap(first, maptest.Themes(t).Light, Options{Workers: 2})
	defer m.Close()
	compose(m, maptest.View)
	<-first.come
	<-first.come
	m.SetSource(second)
	close(first.pass)
	if err := m.Wait(maptest.Patience(t), maptest.View); err != nil {
		t.Fatal(err)
	}
	got, _ := compose(m, maptest.View)
	fresh := NewMap(second, maptest.Themes(t).Light, Options{})
	defer fresh.Close()
	if err := fresh.Wait(maptest.Patience(t), maptest.View); err != nil {
		t.Fatal(err)
	}
	want, _ := compose(fresh, maptest.View)
	if p, d := maptest.Worst(got, want, image.Point{}); d != 0 {
		t.Errorf("pixel %v differs by %d from a map of the new source alone", p, d)
	}
}
