// SPDX-License-Identifier: MIT

package mapdraw

import (
	"context"
	"runtime"
	"sync"
	"time"

	"roadsnap/ui/mapdraw/label"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/tile"
	"roadsnap/ui/mapdraw/view"
)

// alarm calls a function after a delay, unless it is stopped first.
type alarm struct{ timer *time.Timer }

func (a *alarm) set(after time.Duration, call func()) {
	a.stop()
	a.timer = time.AfterFunc(after, call)
}

// isSet reports whether the alarm was set and not stopped since.
func (a *alarm) isSet() bool { return a.timer != nil }

func (a *alarm) stop() {
	if a.timer != nil {
		a.timer.Stop()
		a.timer = nil
	}
}

// notice calls a function soon after give, at most once a frame. The Map's mu
// guards it.
type notice struct {
	call  func()
	alarm alarm // stopped when a frame is composed, so that the next notice calls again
	ended bool
}

// frameTime is one frame of a 60 Hz display.
const frameTime = 16 * time.Millisecond

func (n *notice) give() {
	if n.call != nil && !n.alarm.isSet() && !n.ended {
		n.alarm.set(frameTime, n.call)
	}
}

func (n *notice) end() {
	n.alarm.stop()
	n.ended = true
}

// Options are the settings of a Map.
type Options struct {
	// Fonts draw the labels; nil draws none.
	Fonts *style.Fonts
	// Workers is the number of tiles drawn at a time; 0 means one for each
	// processor.
	Workers int
	// CacheBytes limits the memory of cached tiles, except those in the view and
	// next to it; 0 means 32 MiB. Two fifths hold tiles that are ready to show,
	// the rest holds compressed tiles, of which many more fit.
	CacheBytes int64
	// OnTile is called on its own goroutine when a new frame would show more than
	// the last one, at most once per frame of a 60 Hz display.
	OnTile func()
	// OnError is called on a worker's goroutine when the features of a tile could
	// not be read.
	OnError func(error)
}

const defaultCacheBytes = 32 << 20

// Map draws one source in one theme. It is safe for concurrent use; pictures are
// composed one at a time.
type Map struct {
	options Options
	workers sync.WaitGroup
	frame   frame // used by Compose

	mu       sync.Mutex
	change   sync.Cond // signals changes of the fields below
	look     *look     // the current source and theme
	cache    *tile.Cache
	view     view.Tiles  // the tiles of the last view
	wanted   []view.Tile // the tiles to draw, the most urgent first
	drawings map[view.Tile]*drawing
	layout   *label.Layout // the labels of the last view, nil at first
	// skip holds the former districts whose names are left out, nil for none.
	// laidSkip is the one that layout was chosen with.
	skip, laidSkip *label.Districts
	skipAsked      *label.Districts // set by the overlays of the picture that is being composed
	// unlabelled is set while layout does not cover all tiles of the view at
	// rest.
	unlabelled bool
	laidAt     time.Time // when labels were chosen last
	zooming    zooming
	rest       rest
	closed     bool
	notice     notice
}

// look is a source and a theme. Each change makes another look, by which workers
// recognise that their tile is out of date.
type look struct {
	source tile.Source // nil for an empty map
	theme  *style.Theme
}

// NewMap starts the workers of a map of src, or of an empty map if src is nil.
// Close stops them.
func NewMap(src tile.Source, theme style.Theme, o Options) *Map {
	if o.Workers <= 0 {
		o.Workers = runtime.NumCPU()
	}
	if o.CacheBytes <= 0 {
		o.CacheBytes = defaultCacheBytes
	}
	m := &Map{
		options: o, look: &look{source: src, theme: &theme}, cache: tile.NewCache(o.CacheBytes),
		drawings: map[view.Tile]*drawing{}, notice: notice{call: o.OnTile},
	}
	m.change.L = &m.mu
	for range o.Workers {
		m.workers.Go(m.drawTiles)
	}
	if o.Fonts != nil {
		m.workers.Go(m.layLabels)
	}
	return m
}

// SetSource replaces the source; nil empties the map. Workers may still read the
// old source for a while, until they notice that its tiles are not wanted.
func (m *Map) SetSource(src tile.Source) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.invalidate(&look{source: src, theme: m.look.theme})
}

// SetTheme replaces colours and widths.
func (m *Map) SetTheme(t style.Theme) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.invalidate(&look{source: m.look.source, theme: &t})
}

// invalidate drops all tiles and labels and starts again with l. m.mu must be
// held.
func (m *Map) invalidate(l *look) {
	m.look = l
	m.cache.Clear()
	m.layout, m.unlabelled = nil, false
	m.view, m.wanted = view.Tiles{}, nil
	m.rest.forget()
	m.zooming.pause.stop()
	m.zooming.seen = false
	for _, d := range m.drawings {
		d.stop.Store(true)
	}
	m.notice.give()
	m.change.Broadcast()
}

// Close stops the workers and returns when they have ended. The Map must not be
// used afterwards.
func (m *Map) Close() {
	m.mu.Lock()
	m.closed = true
	for _, d := range m.drawings {
		d.stop.Store(true)
	}
	m.notice.end()
	m.rest.forget()
	m.zooming.pause.stop()
	m.change.Broadcast()
	m.mu.Unlock()
	m.workers.Wait()
	m.freePictures()
}

// Wait returns when Compose would draw a complete picture of v, or with the error
// of ctx.
func (m *Map) Wait(ctx context.Context, v view.Viewport) error {
	stop := context.AfterFunc(ctx, func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.change.Broadcast()
	})
	defer stop()
	m.mu.Lock()
	defer m.mu.Unlock()
	v = v.Clamp().Snapped()
	for ctx.Err() == nil {
		if m.demand(v, time.Time{}) && !m.unlabelled {
			return nil
		}
		m.change.Wait()
	}
	return ctx.Err()
}
