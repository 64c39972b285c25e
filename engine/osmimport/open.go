// SPDX-License-Identifier: MIT

package osmimport

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"slices"
	"strings"
)

// source is the file being imported.
type source struct {
	ctx   context.Context
	bytes io.ReaderAt
	size  int64
	// hash is written all bytes of the first scan.
	hash hash.Hash
	// tick, if not nil, is called with the progress of a scan (bytes of the file).
	tick func(done, total int64)
}

// sniffSize is the number of bytes examined to detect the format of a file. The
// comments before the root element of an XML file fit easily.
const sniffSize = 4096

// extensions are those of the formats that are read.
var extensions = []string{".pbf", ".osm", ".osm.gz", ".osm.bz2"}

// HasExtension reports whether path has the extension of an extract.
func HasExtension(path string) bool {
	path = strings.ToLower(path)
	return slices.ContainsFunc(extensions, func(end string) bool { return strings.HasSuffix(path, end) })
}

// IsExtract reports whether path seems to be an extract: by its extension, or by its content if it has
// lost that, as a second download may have.
func IsExtract(path string) bool {
	if HasExtension(path) {
		return true
	}
	f, _, err := openFile(path)
	if err != nil {
		return false
	}
	defer f.Close() //nolint:errcheck // only read
	start := make([]byte, sniffSize)
	n, err := io.ReadFull(f, start)
	start = start[:n]
	if n == 0 || err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return false
	}
	return isPBF(start) || checkXMLStart(start) == nil
}

// openFile opens a regular file and returns its size.
func openFile(path string) (f *os.File, size int64, err error) {
	f, err = os.Open(path)
	if err != nil {
		return nil, 0, err
	}
	stat, err := f.Stat()
	if err == nil && !stat.Mode().IsRegular() {
		err = fmt.Errorf("%w: not a regular file", ErrFormat)
	}
	if err != nil {
		return nil, 0, errors.Join(err, f.Close())
	}
	return f, stat.Size(), nil
}

// open detects the format of the size bytes of r.
func open(ctx context.Context, r io.ReaderAt, size int64) (*source, extract, error) {
	s := &source{ctx: ctx, bytes: r, size: size, hash: sha256.New()}
	start := make([]byte, min(sniffSize, size))
	if n, err := r.ReadAt(start, 0); n < len(start) {
		return nil, nil, err
	}
	x, err := s.extract(start)
	return s, x, err
}

// The first bytes of the supported formats.
var (
	gzipMagic  = []byte{0x1f, 0x8b}
	bzip2Magic = []byte("BZh")
	headerType = []byte("OSMHeader")
	dataType   = []byte("OSMData")
)

// extract detects the format by the first bytes. It ignores the file name, because
// files are renamed and unpacked.
func (s *source) extract(start []byte) (extract, error) {
	switch {
	case len(start) == 0:
		return nil, fmt.Errorf("%w: the file is empty", ErrFormat)
	case bytes.HasPrefix(start, gzipMagic):
		return &xmlExtract{source: s, packing: packedGzip}, nil
	case bytes.HasPrefix(start, bzip2Magic):
		return &xmlExtract{source: s, packing: packedBzip2}, nil
	case isPBF(start):
		return &pbfExtract{source: s}, nil
	}
	if err := checkXMLStart(start); err != nil {
		return nil, err
	}
	return &xmlExtract{source: s}, nil
}

// isPBF reports whether a file may be a PBF file. A PBF file begins with the length
// of a header, which names the type of the first block.
func isPBF(start []byte) bool {
	head := start[:min(len(start), 64)]
	return start[0] == 0 && (bytes.Contains(head, headerType) || bytes.Contains(head, dataType) || len(start) < 64)
}

// sha256 returns the checksum of the whole file. It is valid after the first scan.
func (s *source) sha256() string { return hex.EncodeToString(s.hash.Sum(nil)) }

func (s *source) report(done int64) {
	if s.tick != nil {
		s.tick(min(done, s.size), s.size)
	}
}

// stream returns a reader of the whole file that checks the context, writes to the
// hash and reports progress.
func (s *source) stream() io.Reader { return &stream{source: s} }

type stream struct {
	*source
	offset int64
}

// Read implements io.Reader.
func (r *stream) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := r.bytes.ReadAt(p, r.offset)
	if n > 0 && errors.Is(err, io.EOF) {
		// A ReaderAt may report the end together with the last bytes.
		err = nil
	}
	r.hash.Write(p[:n])
	r.offset += int64(n)
	r.report(r.offset)
	return n, err
}
