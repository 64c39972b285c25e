// SPDX-License-Identifier: MIT

package boundary

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"roadsnap/engine/geo"
)

// outline is the land of one owner: polygons, each an outer ring and its holes. A
// ring is consecutive halves with the land to their left, so outer rings run
// counter-clockwise and holes clockwise. The largest polygon comes first.
type outline []polygon

type polygon struct {
	rings [][]half
	size  float64 // of the outer ring, in units of the grid squared
}

var errOutline = errors.New("an outline does not close")

// outlines returns the land of each of n owners. label returns the number of an
// owner's land: an area's own, or its group's. A line with the same label on both
// sides is no border.
func outlines(lines *arcs, n int, label func(owner) owner) ([]outline, error) {
	w := newWeb(lines, func(i int) bool { return label(lines.left[i]) != label(lines.right[i]) })
	side := func(h half) owner {
		if h%2 == 0 {
			return label(lines.left[h/2])
		}
		return label(lines.right[h/2])
	}
	rings := make([][]ring, n)
	used := make([]bool, 2*lines.len())
	for i := range lines.len() {
		for _, first := range [2]half{half(2 * i), half(2*i + 1)} {
			mine := side(first)
			if used[first] || mine == nobody || mine == side(first^1) {
				continue
			}
			var walk []half
			for h := first; !used[h]; h = w.next(h) {
				used[h] = true
				walk = append(walk, h)
			}
			rings[mine] = append(rings[mine], w.simple(walk)...)
		}
	}
	out := make([]outline, n)
	for i := range out {
		o, err := w.nest(rings[i])
		if err != nil {
			return nil, fmt.Errorf("owner %d: %w", i, err)
		}
		out[i] = o
	}
	return out, nil
}

// ring is a closed walk that passes no node twice.
type ring struct {
	halves []half
	sweep  sweep
	box    geo.FixedBounds
}

// simple splits a walk round a face into rings where it passes a node again. That
// happens where a hole touches the outer ring or another hole in one point.
func (w *web) simple(walk []half) []ring {
	var out []ring
	var path []half
	seen := make(map[geo.Fixed]int) // node → its index in path
	for _, h := range walk {
		from := w.from(h)
		if i, again := seen[from]; again {
			for _, cutOff := range path[i:] {
				delete(seen, w.from(cutOff))
			}
			out = append(out, w.ring(slices.Clone(path[i:])))
			path = path[:i]
		}
		seen[from] = len(path)
		path = append(path, h)
	}
	return append(out, w.ring(path))
}

func (w *web) ring(halves []half) ring {
	r := ring{halves: halves, box: geo.NoFixedBounds}
	for _, h := range halves {
		line := w.lines.line(int(h / 2))
		r.box = r.box.Union(geo.FixedBoundsOf(line...))
		if s := sweepOf(line); h%2 == 0 {
			r.sweep = r.sweep.add(s)
		} else {
			r.sweep = r.sweep.sub(s)
		}
	}
	return r
}

// nest puts each hole into the smallest outer ring round it.
func (w *web) nest(rings []ring) (outline, error) {
	var out outline
	var outer []ring
	for _, r := range rings {
		if r.sweep.sign() > 0 {
			outer = append(outer, r)
		}
	}
	slices.SortStableFunc(outer, func(a, b ring) int { return cmp.Compare(b.sweep.float(), a.sweep.float()) })
	for _, r := range outer {
		out = append(out, polygon{rings: [][]half{r.halves}, size: r.sweep.float() / 2})
	}
	for _, r := range rings {
		if r.sweep.sign() > 0 {
			continue
		}
		i := len(outer) - 1
		for i >= 0 && !w.holds(outer[i], r) {
			i--
		}
		if i < 0 {
			return nil, errOutline
		}
		out[i].rings = append(out[i].rings, r.halves)
	}
	return out, nil
}

// holds reports whether a hole lies in an outer ring. It may touch the ring.
func (w *web) holds(outer, hole ring) bool {
	if hole.box.MinLat < outer.box.MinLat || hole.box.MaxLat > outer.box.MaxLat ||
		hole.box.MinLon < outer.box.MinLon || hole.box.MaxLon > outer.box.MaxLon {
		return false
	}
	for _, h := range hole.halves {
		for _, p := range w.lines.line(int(h / 2)) {
			if side := w.side(outer, p); side != 0 {
				return side > 0
			}
		}
	}
	return false
}

// side returns 1 for a point inside a ring, −1 outside, 0 on it.
func (w *web) side(r ring, p geo.Fixed) int {
	in := -1
	for _, h := range r.halves {
		line := w.lines.line(int(h / 2))
		for k := 1; k < len(line); k++ {
			switch pass(line[k-1], line[k], p) {
			case on:
				return 0
			case south:
				in = -in
			}
		}
	}
	return in
}
