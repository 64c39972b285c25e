package mapdraw

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

// glyph is the outline of a letter, in ems: x to the right of its origin, y
// down from the base line.
type glyph struct {
	index   sfnt.GlyphIndex
	advance float64
	outline []outlineStep
	// extent of the outline
	minX, minY, maxX, maxY float64
}

// outlineStep is a line or a curve to the last of its points.
type outlineStep struct {
	op  sfnt.SegmentOp
	pts [3]raster.Vec
}

type glyphKey struct {
	face style.Face
	r    rune
}

type kernKey struct {
	face style.Face
	a, b sfnt.GlyphIndex
}

// typesetter measures and shapes text. It keeps the outlines that it has
// loaded, and is used by one goroutine.
type typesetter struct {
	fonts  *style.Fonts
	buf    sfnt.Buffer
	glyphs map[glyphKey]*glyph
	kerns  map[kernKey]float64
}

func newTypesetter(fonts *style.Fonts) *typesetter {
	return &typesetter{fonts: fonts, glyphs: map[glyphKey]*glyph{}, kerns: map[kernKey]float64{}}
}

// unitsPerEm is the size at which outlines are loaded, in pixels: large enough
// that rounding to 1/64 pixel does not show.
const unitsPerEm = 512

// glyph returns the outline of r. A rune that the face lacks, or whose outline
// cannot be read, is the face's sign for that, or empty.
func (ts *typesetter) glyph(f style.Face, r rune) *glyph {
	key := glyphKey{f, r}
	if g, ok := ts.glyphs[key]; ok {
		return g
	}
	g := ts.load(ts.fonts.Faces[f], r)
	ts.glyphs[key] = g
	return g
}

func (ts *typesetter) load(f *sfnt.Font, r rune) *glyph {
	g := &glyph{minX: math.Inf(1), minY: math.Inf(1), maxX: math.Inf(-1), maxY: math.Inf(-1)}
	index, err := f.GlyphIndex(&ts.buf, r)
	if err != nil {
		return g
	}
	g.index = index
	if a, err := f.GlyphAdvance(&ts.buf, index, fixed.I(unitsPerEm), font.HintingNone); err == nil {
		g.advance = ems(a)
	}
	segments, err := f.LoadGlyph(&ts.buf, index, fixed.I(unitsPerEm), nil)
	if err != nil {
		return g
	}
	g.outline = make([]outlineStep, len(segments))
	for i, s := range segments {
		step := outlineStep{op: s.Op}
		for j, n := 0, argsOf(s.Op); j < n; j++ {
			q := raster.Vec{X: ems(s.Args[j].X), Y: ems(s.Args[j].Y)}
			step.pts[j] = q
			g.minX, g.minY = min(g.minX, q.X), min(g.minY, q.Y)
			g.maxX, g.maxY = max(g.maxX, q.X), max(g.maxY, q.Y)
		}
		g.outline[i] = step
	}
	return g
}

func ems(v fixed.Int26_6) float64 { return float64(v) / (64 * unitsPerEm) }

// argsOf returns how many points a step of an outline has.
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

// kern returns by how much b moves nearer to a before it, in ems.
func (ts *typesetter) kern(f style.Face, a, b sfnt.GlyphIndex) float64 {
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

// setGlyph is a letter in its place: its origin's distance from the start of
// the text, in ems.
type setGlyph struct {
	*glyph
	x float64
}

// set places the letters of text on a straight line and returns them and the
// width of all, in ems.
func (ts *typesetter) set(text string, s *style.Text) ([]setGlyph, float64) {
	out := make([]setGlyph, 0, len(text))
	x := 0.0
	for _, r := range text {
		g := ts.glyph(s.Face, r)
		if n := len(out); n > 0 {
			x += ts.kern(s.Face, out[n-1].index, g.index) + s.Spacing
		}
		out = append(out, setGlyph{g, x})
		x += g.advance
	}
	return out, x
}

// rows is how one or two level lines of text lie, in ems from the middle of the
// whole downwards.
type rows struct {
	top, bottom float64 // of the ink, and at least of a capital and a descender
	step        float64 // from one base line to the next
}

// Lines of text.
const (
	lineHeight = 1.18 // from one base line to the next, in ems, where marks allow
	rowAir     = 0.06 // at least between the ink of two lines, in ems
	ascender   = 0.77 // top of the letters without marks, over the base line
	descender  = 0.24
)

// stack measures text of one or two lines, in ems. Capitals with two marks such
// as Ế reach far above the line, and dots hang below it (ộ), so the distance of
// the lines is made to fit what stands on them: marks neither touch the line
// above nor are covered by its halo.
func (ts *typesetter) stack(text string, s *style.Text) (width float64, r rows) {
	up, below := 0.0, 0.0 // of the first line, and of the last
	n := 0
	for row := range strings.SplitSeq(text, "\n") {
		glyphs, w := ts.set(row, s)
		width = max(width, w)
		top, bottom := ascender, descender
		for _, g := range glyphs {
			if len(g.outline) > 0 {
				top, bottom = max(top, -g.minY), max(bottom, g.maxY)
			}
		}
		if n == 0 {
			up = top
		} else {
			r.step = max(r.step, lineHeight, below+top+rowAir)
		}
		below = bottom
		n++
	}
	half := r.step * float64(n-1) / 2
	r.top, r.bottom = capHeight/2-half-up, capHeight/2+half+below
	return width, r
}

// capHeight is the height of a capital letter over the base line, in ems: of
// Noto Sans and the faces like it, which is near enough for the middle of a
// line of text.
const capHeight = 0.714

// inkGlyph is a letter on its way to the picture: turned by the direction
// (ux, uy), its origin at (x, y), in pixels.
type inkGlyph struct {
	*glyph
	x, y, ux, uy float64
}

func (g *inkGlyph) at(p raster.Vec, size float64) (x, y float32) {
	px, py := p.X*size, p.Y*size
	return float32(g.x + px*g.ux - py*g.uy), float32(g.y + px*g.uy + py*g.ux)
}

// trace adds the outline of g to r.
func (g *inkGlyph) trace(r *vector.Rasterizer, size float64) {
	for i := range g.outline {
		s := &g.outline[i]
		ax, ay := g.at(s.pts[0], size)
		switch s.op {
		case sfnt.SegmentOpMoveTo:
			r.ClosePath()
			r.MoveTo(ax, ay)
		case sfnt.SegmentOpLineTo:
			r.LineTo(ax, ay)
		case sfnt.SegmentOpQuadTo:
			bx, by := g.at(s.pts[1], size)
			r.QuadTo(ax, ay, bx, by)
		case sfnt.SegmentOpCubeTo:
			bx, by := g.at(s.pts[1], size)
			cx, cy := g.at(s.pts[2], size)
			r.CubeTo(ax, ay, bx, by, cx, cy)
		}
	}
	r.ClosePath()
}
