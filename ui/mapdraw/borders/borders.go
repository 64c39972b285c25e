package borders

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"roadsnap/engine/boundary"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
)

// Borders is an Overlay that draws the borders of units, and those that are
// hovered or selected filled. What it draws is read and projected on a goroutine
// of its own; until that is done it draws what it has.
type Borders struct {
	source  Source
	onReady func()
	fonts   *style.Fonts
	worker  sync.WaitGroup

	mu       sync.Mutex
	change   sync.Cond // of what follows
	epoch    int       // of the source's content
	theme    *style.Theme
	lines    *borderLines
	wanted   wish // what lines shall be
	layer    *borderLayer
	picture  layerWish // what layer shall be
	hovered  mark
	selected selection
	names    []placedName // nil until read
	named    bool
	former   formerNames  // of districts, where names has those of wards
	around   []placedName // the country
	closed   bool

	layers layerPainter // of the goroutine

	// Of Draw, which runs on one goroutine at a time.
	preview ringSet
	writer  nameWriter
}

// mark is a unit that is drawn filled, as a preview.
type mark struct {
	code    string // "" for none
	wanted  boundary.Level
	outline *unitOutline // of code or of the one before, nil at first
}

// Options are the settings of a Borders.
type Options struct {
	Fonts *style.Fonts // nil writes no names
	// Language is that of the names of seas and of other countries, "vi" or "en";
	// "" is Vietnamese. Units are named as they are.
	Language string
	// OnReady is called, on a goroutine of the Borders, when a frame would show
	// more than the last one.
	OnReady func()
	// OnError is called with the error of borders that cannot be read, on a goroutine of
	// the Borders; it may be nil.
	OnError func(error)
}

// New starts the goroutine of an overlay. Close ends it.
func New(source Source, theme style.Theme, o Options) *Borders {
	if o.OnReady == nil {
		o.OnReady = func() {}
	}
	if o.OnError != nil {
		source = reporting{source, o.OnError}
	}
	b := &Borders{source: source, theme: &theme, onReady: o.OnReady, fonts: o.Fonts, layers: layerPainter{rows: stripRows}}
	b.change.L = &b.mu
	b.around = placeSurroundings(cmp.Or(o.Language, vietnamese))
	b.worker.Go(b.prepare)
	return b
}

// Invalidate has all be read again: the source has other borders now.
func (b *Borders) Invalidate() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.epoch++
	b.lines, b.layer, b.names, b.named, b.former = nil, nil, nil, false, formerNames{}
	b.hovered.outline, b.selected.units, b.selected.layer = nil, nil, nil
	b.change.Broadcast()
}

// SetTheme exchanges the colours; it is to be that of the map.
func (b *Borders) SetTheme(t style.Theme) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.theme = &t
	b.change.Broadcast()
}

// SetLanguage exchanges the language of the names of seas and of other countries.
func (b *Borders) SetLanguage(language string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.around = placeSurroundings(language)
}

// Hover fills a unit lightly, as a preview; "" ends it. It reports whether
// another unit is hovered now.
func (b *Borders) Hover(code string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.hovered.code == code {
		return false
	}
	b.hovered.code = code
	b.change.Broadcast()
	return true
}

// Close ends the goroutine and returns when it has.
func (b *Borders) Close() {
	b.mu.Lock()
	b.closed = true
	b.change.Broadcast()
	b.mu.Unlock()
	b.worker.Wait()
}

// Wait returns when Draw would draw all of v, or with the error of ctx.
func (b *Borders) Wait(ctx context.Context, v view.Viewport) error {
	stop := context.AfterFunc(ctx, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.change.Broadcast()
	})
	defer stop()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ask(v.Clamp().Snapped())
	for ctx.Err() == nil && b.due() != nil {
		b.change.Wait()
	}
	return ctx.Err()
}

// Draw implements Overlay: it draws areas and lines, under the labels.
func (b *Borders) Draw(c *overlay.Canvas, v view.Viewport) {
	b.mu.Lock()
	b.ask(v)
	layer, hovered, selected := b.layer, b.hovered, b.selected.layer
	preview := hovered.shown() && !slices.Contains(b.selected.codes, hovered.code)
	b.mu.Unlock()
	if preview {
		b.preview = ringSet{b.preview.points[:0], b.preview.rings[:0], b.preview.boxes[:0]}
		b.preview.add(hovered.outline, planeOf(v), 1)
		c.Sink.Fill(b.preview.rings)
		c.Sink.Paint(c.Theme.Borders.Hover)
	}
	if layer != nil {
		layer.show(c.Image(), v)
	}
	if selected != nil {
		selected.show(c.Image(), v)
	}
}

// shown reports whether the outline that is there is that of the unit.
func (m mark) shown() bool { return m.code != "" && m.outline != nil && m.outline.code == m.code }

// ask makes what v needs what is wanted. The lock is held.
func (b *Borders) ask(v view.Viewport) {
	wish := wishFor(v)
	if b.wanted.level != wish.level || b.wanted.zoom != wish.zoom || !b.wanted.box.Holds(view.BoxOf(v, layerMargin)) {
		b.wanted = wish
		b.change.Broadcast()
	}
	if !b.picture.suits(v, b.theme) {
		b.picture = layerFor(v, b.theme)
		b.change.Broadcast()
	}
	if b.hovered.wanted != wish.level {
		b.hovered.wanted = wish.level
		b.change.Broadcast()
	}
}
