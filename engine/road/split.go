// SPDX-License-Identifier: MIT

package road

import (
	"slices"

	"roadsnap/engine/geo"
)

// span is a piece of a way between two nodes of the graph that becomes a link: a range
// of the arrays of the builder, both ends included.
type span struct {
	way         uint32
	first, last int32
}

// splitter cuts ways into spans.
type splitter struct {
	b        *Builder
	shared   []int64 // ids of shared nodes, which become nodes of the graph, ascending
	spans    []span
	cut      []int64 // ids of nodes at which a span was cut in two
	spansCut int
}

// split cuts all ways at their ends, at the nodes that two of them share, at those that
// one visits twice, and at barriers. It returns the spans way by way, the ids of all nodes of the
// graph in ascending order, and how many spans had to be cut.
func split(b *Builder) (spans []span, nodeIDs []int64, spansCut int) {
	s := splitter{b: b, shared: sharedNodes(b)}
	for i := range b.ways {
		w := &b.ways[i]
		from := w.first
		for to := w.first + 1; to < w.end; to++ {
			if _, shared := slices.BinarySearch(s.shared, b.ids[to]); shared {
				s.add(span{way: uint32(i), first: int32(from), last: int32(to)})
				from = to
			}
		}
	}
	nodeIDs = append(s.shared, s.cut...)
	slices.Sort(nodeIDs)
	return s.spans, nodeIDs, s.spansCut
}

// sharedNodes returns the ids that occur more than once, each once, ascending. The ends
// of ways count twice, barriers once more.
func sharedNodes(b *Builder) []int64 {
	barriers := barrierNodes(b.barriers)
	all := make([]int64, 0, len(b.ids)+2*len(b.ways)+len(barriers))
	all = append(append(all, b.ids...), barriers...)
	for i := range b.ways {
		all = append(all, b.ids[b.ways[i].first], b.ids[b.ways[i].end-1])
	}
	slices.Sort(all)
	n := 0
	for i := 1; i < len(all); i++ {
		if all[i] == all[i-1] && (n == 0 || all[n-1] != all[i]) {
			all[n] = all[i] // n < i: the overwritten ids have been processed
			n++
		}
	}
	return slices.Clip(all[:n])
}

// add adds a span. It cuts a loop, which would be two parallel edges from a node to
// itself, and a span whose length may overflow. The node in the middle belongs to no
// other span, because it is not shared.
func (s *splitter) add(p span) {
	loop := s.b.ids[p.first] == s.b.ids[p.last]
	if p.last-p.first < 2 || !loop && extent(s.b.points[p.first:p.last+1]) <= maxExtent {
		s.spans = append(s.spans, p)
		return
	}
	middle := p.first + (p.last-p.first)/2
	s.cut = append(s.cut, s.b.ids[middle])
	s.spansCut++
	s.add(span{way: p.way, first: p.first, last: middle})
	s.add(span{way: p.way, first: middle, last: p.last})
}

// maxExtent is half of the Earth's circumference. A span up to that extent is shorter
// than 20,016 km, as is any single segment, and 42,949 km fit into 32 bits of
// centimetres.
const maxExtent = 180 * 1e7

// extent returns an upper bound of the length of a line, in units of 1e-7 degree of a
// great circle: the sum of all differences of latitude and longitude.
func extent(points []geo.Fixed) int64 {
	var sum int64
	for i := 1; i < len(points); i++ {
		sum += abs(int64(points[i].Lat)-int64(points[i-1].Lat)) + abs(int64(points[i].Lon)-int64(points[i-1].Lon))
	}
	return sum
}

func abs(x int64) int64 { return max(x, -x) }
