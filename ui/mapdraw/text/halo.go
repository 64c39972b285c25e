// SPDX-License-Identifier: MIT

package text

import (
	"encoding/binary"
	"math"
)

// pen is the disc that draws a halo around letters: its pixels, grouped by their
// coverage.
type pen struct {
	radius float64
	rings  []penRing
}

// penRing holds the pixels of a pen with the same coverage.
type penRing struct {
	weight uint32 // 1…256
	at     []penDot
}

type penDot struct{ dx, dy int }

// newPen returns the pen of a radius (pixels).
func newPen(radius float64) pen {
	p := pen{radius: radius}
	reach := int(math.Ceil(radius))
	for dy := -reach; dy <= reach; dy++ {
		for dx := -reach; dx <= reach; dx++ {
			cover := min(radius+0.5-math.Hypot(float64(dx), float64(dy)), 1)
			if weight := uint32(max(cover, 0) * 256); weight > 0 {
				p.add(weight, penDot{dx, dy})
			}
		}
	}
	return p
}

func (p *pen) add(weight uint32, d penDot) {
	for i := range p.rings {
		if p.rings[i].weight == weight {
			p.rings[i].at = append(p.rings[i].at, d)
			return
		}
	}
	p.rings = append(p.rings, penRing{weight, []penDot{d}})
}

// spread returns k.text enlarged by radius pixels on all sides. For each ring of
// the pen it makes one weaker copy of the text and moves the copy about. Moving
// is most of the work, and this way it handles eight pixels at a time.
func (k *Inker) spread(w, h int, radius float64) []uint8 {
	if k.pen.radius != radius {
		k.pen = newPen(radius)
	}
	if n := w * h; cap(k.halo) < n {
		k.halo, k.weak = make([]uint8, n), make([]uint8, n)
	}
	out, weak := k.halo[:w*h], k.weak[:w*h]
	clear(out)
	for i := range k.pen.rings {
		ring := &k.pen.rings[i]
		from := k.text.Pix
		if ring.weight < 256 {
			for j, v := range from {
				weak[j] = uint8(uint32(v) * ring.weight >> 8)
			}
			from = weak
		}
		for _, d := range ring.at {
			raise(out, from, w, h, d)
		}
	}
	return out
}

// raise raises out to at least the value of in moved by d.
func raise(out, in []uint8, w, h int, d penDot) {
	x0, x1 := max(d.dx, 0), min(w, w+d.dx)
	for y := max(d.dy, 0); y < min(h, h+d.dy); y++ {
		to := out[y*w+x0 : y*w+x1]
		from := in[(y-d.dy)*w+x0-d.dx : (y-d.dy)*w+x1-d.dx]
		from = from[:len(to)]
		for len(to) >= 8 {
			if v := binary.LittleEndian.Uint64(from); v != 0 {
				binary.LittleEndian.PutUint64(to, greater(binary.LittleEndian.Uint64(to), v))
			}
			to, from = to[8:], from[8:]
		}
		for i, v := range from {
			to[i] = max(to[i], v)
		}
	}
}

// greater returns the greater of each of the eight bytes of a and b.
func greater(a, b uint64) uint64 {
	const top = 0x8080808080808080
	// The top bit of each byte of low is set if a's other bits are not less.
	low := (a | top) - (b &^ top)
	notLess := (a&^b | ^(a^b)&low) & top
	mask := notLess >> 7 * 0xff
	return a&mask | b&^mask
}
