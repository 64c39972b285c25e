package mapdraw

import (
	"container/list"
	"image"
)

// tileCache keeps tiles up to a number of bytes and gives up first those that
// were used the longest ago. Its owner locks it.
type tileCache struct {
	limit, used int64
	tiles       map[tileKey]*list.Element // of *tile
	recent      *list.List                // the last used in front
	grids       map[grid]int              // tiles per grid
	pictures    pictures                  // of tiles that were given up
}

// pictures are those of tiles that were given up, to be drawn over: a megabyte
// each, which would otherwise be found, cleared and collected again for every
// tile.
type pictures struct {
	retired []*image.RGBA // a frame may still be copied from them
	free    []*image.RGBA
}

// maxFree bounds the pictures that wait for a tile.
const maxFree = 8

func (p *pictures) retire(picture *image.RGBA) {
	if picture != nil {
		p.retired = append(p.retired, picture)
	}
}

// release is called when no frame is being composed.
func (p *pictures) release() {
	for _, picture := range p.retired {
		if len(p.free) < maxFree {
			p.free = append(p.free, picture)
		}
	}
	clear(p.retired)
	p.retired = p.retired[:0]
}

// take returns a picture to draw over, nil if there is none.
func (p *pictures) take() *image.RGBA {
	n := len(p.free) - 1
	if n < 0 {
		return nil
	}
	picture := p.free[n]
	p.free[n] = nil
	p.free = p.free[:n]
	return picture
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
	c.pictures.retire(t.picture)
	delete(c.tiles, t.key)
	c.used -= t.bytes()
	if c.grids[t.key.grid]--; c.grids[t.key.grid] == 0 {
		delete(c.grids, t.key.grid)
	}
}
