// SPDX-License-Identifier: MIT

package trace

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"

	"roadsnap/engine/internal/workbook"
)

// headBytes is the number of bytes examined to detect the format of a file.
const headBytes = 64 << 10

// ReadFile reads the trips of a file. The error wraps a file system error, the
// error of ctx, or one of the sentinels of this package.
func ReadFile(ctx context.Context, path string, o Options) (trips []Trip, err error) {
	err = withFile(path, func(f *os.File) error {
		trips, err = Read(ctx, f, path, o)
		return err
	})
	return trips, err
}

// ReadFileTo is ReadFile. It also writes the bytes of the file to w, in order and while they
// are read, so that they need not be held. The error may be that of w.
func ReadFileTo(ctx context.Context, path string, w io.Writer, o Options) (trips []Trip, err error) {
	err = withFile(path, func(f *os.File) error {
		if trips, err = Read(ctx, teeFile{f, io.TeeReader(f, w)}, path, o); err != nil {
			return err
		}
		// The rest is what the format does not need, such as a checksum, or an archive.
		_, err := io.Copy(w, &limitedReader{ctx: ctx, r: f, left: new(int64(math.MaxInt64))})
		return err
	})
	return trips, err
}

// teeFile is a file whose bytes are copied when they are read in order.
type teeFile struct {
	*os.File
	copied io.Reader
}

func (f teeFile) Read(p []byte) (int, error) { return f.copied.Read(p) }

// withFile calls do with an open file.
func withFile(path string, do func(*os.File) error) (err error) {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return &Error{File: path, Msg: "is a folder", Remedy: "name the files in it", Err: ErrFormat}
	}
	return do(f)
}

// Read reads all trips of r, or those that o chooses. Errors contain name. Its
// last element, without its extension, is the ID of a trip that has no other.
func Read(ctx context.Context, r io.Reader, name string, o Options) ([]Trip, error) {
	all, err := readAll(ctx, r, name, o)
	if err != nil {
		return nil, err
	}
	return choose(all, name, o.Tracks, o.Numbers)
}

// readAll reads all trips of r, with the routes if o chooses some of them.
func readAll(ctx context.Context, r io.Reader, name string, o Options) ([]found, error) {
	o = o.withDefaults()
	c := newCollector(ctx, name, o)
	src, head, err := open(ctx, r, o)
	if err == nil && src.archive != nil {
		src.zip, err = openArchive(c, r, src.archive)
	}
	if err == nil && src.zip != nil && !workbook.Is(src.zip) {
		all, err := readEntries(c, src.zip)
		if err != nil {
			return nil, c.explain(err)
		}
		return all, nil
	}
	if err == nil {
		err = src.parse(c, head)
		// An error of the source (too long, cancelled, truncated) is the cause
		// of the parser's error.
		if src.failed() != nil {
			err = src.failed()
		}
	}
	if err != nil {
		return nil, c.explain(err)
	}
	if src.packed != nil && src.packed.cut {
		c.noteTruncated(0)
	}
	if src.misdeclared {
		c.note(NoteEncoding, 0, src.declared)
	} else if src.repaired() {
		c.note(NoteEncoding, 0, "")
	}
	return c.finish()
}

// source decompresses and decodes a file.
type source struct {
	archive     *bufio.Reader // the file as it is, if it is a ZIP archive
	zip         *zip.Reader   // of archive
	fit         *bufio.Reader // the decompressed file, if it is a FIT file
	text        *bufio.Reader // any other as UTF-8, without byte order mark
	limits      []*limitedReader
	packed      *wholeLines // nil if the file is not compressed
	guard       *utf8Guard  // nil if the text is not taken as UTF-8
	declared    string      // encoding that the file declares, "" if none
	misdeclared bool        // the declaration is wrong
}

// failed returns the first error of the readers below the text.
func (s *source) failed() error {
	for _, l := range s.limits {
		if l.err != nil {
			return l.err
		}
	}
	return nil
}

// repaired reports whether bytes that are not UTF-8 were replaced.
func (s *source) repaired() bool { return s.guard != nil && s.guard.repaired }

// parse reads the file.
func (s *source) parse(c *collector, head []byte) error {
	switch {
	case s.zip != nil:
		return readWorkbook(c, s.zip)
	case s.fit != nil:
		return readFIT(c, s.fit)
	case c.opt.Format == FIT:
		return c.fault(ErrFormat, 0, 0, "the file is not a FIT file", "choose another file")
	}
	return readAs(c, s.text, head, c.opt.Format)
}

