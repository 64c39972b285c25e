// SPDX-License-Identifier: MIT

package osmimport

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/chunk"
)

// nodeStore holds the positions of all nodes of a file, by id. A node takes about seven
// bytes: ids and positions are differences to those of the node before, which is near in
// most files. The index of a node is its rank by id.
//
// Nodes are added in any order, then finish is called, and then they are looked up.
type nodeStore struct {
	data   chunk.Bytes
	blocks []nodeBlock
	buffer []byte // the block that is being filled
	filled int    // nodes in buffer
	before looseNode

	last  looseNode // the node with the highest id, which is not in data yet
	count int       // nodes, including last
	loose []looseNode
	// copies has the ids of nodes that repeat another one, once for each repetition.
	copies []int64

	pages []nodePage
	at    int // block in which the last node was found
}

// nodesPerBlock is a compromise: a smaller block is decoded faster, a larger one takes less
// memory.
const nodesPerBlock = 64

// nodeBlock is a run of nodesPerBlock nodes; the last one may have fewer.
type nodeBlock struct {
	first int64 // id
	at    chunk.Position
}

// looseNode is a node that is not in a block.
type looseNode struct {
	id      int64
	point   geo.Fixed
	version int32
}

// nodePage is a decoded block.
type nodePage struct {
	block  int // number plus 1; 0 for none
	count  int
	last   int // the node that was found last
	ids    [nodesPerBlock]int64
	points [nodesPerBlock]geo.Fixed
}

// A step is the difference between two ids, doubled; it is odd if the version follows.
// Steps above maxStep follow farStep, with the version.
const (
	maxStep = math.MaxUint64 >> 2
	farStep = math.MaxUint64
)

// maxPages is the number of decoded blocks that are kept (4 MB). Ways next to each other
// in a file often have nodes in the same blocks.
const maxPages = 1 << 12

// add adds a node. Of several with one id the one with the highest version counts, then the
// first.
func (s *nodeStore) add(id int64, p geo.Fixed, version int32) {
	n := looseNode{id, p, max(version, 0)}
	switch {
	case s.count == 0:
	case id < s.last.id:
		s.loose = append(s.loose, n)
		return
	case id == s.last.id:
		s.copies = append(s.copies, id)
		if n.version > s.last.version {
			s.last = n
		}
		return
	default:
		s.encode()
	}
	s.last = n
	s.count++
}

// encode appends the last node to the block.
func (s *nodeStore) encode() {
	if s.filled == nodesPerBlock {
		s.flush()
	}
	if s.filled == 0 {
		s.blocks = append(s.blocks, nodeBlock{first: s.last.id})
		s.before = looseNode{id: s.last.id}
	}
	// Versions are needed only for nodes out of order. Most nodes have that of the one
	// before.
	step := uint64(s.last.id - s.before.id)
	switch {
	case step > maxStep:
		s.buffer = chunk.AppendUint(chunk.AppendUint(s.buffer, farStep), step)
		s.buffer = chunk.AppendUint(s.buffer, uint64(s.last.version))
	case s.last.version != s.before.version:
		s.buffer = chunk.AppendUint(chunk.AppendUint(s.buffer, step<<1|1), uint64(s.last.version))
	default:
		s.buffer = chunk.AppendUint(s.buffer, step<<1)
	}
	s.buffer = chunk.AppendStep(s.buffer, s.before.point, s.last.point)
	s.before = s.last
	s.filled++
}

func (s *nodeStore) flush() {
	if s.filled > 0 {
		s.blocks[len(s.blocks)-1].at = s.data.Add(s.buffer)
		s.buffer, s.filled = s.buffer[:0], 0
	}
}

// finish completes the store, before nodes are looked up.
func (s *nodeStore) finish() {
	if s.count > 0 {
		s.encode()
		s.flush()
	}
	if len(s.loose) > 0 {
		s.merge()
	}
	pages := 1
	for pages < maxPages && pages < len(s.blocks) {
		pages *= 2
	}
	s.pages = make([]nodePage, pages)
}

// merge adds the nodes that were out of order.
func (s *nodeStore) merge() {
	loose := s.loose
	slices.SortStableFunc(loose, func(a, b looseNode) int {
		return cmp.Or(cmp.Compare(a.id, b.id), cmp.Compare(b.version, a.version))
	})
	all := nodeStore{copies: s.copies}
	// Those in blocks came first in the file.
	s.each(func(n looseNode) {
		for len(loose) > 0 && loose[0].id < n.id {
			all.add(loose[0].id, loose[0].point, loose[0].version)
			loose = loose[1:]
		}
		all.add(n.id, n.point, n.version)
	})
	for _, n := range loose {
		all.add(n.id, n.point, n.version)
	}
	if all.count > 0 {
		all.encode()
		all.flush()
	}
	*s = all
}

