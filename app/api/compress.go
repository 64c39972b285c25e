// SPDX-License-Identifier: MIT

package api

import (
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"
)

// gzipFrom is the least size of a compressed answer. Smaller ones fit in a packet
// in any case.
const gzipFrom = 1 << 10

// compressor buffers compressed output, because the library writes about 200
// bytes at a time, too little for a packet.
type compressor struct {
	zip    *gzip.Writer
	packed []byte
}

// compressors are reused, because each has about 800 kB of tables.
var compressors = sync.Pool{New: func() any {
	// NewWriterLevel accepts this constant level.
	zip, _ := gzip.NewWriterLevel(io.Discard, gzip.BestSpeed)
	return &compressor{zip: zip}
}}

// maxCompressors is the greatest number in use at once. A client that reads
// slowly keeps one as long as it likes. 64 of them take 60 MB; further clients
// get plain text, which any client accepts.
const maxCompressors = 64

// compressing has one slot for each compressor in use.
var compressing = make(chan struct{}, maxCompressors)

// takeCompressor returns a compressor, which the caller must release, or nil if
// too many are in use.
func takeCompressor() *compressor {
	select {
	case compressing <- struct{}{}:
	default:
		return nil
	}
	c := compressors.Get().(*compressor)
	c.packed = c.packed[:0]
	c.zip.Reset(c)
	return c
}

func (c *compressor) release() {
	compressors.Put(c)
	<-compressing
}

// Write receives compressed bytes from the library.
func (c *compressor) Write(b []byte) (int, error) {
	c.packed = append(c.packed, b...)
	return len(b), nil
}

// add compresses text. It cannot fail, because buffering does not.
func (c *compressor) add(text []byte) { _, _ = c.zip.Write(text) }

// take returns the buffered output. It is valid until the next call.
func (c *compressor) take() []byte {
	packed := c.packed
	c.packed = c.packed[:0]
	return packed
}

// finish compresses the last part of a text and returns the remaining output.
func (c *compressor) finish(text []byte) []byte {
	c.add(text)
	_ = c.zip.Close()
	return c.take()
}

// acceptsGzip reports whether the client accepts gzip and does not prefer plain
// text (RFC 9110, section 12.5.3).
func acceptsGzip(h http.Header) bool {
	unsaid := -1.0
	zipped, plain, others := unsaid, unsaid, unsaid
	for _, line := range h["Accept-Encoding"] {
		for _, coding := range strings.Split(line, ",") {
			name, parameter, _ := strings.Cut(coding, ";")
			switch strings.ToLower(strings.Trim(name, " \t")) {
			case "gzip", "x-gzip":
				zipped = codingWeight(parameter)
			case "identity":
				plain = codingWeight(parameter)
			case "*":
				others = codingWeight(parameter)
			}
		}
	}
	if zipped == unsaid {
		zipped = others
	}
	return zipped > 0 && zipped >= plain
}

// codingWeight returns the weight of a coding, 1 if none is given. An invalid
// weight counts as 0, because plain text is always acceptable.
func codingWeight(parameter string) float64 {
	name, value, _ := strings.Cut(strings.Trim(parameter, " \t"), "=")
	switch {
	case name == "":
		return 1
	case strings.ToLower(name) != "q" || !isPlainNumber(value):
		return 0
	}
	weight, err := strconv.ParseFloat(value, 64)
	if err != nil || weight > 1 {
		return 0
	}
	return weight
}
