// SPDX-License-Identifier: MIT

package osmimport

import (
	"cmp"
	"math"
	"slices"

	"roadsnap/engine/geo"
)

// lineEnd is the first point of a line, or the last.
type lineEnd struct {
	line int
	last bool
}

// untangle joins closed rings of keys again, so that they do not cross at points which they
// share, or which one passes twice. At each such point, neighbours in the order of their
// directions are joined.
func untangle(rings [][]int64) (out [][]int64) {
	visits := make(map[int64]int)
	for _, ring := range rings {
		for _, key := range ring[1:] {
			visits[key]++
		}
	}
	shared := func(key int64) bool { return visits[key] > 1 }
	var lines [][]int64
	for _, ring := range rings {
		start := slices.IndexFunc(ring, shared)
		if start < 0 {
			out = append(out, ring)
			continue
		}
		ring = append(append(slices.Clone(ring[start:len(ring)-1]), ring[:start]...), ring[start])
		for from, i := 0, 1; i < len(ring); i++ {
			if shared(ring[i]) {
				lines, from = append(lines, ring[from:i+1]), i
			}
		}
	}
	partner := partners(lines)
	used := make([]bool, len(lines))
	for i := range lines {
		if used[i] {
			continue
		}
		ring := []int64{lines[i][0]}
		for at := (lineEnd{line: i}); !used[at.line]; at = partner[lineEnd{at.line, !at.last}] {
			used[at.line] = true
			line := lines[at.line]
			if at.last {
				line = slices.Clone(line)
				slices.Reverse(line)
			}
			ring = append(ring, line[1:]...)
		}
		out = append(out, ring)
	}
	return out
}

// partners returns the end with which each end of a line is joined.
func partners(lines [][]int64) map[lineEnd]lineEnd {
	type spoke struct {
		end   lineEnd
		angle float64
	}
	at := make(map[int64][]spoke)
	add := func(end lineEnd, key, next int64) {
		p, q := pointOf(key), pointOf(next)
		angle := math.Atan2(float64(q.Lat)-float64(p.Lat), float64(q.Lon)-float64(p.Lon))
		at[key] = append(at[key], spoke{end, angle})
	}
	for i, l := range lines {
		add(lineEnd{i, false}, l[0], l[1])
		add(lineEnd{i, true}, l[len(l)-1], l[len(l)-2])
	}
	out := make(map[lineEnd]lineEnd, 2*len(lines))
	for _, spokes := range at {
		slices.SortStableFunc(spokes, func(a, b spoke) int { return cmp.Compare(a.angle, b.angle) })
		for i := 1; i < len(spokes); i += 2 {
			a, b := spokes[i-1].end, spokes[i].end
			out[a], out[b] = b, a
		}
	}
	return out
}

// simpleRings splits a closed ring where it touches itself into rings that do not. They
// do not repeat their first point. Spikes are dropped.
func simpleRings(ring []int64) (rings [][]geo.Fixed) {
	at := make(map[int64]int, len(ring)) // index in path
	var path []int64
	for _, key := range ring {
		first, again := at[key]
		if !again {
			at[key] = len(path)
			path = append(path, key)
			continue
		}
		if len(path)-first >= 3 {
			points := make([]geo.Fixed, 0, len(path)-first)
			for _, k := range path[first:] {
				points = append(points, pointOf(k))
			}
			rings = append(rings, points)
		}
		for _, k := range path[first+1:] {
			delete(at, k)
		}
		path = path[:first+1]
	}
	return rings
}
