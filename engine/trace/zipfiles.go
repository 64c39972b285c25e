// SPDX-License-Identifier: MIT

package trace

import (
	"archive/zip"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

const (
	// maxEntries is the largest number of files in an archive.
	maxEntries = 10_000
	// maxZipRatio is the largest ratio of the length of a file in an archive to its
	// compressed length. Tables of a parked vehicle reach 60.
	maxZipRatio = 200
	// freeZipSize is the length up to which the ratio does not matter (bytes).
	freeZipSize = 16 << 20
	// maxZipDepth is how deep archives may be nested: a KMZ file in a ZIP archive.
	maxZipDepth = 2
)

// mayBeTraces are extensions of files that are often something else, such as a
// note to the reader. One in an archive that is no trace is left out silently.
var mayBeTraces = []string{".txt", ".json", ".htm", ".html"}

// readEntries reads the trips of the traces in an archive. Names in it are labels;
// nothing is unpacked to the disk. A file that cannot be read is left out.
func readEntries(c *collector, archive *zip.Reader) ([]found, error) {
	files, err := c.traceFiles(archive)
	if err != nil {
		return nil, err
	}
	left := c.opt.MaxBytes
	z := zipReader{c: c, left: &left, alone: len(files) == 1}
	if c.opt.left != nil {
		z.left = c.opt.left
	}
	for _, f := range files {
		if err := z.file(f); err != nil {
			return nil, err
		}
	}
	if len(z.all) == 0 {
		return nil, z.lost
	}
	z.distinguish()
	for i := range z.all {
		z.all[i].Notes = append(z.all[i].Notes, c.notes...)
	}
	return z.all, nil
}

// traceFiles returns the files of an archive that are traces by their names.
func (c *collector) traceFiles(archive *zip.Reader) ([]*zip.File, error) {
	if c.opt.depth >= maxZipDepth {
		return nil, c.fault(ErrFormat, 0, 0, "the archive is in an archive in an archive", "unpack it first")
	}
	if n := len(archive.File); n > maxEntries {
		return nil, c.fault(ErrTooLarge, 0, 0, fmt.Sprintf("the archive has %d files, more than %d", n, maxEntries), "unpack it, or split it")
	}
	var files []*zip.File
	document := false
	for _, f := range archive.File {
		name := entryName(f)
		document = document || name == "mimetype" || strings.HasPrefix(name, "word/")
		hidden := strings.HasPrefix(path.Base(name), ".") || strings.HasPrefix(name, "__MACOSX/")
		if f.FileInfo().IsDir() || hidden || !HasExtension(name) {
			continue
		}
		files = append(files, f)
	}
	switch {
	case len(files) > 0:
		return files, nil
	case document:
		return nil, c.fault(ErrFormat, 0, 0, "the file is a document of an office program", "save the table as XLSX or CSV")
	}
	return nil, c.fault(ErrFormat, 0, 0, "the ZIP archive has no traces", "choose another file")
}

// entryName returns the name of a file in an archive as a path without "..".
func entryName(f *zip.File) string {
	name := f.Name
	if !utf8.ValidString(name) {
		name, _ = charmap.Windows1258.NewDecoder().String(name) // cannot fail: every byte is a letter
	}
	return path.Clean("/" + strings.ReplaceAll(name, `\`, "/"))[1:]
}

// zipReader reads the files of an archive.
type zipReader struct {
	c     *collector
	left  *int64 // of Options.MaxBytes
	alone bool   // there is one file
	all   []found
	lost  error // of the first file that was left out
}

// file reads the trips of one file. The error ends the reading of the archive.
func (z *zipReader) file(f *zip.File) error {
	found, err := z.read(f)
	var fault *Error
	switch {
	case err == nil:
		z.all = append(z.all, found...)
		return nil
	case !errors.As(err, &fault), z.c.opt.Strict, errors.Is(err, ErrTooLarge):
		return err
	}
	z.lost = cmp.Or(z.lost, err)
	if !slices.Contains(mayBeTraces, strings.ToLower(path.Ext(f.Name))) {
		z.c.notes = addNote(z.c.notes, Note{Kind: NoteFileLeftOut, Count: 1, Detail: strings.TrimPrefix(fault.Error(), z.c.file+"/")})
	}
	return nil
}

func (z *zipReader) read(f *zip.File) (_ []found, err error) {
	c, name := z.c, entryName(f)
	label := c.file + "/" + name
	fault := func(err error, msg, remedy string) error {
		return &Error{File: label, Msg: msg, Remedy: remedy, Err: err}
	}
	size := f.UncompressedSize64
	switch {
	case f.Flags&1 != 0:
		return nil, fault(ErrFormat, "the file is encrypted", "unpack the archive with its password, and open what it holds")
	case *z.left < 0 || size > uint64(*z.left):
		return nil, fault(ErrTooLarge, fmt.Sprintf("the files of the archive are longer than %d MiB", c.opt.MaxBytes>>20), "unpack it and open them one at a time")
	case size > freeZipSize && size/maxZipRatio > f.CompressedSize64:
		return nil, fault(ErrTooLarge, fmt.Sprintf("the file is compressed more than %d times", maxZipRatio), "unpack the archive")
	}
	r, err := f.Open()
	if errors.Is(err, zip.ErrAlgorithm) {
		return nil, fault(ErrFormat, fmt.Sprintf("the file is compressed in an unusual way (method %d)", f.Method), "unpack the archive")
	}
	if err != nil {
		return nil, fault(ErrFormat, "the archive is damaged here", "copy it again from where it came")
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	o := c.opt
	o.Progress, o.depth, o.left = nil, o.depth+1, z.left
	o.MaxPoints -= z.points()
	o.MaxTrips -= len(z.all)
	if o.MaxPoints <= 0 || o.MaxTrips <= 0 {
		return nil, fault(ErrTooLarge, "the files before this one have as many points or trips as can be read", "unpack the archive and open its files one at a time")
	}
	found, err := readAll(c.ctx, zipErrors{r}, label, o)
	for i := range found {
		found[i].File = path.Join(name, found[i].File)
		if z.alone && found[i].ID == "doc" { // the name of the document in a KMZ file
			found[i].ID = baseName(c.file)
		}
	}
	return found, err
}

func (z *zipReader) points() (n int) {
	for i := range z.all {
		n += len(z.all[i].Observations)
	}
	return n
}

// distinguish makes the IDs distinct.
func (z *zipReader) distinguish() {
	ids := make(distinctIDs, len(z.all))
	for i := range z.all {
		z.all[i].ID = ids.of(z.all[i].ID)
	}
}

// zipErrors replaces errors about the compression by those that explain knows.
type zipErrors struct{ r io.Reader }

func (z zipErrors) Read(p []byte) (int, error) {
	n, err := z.r.Read(p)
	if errors.Is(err, zip.ErrChecksum) || errors.Is(err, zip.ErrFormat) {
		err = errDamagedZip
	}
	return n, err
}

// errDamagedZip is replaced by an *Error, see explain.
var errDamagedZip = errors.New("damaged archive")
