// SPDX-License-Identifier: MIT

package mapdraw

import (
	"context"
	"errors"
	"image"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/tile"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

func compose(m *Map, v view.Viewport) (*image.RGBA, bool) {
	dst := image.NewRGBA(image.Rect(0, 0, v.Width, v.Height))
	return dst, m.Compose(dst, v, nil)
}

func TestComposeAsksForANewFrameUntilComplete(t *testing.T) {
	asked := make(chan struct{}, 100)
	m := NewMap(maptest.Crowd(1, 300), maptest.Themes(t).Light, Options{Fonts: maptest.Fonts(t), OnTile: func() { asked <- struct{}{} }})
	defer m.Close()
	ctx := maptest.Patience(t)
	for {
		if _, complete := compose(m, maptest.View); complete {
			break
		}
		select {
		case <-asked:
		case <-ctx.Done():
			t.Fatal("the picture is not complete, and OnTile is not called")
		}
	}
}

// TestLastPictureEqualsAFreshOne moves about and compares the last picture with
// that of a new map.
func TestLastPictureEqualsAFreshOne(t *testing.T) {
	theme, faces, src := maptest.Themes(t).Light, maptest.Fonts(t), maptest.Crowd(2, 600)
	m := NewMap(src, theme, Options{Fonts: faces, CacheBytes: 4 << 20})
	defer m.Close()
	poison(m)
	rng := rand.New(rand.NewPCG(7, 7))
	v := maptest.View
	for range 5 {
		for range 8 {
			if rng.IntN(3) == 0 {
				v = v.ZoomAt(rng.Float64()*512, rng.Float64()*384, float64(rng.IntN(5)-2)*0.25)
			}
			v = v.Pan(rng.Float64()*200-100, rng.Float64()*200-100)
			compose(m, v)
		}
		if err := m.Wait(maptest.Patience(t), v); err != nil {
			t.Fatal(err)
		}
		got, complete := compose(m, v)
		fresh := NewMap(src, theme, Options{Fonts: faces})
		if err := fresh.Wait(maptest.Patience(t), v); err != nil {
			t.Fatal(err)
		}
		want, _ := compose(fresh, v)
		fresh.Close()
		if p, d := maptest.Worst(got, want, image.Point{}); d != 0 || !complete {
			t.Fatalf("complete %v; pixel %v differs by %d from a fresh picture of %+v", complete, p, d, v)
		}
	}
}

func TestStandInsAreShownWhileTilesAreMissing(t *testing.T) {
	gated := &gatedSource{Source: maptest.Crowd(3, 400)}
	theme := maptest.Themes(t).Light
	m := NewMap(gated, theme, Options{})
	defer m.Close()
	if err := m.Wait(maptest.Patience(t), maptest.View); err != nil {
		t.Fatal(err)
	}
	gated.gate.Lock()
	defer gated.gate.Unlock()
	closer := maptest.View.ZoomAt(256, 192, 1)
	got, complete := compose(m, closer)
	if complete {
		t.Fatal("the picture is complete though no tile of it can be drawn")
	}
	colours := map[[4]byte]bool{}
	for i := 0; i < len(got.Pix); i += 4 {
		colours[[4]byte(got.Pix[i:])] = true
	}
	if len(colours) < 50 {
		t.Errorf("%d colours: the tiles of the previous level are not used", len(colours))
	}
}

// gatedSource answers while its gate is open and blocks while it is closed.
type gatedSource struct {
	tile.Source
	gate sync.RWMutex
}

func (g *gatedSource) Visit(zoom int, box geo.FixedBounds, visit func(basemap.Feature) bool) error {
	g.gate.RLock()
	defer g.gate.RUnlock()
	return g.Source.Visit(zoom, box, visit)
}

func TestSetSourceRedraws(t *testing.T) {
	theme := maptest.Themes(t).Light
	first, second := maptest.Crowd(4, 500), maptest.Crowd(5, 500)
	m := NewMap(first, theme, Options{})
	defer m.Close()
	compose(m, maptest.View)
	m.SetSource(second)
	if err := m.Wait(maptest.Patience(t), maptest.View); err != nil {
		t.Fatal(err)
	}
	got, _ := compose(m, maptest.View)
	fresh := NewMap(second, theme, Options{})
	defer fresh.Close()
	if err := fresh.Wait(maptest.Patience(t), maptest.View); err != nil {
		t.Fatal(err)
	}
	want, _ := compose(fresh, maptest.View)
	if p, d := maptest.Worst(got, want, image.Point{}); d != 0 {
		t.Errorf("pixel %v differs by %d from a map of the new source alone", p, d)
	}
	m.SetSource(nil)
	empty, complete := compose(m, maptest.View)
	if c := empty.RGBAAt(9, 9); c != theme.Background || !complete {
		t.Errorf("without a source: %v, complete %v; want %v, complete", c, complete, theme.Background)
	}
}

func TestUnreadableTilesAreReportedAndShownEmpty(t *testing.T) {
	broken := maptest.Crowd(6, 50)
	broken.Err = errors.New("page fault")
	var mu sync.Mutex
	var heard []error
	m := NewMap(broken, maptest.Themes(t).Light, Options{OnError: func(err error) {
		mu.Lock()
		defer mu.Unlock()
		heard = append(heard, err)
	}})
	defer m.Close()
	if err := m.Wait(maptest.Patience(t), maptest.View); err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	if len(heard) == 0 || !errors.Is(heard[0], broken.Err) {
		t.Errorf("OnError called with %v, want %v", heard, broken.Err)
	}
}

func TestWaitEndsWithItsContext(t *testing.T) {
	m := NewMap(maptest.Crowd(7, 10), maptest.Themes(t).Light, Options{})
	defer m.Close()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := m.Wait(ctx, maptest.View); !errors.Is(err, context.Canceled) {
		t.Errorf("Wait = %v, want %v", err, context.Canceled)
	}
}

// TestMapUnderLoad runs everything at once, for the race detector.
func TestMapUnderLoad(t *testing.T) {
	themes, faces := maptest.Themes(t), maptest.Fonts(t)
	sources := []*maptest.Features{maptest.Crowd(1, 200), maptest.Crowd(2, 200)}
	m := NewMap(sources[0], themes.Light, Options{Fonts: faces, CacheBytes: 2 << 20, OnTile: func() {}, OnError: func(error) {}})
	poison(m)
	var wait sync.WaitGroup
	for g := range uint64(3) {
		wait.Go(func() {
			rng := rand.New(rand.NewPCG(g, 1))
			v := maptest.View
			for i := range 40 {
				v = v.Pan(rng.Float64()*400-200, rng.Float64()*400-200).ZoomAt(200, 200, rng.Float64()-0.5)
				img, _ := compose(m, v)
				for j := 3; j < len(img.Pix); j += 4 {
					if img.Pix[j] != 255 {
						t.Errorf("pixel %d of a frame is %x: not drawn, or of a picture that was freed", j/4, img.Pix[j-3:j+1])
						break
					}
				}
				switch {
				case g == 0 && i%10 == 5:
					m.SetSource(sources[i/10%2])
				case g == 1 && i%10 == 7:
					m.SetTheme([]style.Theme{themes.Light, themes.Dark}[i/10%2])
				case g == 2 && i%10 == 3:
					ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
					_ = m.Wait(ctx, v) // either result is fine
					cancel()
				}
			}
		})
	}
	wait.Wait()
	m.Close()
	if n := m.cache.Pictures.Close(); n != 0 {
		t.Errorf("%d pictures are not given back after Close", n)
	}
	before := sources[0].Visits.Load() + sources[1].Visits.Load()
	time.Sleep(20 * time.Millisecond)
	if after := sources[0].Visits.Load() + sources[1].Visits.Load(); after != before {
		t.Errorf("%d reads after Close", after-before)
	}
}
