// SPDX-License-Identifier: MIT

package workspace

import (
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

// encode returns a value as compressed gob. The gob is compressed while it is made, because
// that of a long trip takes 60 MB.
func encode(value any) ([]byte, error) {
	var out bytes.Buffer
	z, ok := streams.Get().(*zstd.Encoder)
	if ok {
		z.Reset(&out)
	} else {
		var err error
		if z, err = newStream(&out); err != nil {
			return nil, err
		}
	}
	if err := gob.NewEncoder(z).Encode(value); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	streams.Put(z)
	return out.Bytes(), nil
}

// decode reads what encode returned into value, a pointer. The error wraps ErrDamaged.
func decode(data []byte, value any) error {
	plain, err := decompress(data)
	if err != nil {
		return err
	}
	if err := gob.NewDecoder(bytes.NewReader(plain)).Decode(value); err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return nil
}

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
