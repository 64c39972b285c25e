// SPDX-License-Identifier: MIT

package reportfile

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	xdraw "golang.org/x/image/draw"
	"golang.org/x/image/vector"

	"roadsnap/engine/report"
)

// Picture draws a page with so many pixels per millimetre, for a preview.
func Picture(d *report.Document, p *Page, scale float64) *image.RGBA {
	s := pictureSink{
		scale: scale,
		out:   image.NewRGBA(image.Rect(0, 0, int(p.Width*scale+0.5), int(p.Height*scale+0.5))),
		faces: map[faceKey]font.Face{},
		logo:  d.Logo,
	}
	draw.Draw(s.out, s.out.Bounds(), image.White, image.Point{}, draw.Src)
	for i := range p.Items {
		s.item(&p.Items[i])
	}
	return s.out
}

type faceKey struct {
	size float64
	bold bool
}

// pictureSink draws items.
type pictureSink struct {
	scale float64
	out   *image.RGBA
	faces map[faceKey]font.Face
	logo  []byte
}

func (s *pictureSink) item(i *Item) {
	switch i.Kind {
	case TextItem:
		if i.Angle != 0 {
			s.turned(i)
			return
		}
		d := font.Drawer{Dst: s.out, Src: image.NewUniform(i.Color), Face: s.face(i.Size, i.Bold), Dot: fixed.Point26_6{X: fixed.Int26_6(i.X * s.scale * 64), Y: fixed.Int26_6(i.Y * s.scale * 64)}}
		d.DrawString(i.Text)
	case BoxItem:
		if i.Color.A > 0 {
			s.box(i.X, i.Y, i.W, i.H, i.Color)
		}
	case LineItem: // upright or level
		half := max(i.Stroke, 1/s.scale) / 2
		if i.W == 0 {
			s.box(i.X-half, i.Y, 2*half, i.H, i.Color)
		} else {
			s.box(i.X, i.Y-half, i.W, 2*half, i.Color)
		}
	case PathItem:
		s.path(i)
	case DotItem:
		s.fill(discPath(i.X, i.Y, i.W/2), i.Color)
	case ImageItem:
		if logo, _, err := image.Decode(bytes.NewReader(s.logo)); err == nil {
			xdraw.CatmullRom.Scale(s.out, s.rect(i.X, i.Y, i.W, i.H), logo, logo.Bounds(), draw.Over, nil)
		}
	}
}

// turned draws a text along a line that is not level, glyph by glyph.
func (s *pictureSink) turned(i *Item) {
	f := faceOf(i.Bold)
	size := i.Size * pointMM // millimetres
	sin, cos := math.Sincos(-i.Angle * math.Pi / 180)
	end := Spot{i.X + cos*f.width(i.Text, i.Size), i.Y + sin*f.width(i.Text, i.Size)}
	box := s.rect(min(i.X, end.X)-size, min(i.Y, end.Y)-size, math.Abs(end.X-i.X)+2*size, math.Abs(end.Y-i.Y)+2*size).Intersect(s.out.Bounds())
	if box.Empty() {
		return
	}
	z := vector.NewRasterizer(box.Dx(), box.Dy())
	along := 0.0
	for _, r := range i.Text {
		f.outline(r, func(op sfnt.SegmentOp, points [3]Spot) {
			var at [3][2]float32
			for k, p := range points {
				x, y := along+p.X*size, p.Y*size
				at[k] = [2]float32{float32((i.X+x*cos-y*sin)*s.scale) - float32(box.Min.X), float32((i.Y+x*sin+y*cos)*s.scale) - float32(box.Min.Y)}
			}
			switch op {
			case sfnt.SegmentOpMoveTo:
				z.ClosePath()
				z.MoveTo(at[0][0], at[0][1])
			case sfnt.SegmentOpLineTo:
				z.LineTo(at[0][0], at[0][1])
			case sfnt.SegmentOpQuadTo:
				z.QuadTo(at[0][0], at[0][1], at[1][0], at[1][1])
			case sfnt.SegmentOpCubeTo:
				z.CubeTo(at[0][0], at[0][1], at[1][0], at[1][1], at[2][0], at[2][1])
			}
		})
		along += f.width(string(r), i.Size)
	}
	z.ClosePath()
	z.Draw(s.out, box, image.NewUniform(i.Color), image.Point{})
}

func (s *pictureSink) rect(x, y, w, h float64) image.Rectangle {
	pixel := func(mm float64) int { return int(mm*s.scale + 0.5) }
	r := image.Rect(pixel(x), pixel(y), pixel(x+w), pixel(y+h))
	if r.Dx() == 0 {
		r.Max.X++
	}
	if r.Dy() == 0 {
		r.Max.Y++
	}
	return r
}

func (s *pictureSink) box(x, y, w, h float64, c color.RGBA) {
	draw.Draw(s.out, s.rect(x, y, w, h), image.NewUniform(c), image.Point{}, draw.Over)
}

// path strokes a line: each segment as a box with round ends.
func (s *pictureSink) path(i *Item) {
	half := max(i.Stroke, 1/s.scale) / 2
	for k := 1; k < len(i.Path); k++ {
		a, b := i.Path[k-1], i.Path[k]
		length := math.Hypot(b.X-a.X, b.Y-a.Y)
		if length == 0 {
			continue
		}
		dx, dy := (b.X-a.X)/length*half, (b.Y-a.Y)/length*half
		s.fill([]Spot{{a.X - dy, a.Y + dx}, {b.X - dy, b.Y + dx}, {b.X + dy, b.Y - dx}, {a.X + dy, a.Y - dx}}, i.Color)
		if half*s.scale > 1 {
			s.fill(discPath(b.X, b.Y, half), i.Color)
		}
	}
}

// discPath returns a disc as a polygon.
func discPath(x, y, radius float64) (path []Spot) {
	const corners = 16
	for k := range corners {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / corners)
		path = append(path, Spot{x + cos*radius, y + sin*radius})
	}
	return path
}

// fill fills a polygon.
func (s *pictureSink) fill(path []Spot, c color.RGBA) {
	var box image.Rectangle
	for k, p := range path {
		x, y := int(math.Floor(p.X*s.scale)), int(math.Floor(p.Y*s.scale))
		r := image.Rect(x, y, x+1, y+1)
		if k == 0 {
			box = r
		}
		box = box.Union(r)
	}
	if box = box.Intersect(s.out.Bounds()); box.Empty() {
		return
	}
	z := vector.NewRasterizer(box.Dx(), box.Dy())
	for k, p := range path {
		x, y := float32(p.X*s.scale-float64(box.Min.X)), float32(p.Y*s.scale-float64(box.Min.Y))
		if k == 0 {
			z.MoveTo(x, y)
		} else {
			z.LineTo(x, y)
		}
	}
	z.ClosePath()
	z.Draw(s.out, box, image.NewUniform(c), image.Point{})
}

// face returns a face at a size (points).
func (s *pictureSink) face(size float64, bold bool) font.Face {
	key := faceKey{size, bold}
	if f, ok := s.faces[key]; ok {
		return f
	}
	f, err := opentype.NewFace(faceOf(bold).font, &opentype.FaceOptions{Size: size, DPI: s.scale * 25.4, Hinting: font.HintingNone})
	if err != nil {
		panic(err) // it refuses no size above 0
	}
	s.faces[key] = unkerned{f}
	return s.faces[key]
}

// unkerned is a face without kerning, because PDF pages have none.
type unkerned struct{ font.Face }

// Kern implements font.Face.
func (unkerned) Kern(rune, rune) fixed.Int26_6 { return 0 }
