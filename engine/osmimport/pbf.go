// SPDX-License-Identifier: MIT

package osmimport

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/klauspost/compress/zlib"

	"roadsnap/engine/geo"
)

// PBF files (https://wiki.openstreetmap.org/wiki/PBF_Format) are decoded here rather
// than by github.com/paulmach/osm/osmpbf, because of three faults. That decoder
// panics in its own goroutines, where it cannot be recovered, on nodes that are not
// dense and on indexes out of range in damaged files. It inflates blocks without a
// limit. It allocates an object for every node, although an import needs few.

// Limits of the format: https://wiki.openstreetmap.org/wiki/PBF_Format#File_format
const (
	maxFrameHeader = 64 << 10
	maxBlock       = 32 << 20 // bytes, packed and unpacked
)

// pbfExtract reads a PBF file. The first scan reads all blocks and records the kinds
// of objects in each. Later scans read only the blocks with the wanted kinds.
type pbfExtract struct {
	*source
	blocks  []frame // all data blocks, after the first scan
	scanned bool

	stamp    time.Time // of the file's header
	hasStamp bool
	box      geo.FixedBounds // declared by the file's header
	hasBox   bool
}

// frame is the position of a data block in the file.
type frame struct {
	offset int64 // of the block, after its header
	size   int64
	holds  contents
	// objects is the number of objects in the block, of all kinds.
	objects int
}

func (x *pbfExtract) once() bool { return false }

func (x *pbfExtract) time() (time.Time, bool) { return x.stamp, x.hasStamp }

func (x *pbfExtract) bounds() (geo.FixedBounds, bool) { return x.box, x.hasBox }

// job is a block in the pipeline of a scan. One goroutine reads it, one of several
// inflates and decodes it, and the caller of scan consumes it in file order.
type job struct {
	frame frame
	data  []byte
	bytes int64 // in the gate
	block *block
	err   error
	done  chan struct{}
}

func (x *pbfExtract) scan(s sink) error {
	want := s.wants()
	first := !x.scanned
	x.scanned = true
	workers := runtime.GOMAXPROCS(0)
	ctx, cancel := context.WithCancel(x.ctx)
	var group sync.WaitGroup
	defer group.Wait()
	defer cancel()

	todo := make(chan *job)
	ordered := make(chan *job, workers) // limits the jobs in memory
	const more = 4                      // blocks that are read, put, consumed or have left
	gate := newGate(workers + more)
	pool := sync.Pool{New: func() any { return new(block) }}
	for range workers {
		group.Go(func() {
			var z inflater
			for j := range todo {
				j.block = pool.Get().(*block)
				j.err = z.decode(j, want)
				close(j.done)
			}
		})
	}
	var readErr error
	group.Go(func() {
		defer close(ordered)
		defer close(todo)
		readErr = x.read(ctx, want, first, func(j *job) bool {
			var err error
			if j.bytes, err = gate.enter(ctx, j.data); err != nil {
				return false
			}
			select {
			case ordered <- j:
			case <-ctx.Done():
				return false
			}
			select {
			case todo <- j:
			case <-ctx.Done():
				j.err = ctx.Err()
				close(j.done)
				return false
			}
			return true
		})
	})
	for j := range ordered {
		<-j.done
		if err := x.consume(j, s, first); err != nil {
			return err
		}
		if j.block.words <= maxKeptWords {
			pool.Put(j.block)
		}
		gate.leave(j.bytes)
	}
	return readErr
}

// maxKeptWords is the size of the largest block that is kept for the next one (words).
const maxKeptWords = 1 << 19

func (s *sink) wants() contents {
	var want contents
	if s.node != nil {
		want |= holdsNodes
	}
	if s.way != nil {
		want |= holdsWays
	}
	if s.relation != nil {
		want |= holdsRelations
	}
	return want
}

func (x *pbfExtract) consume(j *job, s sink, first bool) error {
	err := j.err
	if err == nil {
		err = j.block.deliver(s)
	}
	if err != nil {
		return fmt.Errorf("block at byte %d: %w", j.frame.offset, err)
	}
	if first {
		j.frame.holds, j.frame.objects = j.block.holds, j.block.objects
		x.blocks = append(x.blocks, j.frame)
	} else {
		x.report(j.frame.offset + j.frame.size)
	}
	if j.block.newest > 0 && s.newest != nil {
		s.newest(time.UnixMilli(j.block.newest).UTC())
	}
	return nil
}

