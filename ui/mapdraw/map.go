package mapdraw

import (
	"context"
	"maps"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Options are the settings of a Map.
type Options struct {
	// Fonts draw the labels; nil draws none.
	Fonts *Fonts
	// Workers is how many tiles are drawn at a time; 0 means one for each
	// processor.
	Workers int
	// CacheBytes bounds the memory that kept tiles take, but for those of the
	// view and round it; 0 means 40 MiB. Two fifths are for tiles as they are
	// shown, the rest for packed ones, which are many more.
	CacheBytes int64
	// OnTile is called on a goroutine of its own when a new frame would show
	// more than the last one, at most once per frame of a 60 Hz display.
	OnTile func()
	// OnError hears of tiles whose features could not be read. It is called on
	// a worker's goroutine.
	OnError func(error)
}

const defaultCacheBytes = 40 << 20

// Map draws one source in one theme. Its methods may be called from any
// goroutine; pictures are composed one at a time.
type Map struct {
	options Options
	workers sync.WaitGroup
	frame   frame // of Compose

	mu     sync.Mutex
	change sync.Cond // of anything below
	look   *look     // what is drawn now
	cache  *tileCache
	view   tileRange // the tiles of the last view
	wanted []tileKey // the tiles to draw, the most urgent first
	jobs   map[tileKey]*job
	layout *layout // the labels of the last view, nil at first
	// unlabelled tells that layout is not that of all the view's tiles, at rest.
	unlabelled bool
	laidAt     time.Time   // when labels were chosen last
	zoomedAt   time.Time   // when the view changed to another grid last
	resting    *time.Timer // while it is not worth drawing, nil at other times
	rest       rest
	closed     bool
	notice     notice
}

// look is a source and a theme. Another source or theme is another look, by
// which workers know that what they drew is out of date.
type look struct {
	source Source // nil for an empty map
	theme  *Theme
}

// job is a tile that a worker draws.
type job struct{ stop atomic.Bool }

// NewMap starts the workers of a map of src, which may be nil for an empty one.
// Close ends them.
func NewMap(src Source, theme Theme, o Options) *Map {
	if o.Workers <= 0 {
		o.Workers = runtime.NumCPU()
	}
	if o.CacheBytes <= 0 {
		o.CacheBytes = defaultCacheBytes
	}
	m := &Map{
		options: o, look: &look{source: src, theme: &theme}, cache: newTileCache(o.CacheBytes),
		jobs: map[tileKey]*job{}, notice: notice{call: o.OnTile},
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

// SetSource exchanges what is drawn; nil empties the map. It returns when no
// worker reads the old source any longer, which takes a millisecond or two.
func (m *Map) SetSource(src Source) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.renew(&look{source: src, theme: m.look.theme})
	// A frame that is composed meanwhile gives the workers new jobs, which are not
	// waited for.
	for key, j := range maps.Clone(m.jobs) {
		for m.jobs[key] == j {
			m.change.Wait()
		}
	}
}

// SetTheme exchanges colours and widths.
func (m *Map) SetTheme(t Theme) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.renew(&look{source: m.look.source, theme: &t})
}

// renew begins anew with another look. The lock is held.
func (m *Map) renew(l *look) {
	m.look = l
	m.cache.clear()
	m.layout, m.unlabelled = nil, false
	m.view, m.wanted = tileRange{}, nil
	m.rest.forget()
	for _, j := range m.jobs {
		j.stop.Store(true)
	}
	m.notice.give()
	m.change.Broadcast()
}

// Close ends the workers and returns when they have. The Map must not be used
// afterwards.
func (m *Map) Close() {
	m.mu.Lock()
	m.closed = true
	for _, j := range m.jobs {
		j.stop.Store(true)
	}
	m.notice.end()
	m.rest.forget()
	m.change.Broadcast()
	m.mu.Unlock()
	m.workers.Wait()
	m.freePictures()
}

// Wait returns when Compose would draw a complete picture of v, or with the
// error of ctx.
func (m *Map) Wait(ctx context.Context, v Viewport) error {
	stop := context.AfterFunc(ctx, func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.change.Broadcast()
	})
	defer stop()
	m.mu.Lock()
	defer m.mu.Unlock()
	v = v.Clamp().snapped()
	for ctx.Err() == nil {
		if m.demand(v, time.Time{}) && !m.unlabelled {
			return nil
		}
		m.change.Wait()
	}
	return ctx.Err()
}

