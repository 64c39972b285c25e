// SPDX-License-Identifier: MIT

package thematic

import (
	"cmp"
	"image/color"
	"math"
	"slices"
	"sync"
	"unicode/utf8"

	"roadsnap/ui/mapdraw/label"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
)

// Names writes a text in each area, and next to each point or line of Shapes, as far as they do
// not overlap. The texts of features that come first are preferred. It is drawn under the labels
// of the map, which leave it free. It is safe for concurrent use.
type Names struct {
	shapes *Shapes
	texts  []string
	size   float64 // of points (logical pixels)
	fonts  *style.Fonts

	mu      sync.Mutex
	theme   *style.Theme
	layouts *label.Layouter
	laid    map[nameKey]label.Laid
}

// nameKey identifies the picture of a text.
type nameKey struct {
	text  string
	scale float64
}

// NewNames returns the overlay of the texts of features, "" for none. size is that of the points
// (logical pixels). Without fonts it writes nothing.
func NewNames(s *Shapes, texts []string, size float64, fonts *style.Fonts) *Names {
	return &Names{shapes: s, texts: texts, size: size, fonts: fonts}
}

// Sizes of names (logical pixels), and limits.
const (
	nameSize    = 12.0
	nameHalo    = 1.8
	nameFit     = 1.1    // the greatest width of a name as a multiple of that of its area
	maxNames    = 400    // of a view; more than a readable picture has
	maxPictured = 5000   // of a picture for print
	maxMeasured = 2000   // new texts of a picture; the next ones measure the others
	maxKept     = 20_000 // measured texts
	longest     = 60     // letters of a name
)