// deliver passes the decoded objects to s.
func (b *block) deliver(s sink) error {
	for i := range b.nodes {
		if err := s.node(&b.nodes[i]); err != nil {
			return err
		}
	}
	for i := range b.ways {
		if err := s.way(&b.ways[i]); err != nil {
			return err
		}
	}
	for i := range b.relations {
		if err := s.relation(&b.relations[i]); err != nil {
			return err
		}
	}
	return nil
}

// read reads the blocks of a scan in order and calls put with each, until put
// returns false.
func (x *pbfExtract) read(ctx context.Context, want contents, first bool, put func(*job) bool) error {
	if first {
		return x.readAll(put)
	}
	for _, f := range x.blocks {
		if f.holds&want == 0 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		j := &job{frame: f, data: make([]byte, f.size), done: make(chan struct{})}
		if _, err := x.bytes.ReadAt(j.data, f.offset); err != nil {
			return fmt.Errorf("block at byte %d: changed during the import: %w: %w", f.offset, ErrCorrupt, err)
		}
		if !put(j) {
			return ctx.Err()
		}
	}
	return nil
}

// readAll reads all blocks of the file.
func (x *pbfExtract) readAll(put func(*job) bool) error {
	r := bufio.NewReaderSize(x.stream(), 1<<16)
	for offset := int64(0); ; {
		kind, size, header, err := x.readFrameHeader(r, offset)
		if errors.Is(err, io.EOF) && header == 0 && offset > 0 {
			return nil
		}
		if err != nil {
			return fmt.Errorf("header at byte %d: %w", offset, truncated(err))
		}
		offset += header
		data := make([]byte, size)
		if _, err := io.ReadFull(r, data); err != nil {
			return fmt.Errorf("block at byte %d: %w", offset, truncated(err))
		}
		j := &job{frame: frame{offset: offset, size: size}, data: data, done: make(chan struct{})}
		switch kind {
		case "OSMHeader":
			if err := x.readHeader(data); err != nil {
				return fmt.Errorf("header block at byte %d: %w", offset, err)
			}
		case "OSMData":
			if !put(j) {
				return x.ctx.Err()
			}
		default:
			// The format requires readers to skip unknown types.
		}
		offset += size
	}
}

// truncated replaces an end-of-file error by ErrTruncated.
func truncated(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return ErrTruncated
	}
	return err
}

// readFrameHeader reads the header of a block, which has its type and size. header
// is the number of bytes read.
func (x *pbfExtract) readFrameHeader(r io.Reader, offset int64) (kind string, size, header int64, err error) {
	var length [4]byte
	n, err := io.ReadFull(r, length[:])
	if err != nil {
		return "", 0, int64(n), err
	}
	headerSize := int64(binary.BigEndian.Uint32(length[:]))
	if headerSize > maxFrameHeader {
		return "", 0, 4, corruptf("the block header has %d bytes, more than %d", headerSize, maxFrameHeader)
	}
	data := make([]byte, headerSize)
	if _, err := io.ReadFull(r, data); err != nil {
		return "", 0, 4, err
	}
	size = -1
	m := message{rest: data}
	for m.next() {
		switch {
		case m.is(1, wireBytes):
			kind = string(m.bytes)
		case m.is(3, wireVarint):
			size = int64(m.value)
		}
	}
	header = 4 + headerSize
	switch {
	case m.err != nil:
		return "", 0, header, m.err
	case size < 0 || size > maxBlock:
		return "", 0, header, corruptf("block size %d is not between 0 and %d", size, maxBlock)
	case size > x.size-offset-header:
		// Checked before memory is allocated.
		return "", 0, header, ErrTruncated
	}
	return kind, size, header, nil
}

// readHeader reads the header block: the required features, the time of the data and
// the box that it covers.
func (x *pbfExtract) readHeader(data []byte) error {
	var z inflater
	raw, err := z.inflate(data)
	if err != nil {
		return err
	}
	m := message{rest: raw}
	for m.next() {
		switch {
		case m.is(1, wireBytes):
			b, err := headerBox(m.bytes)
			if err != nil {
				return err
			}
			x.box, x.hasBox = boxOf(b)
		case m.is(4, wireBytes):
			feature := string(m.bytes)
			if !slices.Contains([]string{"OsmSchema-V0.6", "DenseNodes", "HistoricalInformation"}, feature) {
				return fmt.Errorf("%w: it requires the unsupported feature %q", ErrFormat, strings.ToValidUTF8(feature, "?"))
			}
		case m.is(32, wireVarint):
			const latest = 1 << 40 // seconds: far in the future, and in the range of time.Time
			if m.value > 0 && m.value < latest {
				x.stamp, x.hasStamp = time.Unix(int64(m.value), 0).UTC(), true
			}
		}
	}
	return m.err
}

