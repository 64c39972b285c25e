package mapdraw

import (
	"math"
	"slices"
	"strings"

	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/text"
	"roadsnap/ui/mapdraw/view"
)

// set is the labels that a tile would like to see written.
type set []label

// layout is the labels that were chosen for the tiles of a view. It is
// immutable.
type layout struct {
	tiles  view.Tiles
	count  int           // of the tiles that were there
	view   view.Viewport // in which none is cut; the zero Viewport: any may be
	size   float64       // of the world in the pixels that they were chosen for
	labels []laidLabel
}

// laidLabel is a label that is written.
type laidLabel struct {
	label  *label // at the place where it is written
	origin labelPlace
	sprite *raster.Sprite
	boxes  []raster.Box // that it needs for itself, in device pixels from its point
}

// labelPlace is one of the places that a tile has for a label. A picture of the
// label is good for the place.
type labelPlace struct {
	of *label
	at int
}

// cellSize is the side of the squares by which taken ground is looked up, in
// pixels.
const cellSize = 96

type cell struct{ x, y int32 }

// groundPlan knows which parts of the map are written on.
type groundPlan map[cell][]raster.Box

func (g groundPlan) cells(b raster.Box, visit func(cell) bool) bool {
	for y := int32(math.Floor(b.Y0 / cellSize)); y <= int32(math.Floor(b.Y1/cellSize)); y++ {
		for x := int32(math.Floor(b.X0 / cellSize)); x <= int32(math.Floor(b.X1/cellSize)); x++ {
			if !visit(cell{x, y}) {
				return false
			}
		}
	}
	return true
}

// free reports whether nothing lies on b.
func (g groundPlan) free(b raster.Box) bool {
	return g.cells(b, func(c cell) bool {
		return !slices.ContainsFunc(g[c], b.Overlaps)
	})
}

// room reports whether all boxes, moved to a place, are free.
func (g groundPlan) room(boxes []raster.Box, at raster.Vec) bool {
	return len(g) == 0 || !slices.ContainsFunc(boxes, func(b raster.Box) bool { return !g.free(b.Add(at.X, at.Y)) })
}

func (g groundPlan) take(b raster.Box) {
	g.cells(b, func(c cell) bool {
		g[c] = append(g[c], b)
		return true
	})
}

// layouter chooses labels and draws them. It is used by one goroutine.
type layouter struct {
	theme   *style.Theme
	types   *text.Typesetter
	inker   text.Inker
	sprites map[labelPlace]laidLabel // of the last layout
}

func newLayouter(theme *style.Theme, fonts *style.Fonts) *layouter {
	return &layouter{theme: theme, types: text.NewTypesetter(fonts), sprites: map[labelPlace]laidLabel{}}
}

// Distances between labels, in logical pixels.
const (
	labelAir     = 3   // free ground round each label
	repeatName   = 380 // between two writings of a road's name
	repeatShield = 260 // between two of a road's number
	repeatPlace  = 120 // between two places of the same name
	maxLabels    = 600 // per view; more than any readable picture has
)

// layout chooses, in order of priority, the labels of tiles that do not collide.
// In the view none is cut: names of places slide off its edge, those of greater
// roads and of rivers stand elsewhere along them, and what fits nowhere is left out.
// Beyond the view labels are chosen for the next drag. stop ends it early with nil.
func (l *layouter) layout(r view.Tiles, sets []set, v view.Viewport, stop func() bool) *layout {
	chosen := l.choice(v.WorldSize(), r, stop)
	if !chosen.choose(labelsOf(sets), pageOf(v)) {
		return nil
	}
	out := l.written(r, len(sets), chosen)
	out.view = v
	return out
}

// extend chooses the labels of tiles for a map that is being dragged: those of
// before stay where they are, and of those that a view at rest would show others
// join them.
func (l *layouter) extend(before *layout, r view.Tiles, sets []set, stop func() bool) *layout {
	chosen := l.choice(before.size, r, stop)
	side := view.TileSize * before.size / r.WorldSize()
	near := raster.Box{X0: float64(r.X0) * side, Y0: float64(r.Y0) * side, X1: float64(r.X1) * side, Y1: float64(r.Y1) * side}
	for _, lb := range before.labels {
		if at := chosen.pixel(lb.label.at); near.Has(at) {
			chosen.take(lb, at)
		}
	}
	resting := l.choice(before.size, r, stop)
	if !resting.choose(labelsOf(sets), page{Box: raster.Everywhere}) {
		return nil
	}
	for _, lb := range resting.laid {
		at := chosen.pixel(lb.label.at)
		if len(chosen.laid) < chosen.limit && !chosen.tooNear(lb.label, at) && chosen.free(lb, at) {
			chosen.take(lb, at)
		}
	}
	return l.written(r, len(sets), chosen)
}

func labelsOf(sets []set) []*label {
	var all []*label
	for _, labels := range sets {
		for i := range labels {
			all = append(all, &labels[i])
		}
	}
	slices.SortFunc(all, compareLabels)
	return all
}

func (l *layouter) choice(size float64, r view.Tiles, stop func() bool) *choice {
	return &choice{size: size, scale: r.Density.Scale(), limit: maxLabels, minor: minorPriority, known: l.sprites, stop: stop}
}