// each calls visit with all nodes in blocks, and frees them.
func (s *nodeStore) each(visit func(looseNode)) {
	freed := 0
	for i := range s.blocks {
		for ; freed < s.blocks[i].at.Chunk(); freed++ {
			s.data.Free(freed)
		}
		s.decode(i, visit)
	}
}

// blockLen returns the number of nodes of a block.
func (s *nodeStore) blockLen(i int) int { return min(nodesPerBlock, s.count-i*nodesPerBlock) }

func (s *nodeStore) decode(i int, visit func(looseNode)) {
	r := chunk.NewReader(s.data.At(s.blocks[i].at))
	n := looseNode{id: s.blocks[i].first}
	for range s.blockLen(i) {
		decodeNode(&r, &n)
		visit(n)
	}
}

// decodeNode decodes the node after n.
func decodeNode(r *chunk.Reader, n *looseNode) {
	switch step := r.Uint(); {
	case step == farStep:
		n.id += int64(r.Uint())
		n.version = int32(r.Uint())
	case step&1 != 0:
		n.version = int32(r.Uint())
		fallthrough
	default:
		n.id += int64(step >> 1)
	}
	n.point = r.Step(n.point)
}

// page returns a decoded block.
func (s *nodeStore) page(block int) *nodePage {
	p := &s.pages[block&(len(s.pages)-1)]
	if p.block != block+1 {
		p.block, p.count = block+1, s.blockLen(block)
		r := chunk.NewReader(s.data.At(s.blocks[block].at))
		n := looseNode{id: s.blocks[block].first}
		for i := range p.count {
			decodeNode(&r, &n)
			p.ids[i], p.points[i] = n.id, n.point
		}
	}
	return p
}

// noNode is the index of a node that is not in the file.
const noNode = -1

// find returns the index of a node, noNode if it is not in the file.
func (s *nodeStore) find(id int64) int64 {
	index, _ := s.locate(id)
	return index
}

// locate returns the index and the position of a node.
func (s *nodeStore) locate(id int64) (index int64, at geo.Fixed) {
	if len(s.blocks) == 0 || id < s.blocks[0].first {
		return noNode, geo.Fixed{}
	}
	s.at = s.seek(id)
	p := s.page(s.at)
	// Nodes of a way often follow each other.
	if i := p.last + 1; i < p.count && p.ids[i] == id {
		p.last = i
		return int64(s.at*nodesPerBlock + i), p.points[i]
	}
	if i, found := slices.BinarySearch(p.ids[:p.count], id); found {
		p.last = i
		return int64(s.at*nodesPerBlock + i), p.points[i]
	}
	return noNode, geo.Fixed{}
}

// seek returns the last block that begins with id or below, by galloping search from the
// last one.
func (s *nodeStore) seek(id int64) int {
	low, high := 0, len(s.blocks) // the block is in low…high−1
	if s.blocks[s.at].first <= id {
		low = s.at
		for step := 1; low+step < high; step *= 2 {
			if s.blocks[low+step].first > id {
				high = low + step
				break
			}
			low += step
		}
	} else {
		high = s.at
		for step := 1; high-step > 0; step *= 2 {
			if s.blocks[high-step].first <= id {
				low = high - step
				break
			}
			high -= step
		}
	}
	return low + sort.Search(high-low, func(k int) bool { return s.blocks[low+k].first > id }) - 1
}

// point returns the position of the node with an index.
func (s *nodeStore) point(index int64) geo.Fixed {
	return s.page(int(index / nodesPerBlock)).points[index%nodesPerBlock]
}

// usedCopies returns how many of the copies are of nodes for which used is called by visit.
func (s *nodeStore) usedCopies(visit func(used func(id int64))) (n int64) {
	if len(s.copies) == 0 {
		return 0
	}
	slices.Sort(s.copies)
	used := make([]bool, len(s.copies))
	visit(func(id int64) {
		if i, found := slices.BinarySearch(s.copies, id); found {
			for ; i < len(s.copies) && s.copies[i] == id && !used[i]; i++ {
				used[i] = true
				n++
			}
		}
	})
	return n
}
