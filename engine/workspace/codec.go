// SPDX-License-Identifier: MIT

package workspace

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

// maxValue is the longest value that is decoded (bytes): 5 million observations, the most
// in a trace, take less.
const maxValue = 1 << 30

// encode returns a value as compressed gob.
func encode(value any) ([]byte, error) {
	var out bytes.Buffer
	z, err := zstd.NewWriter(&out, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	if err := gob.NewEncoder(z).Encode(value); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// decode reads what encode returned into value, a pointer. The error wraps ErrDamaged.
func decode(data []byte, value any) error {
	z, err := zstd.NewReader(bytes.NewReader(data), zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxValue))
	if err != nil {
		return err
	}
	defer z.Close()
	if err := gob.NewDecoder(io.LimitReader(z, maxValue)).Decode(value); err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return nil
}

// compress returns the bytes of a file compressed, and decompress the reverse.
func compress(b []byte) ([]byte, error) {
	z, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	return z.EncodeAll(b, nil), nil
}

func decompress(b []byte) ([]byte, error) {
	z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxValue))
	if err != nil {
		return nil, err
	}
	defer z.Close()
	out, err := z.DecodeAll(b, nil)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return out, nil
}
