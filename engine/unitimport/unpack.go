// SPDX-License-Identifier: MIT

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

// The limit for the unpacked size of all compressed files of an import: baseRoom
// bytes, and roomPerByte for each byte of the files. Coordinates with a line for each
// number, the most wasteful form, take a fourth of that.
const (
	baseRoom    = 64 << 20
	roomPerByte = 40
)

// maxFeatures is the largest number of features in all files of an import: a hundred
// times that of Vietnam.
const maxFeatures = 400_000

// room is the rest of these limits.
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
		return 0, corruptf("it unpacks into more than %d MiB and %d times the size of the files, which boundaries never do", baseRoom>>20, roomPerByte)
	}
	return n, err
}

// watched calls tick with the number of bytes read, and stops when ctx is done.
type watched struct {
	ctx  context.Context
	in   io.Reader
	tick func(bytes int64)
}

// Read implements io.Reader.
func (r *watched) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := r.in.Read(p)
	r.tick(int64(n))
	return n, err
}

// unpacked converts the errors of unpacking.
type unpacked struct{ in io.Reader }

// Read implements io.Reader.
func (r *unpacked) Read(p []byte) (int, error) {
	n, err := r.in.Read(p)
	if err == nil || errors.Is(err, io.EOF) {
		return n, err
	}
	return n, unpackError(err)
}

// unpackError converts an error of unpacking into one that wraps ErrCorrupt or
// ErrFormat. It returns other errors unchanged.
func unpackError(err error) error {
	var damaged flate.CorruptInputError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		return corruptf("the compressed data ends too early; copy or download it again")
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, gzip.ErrChecksum), errors.As(err, &damaged),
		errors.Is(err, zip.ErrFormat), errors.Is(err, zip.ErrChecksum):
		return corruptf("unpacking failed: %v; copy or download it again", err)
	case errors.Is(err, zip.ErrAlgorithm):
		return formatf("its compression method is not supported; compress it again with deflate")
	}
	return err
}
