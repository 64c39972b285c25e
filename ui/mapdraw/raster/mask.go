// SPDX-License-Identifier: MIT

package raster

import (
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"
	"math"
)

// Mask is a picture of coverage, one byte per pixel. It collects the strokes and
// areas of one colour before they are painted, so that strokes that overlap
// themselves do not darken, and areas that touch show no seam.
//
// Mask keeps the bounds of what was drawn, so that painting and clearing cost no
// more than the pixels touched.
type Mask struct {
	pix           []uint8
	width, height int
	// bounds of the pixels that may differ from 0, upper bounds excluded
	minX, minY, maxX, maxY int

	accum []float32 // scratch of Fill, all zero between calls
}

// Reset makes m an empty mask of the given size and reuses its memory.
func (m *Mask) Reset(width, height int) {
	if n := width * height; cap(m.pix) < n {
		m.pix = make([]uint8, n)
	} else {
		m.Clear()
		m.pix = m.pix[:n]
	}
	m.width, m.height = width, height
	m.minX, m.minY, m.maxX, m.maxY = width, height, 0, 0
}

// touch extends the bounds of the pixels that may differ from 0.
func (m *Mask) touch(minX, minY, maxX, maxY int) {
	m.minX, m.minY = min(m.minX, minX), min(m.minY, minY)
	m.maxX, m.maxY = max(m.maxX, maxX), max(m.maxY, maxY)
}

// Empty reports whether nothing was drawn since m was cleared.
func (m *Mask) Empty() bool { return m.minY >= m.maxY }

// Clear sets all of m to 0.
func (m *Mask) Clear() {
	for y := m.minY; y < m.maxY; y++ {
		clear(m.pix[y*m.width+m.minX : y*m.width+m.maxX])
	}
	m.minX, m.minY, m.maxX, m.maxY = m.width, m.height, 0, 0
}

// Paint blends col with the opaque picture dst through m, and clears m. dst must
// have the size of m.
func (m *Mask) Paint(dst *image.RGBA, col color.RGBA) {
	src := pixelOf(col)
	for y := m.minY; y < m.maxY; y++ {
		row := m.pix[y*m.width+m.minX : y*m.width+m.maxX]
		out := dst.Pix[y*dst.Stride+4*m.minX:]
		out = out[:4*len(row)]
		for x := 0; x < len(row); {
			// Most of a mask is empty, and most of the rest is covered
			// completely: both are handled eight pixels at a time.
			if x+8 <= len(row) {
				switch eight := binary.LittleEndian.Uint64(row[x:]); {
				case eight == 0:
					x += 8
					continue
				case eight == math.MaxUint64 && src.alpha == 256:
					two := uint64(src.rb|src.ga<<8) * (1<<32 + 1)
					wide := out[4*x : 4*x+32 : 4*x+32]
					for i := 0; i < 32; i += 8 {
						binary.LittleEndian.PutUint64(wide[i:], two)
					}
					x += 8
					continue
				}
			}
			px := out[4*x : 4*x+4 : 4*x+4]
			switch a := row[x]; {
			case a == 0:
			case a == 255 && src.alpha == 256:
				binary.LittleEndian.PutUint32(px, src.rb|src.ga<<8)
			default:
				binary.LittleEndian.PutUint32(px, src.over(binary.LittleEndian.Uint32(px), uint32(a)))
			}
			x++
		}
		clear(row)
	}
	m.minX, m.minY, m.maxX, m.maxY = m.width, m.height, 0, 0
}

// pixel is a colour prepared for mixing. Red and blue, and green and alpha, are
// pairs in one word each with eight bits between.
type pixel struct {
	rb, ga uint32
	alpha  uint32 // 0…256
}

const pairs = 0x00ff00ff

// pixelOf prepares an alpha-premultiplied colour.
func pixelOf(c color.RGBA) pixel {
	a := uint32(c.A)
	if a == 0 {
		return pixel{}
	}
	// The weight of the colour is separate, so the colour is unmultiplied.
	un := func(v uint8) uint32 { return min((uint32(v)*255+a/2)/a, 255) }
	return pixel{rb: un(c.R) | un(c.B)<<16, ga: un(c.G) | 255<<16, alpha: a + a>>7}
}

// over mixes the colour, at coverage 0…255, with an opaque pixel in the byte
// order of image.RGBA.
func (p pixel) over(dst, coverage uint32) uint32 {
	w := (coverage + coverage>>7) * p.alpha >> 8 // 0…256
	rb, ga := dst&pairs, dst>>8&pairs
	rb = (rb*(256-w) + p.rb*w + 0x00800080) >> 8 & pairs
	ga = (ga*(256-w) + p.ga*w + 0x00800080) >> 8 & pairs
	return rb | ga<<8
}

// Extent is how much of a tile is covered.
type Extent uint8

const (
	// None of the tile is covered.
	None Extent = iota
	// Some of the tile is covered, perhaps all or none.
	Some
	// All of the tile is covered.
	All
)

// Covers returns how much of the picture is covered; All only if every pixel is.
func (m *Mask) Covers() Extent {
	whole := m.minX <= 0 && m.minY <= 0 && m.maxX >= m.width && m.maxY >= m.height
	every, one := uint8(255), uint8(0) // the bits set in every pixel, and in at least one
	for y := m.minY; y < m.maxY; y++ {
		for _, v := range m.pix[y*m.width+m.minX : y*m.width+m.maxX] {
			every, one = every&v, one|v
		}
		if one > 0 && (!whole || every < 255) {
			return Some
		}
	}
	if one > 0 {
		return All
	}
	return None
}

// LayOver blends col with the transparent picture dst through m, and clears m.
func (m *Mask) LayOver(dst *image.RGBA, col color.RGBA) {
	if r := image.Rect(m.minX, m.minY, m.maxX, m.maxY); !r.Empty() {
		coverage := &image.Alpha{Pix: m.pix, Stride: m.width, Rect: image.Rect(0, 0, m.width, m.height)}
		draw.DrawMask(dst, r, image.NewUniform(col), image.Point{}, coverage, r.Min, draw.Over)
	}
	m.Clear()
}
