// SPDX-License-Identifier: MIT

package basemap

import (
	"container/list"
	"sync"
	"unsafe"

	"roadsnap/engine/geo"
)

// cacheBytes is the memory of the blocks that a tier keeps decoded. A screen full of
// streets takes about 2 MB.
const cacheBytes = 8 << 20

// block is a decoded block. It is not changed.
type block struct {
	*layer
	boxes []geo.FixedBounds // of its features
}

// size returns the memory of a block (bytes).
func (b *block) size() int {
	return len(b.records)*int(unsafe.Sizeof(record{})) + len(b.ends)*4 +
		len(b.points)*int(unsafe.Sizeof(geo.Fixed{})) + len(b.boxes)*int(unsafe.Sizeof(geo.FixedBounds{}))
}

// cache keeps the blocks used last. The zero cache is empty. It is safe for concurrent
// use.
type cache struct {
	mu     sync.Mutex
	byUse  list.List // of *cached, the last used first
	blocks map[int]*list.Element
	bytes  int
}

type cached struct {
	number int
	block  *block
}

// get returns a block, or nil if it is not in the cache.
func (c *cache) get(number int) *block {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.blocks[number]
	if e == nil {
		return nil
	}
	c.byUse.MoveToFront(e)
	return e.Value.(*cached).block //nolint:errcheck // nothing else is in the list
}

// put adds a block and removes those used longest ago. A block that is larger than the
// cache is not kept.
func (c *cache) put(number int, b *block) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.blocks[number] != nil || b.size() > cacheBytes {
		return
	}
	if c.blocks == nil {
		c.blocks = map[int]*list.Element{}
	}
	c.blocks[number] = c.byUse.PushFront(&cached{number, b})
	c.bytes += b.size()
	for c.bytes > cacheBytes {
		old := c.byUse.Remove(c.byUse.Back()).(*cached) //nolint:errcheck // as above
		delete(c.blocks, old.number)
		c.bytes -= old.block.size()
	}
}
