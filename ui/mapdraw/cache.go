package mapdraw

import "container/list"

// tileCache keeps tiles up to a number of bytes and gives up first those that
// were used the longest ago. Its owner locks it.
type tileCache struct {
	limit, used int64
	tiles       map[tileKey]*list.Element // of *tile
	recent      *list.List                // the last used in front
	grids       map[grid]int              // tiles per grid
}

func newTileCache(limit int64) *tileCache {
	c := &tileCache{limit: limit}
	c.clear()
	return c
}

func (c *tileCache) clear() {
	c.used, c.tiles, c.recent, c.grids = 0, map[tileKey]*list.Element{}, list.New(), map[grid]int{}
}

// get returns the tile of key and counts it as used; nil if it is not there.
func (c *tileCache) get(key tileKey) *tile {
	e, ok := c.tiles[key]
	if !ok {
		return nil
	}
	c.recent.MoveToFront(e)
	return e.Value.(*tile)
}

func (c *tileCache) has(key tileKey) bool { _, ok := c.tiles[key]; return ok }

// put adds t. keep is a number of bytes that are needed at once, so that no
// less than it is kept whatever the limit.
func (c *tileCache) put(t *tile, keep int64) {
	if e, ok := c.tiles[t.key]; ok {
		c.remove(e)
	}
	c.tiles[t.key] = c.recent.PushFront(t)
	c.used += t.bytes()
	c.grids[t.key.grid]++
	for c.used > max(c.limit, keep) && c.recent.Len() > 1 {
		c.remove(c.recent.Back())
	}
}

func (c *tileCache) remove(e *list.Element) {
	t := c.recent.Remove(e).(*tile)
	delete(c.tiles, t.key)
	c.used -= t.bytes()
	if c.grids[t.key.grid]--; c.grids[t.key.grid] == 0 {
		delete(c.grids, t.key.grid)
	}
}
