// SPDX-License-Identifier: MIT

package basemap

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"sync"

	"github.com/klauspost/compress/zstd"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/chunk"
	"roadsnap/engine/internal/parallel"
	"roadsnap/engine/internal/spatial"
	"roadsnap/engine/pack"
)

// encoder is shared, because it has buffers of megabytes. Its calls are independent.
var encoder = sync.OnceValues(func() (*zstd.Encoder, error) {
	return zstd.NewWriter(nil, zstd.WithEncoderCRC(false), zstd.WithLowerEncoderMem(true))
})

// batchBlocks is the number of blocks that are compressed at once, on all processors.
const batchBlocks = 64

// newBlock is a block under construction.
type newBlock struct {
	features *layer
	plain    []byte
	data     []byte // compressed
	box      geo.FixedBounds
}

// full reports whether no more features are added.
func (b *newBlock) full() bool {
	return b.features.len() >= blockFeatures || len(b.features.points) >= blockPoints
}

// tierWriter writes the features of a tier.
type tierWriter struct {
	z      *zstd.Encoder
	batch  []newBlock // of which the first used are filled, the last perhaps in part
	used   int
	blocks []blockRecord
	boxes  []geo.FixedBounds
	count  int // of features so far
	size   int // of data so far
	err    error
}

// writeTier adds the sections of one tier with features that come in order.
func writeTier(w *pack.Writer, rule *tierRule, features iter.Seq[*chunk.Reader]) error {
	z, err := encoder()
	if err != nil {
		return err
	}
	t := tierWriter{z: z, batch: make([]newBlock, batchBlocks)}
	if err := pack.WriteParts(w, rule.tag(suffixData), func(yield func([]byte) bool) { t.write(features, yield) }); err != nil || t.err != nil {
		return errors.Join(t.err, err)
	}
	t.blocks = append(t.blocks, blockRecord{uint32(t.count), uint32(t.size)})
	if err := pack.Write(w, rule.tag(suffixBlocks), t.blocks); err != nil {
		return err
	}
	return spatial.Build(t.boxes).Write(w, rule.tag(suffixNodes), rule.tag(suffixItems))
}

// write calls yield with the data of each block.
func (t *tierWriter) write(features iter.Seq[*chunk.Reader], yield func([]byte) bool) {
	for r := range features {
		if t.used == 0 || t.batch[t.used-1].full() {
			if t.used == len(t.batch) && !t.flush(yield) {
				return
			}
			t.begin()
		}
		t.batch[t.used-1].features.read(r)
	}
	t.flush(yield)
}

// begin begins a block.
func (t *tierWriter) begin() {
	b := &t.batch[t.used]
	if b.features == nil {
		b.features = newLayer()
	}
	b.features.clear()
	t.used++
}

// flush compresses the blocks of the batch and passes them on. It reports whether to go on.
func (t *tierWriter) flush(yield func([]byte) bool) bool {
	full := t.batch[:t.used]
	t.used = 0
	parallel.Each(len(full), func(i int) {
		b := &full[i]
		b.plain = b.features.appendBlock(b.plain[:0], 0, b.features.len())
		b.data = t.z.EncodeAll(b.plain, b.data[:0])
		b.box = geo.FixedBoundsOf(b.features.points...)
	})
	for i := range full {
		b := &full[i]
		if len(b.plain) > maxBlock || t.size > math.MaxUint32 || t.count > math.MaxUint32 {
			t.err = fmt.Errorf("block %d takes %d bytes after %d, which is too much", len(t.blocks), len(b.plain), t.size)
			return false
		}
		t.blocks, t.boxes = append(t.blocks, blockRecord{uint32(t.count), uint32(t.size)}), append(t.boxes, b.box)
		t.count += b.features.len()
		t.size += len(b.data)
		if !yield(b.data) {
			return false
		}
	}
	return true
}
