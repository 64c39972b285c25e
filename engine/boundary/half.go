// SPDX-License-Identifier: MIT

package boundary

import (
	"cmp"
	"math/bits"
	"slices"

	"roadsnap/engine/geo"
)

// half is a half-edge: a line in one of its two directions, 2·line, or 2·line + 1 for
// the reverse. The face that it bounds lies to its left.
type half = uint32

// web is lines and how they connect at their ends.
type web struct {
	lines *arcs
	out   map[geo.Fixed][]half // the halves that leave a position, counter-clockwise
	place []uint32             // index of each half in out of its start
}

// newWeb connects the lines that use admits; nil admits all.
func newWeb(lines *arcs, use func(line int) bool) web {
	w := web{lines, make(map[geo.Fixed][]half), make([]uint32, 2*lines.len())}
	for i := range lines.len() {
		if use == nil || use(i) {
			for _, h := range [2]half{half(2 * i), half(2*i + 1)} {
				w.out[w.from(h)] = append(w.out[w.from(h)], h)
			}
		}
	}
	for _, halves := range w.out {
		slices.SortFunc(halves, func(g, h half) int {
			return compareDirections(w.from(g), w.second(g), w.second(h))
		})
		for i, h := range halves {
			w.place[h] = uint32(i)
		}
	}
	return w
}

// from returns the first point of a half.
func (w *web) from(h half) geo.Fixed {
	line := w.lines.line(int(h / 2))
	if h%2 == 0 {
		return line[0]
	}
	return line[len(line)-1]
}

func (w *web) second(h half) geo.Fixed {
	line := w.lines.line(int(h / 2))
	if h%2 == 0 {
		return line[1]
	}
	return line[len(line)-2]
}

// next returns the half that follows h along the border of the face to the left of
// both: the first one clockwise from the reverse of h, at the end of h.
func (w *web) next(h half) half {
	back := h ^ 1
	halves := w.out[w.from(back)]
	return halves[(int(w.place[back])+len(halves)-1)%len(halves)]
}

// compareDirections orders the directions from a common origin to p and to q
// counter-clockwise, beginning in the east.
func compareDirections(origin, p, q geo.Fixed) int {
	lower := func(p geo.Fixed) int { // 0 from east round to west, 1 for the rest
		if p.Lat < origin.Lat || p.Lat == origin.Lat && p.Lon < origin.Lon {
			return 1
		}
		return 0
	}
	return cmp.Or(cmp.Compare(lower(p), lower(q)), -orientation(origin, p, q))
}

// sweep is twice the signed area to the left of a line and its straight return: the
// sum of cross products of its points, in units of the grid squared. It is exact,
// with 128 bits. The sweeps of the lines of a ring add up to twice the ring's area,
// positive if counter-clockwise.
type sweep struct {
	hi int64
	lo uint64
}

func sweepOf(line []geo.Fixed) sweep {
	var s sweep
	for i := 1; i < len(line); i++ {
		p, q := line[i-1], line[i]
		s = s.add(product(int64(p.Lon), int64(q.Lat))).sub(product(int64(p.Lat), int64(q.Lon)))
	}
	return s
}

func product(a, b int64) sweep {
	v := a * b // coordinates have 32 bits
	return sweep{v >> 63, uint64(v)}
}

func (s sweep) add(t sweep) sweep {
	lo, carry := bits.Add64(s.lo, t.lo, 0)
	hi, _ := bits.Add64(uint64(s.hi), uint64(t.hi), carry)
	return sweep{int64(hi), lo}
}

func (s sweep) negate() sweep { return sweep{}.sub(s) }

func (s sweep) sub(t sweep) sweep {
	lo, borrow := bits.Sub64(s.lo, t.lo, 0)
	hi, _ := bits.Sub64(uint64(s.hi), uint64(t.hi), borrow)
	return sweep{int64(hi), lo}
}

func (s sweep) sign() int {
	switch {
	case s.hi < 0:
		return -1
	case s.hi > 0 || s.lo > 0:
		return 1
	}
	return 0
}

func (s sweep) float() float64 { return float64(s.hi)*(1<<64) + float64(s.lo) }
