// SPDX-License-Identifier: MIT

package workspace

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"hash"

	"github.com/klauspost/compress/zstd"
)

// Content holds the bytes of a file that is added, compressed, and their hash. It is an
// io.Writer, so that a file can be written to it while its trips are read, and is never
// held in memory as it is. Not safe for concurrent use.
type Content struct {
	hash   hash.Hash
	packed bytes.Buffer
	zipper *zstd.Encoder // nil after the last byte
	err    error
}

// NewContent returns the content of an empty file.
func NewContent() *Content {
	c := &Content{hash: sha256.New()}
	c.zipper, c.err = newStream(&c.packed)
	return c
}

// ContentOf returns the content of a file with these bytes.
func ContentOf(b []byte) *Content {
	c := NewContent()
	_, c.err = c.Write(b)
	return c
}

var errAdded = errors.New("the content was added already")

// Write appends bytes of the file.
func (c *Content) Write(p []byte) (int, error) {
	switch {
	case c.err != nil:
		return 0, c.err
	case c.zipper == nil:
		return 0, errAdded
	}
	c.hash.Write(p)
	var n int
	n, c.err = c.zipper.Write(p)
	return n, c.err
}

// finish returns the hash and the compressed bytes. Nothing can be written after it.
func (c *Content) finish() (sum, packed []byte, err error) {
	if c.err == nil && c.zipper != nil {
		c.err = c.zipper.Close()
		c.zipper = nil
	}
	if c.err != nil {
		return nil, nil, c.err
	}
	return c.hash.Sum(nil), c.packed.Bytes(), nil
}
