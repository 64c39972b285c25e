// SPDX-License-Identifier: MIT

package road

import (
	"fmt"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/chunk"
)

// newLink is a piece of a way between two nodes of the graph that becomes a link.
type newLink struct {
	way      uint32
	from, to NodeID         // numbers of the index of nodes, later of the graph
	at       chunk.Position // of its line
}

// splitter cuts ways into links.
type splitter struct {
	nodes    *nodeIndex
	links    []newLink
	lines    chunk.Bytes // of the links
	linksCut int

	// The current way.
	way     uint32
	numbers []uint32
	points  []geo.Fixed
	buffer  []byte
}

// split cuts all ways at their ends, at the nodes that two of them share, at those that
// one visits twice, and at barriers. It marks the nodes of the graph. The links are in the
// order of the ways, whose lines it frees.
func split(b *Builder, nodes *nodeIndex) (splitter, error) {
	markShared(b, nodes)
	const usual = 5 // twice the number of links of a way in a city
	s := splitter{nodes: nodes, links: make([]newLink, 0, len(b.ways)*usual/2)}
	var ids []int64
	for c := range b.lines.Chunks() {
		for r := chunk.NewReader(b.lines.Chunk(c)); r.More(); s.way++ {
			ids, s.points = nextWay(&r, ids[:0], s.points[:0])
			s.numbers = s.numbers[:0]
			for _, id := range ids {
				number, _ := nodes.of(id)
				s.numbers = append(s.numbers, number)
			}
			from := 0
			for to := 1; to < len(ids); to++ {
				if nodes.inGraph.has(s.numbers[to]) {
					s.add(from, to)
					from = to
				}
			}
		}
		b.lines.Free(c)
		if b.mostLinks > 0 && int64(len(s.links)) > b.mostLinks {
			return s, fmt.Errorf("%w: more than %d links", ErrTooLarge, b.mostLinks)
		}
	}
	return s, nil
}

// markShared marks the nodes that occur more than once. The ends of ways count twice,
// barriers once more.
func markShared(b *Builder, nodes *nodeIndex) {
	seen := newBitSet(nodes.count)
	nodes.inGraph = newBitSet(nodes.count)
	mark := func(id int64) {
		number, found := nodes.of(id)
		switch {
		case !found:
		case seen.has(number):
			nodes.inGraph.set(number)
		default:
			seen.set(number)
		}
	}
	for _, id := range barrierNodes(b.barriers) {
		mark(id)
	}
	eachWay(&b.lines, func(ids []int64) {
		for _, id := range ids {
			mark(id)
		}
		mark(ids[0])
		mark(ids[len(ids)-1])
	})
}

// add adds a link between two nodes of the current way. It cuts a loop, which would be two
// parallel edges from a node to itself, and a link whose length may overflow. The node in
// the middle belongs to no other link, because it is not shared.
func (s *splitter) add(first, last int) {
	loop := s.numbers[first] == s.numbers[last]
	line := s.points[first : last+1]
	if last-first < 2 || !loop && extent(line) <= maxExtent {
		s.buffer = appendLine(s.buffer[:0], line)
		s.links = append(s.links, newLink{
			way: s.way, from: NodeID(s.numbers[first]), to: NodeID(s.numbers[last]), at: s.lines.Add(s.buffer),
		})
		return
	}
	middle := first + (last-first)/2
	s.nodes.inGraph.set(s.numbers[middle])
	s.linksCut++
	s.add(first, middle)
	s.add(middle, last)
}

// maxExtent is half of the Earth's circumference. A link up to that extent is shorter
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
