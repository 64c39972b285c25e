// SPDX-License-Identifier: MIT

package workspace

import (
	"bytes"
	"encoding/gob"
	"fmt"
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

// encode returns a value as compressed gob.
func encode(value any) ([]byte, error) {
	var out bytes.Buffer
	if err := gob.NewEncoder(&out).Encode(value); err != nil {
		return nil, err
	}
	return compress(out.Bytes())
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
