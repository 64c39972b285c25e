// SPDX-License-Identifier: MIT

package boundary

import (
	"cmp"
	"context"
	"slices"

	"roadsnap/engine/geo"
)

// Share is the land that an area of one division has in common with an area of another.
type Share struct {
	A, B int     // their numbers
	Land float64 // m²
}

// Overlay returns the land that the areas of two divisions share, by A, then B. Where their borders
// mean the same line within the tolerance of o, they count as the same. The sizes are exact but for
// that. The error is that of Build.
func Overlay(ctx context.Context, a, b *Division, o Options) ([]Share, error) {
	land := make(map[[2]uint32]float64)
	// Group by group of b, because memory and time grow with the number of edges at once.
	groups := len(b.lands) - 1 - b.areas
	for group := range groups {
		if err := overlay(ctx, land, a, b, group, o); err != nil {
			return nil, err
		}
		if o.Progress != nil {
			o.Progress(int64(group+1), int64(groups))
		}
	}
	shares := make([]Share, 0, len(land))
	for pair, m2 := range land {
		shares = append(shares, Share{int(pair[0]), int(pair[1]), m2})
	}
	slices.SortFunc(shares, func(x, y Share) int { return cmp.Or(cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B)) })
	return shares, nil
}

// overlay adds what the areas of one group of b share with those of a.
func overlay(ctx context.Context, land map[[2]uint32]float64, a, b *Division, group int, o Options) error {
	box := b.lands[b.areas+group].Box.Bounds().Pad(o.Tolerance).Fixed()
	var areas []Area
	var number []uint32 // of each of the areas in its division
	for i := range a.areas {
		if a.lands[i].Box.Intersects(box) {
			areas, number = append(areas, a.area(i)), append(number, uint32(i))
		}
	}
	ofA := len(areas)
	for i := range b.areas {
		if int(b.lands[i].Group) == group {
			areas, number = append(areas, b.area(i)), append(number, uint32(i))
		}
	}
	if ofA == 0 || ofA == len(areas) {
		return ctx.Err()
	}
	o.Progress = nil
	plane, err := newPartition(ctx, areas, o, new(Report))
	if err != nil {
		return err
	}
	face := plane.faces.land(&plane.graph)
	for i, set := range plane.faces.cover {
		if i == 0 {
			continue
		}
		for _, p := range plane.sets.members[set] {
			for _, q := range plane.sets.members[set] {
				if x, y := plane.areaOf[p], plane.areaOf[q]; int(x) < ofA && int(y) >= ofA {
					land[[2]uint32{number[x], number[y]}] += face[i]
				}
			}
		}
	}
	return ctx.Err()
}

// area returns the outline of an area.
func (d *Division) area(i int) Area {
	a := Area{Code: d.lands[i].Code, Group: d.lands[i].Group}
	for p := d.lands[i].Polygon; p < d.lands[i+1].Polygon; p++ {
		end := uint32(len(d.rings))
		if int(p)+1 < len(d.polygons) {
			end = d.polygons[p+1]
		}
		var part Part
		for r := d.polygons[p]; r < end; r++ {
			last := uint32(len(d.halves))
			if int(r)+1 < len(d.rings) {
				last = d.rings[r+1]
			}
			var ring []geo.Fixed
			for _, h := range d.halves[d.rings[r]:last] {
				ring = appendHalf(ring, d.arcs, h)
			}
			part = append(part, ring)
		}
		a.Parts = append(a.Parts, part)
	}
	return a
}
