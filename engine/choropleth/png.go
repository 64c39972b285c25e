// SPDX-License-Identifier: MIT

package choropleth

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// pointsPerInch is the size of a point.
const pointsPerInch = 72

// MaxDPI is the finest resolution of a picture.
const MaxDPI = 600

// WritePNG writes the map as a picture of dots per inch, 36 to MaxDPI; 150 is usual.
func (m *Map) WritePNG(w io.Writer, dpi int) error {
	picture, err := m.Picture(dpi)
	if err != nil {
		return err
	}
	return png.Encode(w, picture)
}

// Picture draws the map as WritePNG writes it.
func (m *Map) Picture(dpi int) (*image.RGBA, error) {
	const least = 36
	if dpi < least || dpi > MaxDPI {
		return nil, fmt.Errorf("%w: %d dots per inch; choose %d to %d", ErrValues, dpi, least, MaxDPI)
	}
	scale := float64(dpi) / pointsPerInch
	width, height := m.size()
	on := &raster{image: image.NewRGBA(image.Rect(0, 0, int(math.Round(width*scale)), int(math.Round(height*scale)))), scale: scale, faces: map[faceKey]font.Face{}}
	m.draw(on)
	return on.image, on.err
}

// raster is a canvas of pixels.
type raster struct {
	image *image.RGBA
	scale float64 // pixels per point
	faces map[faceKey]font.Face
	pen   vector.Rasterizer
	err   error
}

type faceKey struct {
	size float64
	bold bool
}

func (r *raster) fill(rings [][]point, c color.NRGBA) {
	r.paint(rings, c)
}

// paint fills rings whose holes run the other way round.
func (r *raster) paint(rings [][]point, c color.NRGBA) {
	box := image.Rectangle{}
	for _, ring := range rings {
		for _, p := range ring {
			x, y := int(math.Floor(p.x*r.scale)), int(math.Floor(p.y*r.scale))
			box = box.Union(image.Rect(x, y, x+2, y+2))
		}
	}
	box = box.Intersect(r.image.Bounds())
	if box.Empty() {
		return
	}
	r.pen.Reset(box.Dx(), box.Dy())
	for _, ring := range rings {
		for i, p := range ring {
			x, y := float32(p.x*r.scale-float64(box.Min.X)), float32(p.y*r.scale-float64(box.Min.Y))
			if i == 0 {
				r.pen.MoveTo(x, y)
			} else {
				r.pen.LineTo(x, y)
			}
		}
		r.pen.ClosePath()
	}
	r.pen.DrawOp = draw.Over
	r.pen.Draw(r.image, box, image.NewUniform(c), image.Point{})
}

// stroke paints each segment as a rectangle, a little longer so that bends have no gap.
func (r *raster) stroke(line []point, c color.NRGBA, width float64) {
	half := max(width, 0.7/r.scale) / 2 // at least 0.7 pixels
	var quads [][]point
	for i := 1; i < len(line); i++ {
		a, b := line[i-1], line[i]
		length := math.Hypot(b.x-a.x, b.y-a.y)
		if length == 0 {
			continue
		}
		dx, dy := (b.x-a.x)/length*half, (b.y-a.y)/length*half
		a, b = point{a.x - dx/2, a.y - dy/2}, point{b.x + dx/2, b.y + dy/2}
		quads = append(quads, []point{{a.x - dy, a.y + dx}, {b.x - dy, b.y + dx}, {b.x + dy, b.y - dx}, {a.x + dy, a.y - dx}})
	}
	r.paint(quads, c)
}

func (r *raster) face(size float64, bold bool) font.Face {
	key := faceKey{size, bold}
	if f, ok := r.faces[key]; ok {
		return f
	}
	parsed, err := opentype.Parse(fontOf(bold))
	if err != nil {
		r.err = err
		return nil
	}
	f, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: r.scale * pointsPerInch, Hinting: font.HintingNone})
	if err != nil {
		r.err = err
		return nil
	}
	r.faces[key] = f
	return f
}

// fontOf returns the font of texts, which has all letters of Vietnamese.
func fontOf(bold bool) []byte {
	if bold {
		return liberationsansbold.TTF
	}
	return liberationsansregular.TTF
}

func (r *raster) text(at point, size float64, bold bool, c color.NRGBA, s string) {
	if f := r.face(size, bold); f != nil {
		d := font.Drawer{Dst: r.image, Src: image.NewUniform(c), Face: f, Dot: fixed.Point26_6{X: fixed.Int26_6(at.x * r.scale * 64), Y: fixed.Int26_6(at.y * r.scale * 64)}}
		d.DrawString(s)
	}
}

func (r *raster) width(size float64, bold bool, s string) float64 {
	f := r.face(size, bold)
	if f == nil {
		return 0
	}
	return float64(font.MeasureString(f, s)) / 64 / r.scale
}
