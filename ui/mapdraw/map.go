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

// alarm calls a function later, unless it is stopped before.
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

// notice calls a function soon after it is given, but not more often than once
// a frame. The Map's lock guards it.
type notice struct {
	call  func()
	alarm alarm // stopped when a frame is composed: the next notice calls again
	ended bool
}

// frameTime is that of a 60 Hz display.
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
	// Workers is how many tiles are drawn at a time; 0 means one for each
	// processor.
	Workers int
	// CacheBytes bounds the memory that kept tiles take, but for those of the
	// view and round it; 0 means 32 MiB. Two fifths are for tiles as they are
	// shown, the rest for packed ones, which are many more.
	CacheBytes int64
	// OnTile is called on a goroutine of its own when a new frame would show
	// more than the last one, at most once per frame of a 60 Hz display.
	OnTile func()
	// OnError is called with tiles whose features could not be read, on
	// a worker's goroutine.
	OnError func(error)
}

const defaultCacheBytes = 32 << 20

// Map draws one source in one theme. Its methods may be called from any
// goroutine; pictures are composed one at a time.
type Map struct {
	options Options
	workers sync.WaitGroup
	frame   frame // of Compose

	mu       sync.Mutex
	change   sync.Cond // of anything below
	look     *look     // what is drawn now
	cache    *tile.Cache
	view     view.Tiles  // the tiles of the last view
	wanted   []view.Tile // the tiles to draw, the most urgent first
	drawings map[view.Tile]*drawing
	layout   *label.Layout // the labels of the last view, nil at first
	// skip are the former districts whose names are left out, nil for none; laidSkip is
	// that of layout.
	skip, laidSkip *label.Districts
	skipAsked      *label.Districts // by the overlays of the picture that is being composed
	// unlabelled tells that layout is not that of all the view's tiles, at rest.
	unlabelled bool
	laidAt     time.Time // when labels were chosen last
	zooming    zooming
	rest       rest
	closed     bool
	notice     notice
}

// look is a source and a theme. Another source or theme is another look, by
// which workers know that what they drew is out of date.
type look struct {
	source tile.Source // nil for an empty map
	theme  *style.Theme
}

// NewMap starts the workers of a map of src, which may be nil for an empty one.
// Close ends them.
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

// SetSource exchanges what is drawn; nil empties the map. Workers may still read
// the old source for a while, until they see that its tiles are not wanted.
func (m *Map) SetSource(src tile.Source) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.renew(&look{source: src, theme: m.look.theme})
}

// SetTheme exchanges colours and widths.
func (m *Map) SetTheme(t style.Theme) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.renew(&look{source: m.look.source, theme: &t})
}

// renew starts again with another look. m.mu must be held.
func (m *Map) renew(l *look) {
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

// Close ends the workers and returns when they have. The Map must not be used
// afterwards.
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

// Wait returns when Compose would draw a complete picture of v, or with the
// error of ctx.
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
