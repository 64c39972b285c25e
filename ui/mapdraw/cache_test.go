// SPDX-License-Identifier: MIT

package mapdraw

import (
	"image"
	"runtime"
	"testing"

	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

// poison makes the free pictures of m look like nothing else.
func poison(m *Map) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.cache.Pictures.Poison = true
}

// TestWarmZoomsRedrawNothing zooms through more levels than there is room for
// pictures, and back.
func TestWarmZoomsRedrawNothing(t *testing.T) {
	m := NewMap(maptest.Crowd(3, 400), maptest.Themes(t).Light, Options{CacheBytes: 8 << 20})
	defer m.Close()
	poison(m)
	var views []view.Viewport
	for i := range 8 {
		v := maptest.View
		v.Zoom = 14 + float64(i)*view.ZoomStep
		views = append(views, v)
	}
	var first []*image.RGBA
	for _, v := range views {
		if err := m.Wait(maptest.Patience(t), v); err != nil {
			t.Fatal(err)
		}
		img, _ := compose(m, v)
		first = append(first, img)
	}
	for i := len(views) - 1; i >= 0; i-- {
		img, complete := compose(m, views[i])
		if p, d := maptest.Worst(img, first[i], image.Point{}); d != 0 || !complete {
			t.Errorf("level %d: complete %v, pixel %v differs by %d from when it was drawn", i, complete, p, d)
		}
	}
	// packed reports whether half of all tiles are compressed.
	packed := func() bool {
		m.mu.Lock()
		defer m.mu.Unlock()
		kept, open := 0, 0
		for _, v := range views {
			for _, k := range view.TilesOf(v, view.GridOf(v)).Keys() {
				if t := m.cache.Get(k); t != nil {
					kept++
					if t.Picture != nil {
						open++
					}
				}
			}
		}
		return open < kept/2
	}
	// Workers compress when there is nothing left to draw; no call waits for
	// that.
	for ctx := maptest.Patience(t); !packed(); runtime.Gosched() {
		if ctx.Err() != nil {
			t.Fatal("too few tiles were packed")
		}
	}
}
