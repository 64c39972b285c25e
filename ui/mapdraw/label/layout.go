// SPDX-License-Identifier: MIT

package label

import (
	"image"
	"math"
	"slices"
	"strings"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/text"
	"roadsnap/ui/mapdraw/view"
)

// Set holds the label candidates of a tile.
type Set []Label

// Layout holds the labels that were chosen for the tiles of a view. It is
// immutable.
type Layout struct {
	Tiles  view.Tiles
	Count  int           // number of tiles present
	View   view.Viewport // view in which no label is cut; zero if labels may be cut
	size   float64       // side of the world in the pixels they were chosen for
	Labels []Laid
}

// MarkAt returns the point of interest whose icon or name is at a point of v. ok is false if
// there is none, or l is nil.
func (l *Layout) MarkAt(at geo.Point, v view.Viewport) (place geo.Point, ok bool) {
	if l == nil {
		return place, false
	}
	p, size := view.Project(at), v.WorldSize()
	for i := range l.Labels {
		lb := &l.Labels[i]
		if lb.Label.Kind != Mark || lb.Label.Site == nil {
			continue
		}
		x, y := (p.X-lb.Label.At.X)*size, (p.Y-lb.Label.At.Y)*size
		if slices.ContainsFunc(lb.Boxes, raster.Around(x, y, 0, 0).Overlaps) {
			return lb.Label.At.Point(), true
		}
	}
	return place, false
}

// Laid is a placed label.
type Laid struct {
	Label  *Label // the label at its place
	origin labelPlace
	Sprite *raster.Sprite
	Boxes  []raster.Box // space that it needs (device pixels relative to its point)
}

// labelPlace is one of the possible places of a label. The picture of a label
// belongs to one place.
type labelPlace struct {
	of *Label
	at int
}

// Layouter chooses labels and draws them. It is not safe for concurrent use.
type Layouter struct {
	Theme *style.Theme
	// Skip reports which labels to leave out; nil skips none.
	Skip    func(*Label) bool
	Types   *text.Typesetter
	Inker   text.Inker
	sprites map[labelPlace]Laid // of the last layout
}

// NewLayouter returns an empty Layouter.
func NewLayouter(theme *style.Theme, fonts *style.Fonts) *Layouter {
	return &Layouter{Theme: theme, Types: text.NewTypesetter(fonts), sprites: map[labelPlace]Laid{}}
}

// Distances between labels (logical pixels).
const (
	labelAir     = 3   // free space around each label
	repeatName   = 380 // between two occurrences of a road's name
	repeatShield = 260 // between two occurrences of a road's number
	repeatPlace  = 120 // between two places of the same name
	maxLabels    = 600 // per view; more than any readable picture has
)

// Layout chooses, in order of priority, labels of tiles that do not collide. No
// label is cut in the view: names of places move away from its edge, and names of
// larger roads and of rivers move along them. Labels that fit nowhere are left
// out. Labels beyond the view are chosen for the next drag.
func (l *Layouter) Layout(r view.Tiles, sets []Set, v view.Viewport) *Layout {
	chosen := l.choice(v.WorldSize(), r)
	chosen.choose(labelsOf(sets, l.Skip), PageOf(v))
	out := l.written(r, len(sets), chosen)
	out.View = v
	return out
}

// Extend chooses labels while the map is dragged. It keeps the labels of the
// given layout in place, and adds labels that a view at rest would show.
func (l *Layouter) Extend(before *Layout, r view.Tiles, sets []Set) *Layout {
	chosen := l.choice(before.size, r)
	side := view.TileSize * before.size / r.WorldSize()
	near := raster.Box{X0: float64(r.X0) * side, Y0: float64(r.Y0) * side, X1: float64(r.X1) * side, Y1: float64(r.Y1) * side}
	for _, lb := range before.Labels {
		if at := chosen.pixel(lb.Label.At); near.Has(at) {
			chosen.take(lb, at)
		}
	}
	resting := l.choice(before.size, r)
	resting.choose(labelsOf(sets, l.Skip), Page{Box: raster.Everywhere})
	for _, lb := range resting.laid {
		at := chosen.pixel(lb.Label.At)
		if len(chosen.laid) < chosen.limit && !chosen.tooNear(lb.Label, at) && chosen.free(lb, at) {
			chosen.take(lb, at)
		}
	}
	return l.written(r, len(sets), chosen)
}

