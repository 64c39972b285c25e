// SPDX-License-Identifier: MIT

package osmimport

import (
	"cmp"
	"iter"
	"slices"

	"roadsnap/engine/internal/chunk"
)

// wayStore holds the ways of the import with the ids of their nodes, in about two bytes per
// node. Ways are added in any order, then finish is called; after that they are in the order
// of their ids.
type wayStore struct {
	data     chunk.Bytes
	blocks   []wayBlock
	count    int
	last     int64 // id of the last way
	unsorted bool  // an id was not above the one before
	buffer   []byte
	refs     []byte
}

const waysPerBlock = 32

// wayBlock is a run of waysPerBlock ways; the last one may have fewer.
type wayBlock struct {
	first int64 // id
	at    chunk.Position
}

// keptWay is a way of the import.
type keptWay struct {
	id      int64
	count   int // of nodes
	style   uint32
	version int32
	use     use    // 0 for a way that only replaces an older version
	refs    []byte // ids of the nodes, each as difference to the one before
}

// add appends a way with the ids of its nodes.
func (s *wayStore) add(k keptWay, refs []int64) {
	s.refs = s.refs[:0]
	last := int64(0)
	for _, ref := range refs {
		s.refs = chunk.AppendInt(s.refs, ref-last)
		last = ref
	}
	k.refs = s.refs
	s.put(k)
}

func (s *wayStore) put(k keptWay) {
	s.unsorted = s.unsorted || s.count > 0 && k.id <= s.last
	begins := s.count%waysPerBlock == 0
	if begins {
		s.last = k.id
	}
	b := chunk.AppendInt(s.buffer[:0], k.id-s.last)
	b = append(b, byte(k.use))
	b = chunk.AppendUint(b, uint64(k.style))
	b = chunk.AppendUint(b, uint64(uint32(k.version)))
	b = chunk.AppendUint(b, uint64(len(k.refs)))
	b = append(b, k.refs...)
	at := s.data.Add(b)
	if begins {
		s.blocks = append(s.blocks, wayBlock{k.id, at})
	}
	s.buffer, s.last = b, k.id
	s.count++
}

// decodeWay decodes the way after another one of its block.
func decodeWay(r *chunk.Reader, before int64) keptWay {
	k := keptWay{id: before + r.Int()}
	k.use = use(r.Byte())
	k.style, k.version = uint32(r.Uint()), int32(r.Uint())
	k.refs = r.Bytes(int(r.Uint()))
	for _, b := range k.refs {
		if b < 0x80 { // the last byte of a number
			k.count++
		}
	}
	return k
}

// appendIDs appends the ids of the way's nodes.
func (k keptWay) appendIDs(dst []int64) []int64 {
	r := chunk.NewReader(k.refs)
	for id := int64(0); r.More(); {
		id += r.Int()
		dst = append(dst, id)
	}
	return dst
}

// eachID calls visit with the ids of the way's nodes until it returns false.
func (k keptWay) eachID(visit func(id int64) bool) {
	r := chunk.NewReader(k.refs)
	for id := int64(0); r.More(); {
		if id += r.Int(); !visit(id) {
			return
		}
	}
}

// all iterates over the ways in their order.
func (s *wayStore) all() iter.Seq[keptWay] {
	return func(yield func(keptWay) bool) {
		i, id := 0, int64(0)
		for c := range s.data.Chunks() {
			for r := chunk.NewReader(s.data.Chunk(c)); r.More(); i++ {
				if i%waysPerBlock == 0 {
					id = s.blocks[i/waysPerBlock].first
				}
				k := decodeWay(&r, id)
				if id = k.id; !yield(k) {
					return
				}
			}
		}
	}
}

// finish sorts the ways by id and removes all but the highest version of each, or else the
// first, and those that keep rejects. It returns the number of the former. If the ways were
// added in order, it does nothing unless always is set.
func (s *wayStore) finish(always bool, keep func(keptWay) bool) (duplicates int64) {
	if !always && !s.unsorted {
		return 0
	}
	list := slices.AppendSeq(make([]keptWay, 0, s.count), s.all())
	sortByVersion(list, func(k keptWay) (int64, int32) { return k.id, k.version })
	kept := slices.CompactFunc(list, func(a, b keptWay) bool { return a.id == b.id })
	duplicates = int64(s.count - len(kept))
	var sorted wayStore
	for _, k := range kept {
		if keep(k) {
			sorted.put(k)
		}
	}
	*s = sorted
	return duplicates
}

// find returns the way with an id.
func (s *wayStore) find(id int64) (k keptWay, found bool) {
	block, found := slices.BinarySearchFunc(s.blocks, id, func(b wayBlock, id int64) int { return cmp.Compare(b.first, id) })
	if !found {
		block--
	}
	if block < 0 {
		return keptWay{}, false
	}
	// A block may end in the next chunk.
	at := s.blocks[block].at
	r := chunk.NewReader(s.data.At(at))
	k.id = s.blocks[block].first
	c := at.Chunk()
	for range min(waysPerBlock, s.count-block*waysPerBlock) {
		for !r.More() {
			c++
			r = chunk.NewReader(s.data.Chunk(c))
		}
		if k = decodeWay(&r, k.id); k.id >= id {
			return k, k.id == id
		}
	}
	return keptWay{}, false
}
