package pack

import (
	"bufio"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"

	"roadsnap/internal/atomicfile"
)

// writeBuffer is in bytes; larger sections bypass the buffer.
const writeBuffer = 1 << 18

// Writer builds a pack. The target appears, whole, when Commit returns nil;
// until then it stays as it was. A Writer serves one goroutine.
type Writer struct {
	path     string
	temp     string // temporary file beside path
	file     *os.File
	out      *bufio.Writer
	offset   int64 // bytes written so far
	sections []Section
	meta     Meta
	err      error // the first failure; every later call returns it
	done     bool  // committed or aborted
}

// Create starts a pack that will stand at path. It writes to a temporary file
// in the same folder; Commit or Abort must follow. Only a process that dies
// leaves that file behind, under a name like ".map.rsp.0123abcd.tmp", until a
// pack is created at path again. What stands at path and is no regular file is
// refused: Commit would fail at a folder, and take the place of a device.
func Create(path string, meta Meta) (*Writer, error) {
	if err := checkByteOrder(hostLittleEndian()); err != nil {
		return nil, fmt.Errorf("create %q: %w", path, err)
	}
	if err := checkTarget(path); err != nil {
		return nil, fmt.Errorf("create %q: %w", path, err)
	}
	removeLeftovers(path)
	f, err := createBeside(path)
	if err != nil {
		return nil, fmt.Errorf("create %q: %w", path, err)
	}
	w := &Writer{path: path, temp: f.Name(), file: f, out: bufio.NewWriterSize(f, writeBuffer), meta: meta.clone()}
	// The header's place; Commit fills it in when it knows the table.
	if err := w.write(make([]byte, headerSize)); err != nil {
		w.Abort() //nolint:errcheck // the first failure tells more
		return nil, fmt.Errorf("create %q: %w", path, err)
	}
	return w, nil
}

// checkTarget refuses a path that a file cannot or must not be moved to.
func checkTarget(path string) error {
	if _, base := filepath.Split(path); base == "" {
		return fmt.Errorf("%w: it names no file", os.ErrInvalid)
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%w, and is no regular file", os.ErrExist)
	}
	return nil
}

// createBeside makes a new file in the folder of path. Unlike os.CreateTemp it
// leaves the permissions to the umask, since the file becomes the target.
func createBeside(path string) (*os.File, error) {
	const attempts = 100
	folder, base := filepath.Split(path)
	for range attempts {
		name := filepath.Join(folder, fmt.Sprintf(".%s.%0*x%s", base, tempDigits, rand.Uint32(), tempEnding))
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if err != nil && !errors.Is(err, os.ErrExist) {
			return nil, err
		}
		if err == nil {
			if lock(f) {
				return f, nil
			}
			_ = f.Close()
		}
	}
	return nil, fmt.Errorf("no free temporary name in %q: %w", folder, os.ErrExist)
}

// Meta returns the metadata that the pack is to have, for who adds to it.
func (w *Writer) Meta() Meta { return w.meta.clone() }

// SetMeta replaces the metadata given to Create, for what is known only after
// the sections are made. It holds if it comes before Commit.
func (w *Writer) SetMeta(meta Meta) { w.meta = meta.clone() }

// Write adds a section that every reader of the pack must understand. Sections
// stand in the file in the order of their writing.
//
// T is a sized integer or float, or an array or struct of them that has no
// padding. An error is final: Commit will return it too.
func Write[T any](w *Writer, tag Tag, elements []T) error {
	return writeSection(w, tag, false, elements)
}

// WriteOptional adds a section that a reader may ignore; otherwise it is Write.
func WriteOptional[T any](w *Writer, tag Tag, elements []T) error {
	return writeSection(w, tag, true, elements)
}

func writeSection[T any](w *Writer, tag Tag, optional bool, elements []T) error {
	if w.err != nil {
		return w.err
	}
	size, err := elementSize[T]()
	if err == nil {
		err = w.checkTag(tag)
	}
	if err == nil {
		err = w.section(Section{Tag: tag, Optional: optional, ElementSize: size}, contents(elements))
	}
	if err != nil {
		return w.fail(fmt.Errorf("write section %q of %q: %w", string(tag), w.path, err))
	}
	return nil
}

