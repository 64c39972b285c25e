// SPDX-License-Identifier: MIT

package boundary

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// agreement is the largest difference of an area's land from its Size, as a fraction of
// the latter, with which the two agree.
const agreement = 0.05

// dispute is all land that the same areas claim. One of them owns all of it.
type dispute struct {
	areas []uint32 // ascending
	owner owner
	faces []uint32
	land  float64 // m²
}

// settle gives an overlap to another area than owners did if the Size of the areas decides
// it: if more of them agree with their Size when one of them has all of the overlap, and as
// many when no other has it. An overlap is all land that the same areas claim; the
// largest is settled first. An area keeps an overlap that is all its land, an enclave.
// Slivers decide nothing, because they are too small to change what agrees.
func settle(g *graph, f *faces, of []owner, overlaps map[uint32][]uint32, areas []Area) {
	if len(overlaps) == 0 || !slices.ContainsFunc(areas, func(a Area) bool { return a.Size > 0 }) {
		return
	}
	face := f.land(g)
	land := make([]float64, len(areas)) // of each area, by the present owners
	for i, o := range of {
		if o != nobody {
			land[o] += face[i]
		}
	}
	for _, d := range disputes(face, of, overlaps) {
		// agreeing returns how many of the areas agree with their Size if one of them gets the
		// overlap, and whether each has more land then than a sliver of the overlap.
		agreeing := func(winner owner) (n int, whole bool) {
			whole = true
			for _, area := range d.areas {
				has, want := land[area], areas[area].Size
				if area == d.owner {
					has -= d.land
				}
				if area == winner {
					has += d.land
				}
				if math.Abs(has-want) <= agreement*want && want > 0 {
					n++
				}
				whole = whole && has > agreement*d.land
			}
			return n, whole
		}
		now, _ := agreeing(d.owner)
		winner, most := d.owner, now
		for _, area := range d.areas {
			switch n, whole := agreeing(area); {
			case !whole || n < most || n == now:
			case n == most:
				winner = d.owner // as good as another
			default:
				winner, most = area, n
			}
		}
		land[d.owner] -= d.land
		land[winner] += d.land
		for _, face := range d.faces {
			of[face] = winner
		}
	}
}

// disputes groups overlaps by the areas that claim them, and returns the largest first.
func disputes(land []float64, of []owner, overlaps map[uint32][]uint32) []*dispute {
	var list []*dispute
	by := make(map[string]*dispute)
	for face := range uint32(len(of)) {
		areas := overlaps[face]
		if areas == nil {
			continue
		}
		key := fmt.Sprint(areas)
		d := by[key]
		if d == nil {
			d = &dispute{areas: areas, owner: of[face]}
			by[key], list = d, append(list, d)
		}
		d.faces = append(d.faces, face)
		d.land += land[face]
	}
	slices.SortStableFunc(list, func(a, b *dispute) int { return cmp.Compare(b.land, a.land) })
	return list
}

// land returns the size of each face (m²). That of face 0, the outside, means nothing.
func (f *faces) land(g *graph) []float64 {
	land := make([]float64, len(f.size))
	for i := range g.lines.len() {
		share := landLeft(g.lines.line(i))
		land[f.left[2*i]] += share
		land[f.left[2*i+1]] -= share
	}
	return land
}
