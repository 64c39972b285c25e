// SPDX-License-Identifier: MIT

package boundary

import (
	"math"

	"pgregory.net/rapid"
	"roadsnap/engine/geo"
)

// A division is divided land, drawn for a test.
type division struct {
	arcs  arcs
	group []uint32 // of each area
}

// anyDivision draws land on a grid of squares with randomly moved corners: large
// areas, with single squares of the sea or of other areas scattered over them as
// islands, lakes and enclaves. Some squares are small enough to vanish at some level,
// others are not.
func anyDivision(t *rapid.T) division {
	const side = 14
	rnd := rapid.Custom(func(t *rapid.T) uint64 { return rapid.Uint64().Draw(t, "seed") }).Draw(t, "seed")
	random := func(n int) int { // splitmix64: shrinking squares one by one would take for ever
		rnd += 0x9e3779b97f4a7c15
		z := rnd
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return int((z ^ z>>31) % uint64(n))
	}
	type seed struct {
		row, col int
		o        owner
	}
	areas := 1 + random(6)
	var seeds []seed
	for i := range areas + 1 + random(4) {
		o := owner(i)
		if i >= areas {
			o = nobody
		}
		seeds = append(seeds, seed{random(side), random(side), o})
	}
	var square [side + 2][side + 2]owner // with sea all round
	for row := range square {
		for col := range square[row] {
			square[row][col] = nobody
			if row == 0 || col == 0 || row > side || col > side {
				continue
			}
			least := math.MaxInt
			for _, s := range seeds {
				if d := (s.row-row)*(s.row-row) + (s.col-col)*(s.col-col); d < least {
					least, square[row][col] = d, s.o
				}
			}
			if random(12) == 0 {
				square[row][col] = seeds[random(len(seeds))].o
			}
		}
	}
	metres := rapid.SampledFrom([]float64{4, 60, 150, 900}).Draw(t, "metres")
	south := rapid.SampledFrom([]int32{80000000, 230000000, -1000, -650000000}).Draw(t, "south")
	step := int32(metres / metresPerUnit)
	var corner [side + 3][side + 3]geo.Fixed
	for row := range corner {
		for col := range corner[row] {
			shake := func() int32 { return int32(random(int(step)/2)) - step/4 }
			corner[row][col] = geo.Fixed{Lat: south + int32(row)*step + shake(), Lon: 1050000000 + int32(col)*step + shake()}
		}
	}
	var ways []way
	for row := 1; row < side+2; row++ {
		for col := 1; col < side+2; col++ {
			if below, above := square[row-1][col], square[row][col]; col < side+2 && below != above {
				ways = append(ways, way{corner[row][col], corner[row][col+1], above, below})
			}
			if west, east := square[row][col-1], square[row][col]; west != east {
				ways = append(ways, way{corner[row][col], corner[row+1][col], west, east})
			}
		}
	}
	d := division{arcs: join(ways)}
	groups := uint32(1 + random(3))
	for range areas {
		d.group = append(d.group, uint32(random(int(groups))))
	}
	return d
}

// A way is a segment between two owners.
type way struct {
	from, to    geo.Fixed
	left, right owner
}

// join makes arcs of segments.
func join(ways []way) arcs {
	at := map[geo.Fixed][]int{}
	for i, w := range ways {
		at[w.from] = append(at[w.from], i)
		at[w.to] = append(at[w.to], i)
	}
	used := make([]bool, len(ways))
	var a arcs
	follow := func(i int, p geo.Fixed) {
		line := []geo.Fixed{p}
		left, right := ways[i].left, ways[i].right
		if ways[i].from != p {
			left, right = right, left
		}
		for !used[i] {
			used[i] = true
			if ways[i].from == p {
				p = ways[i].to
			} else {
				p = ways[i].from
			}
			line = append(line, p)
			if next := at[p]; len(next) == 2 {
				if i == next[0] {
					i = next[1]
				} else {
					i = next[0]
				}
			}
		}
		a.add(line, left, right)
	}
	for i, w := range ways {
		for _, p := range []geo.Fixed{w.from, w.to} {
			if !used[i] && len(at[p]) != 2 {
				follow(i, p)
			}
		}
	}
	for i, w := range ways {
		if !used[i] {
			follow(i, w.from)
		}
	}
	return a
}