func (w *Writer) checkTag(tag Tag) error {
	switch {
	case w.done:
		return os.ErrClosed
	case !tag.valid():
		return errors.New("a tag is four capital letters or digits, the first a letter")
	case tag == TagMeta:
		return errors.New("the metadata is written by Commit")
	case len(w.sections) >= maxSections-1:
		return fmt.Errorf("a pack holds at most %d sections", maxSections)
	}
	for _, s := range w.sections {
		if s.Tag == tag {
			return errors.New("written twice")
		}
	}
	return nil
}

// section writes content on the next boundary and notes it for the table.
func (w *Writer) section(s Section, content []byte) error {
	if err := w.align(); err != nil {
		return err
	}
	s.Offset, s.Length, s.CRC = w.offset, int64(len(content)), checksum(content)
	w.sections = append(w.sections, s)
	return w.write(content)
}

// fail keeps the first failure and returns it.
func (w *Writer) fail(err error) error {
	if w.err == nil {
		w.err = err
	}
	return w.err
}

func (w *Writer) align() error { return w.write(make([]byte, alignUp(w.offset)-w.offset)) }

func (w *Writer) write(b []byte) error {
	n, err := w.out.Write(b)
	w.offset += int64(n)
	return bare(err)
}

// Commit completes the pack and puts it at its path, in place of what was
// there. If it fails, or an earlier Write failed, the temporary file is gone
// and the target is as it was; the one exception is a failure to sync the
// folder, which comes after the pack is in place.
func (w *Writer) Commit() error {
	if w.done {
		return fmt.Errorf("commit %q: %w", w.path, os.ErrClosed)
	}
	err := w.err
	if err == nil {
		if err = w.finish(); err != nil {
			err = fmt.Errorf("commit %q: %w", w.path, err)
		}
	}
	if err != nil {
		return errors.Join(err, w.Abort())
	}
	w.done = true
	if err := bare(atomicfile.SyncFolder(filepath.Dir(w.path))); err != nil {
		return fmt.Errorf("commit %q: sync folder: %w", w.path, err)
	}
	return nil
}

// finish writes metadata, table and header, and moves the file to its place
// once it is safe on disk, so that a crash leaves either the old target or the
// new one, whole.
func (w *Writer) finish() error {
	meta, err := w.meta.encode()
	if err != nil {
		return err
	}
	if err := w.section(Section{Tag: TagMeta, ElementSize: 1}, meta); err != nil {
		return err
	}
	if err := w.align(); err != nil {
		return err
	}
	h := header{sections: len(w.sections), tableOffset: w.offset}
	table := encodeTable(w.sections)
	h.tableCRC, h.fileSize = checksum(table), w.offset+int64(len(table))
	if err := w.write(table); err != nil {
		return err
	}
	if err := w.out.Flush(); err != nil {
		return bare(err)
	}
	// Last of all, so that an unfinished file does not begin like a pack.
	if _, err := w.file.WriteAt(h.encode(), 0); err != nil {
		return bare(err)
	}
	if err := w.file.Sync(); err != nil {
		return bare(err)
	}
	return closeAndMove(w.file, w.path)
}

// Abort gives the pack up and removes the temporary file. After Commit or
// another Abort it does nothing, so that it may be deferred.
func (w *Writer) Abort() error {
	if w.done {
		return nil
	}
	w.done = true
	// Already closed if Commit failed at the rename.
	closeErr := w.file.Close()
	if errors.Is(closeErr, os.ErrClosed) {
		closeErr = nil
	}
	removeErr := os.Remove(w.temp)
	if errors.Is(removeErr, os.ErrNotExist) {
		removeErr = nil // unlocked since, and taken for a leftover
	}
	if err := errors.Join(closeErr, removeErr); err != nil {
		return fmt.Errorf("abort %q: %w", w.path, err)
	}
	return nil
}
