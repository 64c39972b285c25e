package tile

import (
	"container/list"

	"roadsnap/ui/mapdraw/view"
)

// Cache keeps tiles. Those that were shown last are open: they have their
// picture. The others are packed, so that many more can be kept, and opened when
// they are shown again, in a thirtieth of the time that drawing takes. Its owner
// locks it.
type Cache struct {
	limit, used  int64      // bytes of all that is kept but pictures
	room, opened int64      // bytes of pictures
	View         view.Tiles // that frames show

	tiles    map[view.Tile]*list.Element // of *Tile
	recent   *list.List                  // all tiles, the last used in front
	open     *list.List                  // those with a picture, the last shown in front
	Grids    map[view.Grid]int           // tiles per grid
	Pictures pictures
}

// NewCache returns a cache of so many bytes, two fifths of them for pictures.
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

// Get returns the tile of key and counts it as used; nil if it is not there.
func (c *Cache) Get(key view.Tile) *Tile {
	e, ok := c.tiles[key]
	if !ok {
		return nil
	}
	c.recent.MoveToFront(e)
	return e.Value.(*Tile)
}

// Has reports whether the tile of key is kept.
func (c *Cache) Has(key view.Tile) bool { _, ok := c.tiles[key]; return ok }

// Show returns the tile of key, open, for the frame that is being composed.
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

// Fallback returns the tile of key if it can stand in for one of another grid. Of
// finer grids only open tiles do: so many of them would have to be opened that a
// frame had to wait.
func (c *Cache) Fallback(key view.Tile, g view.Grid) *Tile {
	if e, ok := c.tiles[key]; !ok || key.Step > g.Step && e.Value.(*Tile).closed() {
		return nil
	}
	return c.Show(key)
}

// Put adds t. What is in the view, or near it, is kept whatever the limit.
func (c *Cache) Put(t *Tile) {
	if e, ok := c.tiles[t.Key]; ok {
		c.remove(e)
	}
	c.tiles[t.Key] = c.recent.PushFront(t)
	c.used += t.bytes()
	c.Grids[t.Key.Grid]++
	if t.Picture != nil {
		// What is not in sight yet is packed before anything else.
		if t.openAt = c.open.PushFront(t); !c.View.Has(t.Key) {
			c.open.MoveToBack(t.openAt)
		}
		c.opened += pictureBytes
	}
	c.evict()
}

// evict gives up what there is no room for: the pictures that were not shown for
// long, up to one that is not packed yet, and the tiles that were not used.
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

// Crowded reports whether there are more pictures than there is room for. Those
// of the view have room, and as many again that stand in.
func (c *Cache) Crowded() bool { return c.opened > max(c.room, 2*int64(c.View.Len())*pictureBytes) }

// least returns the tile that will be missed the least: one that was drawn for a
// drag that never came, or else the one that was not used for the longest time.
func (c *Cache) least() *list.Element {
	near := c.View.Grow()
	for e := c.recent.Back(); e != nil; e = e.Prev() {
		if t := e.Value.(*Tile); !t.shown && !near.Has(t.Key) {
			return e
		}
	}
	return c.recent.Back()
}

// Surplus returns a tile that is to be packed, nil if there is none. Until it is
// shelved its picture stays what it is.
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

// Compress takes over a surplus tile's packed picture, nil if it cannot be packed.
func (c *Cache) Compress(t *Tile, packed []byte) {
	t.packing = false
	e, ok := c.tiles[t.Key]
	switch {
	case !ok || e.Value != any(t): // given up meanwhile
		c.release(t)
	case packed == nil:
		c.remove(e)
	default:
		t.packed = packed
		c.used += int64(len(packed))
	}
	c.evict()
}

// close takes away the picture of an open tile.
func (c *Cache) close(t *Tile) {
	c.open.Remove(t.openAt)
	c.opened -= pictureBytes
	c.release(t)
}

// release gives back the picture of a tile that is in no list of open ones.
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
