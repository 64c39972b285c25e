// SPDX-License-Identifier: MIT

// Package xmllimit decodes XML with tags of bounded length.
//
// encoding/xml holds the attributes of a tag in memory, each of which takes 20 times the bytes
// that it may have in the file. A file that is one long tag would take 50 times its length.
package xmllimit

import (
	"bufio"
	"encoding/xml"
	"io"

	"roadsnap/engine/errclass"
)

// maxTag is the longest tag (bytes). Those of real files have less than a thousandth of it.
const maxTag = 1 << 20

// ErrTag means that a tag is too long.
var ErrTag = errclass.New(errclass.TraceTooLarge, "a tag is longer than a megabyte")

// Decoder is an xml.Decoder whose RawToken and Token return ErrTag for a tag that is too long.
type Decoder struct {
	*xml.Decoder
	from *tagReader
}

// NewDecoder returns a decoder of r.
func NewDecoder(r io.Reader) *Decoder {
	from := &tagReader{r: r}
	return &Decoder{xml.NewDecoder(bufio.NewReaderSize(from, 64<<10)), from}
}

// RawToken is xml.Decoder.RawToken.
func (d *Decoder) RawToken() (xml.Token, error) {
	d.from.begin(d.InputOffset())
	return d.Decoder.RawToken()
}

// Token is xml.Decoder.Token.
func (d *Decoder) Token() (xml.Token, error) {
	d.from.begin(d.InputOffset())
	return d.Decoder.Token()
}

// tagReader is a reader that fails within a tag that is too long.
type tagReader struct {
	r     io.Reader
	chunk []byte // returned last; the current token begins in it or after it
	read  int64  // bytes returned
	start int64  // offset of the current token
	head  []byte // the first two bytes of the token, as far as they were read
}

// begin notes that a token begins at an offset.
func (t *tagReader) begin(offset int64) {
	t.start = offset
	t.head = t.head[:0]
	t.look(t.chunk[len(t.chunk)-int(t.read-offset):])
}

// look takes the bytes that head lacks from those that follow it.
func (t *tagReader) look(next []byte) {
	t.head = append(t.head, next[:min(2-len(t.head), len(next))]...)
}

// Read implements io.Reader.
func (t *tagReader) Read(p []byte) (int, error) {
	// A comment or a section, "<!", takes little more than its length.
	isTag := len(t.head) == 2 && t.head[0] == '<' && t.head[1] != '!'
	if isTag && t.read-t.start > maxTag {
		return 0, ErrTag
	}
	n, err := t.r.Read(p)
	t.look(p[:n])
	t.chunk = p[:n]
	t.read += int64(n)
	return n, err
}
