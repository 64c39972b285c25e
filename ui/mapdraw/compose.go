// SPDX-License-Identifier: MIT

package mapdraw

import (
	"image"
	"math"
	"slices"
	"sync"
	"time"

	"roadsnap/ui/mapdraw/label"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/tile"
	"roadsnap/ui/mapdraw/view"
)

// frame is what Compose keeps from one picture to the next.
type frame struct {
	mu       sync.Mutex
	pieces   []raster.Piece
	overlays overlay.Frame
}

// Compose draws the view v with overlays into dst. dst must be v.Width by
// v.Height pixels, with v.Bleed more on each side and its corner at 0, 0. Compose
// reports whether the picture is complete; if not, OnTile is called when it is
// worth composing again. Compose never waits for a tile: missing tiles are filled
// in from other zoom levels or left blank.
//
// The picture is moved by up to half a pixel so that tiles start on whole pixels.
func (m *Map) Compose(dst *image.RGBA, v view.Viewport, overlays []overlay.Overlay) (complete bool) {
	m.frame.mu.Lock()
	defer m.frame.mu.Unlock()
	v = v.Clamp().Snapped()

	m.mu.Lock()
	m.cache.Pictures.BeginFrame()
	complete = m.demand(v, time.Now()) && !m.unlabelled
	m.zooming.seen = m.zooming.seen || complete
	bleed := v.Bleed
	v = v.Whole()
	m.frame.pieces = m.gatherPieces(m.frame.pieces[:0], v)
	l, labels := m.look, m.layout
	m.notice.alarm.stop()
	m.skipAsked = nil
	m.mu.Unlock()
	defer m.endFrame()

	for i := range m.frame.pieces {
		m.frame.pieces[i].Draw(dst)
	}
	m.frame.overlays.Draw(dst, l.theme, v, bleed, overlays, func(taken label.Plan) {
		if labels != nil {
			labels.Write(dst, v, taken)
		}
	})
	return !m.applySkip() && complete
}

// gatherPieces appends the pieces that make up the picture of v, in drawing
// order. m.mu must be held.
func (m *Map) gatherPieces(pieces []raster.Piece, v view.Viewport) []raster.Piece {
	ox, oy := v.Origin()
	ox, oy = math.Round(ox), math.Round(oy)
	whole := image.Rect(0, 0, v.Width, v.Height)
	if m.look.source == nil {
		return append(pieces, m.blank(whole))
	}
	g := m.view.Grid
	place := placer{ox: ox, oy: oy, size: v.WorldSize()}
	if !raster.BoxOf(whole).Add(ox, oy).Within(raster.Box{X1: place.size, Y1: place.size}) {
		pieces = append(pieces, m.blank(whole)) // beyond the edge of the world
	}
	for _, k := range m.view.Keys() {
		if t := m.cache.Show(k); t != nil {
			pieces = append(pieces, place.tile(t, place.rect(k)))
		} else {
			pieces = m.fallbacks(pieces, place, g, place.rect(k).Intersect(whole))
		}
	}
	return pieces
}

// blank returns a piece in the background colour.
func (m *Map) blank(to image.Rectangle) raster.Piece {
	return raster.Piece{To: to, Fill: m.look.theme.Background}
}

// placer computes where tiles lie in a picture.
type placer struct {
	ox, oy float64 // world pixel of the picture's corner
	size   float64 // side of the world (pixels)
}

// rect returns the pixels that the tile k takes.
func (p placer) rect(k view.Tile) image.Rectangle {
	side := view.TileSize * p.size / k.WorldSize()
	edge := func(i int32, o float64) int { return int(math.Round(float64(i)*side - o)) }
	return image.Rect(edge(k.X, p.ox), edge(k.Y, p.oy), edge(k.X+1, p.ox), edge(k.Y+1, p.oy))
}

// tile returns the piece of t that fills to.
func (p placer) tile(t *tile.Tile, to image.Rectangle) raster.Piece {
	ratio := t.Key.WorldSize() / p.size
	if math.Abs(ratio-1) < 1e-9 {
		ratio = 1
	}
	return raster.Piece{
		To: to, From: t.Picture, Fill: t.Ground, Ratio: ratio,
		Dx: p.ox*ratio - float64(t.Key.X)*view.TileSize, Dy: p.oy*ratio - float64(t.Key.Y)*view.TileSize,
	}
}

// fallbackReach is the number of grids by which a fallback may differ. ZoomStep
// is a quarter of a level, so this is three zoom levels farther or closer.
const fallbackReach = 3 / view.ZoomStep

// fallbacks appends pieces of other zoom levels that fill the rectangle to, where
// a tile of g is missing. It takes the nearest level that covers to completely,
// or else pieces of several levels.
func (m *Map) fallbacks(pieces []raster.Piece, place placer, g view.Grid, to image.Rectangle) []raster.Piece {
	var parts []raster.Piece // the nearest level first
	whole := false
	for d := 1; d <= fallbackReach && !whole; d++ {
		// Try the coarser level before the finer one, because it needs fewer
		// tiles.
		for _, step := range [2]int{int(g.Step) - d, int(g.Step) + d} {
			other := view.Grid{Step: int16(step), Density: g.Density}
			if m.cache.Grids[other] == 0 {
				continue
			}
			var found []raster.Piece
			found, whole = m.coverWith(place, other, to)
			if parts = append(parts, found...); whole {
				break
			}
		}
	}
	if !whole {
		pieces = append(pieces, m.blank(to))
	}
	slices.Reverse(parts)
	return append(pieces, parts...)
}

// coverWith returns the tiles of g that show a part of to, and whether they
// show all of it.
func (m *Map) coverWith(place placer, g view.Grid, to image.Rectangle) (found []raster.Piece, all bool) {
	side := view.TileSize * place.size / g.WorldSize()
	// The tile whose rect contains the pixel; the rect may begin half a pixel
	// late.
	index := func(px int, o float64) int32 { return int32(math.Ceil((float64(px)+0.5+o)/side)) - 1 }
	all = true
	for y := index(to.Min.Y, place.oy); y <= index(to.Max.Y-1, place.oy); y++ {
		for x := index(to.Min.X, place.ox); x <= index(to.Max.X-1, place.ox); x++ {
			k := view.Tile{Grid: g, X: x, Y: y}
			t := m.cache.Fallback(k, m.view.Grid)
			if t == nil {
				all = false
				continue
			}
			found = append(found, place.tile(t, place.rect(k).Intersect(to)))
		}
	}
	return found, all
}