// written draws the labels of a choice.
func (l *layouter) written(r view.Tiles, count int, c *choice) *layout {
	kept := make(map[labelPlace]laidLabel, len(c.laid))
	for i := range c.laid {
		lb := &c.laid[i]
		if lb.sprite == nil {
			lb.sprite = l.draw(lb.label, c.scale)
		}
		kept[lb.origin] = *lb
	}
	l.sprites = kept
	return &layout{tiles: r, count: count, size: c.size, labels: c.laid}
}

// lie returns how the lines of a level label lie: as letters without tall marks
// do, if nobody measured them.
func (lb *label) lie() text.Rows {
	if lb.rows != (text.Rows{}) {
		return lb.rows
	}
	half := text.LineHeight / 2 * float64(strings.Count(lb.text, "\n"))
	return text.Rows{Top: text.CapHeight/2 - half - text.Ascender, Bottom: text.CapHeight/2 + half + text.Descender, Step: text.LineHeight}
}

// boxes returns the ground that the label takes.
func (lb *label) boxes(scale float64) []raster.Box {
	air := labelAir * scale
	switch lb.kind {
	case shieldLabel:
		w, h := lb.plateSize()
		return []raster.Box{raster.Around(0, 0, w/2, h/2).Grow(air)}
	case roadLabel:
		// Squares along the line, half a letter apart.
		half := lb.size * 0.55
		if lb.rows != (text.Rows{}) { // two marks on a capital reach farther
			half = lb.size * max(-lb.rows.Top, lb.rows.Bottom, 0.55)
		}
		w := newWalk(lb.path)
		n := max(int(w.length()/(half*1.5)), 1)
		out := make([]raster.Box, 0, n+1)
		for i := range n + 1 {
			p := w.at(w.length() * float64(i) / float64(n))
			out = append(out, raster.Around(p.X, p.Y, half, half).Grow(air/2))
		}
		return out
	default:
		r := lb.lie()
		return []raster.Box{raster.Box{X0: -lb.width / 2, Y0: r.Top * lb.size, X1: lb.width / 2, Y1: r.Bottom * lb.size}.Grow(air)}
	}
}

// The plate under a road number, in logical pixels.
const (
	plateRadius = 2.5
	plateFrame  = 1.2
)

// plateSize returns the size of the plate under a road number.
func (lb *label) plateSize() (w, h float64) { return lb.width + lb.size*0.85, lb.size * 1.45 }

// draw makes the picture of lb.
func (l *layouter) draw(lb *label, scale float64) *raster.Sprite {
	halo := lb.style.HaloWidth * scale
	switch lb.kind {
	case roadLabel:
		return l.inker.Sprite(l.along(lb), lb.style, lb.size, halo, nil)
	case shieldLabel:
		w, h := lb.plateSize()
		return l.inker.Sprite(l.level(lb), lb.style, lb.size, halo, &text.Plate{
			Width: math.Round(w), Height: math.Round(h), Radius: plateRadius * scale,
			Fill: lb.plate.Plate, Frame: lb.plate.Frame, FrameWidth: plateFrame * scale,
		})
	default:
		return l.inker.Sprite(l.level(lb), lb.style, lb.size, halo, nil)
	}
}

// level sets the rows of a label one under another, its middle at 0, 0.
func (l *layouter) level(lb *label) []text.InkGlyph {
	var out []text.InkGlyph
	rows, step := strings.Split(lb.text, "\n"), lb.lie().Step
	for i, row := range rows {
		glyphs, width := l.types.Set(row, lb.style)
		x0 := -width / 2 * lb.size
		y := (text.CapHeight/2 + (float64(i)-float64(len(rows)-1)/2)*step) * lb.size
		for _, g := range glyphs {
			out = append(out, text.InkGlyph{Glyph: g.Glyph, X: x0 + g.X*lb.size, Y: math.Round(y), Ux: 1})
		}
	}
	return out
}

// along sets the letters of a label on its path, each turned as the path runs
// under it.
func (l *layouter) along(lb *label) []text.InkGlyph {
	glyphs, _ := l.types.Set(lb.text, lb.style)
	w := newWalk(lb.path)
	out := make([]text.InkGlyph, 0, len(glyphs))
	for _, g := range glyphs {
		from := g.X * lb.size
		to := from + g.Advance*lb.size
		// Looked at a little beyond the letter, the line is smoother.
		air := lb.size * 0.25
		a, b := w.at(max(from-air, 0)), w.at(min(to+air, w.length()))
		run := math.Hypot(b.X-a.X, b.Y-a.Y)
		if run == 0 {
			continue
		}
		ux, uy := (b.X-a.X)/run, (b.Y-a.Y)/run
		mid := w.at((from + to) / 2)
		// From the middle of the letter back to its origin, and down by half
		// the height of a capital.
		half, down := (to-from)/2, text.CapHeight/2*lb.size
		out = append(out, text.InkGlyph{
			Glyph: g.Glyph, Ux: ux, Uy: uy,
			X: mid.X - half*ux - down*uy, Y: mid.Y - half*uy + down*ux,
		})
	}
	return out
}
