// SPDX-License-Identifier: MIT

package workspace

import (
	"bufio"
	"bytes"
	"encoding/gob"
	"fmt"
	"io"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// maxValue is the longest value that is decoded (bytes): 5 million observations, the most
// in a trace, take less.
const maxValue = 1 << 30

// packer and unpacker are shared, because each has buffers of megabytes. Their calls are
// independent. At most as many run at a time as there are processors.
var (
	packer = sync.OnceValues(func() (*zstd.Encoder, error) {
		return zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithLowerEncoderMem(true))
	})
	unpacker = sync.OnceValues(func() (*zstd.Decoder, error) {
		return zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(maxValue))
	})
)

// newStream returns an encoder that compresses what is written to out, block by block.
func newStream(out io.Writer) (*zstd.Encoder, error) {
	return zstd.NewWriter(out, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithLowerEncoderMem(true), zstd.WithEncoderConcurrency(1))
}

// streams holds encoders that are not in use.
var streams sync.Pool

// fieldsVersion is the first byte of a recording or a match: of what recordingFields and
// matchFields describe, compressed, which comes after it. Earlier versions of the schema kept
// compressed gob, whose first byte is that of a frame of Zstandard.
const fieldsVersion = 1

// encode returns a recording or a match as bytes. They are compressed while they are made,
// because a long trip takes 100 MB.
func encode[T any](value T, describe func(*fields, *T)) ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte(fieldsVersion)
	z, ok := streams.Get().(*zstd.Encoder)
	if ok {
		z.Reset(&out)
	} else {
		var err error
		if z, err = newStream(&out); err != nil {
			return nil, err
		}
	}
	c := fields{out: bufio.NewWriterSize(z, 1<<16)}
	describe(&c, &value)
	if err := c.out.Flush(); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	streams.Put(z)
	return out.Bytes(), nil
}

// plains holds buffers of decompressed values.
var plains sync.Pool

// decode reads what encode returned, of this version or an earlier one. The error wraps
// ErrDamaged.
func decode[T any](data []byte, value *T, describe func(*fields, *T)) error {
	if len(data) == 0 || data[0] != fieldsVersion {
		plain, err := decompress(data)
		if err != nil {
			return err
		}
		if err := gob.NewDecoder(bytes.NewReader(plain)).Decode(value); err != nil {
			return fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		return nil
	}
	z, err := unpacker()
	if err != nil {
		return err
	}
	buffer, ok := plains.Get().(*[]byte)
	if !ok {
		buffer = new([]byte)
	}
	*buffer, err = z.DecodeAll(data[1:], (*buffer)[:0])
	if err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	c := fields{rest: *buffer, most: maxRecords}
	describe(&c, value)
	err = c.done()
	if cap(*buffer) <= maxKept {
		plains.Put(buffer)
	}
	return err
}

// maxKept is the size up to which a buffer is used again (bytes).
const maxKept = 8 << 20

// compress returns bytes compressed, and decompress the reverse.
func compress(b []byte) ([]byte, error) {
	z, err := packer()
	if err != nil {
		return nil, err
	}
	return z.EncodeAll(b, nil), nil
}

func decompress(b []byte) ([]byte, error) {
	z, err := unpacker()
	if err != nil {
		return nil, err
	}
	out, err := z.DecodeAll(b, nil)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return out, nil
}
