// SPDX-License-Identifier: MIT

package tile

import (
	"container/list"

	"roadsnap/ui/mapdraw/view"
)

// Cache keeps tiles. The most recently shown tiles have a picture and are called
// open. The others are compressed, so that many more fit. Decompressing one takes
// a thirtieth of the time of drawing it. The owner must serialise calls.
type Cache struct {
	limit, used  int64      // bytes of everything except pictures
	room, opened int64      // bytes of pictures
	View         view.Tiles // the tiles that frames show

	tiles    map[view.Tile]*list.Element // of *Tile
	recent   *list.List                  // all tiles, the last used in front
	open     *list.List                  // those with a picture, the last shown in front
	Grids    map[view.Grid]int           // tiles per grid
	Pictures pictures
}

// NewCache returns a cache that holds up to limit bytes, two fifths of them for
// pictures.
func NewCache(limit int64) *Cache {
	c := &Cache{limit: limit * 3 / 5, room: limit * 2 / 5}
	c.Clear()
	return c
}

// Clear removes all tiles.
func (c *Cache) Clear() {
	if c.open != nil {
		for e := c.open.Front(); e != nil; e = e.Next() {
			c.release(e.Value.(*Tile))
		}
	}
	c.used, c.opened, c.View = 0, 0, view.Tiles{}
	c.tiles, c.Grids = map[view.Tile]*list.Element{}, map[view.Grid]int{}
	c.recent, c.open = list.New(), list.New()
}

// Get returns the tile of key and marks it as used, or nil if it is not cached.
func (c *Cache) Get(key view.Tile) *Tile {
	e, ok := c.tiles[key]
	if !ok {
		return nil
	}
	c.recent.MoveToFront(e)
	return e.Value.(*Tile)
}

// Has reports whether the tile of key is cached.
func (c *Cache) Has(key view.Tile) bool { _, ok := c.tiles[key]; return ok }

// Show returns the tile of key with its picture, for the frame that is being
// composed.
func (c *Cache) Show(key view.Tile) *Tile {
	t := c.Get(key)
	if t == nil {
		return nil
	}
	t.shown = true
	switch {
	case t.openAt != nil:
		c.open.MoveToFront(t.openAt)
	case t.packed != nil:
		t.Picture = c.Pictures.Take()
		unpack(t.Picture.Pix, t.packed)
		t.openAt = c.open.PushFront(t)
		c.opened += pictureBytes
	}
	c.evict()
	return t
}

// Fallback returns the tile of key if it can replace one of another grid. Of
// finer grids only open tiles are used, because a frame would have to wait until
// many others were decompressed.
func (c *Cache) Fallback(key view.Tile, g view.Grid) *Tile {
	if e, ok := c.tiles[key]; !ok || key.Step > g.Step && e.Value.(*Tile).closed() {
		return nil
	}
	return c.Show(key)
}

// Put adds t. Tiles in the view or next to it are kept regardless of the limit.
func (c *Cache) Put(t *Tile) {
	if e, ok := c.tiles[t.Key]; ok {
		c.remove(e)
	}
	c.tiles[t.Key] = c.recent.PushFront(t)
	c.used += t.bytes()
	c.Grids[t.Key.Grid]++
	if t.Picture != nil {
		// A tile outside the view is compressed before any other.
		if t.openAt = c.open.PushFront(t); !c.View.Has(t.Key) {
			c.open.MoveToBack(t.openAt)
		}
		c.opened += pictureBytes
	}
	c.evict()
}

// evict frees memory until the limits hold. It drops pictures that were not shown
// for the longest time, as far as they are compressed already, and tiles that
// were not used.
func (c *Cache) evict() {
	for c.Crowded() {
		t := c.open.Back().Value.(*Tile)
		if t.packed == nil {
			break
		}
		c.close(t)
	}
	keep := c.View.Len() + c.View.Grow().Len()
	for c.used > c.limit && c.recent.Len() > max(keep, 1) {
		c.remove(c.least())
	}
}

// Crowded reports whether the pictures exceed their room. The view's tiles always
// have room, and as many again for fallbacks.
func (c *Cache) Crowded() bool { return c.opened > max(c.room, 2*int64(c.View.Len())*pictureBytes) }

// least returns the tile to evict next: one drawn for a drag that did not happen,
// or else the least recently used.
func (c *Cache) least() *list.Element {
	near := c.View.Grow()
	for e := c.recent.Back(); e != nil; e = e.Prev() {
		if t := e.Value.(*Tile); !t.shown && !near.Has(t.Key) {
			return e
		}
	}
	return c.recent.Back()
}

// Surplus returns a tile whose picture should be compressed, nil if there is
// none. The picture does not change until Compress is called.
func (c *Cache) Surplus() *Tile {
	c.evict()
	if !c.Crowded() {
		return nil
	}
	for e := c.open.Back(); e != nil; e = e.Prev() {
		if t := e.Value.(*Tile); t.packed == nil && !t.packing {
			t.packing = true
			return t
		}
	}
	return nil
}

// Compress stores the compressed picture of a surplus tile, nil if it cannot be
// compressed.
func (c *Cache) Compress(t *Tile, packed []byte) {
	t.packing = false
	e, ok := c.tiles[t.Key]
	switch {
	case !ok || e.Value != any(t): // evicted in the meantime
		c.release(t)
	case packed == nil:
		c.remove(e)
	default:
		t.packed = packed
		c.used += int64(len(packed))
	}
	c.evict()
}

// close drops the picture of an open tile.
func (c *Cache) close(t *Tile) {
	c.open.Remove(t.openAt)
	c.opened -= pictureBytes
	c.release(t)
}

// release frees the picture of a tile that is in no list of open tiles.
func (c *Cache) release(t *Tile) {
	t.openAt = nil
	if !t.packing {
		c.Pictures.retire(t.Picture)
		t.Picture = nil
	}
}

func (c *Cache) remove(e *list.Element) {
	t := c.recent.Remove(e).(*Tile)
	delete(c.tiles, t.Key)
	c.used -= t.bytes()
	if c.Grids[t.Key.Grid]--; c.Grids[t.Key.Grid] == 0 {
		delete(c.Grids, t.Key.Grid)
	}
	if t.openAt != nil {
		c.close(t)
	}
}
