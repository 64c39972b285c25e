// SPDX-License-Identifier: MIT

package road

import (
	"math"
	"math/bits"
	"slices"

	"roadsnap/engine/internal/chunk"
)

// nodeIndex numbers the nodes of ways by their OpenStreetMap ids, and then those of them
// that are nodes of the graph.
type nodeIndex struct {
	first int64
	count int     // numbers that are in use or free
	ids   []int64 // ascending; nil if the number of a node is its id minus first
	// inGraph has the nodes that become nodes of the graph.
	inGraph bitSet
	ranks   []uint32 // number of set bits before each word of inGraph
}

// maxSparse is the greatest number of ids in the range of those in use, for each of the
// latter, for which ids themselves are numbers. The two sets of bits then take 8 bytes.
const maxSparse = 32

// indexNodes returns the numbers of all nodes in the lines of ways.
func indexNodes(lines *chunk.Bytes, refs int) nodeIndex {
	first, last := int64(0), int64(-1)
	begin := true
	eachWay(lines, func(ids []int64) {
		for _, id := range ids {
			if begin {
				first, last, begin = id, id, false
			}
			first, last = min(first, id), max(last, id)
		}
	})
	if span := uint64(last - first); span < min(uint64(refs)*maxSparse, math.MaxUint32) {
		return nodeIndex{first: first, count: int(span) + 1}
	}
	all := make([]int64, 0, refs)
	eachWay(lines, func(ids []int64) { all = append(all, ids...) })
	slices.Sort(all)
	all = slices.Clip(slices.Compact(all))
	return nodeIndex{count: len(all), ids: all}
}

// eachWay calls visit with the nodes of each way.
func eachWay(lines *chunk.Bytes, visit func(ids []int64)) {
	var ids []int64
	for c := range lines.Chunks() {
		for r := chunk.NewReader(lines.Chunk(c)); r.More(); {
			ids, _ = nextWay(&r, ids[:0], nil)
			visit(ids)
		}
	}
}

// of returns the number of a node.
func (x *nodeIndex) of(id int64) (number uint32, found bool) {
	if x.ids == nil {
		n := uint64(id) - uint64(x.first)
		return uint32(n), n < uint64(x.count)
	}
	i, found := slices.BinarySearch(x.ids, id)
	return uint32(i), found
}

// rankNodes numbers the nodes of the graph. Their set must not be changed any more.
func (x *nodeIndex) rankNodes() (nodes int) {
	x.ranks = make([]uint32, len(x.inGraph))
	for i, word := range x.inGraph {
		x.ranks[i] = uint32(nodes)
		nodes += bits.OnesCount64(word)
	}
	return nodes
}

// rank returns how many nodes of the graph have lower numbers.
func (x *nodeIndex) rank(number uint32) uint32 {
	below := x.inGraph[number/64] & (1<<(number%64) - 1)
	return x.ranks[number/64] + uint32(bits.OnesCount64(below))
}

// graphNode returns the rank of a node of the graph by its OpenStreetMap id.
func (x *nodeIndex) graphNode(id int64) (rank uint32, found bool) {
	number, found := x.of(id)
	if !found || !x.inGraph.has(number) {
		return 0, false
	}
	return x.rank(number), true
}

// bitSet is a set of numbers.
type bitSet []uint64

func newBitSet(size int) bitSet { return make(bitSet, (size+63)/64) }

func (s bitSet) has(i uint32) bool { return s[i/64]>>(i%64)&1 != 0 }
func (s bitSet) set(i uint32)      { s[i/64] |= 1 << (i % 64) }
