package export

import (
	"encoding/binary"
	"hash/crc32"
	"io"
	"math"
)

// densityWriter adds to a PNG how many of its pixels are an inch, which the
// standard library does not: without, programs print it at a size of their own.
type densityWriter struct {
	io.Writer
	head  int // bytes to come before the place of the chunk
	chunk []byte
}

// pngHead is the length of the signature and the chunk IHDR, after which pHYs may
// stand (Portable Network Graphics, third edition, 5.6).
const pngHead = 8 + 25

func newDensityWriter(w io.Writer, dotsPerInch float64) *densityWriter {
	const inch = 0.0254 // metres
	perMetre := uint32(math.Round(dotsPerInch / inch))
	const length, metres = 9, 1
	chunk := binary.BigEndian.AppendUint32(nil, length)
	chunk = append(chunk, "pHYs"...)
	chunk = binary.BigEndian.AppendUint32(chunk, perMetre)
	chunk = binary.BigEndian.AppendUint32(chunk, perMetre)
	chunk = append(chunk, metres)
	return &densityWriter{w, pngHead, binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))}
}

// Write implements io.Writer.
func (w *densityWriter) Write(p []byte) (n int, err error) {
	if w.head > 0 {
		n, err = w.Writer.Write(p[:min(w.head, len(p))])
		if w.head -= n; err != nil || w.head > 0 {
			return n, err
		}
		if _, err := w.Writer.Write(w.chunk); err != nil {
			return n, err
		}
	}
	m, err := w.Writer.Write(p[n:])
	return n + m, err
}
