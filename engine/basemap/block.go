// SPDX-License-Identifier: MIT

package basemap

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"sync"

	"github.com/klauspost/compress/zstd"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/spatial"
	"roadsnap/engine/pack"
)

// The features of a tier are stored in blocks, each compressed on its own, with a tree
// over the boxes of the blocks. A block holds at most blockFeatures features, and no
// more once it has blockPoints points. Measured on a city: half as many make the tier 1 %
// larger, twice as many take twice as long to read for a map of one street.
const (
	blockFeatures = 128
	blockPoints   = 2048
)

// blockRecord is a block in a pack. A closing element after the blocks has the number of
// all features and the size of all data.
type blockRecord struct {
	First  uint32 // number of its first feature
	Offset uint32 // of its data
}

// maxBlock is the greatest size of a block before compression (bytes). It bounds the
// memory that a damaged pack can ask for.
const maxBlock = 1 << 28

// decoder is shared, because it has buffers of megabytes. Its calls are independent.
var decoder = sync.OnceValues(func() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxMemory(maxBlock))
})

// sizeOf returns the class of the size of a feature: 0 up to about two tiles of the
// closest zoom for which common maps have tiles, and one more for each eightfold size.
func (r *tierRule) sizeOf(b geo.FixedBounds) int {
	const closest, tiles, perClass = 15, 2, 3
	pixel := 360e7 / (256 * math.Exp2(float64(min(r.maxZoom, closest))))
	extent := max(int64(b.MaxLat)-int64(b.MinLat), int64(b.MaxLon)-int64(b.MinLon))
	return (bits.Len64(uint64(extent)/uint64(tiles*256*pixel)) + perClass - 1) / perClass
}

// tier reads one tier of a pack.
type tier struct {
	pack   *pack.Pack
	rule   *tierRule
	blocks []blockRecord
	data   pack.Array[byte]
	index  spatial.Tree // over the boxes of the blocks
	cache  cache
}

func (t *tier) open(p *pack.Pack, rule *tierRule) (err error) {
	t.pack, t.rule = p, rule
	if t.blocks, err = pack.Slice[blockRecord](p, rule.tag(suffixBlocks)); err != nil {
		return err
	}
	if t.data, err = pack.OpenArray[byte](p, rule.tag(suffixData)); err != nil {
		return err
	}
	if t.index, err = spatial.Open(p, rule.tag(suffixNodes), rule.tag(suffixItems)); err != nil {
		return err
	}
	if len(t.blocks) == 0 || t.index.Len() != len(t.blocks)-1 {
		return fmt.Errorf("tier %c of %q: %w: %d blocks, but %d in the index",
			rule.letter, p.Name(), pack.ErrCorrupt, len(t.blocks)-1, t.index.Len())
	}
	return nil
}

// emptyTier returns a tier without features, for a pack that lacks it.
func emptyTier(p *pack.Pack, rule *tierRule) tier {
	return tier{pack: p, rule: rule, blocks: make([]blockRecord, 1), index: spatial.Build(nil).Tree()}
}

// visit calls visit with each feature whose box intersects box, until visit returns
// false.
func (t *tier) visit(box geo.FixedBounds, visit func(l *layer, i int) bool) {
	t.index.Search(box, func(item uint32) bool {
		b := t.block(int(item))
		for i, own := range b.boxes {
			if own.Intersects(box) && !visit(b.layer, i) {
				return false
			}
		}
		return true
	})
}

// block returns a block from the cache, or decodes it. It fails the pack if the block is
// damaged.
func (t *tier) block(i int) *block {
	if b := t.cache.get(i); b != nil {
		return b
	}
	b, err := t.decode(i)
	if err != nil {
		t.pack.Fail(t.rule.tag(suffixData), "block %d: %v", i, err)
	}
	t.cache.put(i, b)
	return b
}

// decode returns the features of a block.
func (t *tier) decode(i int) (*block, error) {
	from, to := t.blocks[i], t.blocks[i+1]
	if from.Offset > to.Offset || int64(to.Offset) > int64(t.data.Len()) {
		return nil, fmt.Errorf("its data are bytes %d to %d of %d", from.Offset, to.Offset, t.data.Len())
	}
	z, err := decoder()
	if err != nil {
		return nil, err
	}
	plain, err := z.DecodeAll(t.data.Range(int(from.Offset), int(to.Offset)), nil)
	if err != nil {
		return nil, err
	}
	l, err := decodeBlock(plain)
	if err != nil {
		return nil, err
	}
	if from.First > to.First || int64(l.len()) != int64(to.First)-int64(from.First) {
		return nil, fmt.Errorf("it has %d features, not those from %d to %d", l.len(), from.First, to.First)
	}
	b := &block{layer: l, boxes: make([]geo.FixedBounds, l.len())}
	for i := range b.boxes {
		b.boxes[i] = l.shape(i).Box()
	}
	return b, nil
}

// verify checks every block, and that the index has its box.
func (t *tier) verify(ctx context.Context, check func(l *layer, i int) error) error {
	if t.blocks[0] != (blockRecord{}) || int64(t.blocks[len(t.blocks)-1].Offset) != int64(t.data.Len()) {
		return fmt.Errorf("%w: the blocks do not span the data", pack.ErrCorrupt)
	}
	if err := t.index.Verify(); err != nil {
		return err
	}
	boxes := t.index.Boxes()
	return t.pack.Each(ctx, len(t.blocks)-1, func(i int) error {
		b, err := t.decode(i)
		if err != nil {
			return fmt.Errorf("%w: block %d: %w", pack.ErrCorrupt, i, err)
		}
		box := geo.NoFixedBounds
		for k := range b.boxes {
			if err := check(b.layer, k); err != nil {
				return fmt.Errorf("%w: feature %d: %w", pack.ErrCorrupt, int(t.blocks[i].First)+k, err)
			}
			box = box.Union(b.boxes[k])
		}
		if b.len() == 0 || boxes[i] != box {
			return fmt.Errorf("%w: block %d of %d features lies outside its box", pack.ErrCorrupt, i, b.len())
		}
		return nil
	})
}