// headerBox reads the box of a header, whose sides are zigzag nanodegrees. A box
// without all sides is empty.
func headerBox(data []byte) (geo.Bounds, error) {
	b := geo.NoBounds
	m := message{rest: data}
	for m.next() {
		degrees := 1e-9 * float64(zigzag(m.value))
		switch {
		case m.is(1, wireVarint):
			b.West = degrees
		case m.is(2, wireVarint):
			b.East = degrees
		case m.is(3, wireVarint):
			b.North = degrees
		case m.is(4, wireVarint):
			b.South = degrees
		}
	}
	return b, m.err
}

// boxOf returns b as fixed bounds. ok is false if b is empty or not on Earth.
func boxOf(b geo.Bounds) (geo.FixedBounds, bool) {
	south, north := geo.Point{Lat: b.South, Lon: b.West}, geo.Point{Lat: b.North, Lon: b.East}
	if !south.Valid() || !north.Valid() || b.South >= b.North || b.West >= b.East {
		return geo.NoFixedBounds, false
	}
	return b.Fixed(), true
}

// inflater decompresses blocks. It is reused for its buffers.
type inflater struct {
	packed bytes.Reader
	zlib   io.ReadCloser
	raw    []byte
}

func (z *inflater) decode(j *job, want contents) error {
	raw, err := z.inflate(j.data)
	if err != nil {
		return err
	}
	err = j.block.decode(raw, want)
	if cap(z.raw) > 8*maxKeptWords {
		z.raw = nil
	}
	return err
}

// unsupported names the compression methods that are not supported, by the field
// number of their data.
var unsupported = map[int]string{4: "LZMA", 5: "bzip2", 6: "LZ4", 7: "Zstandard"}

// inflate returns the decompressed data of a block, valid until the next call.
func (z *inflater) inflate(data []byte) ([]byte, error) {
	var raw, packed []byte
	size := int64(-1)
	m := message{rest: data}
	for m.next() {
		switch {
		case m.is(1, wireBytes):
			raw = m.bytes
		case m.is(2, wireVarint):
			size = int64(m.value)
		case m.is(3, wireBytes):
			packed = m.bytes
		case unsupported[m.number] != "":
			return nil, fmt.Errorf("%w: its blocks are compressed with %s; rewrite it with osmium cat, which uses zlib", ErrFormat, unsupported[m.number])
		}
	}
	switch {
	case m.err != nil:
		return nil, m.err
	case packed == nil && raw == nil:
		return nil, corruptf("the block has no data")
	case packed == nil:
		return raw, nil
	case size < 0 || size > maxBlock:
		return nil, corruptf("unpacked block size %d is not between 0 and %d", size, maxBlock)
	}
	return z.unzip(packed, int(size))
}

func (z *inflater) unzip(packed []byte, size int) ([]byte, error) {
	z.packed.Reset(packed)
	var err error
	if z.zlib == nil {
		z.zlib, err = zlib.NewReader(&z.packed)
	} else {
		err = z.zlib.(zlib.Resetter).Reset(&z.packed, nil)
	}
	if err != nil {
		z.zlib = nil
		return nil, corruptf("the block cannot be unpacked: %v", err)
	}
	if cap(z.raw) < size {
		z.raw = make([]byte, size, size+size/4)
	}
	z.raw = z.raw[:size]
	if _, err := io.ReadFull(z.zlib, z.raw); err != nil {
		return nil, corruptf("the block cannot be unpacked: %v", err)
	}
	// The data must end at the declared size. Reading the end checks the checksum.
	switch n, err := z.zlib.Read(make([]byte, 1)); {
	case n != 0 || err == nil:
		return nil, corruptf("the block does not end after its %d bytes", size)
	case !errors.Is(err, io.EOF):
		return nil, corruptf("the block does not end after its %d bytes: %v", size, err)
	}
	return z.raw, nil
}
