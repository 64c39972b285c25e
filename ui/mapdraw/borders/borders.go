// SPDX-License-Identifier: MIT

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

// Borders is an Overlay that draws the borders of units, and fills the hovered
// and selected ones. It reads and projects them on its own goroutine; until that
// is done it draws what is ready.
type Borders struct {
	source  Source
	onReady func()
	fonts   *style.Fonts
	worker  sync.WaitGroup

	mu       sync.Mutex
	change   sync.Cond // signals changes of the fields below
	epoch    int       // counts changes of the source's content
	theme    *style.Theme
	lines    *borderLines
	wanted   wish // the lines to prepare
	layer    *borderLayer
	picture  layerWish // the layer to paint
	hovered  mark
	selected selection
	language string       // of the names
	names    []placedName // nil until read
	named    bool
	former   formerNames  // of districts, if names contains wards
	around   []placedName // surroundings of the country
	closed   bool

	layers layerPainter // used by the goroutine

	// Used by Draw, which runs on one goroutine at a time.
	preview ringSet
	writer  nameWriter
}

// mark is a unit that is filled as a preview.
type mark struct {
	code    string // "" for none
	wanted  boundary.Level
	outline *unitOutline // of code or of the previous unit, nil at first
}

// Options configure a Borders.
type Options struct {
	Fonts *style.Fonts // nil writes no names
	// Language is the language of the names, "vi" or "en"; "" is Vietnamese.
	Language string
	// OnReady is called on the goroutine of the Borders when a frame would show
	// more than the last one.
	OnReady func()
	// OnError is called on the goroutine of the Borders when borders cannot be
	// read; it may be nil.
	OnError func(error)
}

// New starts the goroutine of an overlay. Close stops it.
func New(source Source, theme style.Theme, o Options) *Borders {
	if o.OnReady == nil {
		o.OnReady = func() {}
	}
	if o.OnError != nil {
		source = reporting{source, o.OnError}
	}
	b := &Borders{source: source, theme: &theme, onReady: o.OnReady, fonts: o.Fonts, layers: layerPainter{rows: stripRows}}
	b.change.L = &b.mu
	b.language = cmp.Or(o.Language, vietnamese)
	b.around = placeSurroundings(b.language)
	b.worker.Go(b.prepare)
	return b
}

// Invalidate discards everything read, because the source has new borders.
func (b *Borders) Invalidate() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.epoch++
	b.lines, b.layer, b.names, b.named, b.former = nil, nil, nil, false, formerNames{}
	b.hovered.outline, b.selected.units, b.selected.layer = nil, nil, nil
	b.change.Broadcast()
}

// SetTheme changes the colours. It must be the theme of the map.
func (b *Borders) SetTheme(t style.Theme) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.theme = &t
	b.change.Broadcast()
}

// SetLanguage changes the language of the names of units, seas and other countries.
func (b *Borders) SetLanguage(language string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if language == b.language {
		return
	}
	b.language, b.around = language, placeSurroundings(language)
	b.epoch++ // names that are being read are in the other language
	b.names, b.named = nil, false
	b.change.Broadcast()
}

// Hover fills a unit lightly as a preview; "" ends the preview. It reports
// whether the hovered unit has changed.
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

// Close stops the goroutine and returns when it has ended.
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

// Draw implements Overlay. It draws areas and lines, below the labels.
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

// shown reports whether the outline is that of the unit.
func (m mark) shown() bool { return m.code != "" && m.outline != nil && m.outline.code == m.code }

// ask requests the lines and outlines that v needs. b.mu must be held.
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
