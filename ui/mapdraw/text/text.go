// SPDX-License-Identifier: MIT

package text

import (
	"math"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
)

// Glyph is the outline of a letter (ems), x to the right of its origin, y down
// from the baseline.
type Glyph struct {
	index   sfnt.GlyphIndex
	Advance float64
	Outline []style.Step
	// extent of the outline
	MinX, MinY, MaxX, MaxY float64
}

type glyphKey struct {
	face style.Face
	r    rune
}

type kernKey struct {
	face style.Face
	a, b sfnt.GlyphIndex
}

// Typesetter measures and shapes text. It caches outlines, and is not safe for
// concurrent use.
type Typesetter struct {
	fonts  *style.Fonts
	buf    sfnt.Buffer
	glyphs map[glyphKey]*Glyph
	kerns  map[kernKey]float64
}

// NewTypesetter returns a Typesetter for the faces of fonts.
func NewTypesetter(fonts *style.Fonts) *Typesetter {
	return &Typesetter{fonts: fonts, glyphs: map[glyphKey]*Glyph{}, kerns: map[kernKey]float64{}}
}

// unitsPerEm is the size at which outlines are loaded (pixels), large enough that
// rounding to 1/64 pixel is invisible.
const unitsPerEm = 512

// glyph returns the outline of r. A rune that the face lacks gets the face's
// replacement glyph; one whose outline cannot be read is empty.
func (ts *Typesetter) glyph(f style.Face, r rune) *Glyph {
	key := glyphKey{f, r}
	if g, ok := ts.glyphs[key]; ok {
		return g
	}
	g := ts.load(ts.fonts.Faces[f], r)
	ts.glyphs[key] = g
	return g
}

func (ts *Typesetter) load(f *sfnt.Font, r rune) *Glyph {
	g := &Glyph{MinX: math.Inf(1), MinY: math.Inf(1), MaxX: math.Inf(-1), MaxY: math.Inf(-1)}
	index, err := f.GlyphIndex(&ts.buf, r)
	if err != nil {
		return g
	}
	g.index = index
	if a, err := f.GlyphAdvance(&ts.buf, index, fixed.I(unitsPerEm), font.HintingNone); err == nil {
		g.Advance = ems(a)
	}
	segments, err := f.LoadGlyph(&ts.buf, index, fixed.I(unitsPerEm), nil)
	if err != nil {
		return g
	}
	g.Outline = make([]style.Step, len(segments))
	for i, s := range segments {
		step := style.Step{Op: s.Op}
		for j, n := 0, argsOf(s.Op); j < n; j++ {
			q := raster.Vec{X: ems(s.Args[j].X), Y: ems(s.Args[j].Y)}
			step.Pts[j] = q
			g.MinX, g.MinY = min(g.MinX, q.X), min(g.MinY, q.Y)
			g.MaxX, g.MaxY = max(g.MaxX, q.X), max(g.MaxY, q.Y)
		}
		g.Outline[i] = step
	}
	return g
}

func ems(v fixed.Int26_6) float64 { return float64(v) / (64 * unitsPerEm) }

// argsOf returns the number of points of a step of an outline.
func argsOf(op sfnt.SegmentOp) int {
	switch op {
	case sfnt.SegmentOpQuadTo:
		return 2
	case sfnt.SegmentOpCubeTo:
		return 3
	default:
		return 1
	}
}

// kern returns the kerning between a and b (ems).
func (ts *Typesetter) kern(f style.Face, a, b sfnt.GlyphIndex) float64 {
	key := kernKey{f, a, b}
	if k, ok := ts.kerns[key]; ok {
		return k
	}
	k := 0.0
	if v, err := ts.fonts.Faces[f].Kern(&ts.buf, a, b, fixed.I(unitsPerEm), font.HintingNone); err == nil {
		k = ems(v)
	}
	ts.kerns[key] = k
	return k
}

// SetGlyph is a placed letter. X is the distance of its origin from the start of
// the text (ems).
type SetGlyph struct {
	*Glyph
	X float64
}

// Set places the letters of text on a straight line and returns them with the
// total width (ems).
func (ts *Typesetter) Set(text string, s *style.Text) ([]SetGlyph, float64) {
	out := make([]SetGlyph, 0, len(text))
	x := 0.0
	for _, r := range text {
		g := ts.glyph(s.Face, r)
		if n := len(out); n > 0 {
			x += ts.kern(s.Face, out[n-1].index, g.index) + s.Spacing
		}
		out = append(out, SetGlyph{g, x})
		x += g.Advance
	}
	return out, x
}

// Rows holds the layout of one or two lines of text (ems), measured downwards
// from the middle of the whole.
type Rows struct {
	Top, Bottom float64 // of the ink, and at least of a capital and a descender
	Step        float64 // from one baseline to the next
}

// Line metrics (ems).
const (
	LineHeight = 1.18 // from one baseline to the next, where marks allow
	rowAir     = 0.06 // least space between the ink of two lines
	Ascender   = 0.77 // top of the letters without marks, above the baseline
	Descender  = 0.24
)

// Stack measures text of one or two lines (ems). Capitals with two marks such as
// Ế reach far above the line, and dots hang below it (ộ). The distance of the
// lines is therefore adapted to the marks, so that they neither touch the line
// above nor are covered by its halo.
func (ts *Typesetter) Stack(text string, s *style.Text) (width float64, r Rows) {
	up, below := 0.0, 0.0 // of the first line, and of the last
	n := 0
	for row := range strings.SplitSeq(text, "\n") {
		glyphs, w := ts.Set(row, s)
		width = max(width, w)
		top, bottom := Ascender, Descender
		for _, g := range glyphs {
			if len(g.Outline) > 0 {
				top, bottom = max(top, -g.MinY), max(bottom, g.MaxY)
			}
		}
		if n == 0 {
			up = top
		} else {
			r.Step = max(r.Step, LineHeight, below+top+rowAir)
		}
		below = bottom
		n++
	}
	half := r.Step * float64(n-1) / 2
	r.Top, r.Bottom = CapHeight/2-half-up, CapHeight/2+half+below
	return width, r
}

// CapHeight is the height of a capital letter above the baseline (ems). It is
// that of Noto Sans and similar faces, which is precise enough for the middle of
// a line of text.
const CapHeight = 0.714

// InkGlyph is a letter placed in the picture (pixels), rotated by the direction
// (ux, uy), with its origin at (x, y).
type InkGlyph struct {
	*Glyph
	X, Y, Ux, Uy float64
}

// At returns the pixel of a point of the outline (ems) for letters of the given
// size (pixels).
func (g *InkGlyph) At(p raster.Vec, size float64) (x, y float32) {
	px, py := p.X*size, p.Y*size
	return float32(g.X + px*g.Ux - py*g.Uy), float32(g.Y + px*g.Uy + py*g.Ux)
}

// trace adds the outline of g to r.
func (g *InkGlyph) trace(r *vector.Rasterizer, size float64) {
	for i := range g.Outline {
		s := &g.Outline[i]
		ax, ay := g.At(s.Pts[0], size)
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			r.ClosePath()
			r.MoveTo(ax, ay)
		case sfnt.SegmentOpLineTo:
			r.LineTo(ax, ay)
		case sfnt.SegmentOpQuadTo:
			bx, by := g.At(s.Pts[1], size)
			r.QuadTo(ax, ay, bx, by)
		case sfnt.SegmentOpCubeTo:
			bx, by := g.At(s.Pts[1], size)
			cx, cy := g.At(s.Pts[2], size)
			r.CubeTo(ax, ay, bx, by, cx, cy)
		}
	}
	r.ClosePath()
}
