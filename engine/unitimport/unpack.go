package unitimport

import (
	"archive/zip"
	"context"
	"errors"
	"io"
	"sync/atomic"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
)

// What packed files of an import may unpack to, all together: baseRoom bytes and
// roomPerByte for each byte of the files. Coordinates written out with a line for
// each number, the most wasteful form there is, take a fourth of that.
const (
	baseRoom    = 64 << 20
	roomPerByte = 40
)

// maxFeatures is the most features that the files of an import may have, all
// together: a hundred times those that Vietnam has.
const maxFeatures = 400_000

// room is what is left of these limits.
type room struct{ left, features atomic.Int64 }

func newRoom(bytes int64) *room {
	r := &room{}
	r.left.Store(baseRoom + roomPerByte*bytes)
	r.features.Store(maxFeatures)
	return r
}

// limited stops unpacking when there is no room left.
type limited struct {
	in   io.Reader
	room *room
}

// Read reads unpacked bytes.
func (r *limited) Read(p []byte) (int, error) {
	n, err := r.in.Read(p)
	if r.room.left.Add(-int64(n)) < 0 {
		return 0, corruptf("it unpacks into more than %d MiB and %d times the size of the files, as no boundaries do", baseRoom>>20, roomPerByte)
	}
	return n, err
}

// watched tells how many bytes were read, and stops with its context.
type watched struct {
	ctx  context.Context
	in   io.Reader
	tick func(bytes int64)
}

// Read reads the next bytes.
func (r *watched) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := r.in.Read(p)
	r.tick(int64(n))
	return n, err
}

// unpacked says of an error whether the file is to blame.
type unpacked struct{ in io.Reader }

// Read reads the next bytes.
func (r *unpacked) Read(p []byte) (int, error) {
	n, err := r.in.Read(p)
	if err == nil || errors.Is(err, io.EOF) {
		return n, err
	}
	return n, unpackError(err)
}

// unpackError turns an error of unpacking into one that wraps ErrCorrupt; those
// of reading stay.
func unpackError(err error) error {
	var damaged flate.CorruptInputError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		return corruptf("what it is packed in ends too early; copy or download it again")
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, gzip.ErrChecksum), errors.As(err, &damaged),
		errors.Is(err, zip.ErrFormat), errors.Is(err, zip.ErrChecksum):
		return corruptf("unpacking failed: %v; copy or download it again", err)
	case errors.Is(err, zip.ErrAlgorithm):
		return formatf("it is packed in a way that is not supported; pack it again with deflate")
	}
	return err
}