// open returns the content of r and its first bytes, as text unless it is binary.
func open(ctx context.Context, r io.Reader, o Options) (*source, []byte, error) {
	s := &source{}
	stored := s.limit(ctx, r, o)
	stored.progress = o.Progress
	raw := bufio.NewReaderSize(stored, headBytes)
	if magic, _ := raw.Peek(len(zipMagic)); string(magic) == zipMagic {
		if o.Plain {
			return s, nil, ErrPacked
		}
		s.archive = raw
		return s, nil, nil
	} else if string(magic) == oleMagic {
		return s, nil, errOldExcel
	}
	if magic, _ := raw.Peek(2); len(magic) == 2 && magic[0] == 0x1f && magic[1] == 0x8b {
		if o.Plain {
			return s, nil, ErrPacked
		}
		z, err := gzip.NewReader(raw)
		if err != nil {
			return s, nil, fmt.Errorf("compressed file: %w", err)
		}
		s.packed = &wholeLines{r: z, strict: o.Strict}
		raw = bufio.NewReaderSize(s.limit(ctx, s.packed, o), headBytes)
	}
	head, _ := raw.Peek(headBytes) // what fails here fails again below
	if isFIT(head) && (o.Format == Auto || o.Format == FIT) {
		s.fit = raw
		return s, nil, s.failed()
	}
	s.decode(raw, o)
	head, err := s.text.Peek(headBytes)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, bufio.ErrBufferFull) {
		return s, nil, err
	}
	return s, head, s.failed()
}

func (s *source) limit(ctx context.Context, r io.Reader, o Options) *limitedReader {
	l := &limitedReader{ctx: ctx, r: r, left: o.left}
	if l.left == nil {
		left := o.MaxBytes
		l.left = &left
	}
	s.limits = append(s.limits, l)
	return l
}

// wholeLines reads a compressed file that may be truncated. Unless strict is
// set, a truncated file ends with its last whole line, because half a coordinate
// is a wrong one.
type wholeLines struct {
	r      io.Reader
	strict bool
	cut    bool // the file is truncated

	text  []byte // data read; text[:whole] may be returned
	whole int
	err   error // to return after text
}

// maxLine is the longest incomplete line that wholeLines holds back (bytes).
const maxLine = 64 << 10

func (w *wholeLines) Read(p []byte) (int, error) {
	for w.whole == 0 && w.err == nil {
		w.text = slices.Grow(w.text, headBytes)
		n, err := w.r.Read(w.text[len(w.text):cap(w.text)])
		w.text, w.err = w.text[:len(w.text)+n], err
		w.whole = bytes.LastIndexByte(w.text, '\n') + 1
		if len(w.text)-w.whole > maxLine || errors.Is(err, io.EOF) {
			w.whole = len(w.text)
		}
		if errors.Is(err, io.ErrUnexpectedEOF) && !w.strict {
			w.cut, w.err = true, io.EOF
		}
	}
	n := copy(p, w.text[:w.whole])
	w.text, w.whole = slices.Delete(w.text, 0, n), w.whole-n
	if n == 0 {
		return 0, w.err
	}
	return n, nil
}

// limitedReader stops reading once the context is done or the limit is exceeded,
// and records the error.
type limitedReader struct {
	ctx  context.Context
	r    io.Reader
	left *int64
	err  error // other than io.EOF

	progress   func(int64) // may be nil
	read, told int64       // bytes read, and when progress was called last
}

// progressStep is the number of bytes between two calls of Options.Progress.
const progressStep = 1 << 20

func (l *limitedReader) Read(p []byte) (int, error) {
	if l.err != nil {
		return 0, l.err
	}
	if l.err = l.ctx.Err(); l.err != nil {
		return 0, l.err
	}
	n, err := l.r.Read(p)
	*l.left -= int64(n)
	if l.read += int64(n); l.progress != nil && l.read-l.told >= progressStep {
		l.told = l.read
		l.progress(l.read)
	}
	switch {
	case *l.left < 0:
		l.err = errTooManyBytes
		return 0, l.err
	case err != nil && !errors.Is(err, io.EOF):
		l.err = err
	}
	return n, err
}

// errTooManyBytes is replaced by an *Error that names the limit, see explain.
var errTooManyBytes = fmt.Errorf("%w: too many bytes", ErrTooLarge)

// readAs reads the text in format f, which it detects if f is Auto.
func readAs(c *collector, text *bufio.Reader, head []byte, f Format) error {
	if f == Auto {
		var err error
		if f, err = sniff(c, head); err != nil {
			return err
		}
	}
	switch f {
	case GPX:
		return readGPX(c, text)
	case KML:
		return readKML(c, text)
	case TCX:
		return readTCX(c, text)
	case Polyline:
		return readPolylines(c, text)
	case GeoJSON, JSON:
		return readJSON(c, text)
	case NMEA:
		lines, _ := withLineFeeds(text, head)
		return readNMEA(c, lines)
	case XLSX: // readArchive reads it
		return c.fault(ErrFormat, 0, 0, "the file is no XLSX workbook", "leave the format to be detected")
	case HTML:
		return readHTML(c, text)
	case SheetXML:
		return readSheetXML(c, text)
	case CSV:
		lines, head := withLineFeeds(text, head)
		return readCSV(c, lines, head)
	}
	return fmt.Errorf("read as %q: %w", string(f), ErrUnknownFormat)
}