// Draw implements overlay.Overlay.
func (n *Names) Draw(c *overlay.Canvas, v view.Viewport) {
	if n.fonts == nil || c.Image() == nil {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.theme != c.Theme || len(n.laid) > maxKept {
		n.theme, n.layouts, n.laid = c.Theme, label.NewLayouter(c.Theme, n.fonts), map[nameKey]label.Laid{}
	}
	covered := label.Plan{}
	for _, r := range v.Covered {
		if !r.Empty() {
			covered.Take([]raster.Box{raster.BoxOf(r)}, raster.Vec{})
		}
	}
	f := frameOf(c, v, 0)
	measured := 0
	n.each(&f, c.Scale, maxNames, func(text string) (label.Laid, bool) {
		key := nameKey{text, c.Scale}
		laid, known := n.laid[key]
		if !known {
			if measured++; measured > maxMeasured {
				return laid, false
			}
			laid = nameOf(n.layouts, text, c.Scale)
			n.laid[key] = laid
		}
		return laid, true
	}, func(laid label.Laid, at raster.Vec) bool {
		if !covered.Room(laid.Boxes, at) || !c.Taken.Claim(laid.Boxes, at) {
			return false
		}
		if laid.Sprite == nil {
			laid.Sprite = n.layouts.Draw(laid.Label, c.Scale)
			n.laid[nameKey{laid.Label.Text, c.Scale}] = laid
		}
		laid.Sprite.Blit(c.Image(), at)
		return true
	})
}

// Choose returns the names on a picture whose bounds are edge (pixels of the world), as far as
// they leave the space of plan free. It adds theirs to plan.
func (n *Names) Choose(layouts *label.Layouter, edge raster.Box, v view.Viewport, plan label.Plan) (chosen []label.Laid) {
	if n.fonts == nil {
		return nil
	}
	size := v.WorldSize()
	f := frame{size: size, box: edge, seen: raster.Box{X0: edge.X0 / size, Y0: edge.Y0 / size, X1: edge.X1 / size, Y1: edge.Y1 / size}}
	n.each(&f, v.DeviceScale(), maxPictured, func(text string) (label.Laid, bool) { return nameOf(layouts, text, v.DeviceScale()), true },
		func(laid label.Laid, at raster.Vec) bool {
			if !laid.Boxes[0].Add(at.X, at.Y).Within(edge) || !plan.Claim(laid.Boxes, at) {
				return false
			}
			laid.Label.At = view.World{X: at.X / size, Y: at.Y / size}
			chosen = append(chosen, laid)
			return true
		})
	return chosen
}

// each calls put for at most most names of a frame, at each of their possible places until put returns
// true. lay measures a text; without ok there are no further names.
func (n *Names) each(f *frame, scale float64, most int, lay func(text string) (laid label.Laid, ok bool), put func(laid label.Laid, at raster.Vec) bool) {
	s := n.shapes
	half := nameSize / 2 * scale
	refused := newSquares(f.box, 2*half) // so that 100,000 points are not all measured
	written := 0
	for _, i := range s.named {
		if written >= most {
			return
		}
		text := n.texts[i]
		if text == "" || !f.seen.Has(s.anchors[i].at) {
			continue
		}
		at := f.pixel(s.anchors[i].at)
		cell := refused.cell(at)
		if s.points && *cell {
			continue
		}
		laid, ok := lay(shortened(text))
		if !ok {
			return
		}
		if laid.Label.Width > s.anchors[i].wide*f.size*nameFit {
			continue
		}
		placed := false
		for _, to := range n.places(laid, at, scale, s.features[i].area) {
			if placed = put(laid, to); placed {
				written++
				break
			}
		}
		*cell = !placed
	}
}

// squares are the cells of a box.
type squares struct {
	box   raster.Box
	side  float64
	width int
	cells []bool
}

func newSquares(box raster.Box, side float64) *squares {
	width, height := int((box.X1-box.X0)/side)+1, int((box.Y1-box.Y0)/side)+1
	return &squares{box, side, width, make([]bool, width*height)}
}

// cell returns the cell of a point in the box.
func (s *squares) cell(p raster.Vec) *bool {
	x, y := int((p.X-s.box.X0)/s.side), int((p.Y-s.box.Y0)/s.side)
	return &s.cells[min(max(y*s.width+x, 0), len(s.cells)-1)]
}

// places returns the possible places of a name, the best first.
func (n *Names) places(laid label.Laid, at raster.Vec, scale float64, area bool) []raster.Vec {
	if area {
		return []raster.Vec{at}
	}
	box := laid.Boxes[0]
	right, down := n.size/2*scale+(box.X1-box.X0)/2, n.size/2*scale+(box.Y1-box.Y0)/2
	return []raster.Vec{{X: at.X, Y: at.Y - down}, {X: at.X + right, Y: at.Y}, {X: at.X, Y: at.Y + down}, {X: at.X - right, Y: at.Y}}
}

// shortened returns a text that is not longer than a name may be.
func shortened(text string) string {
	if utf8.RuneCountInString(text) > longest {
		text = string([]rune(text)[:longest-1]) + "…"
	}
	return text
}

// nameOf returns the label of a text, without a picture.
func nameOf(layouts *label.Layouter, text string, scale float64) label.Laid {
	look := layouts.Theme.Borders.Names[style.Ward].Text
	look.Fill, look.Halo, look.HaloWidth = color.RGBA{0x20, 0x20, 0x20, 0xff}, color.RGBA{0xff, 0xff, 0xff, 0xff}, nameHalo
	look.Spacing, look.Face = 0, style.Regular
	lb := &label.Label{Kind: label.Level, Text: text, Style: &look, Size: nameSize * scale}
	_, width := layouts.Types.Set(text, &look)
	lb.Width = width * lb.Size
	return label.Laid{Label: lb, Boxes: slices.Clip(lb.Boxes(scale))}
}

// anchor is the place of the name of a feature in the world, and how wide the feature is there.
type anchor struct {
	at   raster.Vec
	wide float64
}

// place finds the anchors of all features, and the order in which their names are preferred: the
// largest areas first, points and lines as they come.
func (s *Shapes) place() {
	s.anchors, s.named = make([]anchor, len(s.features)), make([]int32, 0, len(s.features))
	for i := range s.features {
		at, wide, ok := s.anchorOf(&s.features[i])
		if s.anchors[i] = (anchor{at, wide}); ok {
			s.named = append(s.named, int32(i))
		}
	}
	size := func(i int32) float64 {
		f := &s.features[i]
		if !f.area {
			return math.Inf(1)
		}
		return (f.box.X1 - f.box.X0) * (f.box.Y1 - f.box.Y0)
	}
	slices.SortStableFunc(s.named, func(a, b int32) int { return cmp.Compare(size(b), size(a)) })
}