func labelsOf(sets []Set, skip func(*Label) bool) []*Label {
	var all []*Label
	for _, labels := range sets {
		for i := range labels {
			if skip == nil || !skip(&labels[i]) {
				all = append(all, &labels[i])
			}
		}
	}
	slices.SortFunc(all, compareLabels)
	return kindsFirst(all)
}

// kindsFirst moves road numbers without a kind behind the last shield if the same
// number exists with its kind, so that the number with its kind is written.
func kindsFirst(all []*Label) []*Label {
	kinds := map[string]bool{}
	for _, lb := range all {
		if number, kind := lb.number(); kind {
			kinds[number] = true
		}
	}
	bare := func(lb *Label) int { // 1 for a number without its kind
		if number, kind := lb.number(); !kind && kinds[number] {
			return 1
		}
		return 0
	}
	if !slices.ContainsFunc(all, func(lb *Label) bool { return bare(lb) == 1 }) {
		return all
	}
	first := slices.IndexFunc(all, func(lb *Label) bool { return lb.Kind == Shield })
	end := len(all)
	for all[end-1].Kind != Shield {
		end--
	}
	slices.SortStableFunc(all[first:end], func(a, b *Label) int { return bare(a) - bare(b) })
	return all
}

func (l *Layouter) choice(size float64, r view.Tiles) *choice {
	return &choice{size: size, scale: r.Density.Scale(), limit: maxLabels, minor: minorPriority, known: l.sprites, stop: func() bool { return false }}
}

// written draws the labels of a choice.
func (l *Layouter) written(r view.Tiles, count int, c *choice) *Layout {
	kept := make(map[labelPlace]Laid, len(c.laid))
	for i := range c.laid {
		lb := &c.laid[i]
		if lb.Sprite == nil {
			lb.Sprite = l.Draw(lb.Label, c.scale)
		}
		kept[lb.origin] = *lb
	}
	l.sprites = kept
	return &Layout{Tiles: r, Count: count, size: c.size, Labels: c.laid}
}

// lie returns the layout of a horizontal label's lines. If they were not measured
// it is that of letters without tall marks.
func (lb *Label) lie() text.Rows {
	if lb.rows != (text.Rows{}) {
		return lb.rows
	}
	half := text.LineHeight / 2 * float64(strings.Count(lb.Text, "\n"))
	return text.Rows{Top: text.CapHeight/2 - half - text.Ascender, Bottom: text.CapHeight/2 + half + text.Descender, Step: text.LineHeight}
}

// Boxes returns the space that the label takes.
func (lb *Label) Boxes(scale float64) []raster.Box {
	air := labelAir * scale
	switch lb.Kind {
	case Shield:
		w, h := lb.plateSize()
		return []raster.Box{raster.Around(0, 0, w/2, h/2).Grow(air)}
	case Mark:
		return lb.markBoxes(scale)
	case Along:
		// Squares along the line, half a letter apart.
		half := lb.Size * 0.55
		if lb.rows != (text.Rows{}) { // two marks on a capital reach farther
			half = lb.Size * max(-lb.rows.Top, lb.rows.Bottom, 0.55)
		}
		w := newWalk(lb.Path)
		n := max(int(w.length()/(half*1.5)), 1)
		out := make([]raster.Box, 0, n+1)
		for i := range n + 1 {
			p := w.at(w.length() * float64(i) / float64(n))
			out = append(out, raster.Around(p.X, p.Y, half, half).Grow(air/2))
		}
		return out
	default:
		r := lb.lie()
		return []raster.Box{raster.Box{X0: -lb.Width / 2, Y0: r.Top * lb.Size, X1: lb.Width / 2, Y1: r.Bottom * lb.Size}.Grow(air)}
	}
}

// Sizes of the plate under a road number (logical pixels).
const (
	plateRadius = 2.5
	plateFrame  = 1.2
)

// plateSize returns the size of the plate under a road number.
func (lb *Label) plateSize() (w, h float64) { return lb.Width + lb.Size*0.85, lb.Size * 1.45 }

