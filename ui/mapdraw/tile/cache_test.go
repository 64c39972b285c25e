// SPDX-License-Identifier: MIT

package tile

import (
	"bytes"
	"encoding/binary"
	"image"
	"math/rand/v2"
	"slices"
	"testing"

	"roadsnap/ui/mapdraw/view"
)

// paintKey paints the content of a tile in these tests over dst: a plain colour,
// and some noise that does not compress.
func paintKey(dst []byte, k view.Tile) {
	rng := rand.New(rand.NewPCG(uint64(k.X)<<32|uint64(k.Y), uint64(k.Step)))
	plain := rng.Uint32() | fullAlpha
	for i := 0; i < len(dst); i += 4 {
		binary.LittleEndian.PutUint32(dst[i:], plain)
	}
	for i := range rng.IntN(30_000) {
		binary.LittleEndian.PutUint32(dst[4*i:], rng.Uint32()|fullAlpha)
	}
}

// cacheModel is a simple Cache: lists that are searched.
type cacheModel struct {
	limit, room int64
	recent      []*modelTile // most recently used first
	open        []*modelTile // most recently shown first
}

type modelTile struct {
	key    view.Tile
	blank  bool
	shown  bool
	packed int64 // 0 if not compressed
}

func (m *cacheModel) find(k view.Tile) *modelTile {
	for _, t := range m.recent {
		if t.key == k {
			return t
		}
	}
	return nil
}

func toFront(list []*modelTile, t *modelTile) []*modelTile {
	return slices.Insert(without(list, t), 0, t)
}

func without(list []*modelTile, t *modelTile) []*modelTile {
	return slices.DeleteFunc(slices.Clone(list), func(o *modelTile) bool { return o == t })
}

func (m *cacheModel) drop(t *modelTile) { m.recent, m.open = without(m.recent, t), without(m.open, t) }

func (m *cacheModel) used() (n int64) {
	for _, t := range m.recent {
		n += 256 + t.packed
	}
	return n
}

func (m *cacheModel) settle(view view.Tiles) {
	for int64(len(m.open))*pictureBytes > max(m.room, 2*int64(view.Len())*pictureBytes) && m.open[len(m.open)-1].packed > 0 {
		m.open = m.open[:len(m.open)-1]
	}
	for m.used() > m.limit && len(m.recent) > max(view.Len()+view.Grow().Len(), 1) {
		least, near := m.recent[len(m.recent)-1], view.Grow()
		for _, t := range m.recent { // the last match is the least recent
			if !t.shown && !near.Has(t.key) {
				least = t
			}
		}
		m.drop(least)
	}
}

// frameReader reads pictures as a frame does: completely.
type frameReader struct {
	key  view.Tile
	from *image.RGBA
}

