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

// dispute is all land that the same areas claim.
type dispute struct {
	areas []uint32 // ascending
	faces []uint32
	land  float64   // m²
	given []float64 // what each of the areas has of it (m²)
}

// settle gives an overlap to another area than owners did if the Size of the areas decides
// it: if more of them agree with their Size when one of them has all of the overlap, and
// those that agreed before still do. An overlap is all land that the same areas claim; the
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
		// agree returns which of the areas agree with their Size if they get the given parts
		// of the overlap, and whether each has more land then than a sliver of the overlap.
		agree := func(gets []float64) (agreeing []bool, whole bool) {
			agreeing, whole = make([]bool, len(d.areas)), true
			for i, area := range d.areas {
				has, want := land[area]-d.given[i]+gets[i], areas[area].Size
				agreeing[i] = want > 0 && math.Abs(has-want) <= agreement*want
				whole = whole && has > agreement*d.land
			}
			return agreeing, whole
		}
		before, _ := agree(d.given)
		winner, most := -1, count(before)
		for i := range d.areas {
			gets := make([]float64, len(d.areas))
			gets[i] = d.land
			after, whole := agree(gets)
			switch n := count(after); {
			case !whole || n < most || n == count(before) || !keeps(before, after):
			case n == most:
				winner = -1 // as good as another
			default:
				winner, most = i, n
			}
		}
		if winner < 0 {
			continue
		}
		for i, area := range d.areas {
			land[area] -= d.given[i]
		}
		land[d.areas[winner]] += d.land
		for _, face := range d.faces {
			of[face] = d.areas[winner]
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
			d = &dispute{areas: areas, given: make([]float64, len(areas))}
			by[key], list = d, append(list, d)
		}
		d.faces = append(d.faces, face)
		d.land += land[face]
		d.given[slices.Index(areas, of[face])] += land[face]
	}
	slices.SortStableFunc(list, func(a, b *dispute) int { return cmp.Compare(b.land, a.land) })
	return list
}

func count(agreeing []bool) (n int) {
	for _, yes := range agreeing {
		if yes {
			n++
		}
	}
	return n
}

// keeps reports whether all that agreed before agree after.
func keeps(before, after []bool) bool {
	for i, yes := range before {
		if yes && !after[i] {
			return false
		}
	}
	return true
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