// Draw returns the picture of lb.
func (l *Layouter) Draw(lb *Label, scale float64) *raster.Sprite {
	return l.Inker.Sprite(l.Writing(lb, scale))
}

// Writing typesets lb; scale is the number of device pixels in a logical pixel.
func (l *Layouter) Writing(lb *Label, scale float64) text.Writing {
	t := text.Writing{Text: lb.Text, Style: lb.Style, Size: lb.Size, Halo: lb.Style.HaloWidth * scale}
	if lb.Kind == Along {
		t.Letters = l.along(lb)
		return t
	}
	t.Letters = l.level(lb)
	if lb.Kind == Mark {
		l.mark(lb, &t, scale)
		return t
	}
	if lb.Kind == Shield {
		w, h := lb.plateSize()
		t.Plate = &text.Plate{
			Width: w, Height: h, Fill: lb.Plate.Plate, Frame: lb.Plate.Frame, FrameWidth: plateFrame * scale,
			Radius: plateRadius * scale, Inner: (plateRadius - plateFrame) * scale,
		}
	}
	return t
}

// level stacks the rows of a label, centred on 0, 0.
func (l *Layouter) level(lb *Label) []text.InkGlyph {
	var out []text.InkGlyph
	rows, step := strings.Split(lb.Text, "\n"), lb.lie().Step
	for i, row := range rows {
		glyphs, width := l.Types.Set(row, lb.Style)
		x0 := -width / 2 * lb.Size
		y := (text.CapHeight/2 + (float64(i)-float64(len(rows)-1)/2)*step) * lb.Size
		for _, g := range glyphs {
			out = append(out, text.InkGlyph{Glyph: g.Glyph, X: x0 + g.X*lb.Size, Y: math.Round(y), Ux: 1})
		}
	}
	return out
}

// along places the letters of a label on its path, each rotated with the path.
func (l *Layouter) along(lb *Label) []text.InkGlyph {
	glyphs, _ := l.Types.Set(lb.Text, lb.Style)
	w := newWalk(lb.Path)
	out := make([]text.InkGlyph, 0, len(glyphs))
	for _, g := range glyphs {
		from := g.X * lb.Size
		to := from + g.Advance*lb.Size
		// Measured slightly beyond the letter, the line is smoother.
		air := lb.Size * 0.25
		a, b := w.at(max(from-air, 0)), w.at(min(to+air, w.length()))
		run := math.Hypot(b.X-a.X, b.Y-a.Y)
		if run == 0 {
			continue
		}
		ux, uy := (b.X-a.X)/run, (b.Y-a.Y)/run
		mid := w.at((from + to) / 2)
		// From the middle of the letter back to its origin, and down by half the
		// height of a capital.
		half, down := (to-from)/2, text.CapHeight/2*lb.Size
		out = append(out, text.InkGlyph{
			Glyph: g.Glyph, Ux: ux, Uy: uy,
			X: mid.X - half*ux - down*uy, Y: mid.Y - half*uy + down*ux,
		})
	}
	return out
}

// Write draws the labels at their places in v. Labels that were chosen for
// another zoom level keep their size; those that then collide are left out, and so are those
// that collide with taken.
func (l *Layout) Write(dst *image.RGBA, v view.Viewport, taken Plan) {
	size := v.WorldSize()
	ox, oy := v.Origin()
	exact := l.Tiles.Grid == view.GridOf(v) && math.Abs(l.size/size-1) < 1e-9
	frame := raster.Sized(v.Width, v.Height)
	plan := Plan{}
	for i := range l.Labels {
		lb := &l.Labels[i]
		at := raster.Vec{X: lb.Label.At.X*size - ox, Y: lb.Label.At.Y*size - oy}
		extent := raster.BoxOf(lb.Sprite.Pix.Rect).Add(float64(lb.Sprite.X)+at.X, float64(lb.Sprite.Y)+at.Y)
		if extent.Overlaps(frame) && taken.Room(lb.Boxes, at) && (exact || plan.Claim(lb.Boxes, at)) {
			lb.Sprite.Blit(dst, at)
		}
	}
}