// TestCacheAgainstModel performs random operations of a Map on its cache and
// compares it with a simple model. Free pictures are poisoned, so that a frame
// that reads one fails.
func TestCacheAgainstModel(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 1))
	c := NewCache(12 << 20)
	c.limit = 3 << 19
	c.Pictures.Poison = true
	m := &cacheModel{limit: c.limit, room: c.room}
	var packer Packer
	var packing []*Tile
	var frame []frameReader
	want, shown, opened := make([]byte, pictureBytes), 0, 0
	randomKey := func() view.Tile {
		return view.Tile{Grid: view.Grid{Step: int16(40 + rng.IntN(2)), Density: 20}, X: 500 + int32(rng.IntN(5)), Y: 500 + int32(rng.IntN(5))}
	}
	// A random run may open few tiles, so it continues until there were enough.
	for i := 0; i < 8000 || (opened < 25 && i < 80_000); i++ {
		switch rng.IntN(14) {
		case 0: // the view moves
			k := randomKey()
			c.View = view.Tiles{Grid: k.Grid, X0: k.X, Y0: k.Y, X1: k.X + 1 + int32(rng.IntN(3)), Y1: k.Y + 1}
		case 1, 2, 3: // a tile is drawn
			k := randomKey()
			one, plain := &Tile{Key: k}, &modelTile{key: k, blank: rng.IntN(5) == 0}
			if !plain.blank {
				one.Picture = c.Pictures.Take()
				paintKey(one.Picture.Pix, k)
			}
			if old := m.find(k); old != nil {
				m.drop(old)
			}
			m.recent = toFront(m.recent, plain)
			if !plain.blank {
				if m.open = append(m.open, plain); c.View.Has(k) {
					m.open = toFront(m.open, plain)
				}
			}
			m.settle(c.View)
			c.Put(one)
		case 4, 5, 6, 7, 8: // a frame looks a tile up
			if !c.Pictures.reading {
				c.Pictures.BeginFrame()
			}
			k := randomKey()
			got, plain := c.Show(k), m.find(k)
			if (got != nil) != (plain != nil) {
				t.Fatalf("step %d: %v is there: %v, want %v", i, k, got != nil, plain != nil)
			}
			if plain == nil {
				break
			}
			m.recent, plain.shown = toFront(m.recent, plain), true
			if plain.blank != (got.Picture == nil) {
				t.Fatalf("step %d: %v has a picture: %v, want %v", i, k, got.Picture != nil, !plain.blank)
			}
			if !plain.blank {
				if !slices.Contains(m.open, plain) {
					opened++
				}
				m.open = toFront(m.open, plain)
				frame = append(frame, frameReader{k, got.Picture})
			}
			m.settle(c.View)
		case 9: // the frame is done
			for _, f := range frame {
				if paintKey(want, f.key); !bytes.Equal(f.from.Pix, want) {
					t.Fatalf("step %d: the picture of %v was drawn over while a frame reads it", i, f.key)
				}
				shown++
			}
			frame = frame[:0]
			c.Pictures.EndFrame()
		case 10, 11: // a worker begins to compress
			if one := c.Surplus(); one != nil {
				packing = append(packing, one)
			}
			m.settle(c.View)
		default: // and has finished
			if len(packing) == 0 {
				break
			}
			j := rng.IntN(len(packing))
			one := packing[j]
			packing = slices.Delete(packing, j, j+1)
			if paintKey(want, one.Key); !bytes.Equal(one.Picture.Pix, want) {
				t.Fatalf("step %d: the picture of %v was drawn over while it is packed", i, one.Key)
			}
			e, kept := c.tiles[one.Key]
			kept = kept && e.Value == any(one)
			packed := packer.Pack(one.Picture.Pix)
			c.Compress(one, packed)
			if kept {
				m.find(one.Key).packed = int64(len(packed))
			}
			m.settle(c.View)
		}
		if rng.IntN(500) == 0 {
			c.Clear()
			m.recent, m.open = nil, nil
		}
		compareWithModel(t, i, c, m, packing)
	}
	for _, one := range packing {
		c.Compress(one, nil)
	}
	c.Pictures.EndFrame()
	c.Clear()
	if n := c.Pictures.Close(); n != 0 {
		t.Errorf("%d pictures are not returned", n)
	}
	if shown < 500 || opened < 25 {
		t.Errorf("%d pictures shown, %d opened: this tests nothing", shown, opened)
	}
}

func compareWithModel(t *testing.T, step int, c *Cache, m *cacheModel, packing []*Tile) {
	t.Helper()
	var recent, open []view.Tile
	for _, one := range m.recent {
		recent = append(recent, one.key)
	}
	for _, one := range m.open {
		open = append(open, one.key)
	}
	e, perGrid := c.recent.Front(), 0
	for _, n := range c.Grids {
		perGrid += n
	}
	for i, k := range recent {
		if e == nil || e.Value.(*Tile).Key != k || c.tiles[k] != e {
			t.Fatalf("step %d: the tile used %d before the last is not %v", step, i, k)
		}
		e = e.Next()
	}
	if e != nil || len(c.tiles) != len(recent) || perGrid != len(recent) || c.used != m.used() {
		t.Fatalf("step %d: %d tiles, %d by grid, %d bytes; want %d, %d bytes", step, len(c.tiles), perGrid, c.used, len(recent), m.used())
	}
	e = c.open.Front()
	for i, k := range open {
		if e == nil || e.Value.(*Tile).Key != k || e.Value.(*Tile).openAt != e {
			t.Fatalf("step %d: the open tile shown %d before the last is not %v", step, i, k)
		}
		e = e.Next()
	}
	if e != nil || c.opened != int64(len(open))*pictureBytes {
		t.Fatalf("step %d: %d bytes open, want %d tiles", step, c.opened, len(open))
	}
	lost := 0 // compressed for nothing
	for _, one := range packing {
		if one.openAt == nil {
			lost++
		}
	}
	if made := len(open) + lost + len(c.Pictures.free) + len(c.Pictures.retired); c.Pictures.made != made {
		t.Fatalf("step %d: %d pictures are made, %d accounted for", step, c.Pictures.made, made)
	}
}