// demand makes what v shows what the workers draw, and reports whether all of it
// is there. at is when that was asked for, the zero time for a view that is sure
// to stay. The lock is held.
func (m *Map) demand(v Viewport, at time.Time) bool {
	if m.look.source == nil {
		return true
	}
	r := tilesOf(v.whole(), gridOf(v))
	missing := false
	changed := r != m.view
	if r.grid != m.view.grid {
		m.zoomed(at)
	}
	m.view, m.cache.view = r, r
	if m.rest.move(v, at, m.wake) {
		m.unlabelled = m.options.Fonts != nil
		changed = true
	}
	m.wanted = m.wanted[:0]
	for _, k := range r.keys() {
		if m.cache.get(k) == nil {
			missing = true
			m.want(k)
		}
	}
	// Then the ring of tiles round the view, which the next drag will show.
	for _, k := range r.ring() {
		m.want(k)
	}
	near := r.grow()
	for k, j := range m.jobs {
		if !near.has(k) {
			j.stop.Store(true)
		}
	}
	if changed || len(m.wanted) > 0 {
		m.change.Broadcast()
	}
	return !missing
}

// While the user zooms through many levels, the tiles of none are worth drawing:
// they would be out of sight before they are there, and the processors have
// enough to do with bringing the pictures between to the screen.
const (
	zoomingOn = 200 * time.Millisecond // from one level to the next
	zoomRest  = 80 * time.Millisecond  // after which the user has arrived
)

// zoomed notes that the view has another grid, and has the workers rest if it is
// one of many. The lock is held.
func (m *Map) zoomed(now time.Time) {
	on := now.Sub(m.zoomedAt) < zoomingOn
	m.zoomedAt = now
	if m.resting != nil {
		m.resting.Stop()
		m.resting = nil
	}
	if !on {
		return
	}
	var rest *time.Timer
	rest = time.AfterFunc(zoomRest, func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		if m.resting == rest {
			m.resting = nil
			m.change.Broadcast()
		}
	})
	m.resting = rest
}

// want adds k to what is to be drawn, if it is neither there nor under way.
func (m *Map) want(k tileKey) {
	if _, busy := m.jobs[k]; !busy && !m.cache.has(k) {
		m.wanted = append(m.wanted, k)
	}
}

// drawTiles is the life of a worker.
func (m *Map) drawTiles() {
	yieldToOthers()
	var painter *tilePainter
	var packer packer
	for {
		full, key, l, j, ok := m.nextTile()
		if !ok {
			m.discard(painter)
			return
		}
		if full != nil {
			m.packAway(full, &packer)
			continue
		}
		if painter == nil || painter.theme != l.theme {
			m.discard(painter)
			painter = newTilePainter(l.theme, m.options.Fonts)
			painter.fresh = m.freshPicture
		}
		t, err := painter.paint(l.source, key, j.stop.Load)
		if err != nil && m.options.OnError != nil && !j.stop.Load() {
			m.options.OnError(err)
		}
		m.deliver(key, l, t)
	}
}

// nextTile waits for a tile to draw, or a full one to pack; ok is false when the
// Map is closed.
func (m *Map) nextTile() (full *tile, key tileKey, l *look, j *job, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for !m.closed {
		// Packing first: it takes no time, and gives back the memory that the
		// next tile needs.
		if full = m.cache.surplus(); full != nil {
			return full, tileKey{}, nil, nil, true
		}
		if len(m.wanted) > 0 && m.resting == nil {
			break
		}
		m.change.Wait()
	}
	if m.closed {
		return nil, tileKey{}, nil, nil, false
	}
	key = m.wanted[0]
	m.wanted = m.wanted[1:]
	j = new(job)
	m.jobs[key] = j
	return nil, key, m.look, j, true
}

// deliver takes over a drawn tile; nil for one that was given up.
func (m *Map) deliver(key tileKey, l *look, t *tile) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.jobs, key)
	switch seen := m.view.has(key); {
	case t != nil && l == m.look:
		m.cache.put(t)
		if seen {
			m.unlabelled = m.options.Fonts != nil
			m.notice.give()
		}
	case t != nil:
		m.cache.pictures.drop(t.picture)
		fallthrough
	case seen:
		// It came into view again while it was being given up: the next frame has
		// it drawn anew.
		m.notice.give()
	}
	m.change.Broadcast()
}

// present returns the tiles of the view that are there.
func (m *Map) present() []*tile {
	var tiles []*tile
	for _, k := range m.view.keys() {
		if t := m.cache.get(k); t != nil {
			tiles = append(tiles, t)
		}
	}
	return tiles
}

// notice calls a function soon after it is given, but not more often than once
// a frame. The Map's lock guards it.
type notice struct {
	call    func()
	pending *time.Timer
	ended   bool
}

// frameTime is that of a 60 Hz display.
const frameTime = 16 * time.Millisecond

func (n *notice) give() {
	if n.call == nil || n.pending != nil || n.ended {
		return
	}
	n.pending = time.AfterFunc(frameTime, n.call)
}

// taken makes the next give call again.
func (n *notice) taken() {
	if n.pending != nil {
		n.pending.Stop()
		n.pending = nil
	}
}

func (n *notice) end() {
	n.taken()
	n.ended = true
}
