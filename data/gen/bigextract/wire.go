// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zlib"
)

// The subset of Protocol Buffers and of the frames of OSM PBF that is needed for
// moving an extract: https://wiki.openstreetmap.org/wiki/PBF_Format

var errDamaged = errors.New("damaged, or not an OSM PBF file")

// field is a field of a message. data is nil for a varint field.
type field struct {
	number int
	value  uint64
	data   []byte
}

// fields calls visit with each field of a message, in order.
func fields(message []byte, visit func(field) error) error {
	for len(message) > 0 {
		key, n := binary.Uvarint(message)
		if n <= 0 {
			return errDamaged
		}
		message = message[n:]
		f := field{number: int(key >> 3)}
		if f.value, n = binary.Uvarint(message); n <= 0 {
			return errDamaged
		}
		message = message[n:]
		switch key & 7 {
		case 0:
		case 2:
			if f.value > uint64(len(message)) {
				return errDamaged
			}
			f.data = message[:f.value:f.value]
			message = message[f.value:]
		default:
			return fmt.Errorf("%w: wire type %d", errDamaged, key&7)
		}
		if err := visit(f); err != nil {
			return err
		}
	}
	return nil
}

func appendNumber(b []byte, number int, v uint64) []byte {
	return binary.AppendUvarint(binary.AppendUvarint(b, uint64(number)<<3), v)
}

func appendData(b []byte, number int, data []byte) []byte {
	b = binary.AppendUvarint(b, uint64(number)<<3|2)
	return append(binary.AppendUvarint(b, uint64(len(data))), data...)
}

// appendField appends f in its original form.
func appendField(b []byte, f field) []byte {
	if f.data == nil {
		return appendNumber(b, f.number, f.value)
	}
	return appendData(b, f.number, f.data)
}

func zig(v int64) uint64   { return uint64(v<<1) ^ uint64(v>>63) }
func unzig(v uint64) int64 { return int64(v>>1) ^ -int64(v&1) }

// deltas calls visit with the running sums of a packed list of differences.
func deltas(packed []byte, visit func(int64)) error {
	sum := int64(0)
	for len(packed) > 0 {
		v, n := binary.Uvarint(packed)
		if n <= 0 {
			return errDamaged
		}
		packed = packed[n:]
		sum += unzig(v)
		visit(sum)
	}
	return nil
}

// maxFrame is the greatest size of a frame in the format.
const maxFrame = 32 << 20

// readFrame returns the next frame, unpacked, and io.EOF after the last one.
func readFrame(r io.Reader) (kind string, data []byte, err error) {
	var length [4]byte
	if _, err := io.ReadFull(r, length[:]); err != nil {
		return "", nil, err // io.EOF at the start of a frame is the end
	}
	head, err := readBytes(r, uint64(binary.BigEndian.Uint32(length[:])))
	if err != nil {
		return "", nil, err
	}
	size := uint64(0)
	if err := fields(head, func(f field) error {
		switch f.number {
		case 1:
			kind = string(f.data)
		case 3:
			size = f.value
		}
		return nil
	}); err != nil {
		return "", nil, err
	}
	blob, err := readBytes(r, size)
	if err != nil {
		return "", nil, err
	}
	data, err = unpack(blob)
	return kind, data, err
}

func readBytes(r io.Reader, n uint64) ([]byte, error) {
	if n > maxFrame {
		return nil, errDamaged
	}
	b := make([]byte, n)
	if _, err := io.ReadFull(r, b); err != nil {
		return nil, errDamaged
	}
	return b, nil
}

// unpack returns the content of a Blob.
func unpack(blob []byte) (data []byte, err error) {
	err = fields(blob, func(f field) error {
		switch f.number {
		case 1:
			data = f.data
		case 3:
			z, err := zlib.NewReader(bytes.NewReader(f.data))
			if err != nil {
				return err
			}
			data, err = io.ReadAll(io.LimitReader(z, maxFrame))
			return err
		}
		return nil
	})
	if err == nil && data == nil {
		err = errDamaged
	}
	return data, err
}

// writeFrame compresses data and writes it as a frame.
func writeFrame(w io.Writer, kind string, data []byte) error {
	var packed bytes.Buffer
	z, err := zlib.NewWriterLevel(&packed, zlib.BestSpeed)
	if err != nil {
		return err
	}
	if _, err := z.Write(data); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	blob := appendData(appendNumber(nil, 2, uint64(len(data))), 3, packed.Bytes())
	head := appendNumber(appendData(nil, 1, []byte(kind)), 3, uint64(len(blob)))
	for _, part := range [][]byte{binary.BigEndian.AppendUint32(nil, uint32(len(head))), head, blob} {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return nil
}
