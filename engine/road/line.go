// SPDX-License-Identifier: MIT

package road

import (
	"roadsnap/engine/geo"
	"roadsnap/engine/internal/chunk"
)

// The lines of ways and links under construction are kept as differences: those of ways
// with the ids of their nodes, those of links without. Each begins with the number of its
// points.

// appendWay appends the line of a way, without the nodes that repeat the previous one. It
// returns the number of nodes left.
func appendWay(b []byte, nodes []int64, points []geo.Fixed) (line []byte, kept int) {
	for i, id := range nodes {
		if i == 0 || id != nodes[i-1] {
			kept++
		}
	}
	b = chunk.AppendUint(b, uint64(kept))
	var last int64
	var at geo.Fixed
	for i, id := range nodes {
		if i == 0 || id != nodes[i-1] {
			b = chunk.AppendStep(chunk.AppendInt(b, id-last), at, points[i])
			last, at = id, points[i]
		}
	}
	return b, kept
}

// nextWay reads the line of a way. It appends to slices that are reused.
func nextWay(r *chunk.Reader, ids []int64, points []geo.Fixed) ([]int64, []geo.Fixed) {
	var id int64
	var at geo.Fixed
	for range r.Uint() {
		id += r.Int()
		at = r.Step(at)
		ids, points = append(ids, id), append(points, at)
	}
	return ids, points
}

// appendLine appends the line of a link.
func appendLine(b []byte, points []geo.Fixed) []byte {
	b = chunk.AppendUint(b, uint64(len(points)))
	var at geo.Fixed
	for _, p := range points {
		b = chunk.AppendStep(b, at, p)
		at = p
	}
	return b
}

// appendPoints appends the points of the line of a link to dst.
func appendPoints(dst []geo.Fixed, line []byte) []geo.Fixed {
	r := chunk.NewReader(line)
	var at geo.Fixed
	for range r.Uint() {
		at = r.Step(at)
		dst = append(dst, at)
	}
	return dst
}
