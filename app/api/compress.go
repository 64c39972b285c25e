package api

import (
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"
)

// gzipFrom is the size from which an answer is compressed: below, the packet is
// the same with or without.
const gzipFrom = 1 << 10

// compressor gathers what it compresses. The library hands on some 200 bytes at a
// time, too little for a packet.
type compressor struct {
	zip    *gzip.Writer
	packed []byte
}

// compressors are recycled: each has some 800 kB of tables.
var compressors = sync.Pool{New: func() any {
	// The level is a constant that NewWriterLevel accepts.
	zip, _ := gzip.NewWriterLevel(io.Discard, gzip.BestSpeed)
	return &compressor{zip: zip}
}}

// maxCompressors is how many are in use at once. A client that reads slowly holds
// one for as long as it likes: 64 of them hold 60 MB, and whoever comes then gets
// plain text, which any client takes.
const maxCompressors = 64

// compressing is a place for each compressor in use.
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

// Write is what the library hands compressed bytes to.
func (c *compressor) Write(b []byte) (int, error) {
	c.packed = append(c.packed, b...)
	return len(b), nil
}

// add compresses text. It does not fail, since gathering does not.
func (c *compressor) add(text []byte) { _, _ = c.zip.Write(text) }

// take returns what has been gathered. It holds until the next call.
func (c *compressor) take() []byte {
	packed := c.packed
	c.packed = c.packed[:0]
	return packed
}

// finish compresses the last of a text and returns what is left to send.
func (c *compressor) finish(text []byte) []byte {
	c.add(text)
	_ = c.zip.Close()
	return c.take()
}

// acceptsGzip reports whether the client takes gzip, and likes it no less than
// the plain text (RFC 9110, section 12.5.3).
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

// codingWeight returns the weight of a coding, 1 if none is given. One that
// cannot be read counts as 0: to send plain text is never wrong.
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
