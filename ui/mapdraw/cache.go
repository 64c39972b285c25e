package mapdraw

import (
	"container/list"

	"roadsnap/ui/mapdraw/view"
)

// tileCache keeps tiles. Those that were shown last are open: they have their
// picture. The others are packed, so that many more can be kept, and opened when
// they are shown again, in a thirtieth of the time that drawing takes. Its owner
// locks it.
type tileCache struct {
	limit, used  int64      // bytes of all that is kept but pictures
	room, opened int64      // bytes of pictures
	view         view.Tiles // that frames show

	tiles    map[view.Tile]*list.Element // of *tile
	recent   *list.List                  // all tiles, the last used in front
	open     *list.List                  // those with a picture, the last shown in front
	grids    map[view.Grid]int           // tiles per grid
	pictures pictures
}

// newTileCache returns a cache of so many bytes, two fifths of them for pictures.
func newTileCache(limit int64) *tileCache {
	c := &tileCache{limit: limit * 3 / 5, room: limit * 2 / 5}
	c.clear()
	return c
}

func (c *tileCache) clear() {
	if c.open != nil {
		for e := c.open.Front(); e != nil; e = e.Next() {
			c.letGo(e.Value.(*tile))
		}
	}
	c.used, c.opened, c.view = 0, 0, view.Tiles{}
	c.tiles, c.grids = map[view.Tile]*list.Element{}, map[view.Grid]int{}
	c.recent, c.open = list.New(), list.New()
}

// get returns the tile of key and counts it as used; nil if it is not there.
func (c *tileCache) get(key view.Tile) *tile {
	e, ok := c.tiles[key]
	if !ok {
		return nil
	}
	c.recent.MoveToFront(e)
	return e.Value.(*tile)
}

func (c *tileCache) has(key view.Tile) bool { _, ok := c.tiles[key]; return ok }

// show returns the tile of key, open, for the frame that is being composed.
func (c *tileCache) show(key view.Tile) *tile {
	t := c.get(key)
	if t == nil {
		return nil
	}
	t.shown = true
	switch {
	case t.openAt != nil:
		c.open.MoveToFront(t.openAt)
	case t.packed != nil:
		t.picture = c.pictures.take()
		unpack(t.picture.Pix, t.packed)
		t.openAt = c.open.PushFront(t)
		c.opened += pictureBytes
	}
	c.settle()
	return t
}

// standIn returns the tile of key if it can stand in for one of another grid. Of
// finer grids only open tiles do: so many of them would have to be opened that a
// frame had to wait.
func (c *tileCache) standIn(key view.Tile, g view.Grid) *tile {
	if e, ok := c.tiles[key]; !ok || key.Step > g.Step && e.Value.(*tile).closed() {
		return nil
	}
	return c.show(key)
}

// put adds t. What is in the view, or near it, is kept whatever the limit.
func (c *tileCache) put(t *tile) {
	if e, ok := c.tiles[t.key]; ok {
		c.remove(e)
	}
	c.tiles[t.key] = c.recent.PushFront(t)
	c.used += t.bytes()
	c.grids[t.key.Grid]++
	if t.picture != nil {
		// What is not in sight yet is packed before anything else.
		if t.openAt = c.open.PushFront(t); !c.view.Has(t.key) {
			c.open.MoveToBack(t.openAt)
		}
		c.opened += pictureBytes
	}
	c.settle()
}

// settle gives up what there is no room for: the pictures that were not shown for
// long, up to one that is not packed yet, and the tiles that were not used.
func (c *tileCache) settle() {
	for c.crowded() {
		t := c.open.Back().Value.(*tile)
		if t.packed == nil {
			break
		}
		c.close(t)
	}
	keep := c.view.Len() + c.view.Grow().Len()
	for c.used > c.limit && c.recent.Len() > max(keep, 1) {
		c.remove(c.least())
	}
}

// crowded reports whether there are more pictures than there is room for. Those
// of the view have room, and as many again that stand in.
func (c *tileCache) crowded() bool { return c.opened > max(c.room, 2*int64(c.view.Len())*pictureBytes) }

// least returns the tile that will be missed the least: one that was drawn for a
// drag that never came, or else the one that was not used for the longest time.
func (c *tileCache) least() *list.Element {
	near := c.view.Grow()
	for e := c.recent.Back(); e != nil; e = e.Prev() {
		if t := e.Value.(*tile); !t.shown && !near.Has(t.key) {
			return e
		}
	}
	return c.recent.Back()
}

// surplus returns a tile that is to be packed, nil if there is none. Until it is
// shelved its picture stays what it is.
func (c *tileCache) surplus() *tile {
	c.settle()
	if !c.crowded() {
		return nil
	}
	for e := c.open.Back(); e != nil; e = e.Prev() {
		if t := e.Value.(*tile); t.packed == nil && !t.packing {
			t.packing = true
			return t
		}
	}
	return nil
}

// shelve takes over a surplus tile's packed picture, nil if it cannot be packed.
func (c *tileCache) shelve(t *tile, packed []byte) {
	t.packing = false
	e, ok := c.tiles[t.key]
	switch {
	case !ok || e.Value != any(t): // given up meanwhile
		c.letGo(t)
	case packed == nil:
		c.remove(e)
	default:
		t.packed = packed
		c.used += int64(len(packed))
	}
	c.settle()
}

// close takes away the picture of an open tile.
func (c *tileCache) close(t *tile) {
	c.open.Remove(t.openAt)
	c.opened -= pictureBytes
	c.letGo(t)
}

// letGo gives back the picture of a tile that is in no list of open ones.
func (c *tileCache) letGo(t *tile) {
	t.openAt = nil
	if !t.packing {
		c.pictures.retire(t.picture)
		t.picture = nil
	}
}

func (c *tileCache) remove(e *list.Element) {
	t := c.recent.Remove(e).(*tile)
	delete(c.tiles, t.key)
	c.used -= t.bytes()
	if c.grids[t.key.Grid]--; c.grids[t.key.Grid] == 0 {
		delete(c.grids, t.key.Grid)
	}
	if t.openAt != nil {
		c.close(t)
	}
}
