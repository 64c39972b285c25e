// SPDX-License-Identifier: MIT

package reportfile

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	xdraw "golang.org/x/image/draw"

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
	case ImageItem:
		if logo, _, err := image.Decode(bytes.NewReader(s.logo)); err == nil {
			xdraw.CatmullRom.Scale(s.out, s.rect(i.X, i.Y, i.W, i.H), logo, logo.Bounds(), draw.Over, nil)
		}
	}
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
	s.faces[key] = f
	return f
}
