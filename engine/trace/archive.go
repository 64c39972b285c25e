// SPDX-License-Identifier: MIT

package trace

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"io/fs"
)

// zipMagic are the first bytes of a ZIP archive with files.
const zipMagic = "PK\x03\x04"

// oleMagic are the first bytes of files of Office 2003, and of those with a password.
const oleMagic = "\xd0\xcf\x11\xe0"

// errOldExcel is replaced by an *Error, see explain.
var errOldExcel = fmt.Errorf("%w", ErrOldExcel)

// seekable is a file whose parts can be read in any order.
type seekable interface {
	io.ReaderAt
	Stat() (fs.FileInfo, error)
}

// openArchive opens a file that is a ZIP archive. It holds the archive in memory unless from,
// the source of r, is a regular file.
func openArchive(c *collector, from io.Reader, r io.Reader) (*zip.Reader, error) {
	var at io.ReaderAt
	var size int64
	if f, ok := from.(seekable); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			at, size = f, info.Size()
		}
	}
	if at == nil {
		content, err := io.ReadAll(r)
		if err != nil {
			return nil, err
		}
		at, size = bytes.NewReader(content), int64(len(content))
	}
	if size > c.opt.MaxBytes {
		return nil, errTooManyBytes
	}
	archive, err := zip.NewReader(&measuredAt{ReaderAt: at, progress: c.opt.Progress}, size)
	if err != nil {
		return nil, c.fault(ErrFormat, 0, 0, "the ZIP archive is damaged or truncated", "copy it again from where it came")
	}
	return archive, nil
}

// measuredAt reports how much of a file was read.
type measuredAt struct {
	io.ReaderAt
	progress   func(int64) // may be nil
	read, told int64
}

// ReadAt reads, and reports what was read.
func (m *measuredAt) ReadAt(p []byte, off int64) (int, error) {
	n, err := m.ReaderAt.ReadAt(p, off)
	if m.read += int64(n); m.progress != nil && m.read-m.told >= progressStep {
		m.told = m.read
		m.progress(m.read)
	}
	return n, err
}
